//! Completion in the front matter: keys, and the values of those that are not free.

use agmark_syntax::{Completion, Document, Edit, SymbolKind, World, completion_list};

use crate::cross_file::meta;
use crate::ide::completion::items::{offer, refs};
use crate::ide::cursor::Cursor;
use crate::vocabulary::{self, Class};

pub fn complete(document: &Document, world: &dyn World, cursor: &Cursor) -> Vec<Completion> {
    let before = cursor.before();
    match before.split_once(':') {
        None if before.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.')) => {
            keys(document, cursor)
        }
        None => Vec::new(),
        Some((key, _)) => values(document, world, cursor, key),
    }
}

fn keys(document: &Document, cursor: &Cursor) -> Vec<Completion> {
    let span = cursor.word(0, |c| c.is_ascii_alphanumeric() || c == '_');
    let rest = cursor.behind().trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '_');
    let tail = if rest.starts_with(':') { "" } else { ": " };
    let fresh = vocabulary::KEYS.iter().filter(|key| meta(document, key.name).is_none());
    let offers = fresh.map(|key| Completion {
        documentation: key.doc.to_owned(),
        ..offer(
            key.name,
            SymbolKind::Key,
            key.kind.allowed(),
            Edit::replace(span, format!("{}{tail}", key.name)),
        )
    });
    offers.collect()
}

/// What the value of a key may be; `key` is written at the start of the line, up to its colon.
fn values(document: &Document, world: &dyn World, cursor: &Cursor, key: &str) -> Vec<Completion> {
    let (before, colon) = (cursor.before(), key.len());
    let from = before.rfind([':', ',', ' ']).map_or(0, |at| at + 1);
    let span = cursor.word(from, |c| !matches!(c, ' ' | ','));
    let value = |word: &str, detail: &str, documentation: &str| Completion {
        documentation: documentation.to_owned(),
        ..offer(word, SymbolKind::EnumMember, detail, Edit::replace(span, word))
    };
    let mut all = match key.trim() {
        "type" => vec![value("diff", "what changed since a base", "")],
        "source" => {
            ["browser", "terminal", "db", "cloud", "ide"].iter().map(|word| value(word, "", "")).collect()
        }
        "base" => {
            let own = world
                .path()
                .and_then(|path| path.file_name())
                .map(|name| name.to_string_lossy().into_owned());
            let files = world.entries("").into_iter().filter(|e| !e.is_folder && e.name.ends_with(".anml"));
            let files = files.filter(|entry| own.as_ref() != Some(&entry.name));
            files.map(|entry| value(&entry.name, "snapshot", "")).collect()
        }
        "expand" => {
            let start = (span.start as usize).saturating_sub(cursor.start);
            refs(document, cursor.before().get(start..).unwrap_or(""), span)
        }
        "encoding" => vec![value("utf-8", "", "")],
        "filter" => {
            let mut all = vec![
                value("interactive", "what agents act on", ""),
                value("compact", "without unnamed structure and passive content", ""),
            ];
            let roles = vocabulary::ROLES.iter().filter(|role| role.class != Class::Domain);
            all.extend(roles.map(|role| value(role.name, "role", role.doc)));
            all
        }
        _ => Vec::new(),
    };
    let list = cursor.line.get(colon + 1..).unwrap_or("");
    let given = completion_list::other_entries(list, cursor.at.saturating_sub(colon + 1), ',');
    completion_list::remove_given(&mut all, given, |word| word.trim_matches(['"', '\'']));
    all
}
