//! Completions of values: ids, paths, commands and known words.

use agmark_syntax::completion_list::{other_entries, remove_given};
use agmark_syntax::{Completion, Span, SymbolKind};

use super::position::{CompletionPosition, LANGUAGES, in_word, plain};
use crate::analysis::namespaces::ID;
use crate::ide::cursor::Owner;
use crate::ide::known_commands;
use crate::syntax::value::quote;
use crate::vocabulary::{self, REFERRING};

/// `typed` is the text after the sign, up to the cursor. Entries of the list are not offered again, nor values of the
/// same key on other lines, which are a list, too.
pub(super) fn offers(at: &CompletionPosition<'_>, owner: &Owner, key: &str, typed: &str) -> Vec<Completion> {
    let mut all = of_value(at, owner, key, typed);
    let list = match typed.strip_prefix('[') {
        Some(items) => format!("{items}{}", at.after.split(']').next().unwrap_or("")),
        None => String::new(),
    };
    let here = other_entries(&list, typed.len().saturating_sub(1), ',');
    let place = at.around.at(at.offset);
    let others = owner.given.iter().filter(|given| given.key == key && !given.span.touches(place));
    let items = others.flat_map(|given| given.value.trim_matches(['[', ']']).split(','));
    remove_given(&mut all, here.chain(items), |word| word.trim().trim_matches(['@', '"', '\'']));
    all
}

fn of_value(at: &CompletionPosition<'_>, owner: &Owner, key: &str, typed: &str) -> Vec<Completion> {
    // In a list, the item is completed.
    let item = match typed.strip_prefix('[') {
        Some(items) => items.rsplit(',').next().unwrap_or("").trim_start(),
        None => typed,
    };
    if let Some(id) = item.strip_prefix('@') {
        return ids(at, at.word(id), "");
    }
    let defines = owner.documented && owner.kind == crate::syntax::header_kind::HeaderKind::Command;
    if key == "path" && !defines {
        return paths(at, item);
    }
    if key == "name" && (owner.name == "Command" || owner.name == "ToolCall") {
        let typed = item.strip_prefix('.');
        let dot = if typed.is_some() { "" } else { "." };
        let word = typed.unwrap_or(item);
        let span = at.word(word);
        let all = known_commands::offered(at.document, at.world, word);
        let offer = |c: &known_commands::KnownCommand| {
            plain(
                &format!("{dot}{}", c.name),
                SymbolKind::Function,
                "command",
                &c.markdown(),
                span,
                &format!("{dot}{}", c.name),
            )
        };
        return all.iter().map(offer).collect();
    }
    let mut out = words(owner, key)
        .into_iter()
        .map(|word| plain(word, SymbolKind::EnumMember, key, "", at.word(item), word))
        .collect::<Vec<_>>();
    if owner.is_call() && item.chars().all(in_word) {
        let values = documented(at, owner, key);
        out.extend(
            values.iter().map(|word| plain(word, SymbolKind::EnumMember, key, "", at.word(item), word)),
        );
    }
    if REFERRING.contains(&key) && !defines && item.chars().all(in_word) {
        out.extend(ids(at, at.word(item), "@"));
    }
    out
}

/// Content on the line of a header: a reference.
pub(super) fn content(at: &CompletionPosition<'_>, typed: &str) -> Vec<Completion> {
    match typed.strip_prefix('@') {
        Some(id) => ids(at, at.word(id), ""),
        None => Vec::new(),
    }
}

fn words(owner: &Owner, key: &str) -> Vec<&'static str> {
    let parameter = match owner.kind.directive() {
        Some(directive) => directive.parameter(key),
        None if owner.is_call() => {
            vocabulary::command(&owner.name).and_then(|c| c.parameters.iter().find(|p| p.name == key))
        }
        None => None,
    };
    let values = parameter.map_or(&[][..], |p| p.values);
    let languages = if owner.name == "Context" && key == "format" { LANGUAGES } else { &[] };
    let more = languages.iter().filter(|l| !values.contains(l));
    values.iter().chain(more).copied().collect()
}

/// The values that the documentation of a command gives for a parameter: `env: [dev, prod]`, `force: true`.
fn documented(at: &CompletionPosition<'_>, owner: &Owner, key: &str) -> Vec<String> {
    let Some(known) =
        known_commands::named(at.document, at.world, &owner.name).filter(|known| !known.built_in)
    else {
        return Vec::new();
    };
    let description = known
        .parameters
        .iter()
        .find(|(name, _)| name == key)
        .map_or("", |(_, description)| description.trim());
    if matches!(description, "true" | "false") {
        return vec!["true".to_owned(), "false".to_owned()];
    }
    let Some(list) = description.strip_prefix('[').and_then(|list| list.strip_suffix(']')) else {
        return Vec::new();
    };
    let words = list.split(',').map(|word| word.trim().trim_matches(['"', '\'']));
    words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// Ids of this file and of others.
fn ids(at: &CompletionPosition<'_>, span: Span, mark: &str) -> Vec<Completion> {
    let start = (span.start as usize).min(at.offset);
    let typed = at.document.text().slice(start..at.offset);
    let typed = typed.trim_start_matches('@');
    let own = at.document.names().offered(ID, typed).into_iter();
    let mut own: Vec<(String, &str)> = own.map(|name| (name.text.to_string(), "id")).collect();
    let reach = crate::cross_file::visibility::VisibleFiles::of(at.document, at.world);
    for id in at.world.offered(ID, typed, &|path| reach.sees(path)) {
        let name = agmark_syntax::Name::new(ID, &id);
        if at.document.names().get(&name).is_none_or(|known| known.definitions.is_empty()) {
            own.push((id.to_string(), "id, included"));
        }
    }
    own.retain(|(id, _)| crate::syntax::value::is_id(id));
    let offer = |(id, detail): &(String, &str)| {
        plain(&format!("{mark}{id}"), SymbolKind::Constant, detail, "", span, &format!("{mark}{id}"))
    };
    own.iter().map(offer).collect()
}

/// Files and folders; `typed` is the path up to the cursor, possibly with a quote before it.
fn paths(at: &CompletionPosition<'_>, typed: &str) -> Vec<Completion> {
    let quoted = typed.starts_with(['"', '\'']);
    let path = typed.trim_start_matches(['"', '\'']);
    let (folder, name) = path.rsplit_once('/').map_or(("", path), |(folder, name)| (folder, name));
    let rest = at.after.len() - at.after.trim_start_matches(|c: char| in_word(c) || c == '.').len();
    let span = Span::new(at.offset.saturating_sub(name.len()), at.offset + rest);
    let whole = Span::new(at.offset.saturating_sub(path.len()), at.offset + rest);
    let entries = at.world.entries(folder);
    let offer = |entry: &agmark_syntax::FolderEntry| {
        let slash = if entry.is_folder { "/" } else { "" };
        let label = format!("{}{slash}", entry.name);
        let kind = if entry.is_folder { SymbolKind::Module } else { SymbolKind::File };
        let detail = if entry.is_folder { "folder" } else { "file" };
        // A blank would end the value.
        if !quoted && label.contains([' ', '\t']) {
            let full = if folder.is_empty() { label.clone() } else { format!("{folder}/{label}") };
            return plain(&label, kind, detail, "", whole, &quote(&full));
        }
        plain(&label, kind, detail, "", span, &label)
    };
    entries.iter().map(offer).collect()
}
