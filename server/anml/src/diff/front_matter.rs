//! The front matter of a diff.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::format::lines::meta_line;
use crate::syntax::json;

/// What becomes of a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    Set(String, String),
    Unset(String),
}

type Entries = [(String, String)];

/// The changes from one front matter to another. Keys that are removed and set again are at the end.
pub fn changes(old: &Entries, new: &Entries) -> Vec<Change> {
    let (before, after) = (values(old), values(new));
    let mut gone: Vec<&str> =
        old.iter().map(|(k, _)| k.as_str()).filter(|k| !after.contains_key(k)).collect();
    // Unknown keys keep their order. From the first one that moved, they are removed and set again.
    let kept: Vec<&str> = old.iter().map(|(k, _)| k.as_str()).filter(|k| after.contains_key(k)).collect();
    let (mut kept, mut wanted) = (kept, new.iter().map(|(k, _)| k.as_str()).collect::<Vec<_>>());
    let unknown = |keys: &mut Vec<&str>| keys.retain(|k| crate::vocabulary::key(k).is_none());
    unknown(&mut kept);
    unknown(&mut wanted);
    let fine = kept.iter().zip(&wanted).take_while(|(a, b)| a == b).count();
    gone.extend(&kept[fine..]);
    let mut changes: Vec<Change> = gone.iter().map(|key| Change::Unset((*key).to_owned())).collect();
    let removed: FxHashSet<&str> = gone.into_iter().collect();
    for (key, now) in new {
        if removed.contains(key.as_str()) || before.get(key.as_str()) != Some(&now.as_str()) {
            changes.push(Change::Set(key.clone(), now.clone()));
        }
    }
    changes
}

fn values(entries: &Entries) -> FxHashMap<&str, &str> {
    entries.iter().map(|(key, value)| (key.as_str(), value.as_str())).collect()
}

/// The front matter of the diff itself.
pub fn header(base: &str, changes: &[Change]) -> String {
    let quoted = json::encode(base);
    let plain = !base.is_empty() && base.trim() == base && quoted.len() == base.len() + 2;
    let mut lines = vec!["---".to_owned(), "type: diff".to_owned()];
    lines.push(meta_line("base", if plain { base } else { &quoted }));
    for change in changes {
        if let Change::Set(key, value) = change {
            lines.push(meta_line(&format!("set.{key}"), value));
        }
    }
    let gone: Vec<&str> = changes
        .iter()
        .filter_map(|change| match change {
            Change::Unset(key) => Some(key.as_str()),
            Change::Set(..) => None,
        })
        .collect();
    if !gone.is_empty() {
        lines.push(meta_line("unset", &gone.join(", ")));
    }
    lines.push("---\n".to_owned());
    lines.join("\n")
}

/// The front matter of the base with the changes of a diff.
pub fn patched(base: &Entries, diff: &Entries) -> Vec<(String, String)> {
    let mut entries = base.to_vec();
    for (key, value) in diff {
        if key == "unset" {
            let value = crate::syntax::front_line::unquoted(value);
            let gone: FxHashSet<&str> = value.split(',').map(str::trim).collect();
            entries.retain(|(key, _)| !gone.contains(key.as_str()));
        }
    }
    let mut places: FxHashMap<String, usize> =
        entries.iter().enumerate().map(|(place, (key, _))| (key.clone(), place)).collect();
    // The time of the diff is the time of the result, unless the diff sets it by name.
    let time = diff.iter().filter(|(key, _)| key == "ts").map(|(key, value)| (key.as_str(), value));
    let set = diff.iter().filter_map(|(key, value)| Some((key.strip_prefix("set.")?, value)));
    for (key, value) in time.chain(set) {
        match places.get(key) {
            Some(place) => entries[*place].1.clone_from(value),
            None => {
                places.insert(key.to_owned(), entries.len());
                entries.push((key.to_owned(), value.clone()));
            }
        }
    }
    entries.sort_by_key(|(key, _)| crate::format::lines::key_place(key));
    entries
}
