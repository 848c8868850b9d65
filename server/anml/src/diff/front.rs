//! The front matter of a diff.

use crate::format::meta_line;
use crate::json;

/// What becomes of a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    Set(String, String),
    Unset(String),
}

type Entries = [(String, String)];

/// From one front matter to the other. What is removed and set stands at the end.
pub fn changes(old: &Entries, new: &Entries) -> Vec<Change> {
    let value = |all: &Entries, key: &str| all.iter().find(|(k, _)| k == key).map(|(_, v)| v.clone());
    let mut gone: Vec<&str> =
        old.iter().map(|(k, _)| k.as_str()).filter(|k| value(new, k).is_none()).collect();
    // Keys that the format does not know keep their order: from the first one on that is not in its place, they are
    // put in anew.
    let kept: Vec<&str> = old.iter().map(|(k, _)| k.as_str()).filter(|k| value(new, k).is_some()).collect();
    let (mut kept, mut wanted) = (kept, new.iter().map(|(k, _)| k.as_str()).collect::<Vec<_>>());
    let unknown = |keys: &mut Vec<&str>| keys.retain(|k| crate::vocabulary::key(k).is_none());
    unknown(&mut kept);
    unknown(&mut wanted);
    let fine = kept.iter().zip(&wanted).take_while(|(a, b)| a == b).count();
    gone.extend(&kept[fine..]);
    let mut changes: Vec<Change> = gone.iter().map(|key| Change::Unset((*key).to_owned())).collect();
    for (key, now) in new {
        if gone.contains(&key.as_str()) || value(old, key).as_ref() != Some(now) {
            changes.push(Change::Set(key.clone(), now.clone()));
        }
    }
    changes
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

/// The front matter of the base, changed as the front matter of a diff says.
pub fn patched(base: &Entries, diff: &Entries) -> Vec<(String, String)> {
    let mut entries = base.to_vec();
    for (key, value) in diff {
        if key == "unset" {
            let value = crate::front::unquoted(value);
            let gone: Vec<&str> = value.split(',').map(str::trim).collect();
            entries.retain(|(key, _)| !gone.contains(&key.as_str()));
        }
    }
    for (key, value) in diff {
        let Some(key) = key.strip_prefix("set.") else { continue };
        match entries.iter_mut().find(|(k, _)| k == key) {
            Some(entry) => entry.1.clone_from(value),
            None => entries.push((key.to_owned(), value.clone())),
        }
    }
    entries.sort_by_key(|(key, _)| crate::format::key_place(key));
    entries
}
