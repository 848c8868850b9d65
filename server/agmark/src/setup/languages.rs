//! A person's `languages.toml`: entries are added and taken away, whatever else stands there stays byte for byte.

use anyhow::Context as _;
use toml_edit::{Array, ArrayOfTables, DocumentMut, Item, Table, Value};

const SERVER: &str = "agmark";
const LIST: &str = "language-servers";
/// Lists of tables in which an entry is known by its `name`.
const NAMED: &[&str] = &["language", "grammar"];

/// The text with all of our entries. Of a language that the person has an entry for, only what is missing is added, and
/// our server to its list.
///
/// # Errors
/// When the text is no TOML, or an entry is of another kind than Helix takes.
pub fn add(text: &str, ours: &DocumentMut) -> anyhow::Result<String> {
    let mut theirs: DocumentMut = text.parse().context("that is no TOML; mend it first")?;
    add_server(&mut theirs, ours)?;
    for key in NAMED {
        let Some(entries) = ours.get(key).and_then(Item::as_array_of_tables) else { continue };
        let list = theirs.entry(key).or_insert_with(|| Item::ArrayOfTables(ArrayOfTables::new()));
        let list =
            list.as_array_of_tables_mut().with_context(|| format!("\"{key}\" is no list of tables"))?;
        for entry in entries {
            let known = list.iter().position(|table| name(table) == name(entry));
            match known.and_then(|at| list.get_mut(at)) {
                Some(table) => complete(table, entry)?,
                None => {
                    let mut entry = fresh(entry);
                    entry.decor_mut().set_prefix("\n");
                    list.push(entry);
                }
            }
        }
    }
    Ok(theirs.to_string())
}

/// The text without our entries.
///
/// # Errors
/// When the text is no TOML.
pub fn remove(text: &str, ours: &DocumentMut) -> anyhow::Result<String> {
    let mut theirs: DocumentMut = text.parse().context("that is no TOML; mend it first")?;
    if let Some(servers) = theirs.get_mut("language-server").and_then(Item::as_table_like_mut) {
        servers.remove(SERVER);
        if servers.is_empty() {
            theirs.remove("language-server");
        }
    }
    for key in NAMED {
        let Some(entries) = ours.get(key).and_then(Item::as_array_of_tables) else { continue };
        let Some(list) = theirs.get_mut(key).and_then(Item::as_array_of_tables_mut) else { continue };
        for entry in entries {
            let Some(at) = list.iter().position(|table| name(table) == name(entry)) else { continue };
            let gone = list.get_mut(at).is_some_and(|table| take(table, entry));
            if gone {
                list.remove(at);
            }
        }
        if list.is_empty() {
            theirs.remove(key);
        }
    }
    Ok(theirs.to_string())
}

fn add_server(theirs: &mut DocumentMut, ours: &DocumentMut) -> anyhow::Result<()> {
    let entry = ours.get("language-server").and_then(|all| all.get(SERVER)).and_then(Item::as_table);
    let entry = entry.context("our own languages.toml has no server")?;
    let servers = theirs.entry("language-server").or_insert_with(|| {
        let mut table = Table::new();
        table.set_implicit(true);
        Item::Table(table)
    });
    let servers = servers.as_table_like_mut().context("\"language-server\" is no table")?;
    match servers.get_mut(SERVER).and_then(Item::as_table_like_mut) {
        // What the person set for our server stays, but for where the program is.
        Some(known) => {
            for (key, value) in entry.iter() {
                let settled = key != "command" && known.contains_key(key);
                if !settled && known.get(key).is_none_or(|old| !same(old, value)) {
                    known.insert(key, value.clone());
                }
            }
        }
        None => {
            servers.insert(SERVER, Item::Table(fresh(entry)));
        }
    }
    Ok(())
}

/// An entry as a table of its own: the place that it had among ours means nothing among theirs.
fn fresh(entry: &Table) -> Table {
    let mut table = Table::new();
    for (key, value) in entry.iter() {
        table.insert(key, value.clone());
    }
    table
}

/// Adds what an entry lacks.
fn complete(theirs: &mut Table, ours: &Table) -> anyhow::Result<()> {
    for (key, value) in ours.iter() {
        match theirs.get_mut(key) {
            None => {
                theirs.insert(key, value.clone());
            }
            Some(list) if key == LIST => {
                let list = list.as_array_mut().with_context(|| format!("\"{LIST}\" is no list"))?;
                if !list.iter().any(is_ours) {
                    push(list, SERVER);
                }
            }
            // The sources lie where this program put them.
            Some(old) if key == "source" && !same(old, value) => *old = value.clone(),
            Some(_) => {}
        }
    }
    Ok(())
}

/// Takes our part out of an entry; whether nothing of the person's is left.
fn take(theirs: &mut Table, ours: &Table) -> bool {
    let all_ours = theirs
        .iter()
        .all(|(key, value)| key == "source" || ours.get(key).is_some_and(|our| same(our, value)));
    if all_ours {
        return true;
    }
    if let Some(list) = theirs.get_mut(LIST).and_then(Item::as_array_mut) {
        list.retain(|one| !is_ours(one));
    }
    // A list that is Helix's own without us need not stand there.
    let usual: Vec<_> =
        ours.get(LIST).and_then(Item::as_array).into_iter().flatten().filter(|one| !is_ours(one)).collect();
    let is_usual = theirs.get(LIST).and_then(Item::as_array).is_some_and(|list| {
        list.len() == usual.len() && list.iter().zip(&usual).all(|(a, b)| a.as_str() == b.as_str())
    });
    if is_usual {
        theirs.remove(LIST);
    }
    false
}

/// Adds a text to a list, in the layout that the list has.
fn push(list: &mut Array, text: &str) {
    let trailing = list.trailing().as_str().unwrap_or_default().to_owned();
    let mut value = Value::from(text);
    if trailing.contains('\n') {
        let indent = list
            .get(0)
            .and_then(|first| first.decor().prefix()?.as_str())
            .and_then(|prefix| prefix.rsplit('\n').next())
            .unwrap_or("  ")
            .to_owned();
        let (before, after) = trailing.rsplit_once('\n').unwrap_or(("", ""));
        *value.decor_mut() = toml_edit::Decor::new(format!("{before}\n{indent}"), "");
        list.set_trailing(format!("\n{after}"));
        list.push_formatted(value);
    } else if list.is_empty() {
        list.push_formatted(value);
    } else {
        value.decor_mut().set_prefix(" ");
        list.push_formatted(value);
    }
}

fn is_ours(value: &Value) -> bool {
    let name = value.as_str().or_else(|| value.as_inline_table()?.get("name")?.as_str());
    name == Some(SERVER)
}

fn name(table: &Table) -> Option<&str> {
    table.get("name").and_then(Item::as_str)
}

/// Whether two items say the same, whatever their layout.
fn same(a: &Item, b: &Item) -> bool {
    let plain = |item: &Item| {
        let mut table = Table::new();
        table.insert("x", item.clone());
        table.fmt();
        toml::from_str::<toml::Table>(&table.to_string()).ok()
    };
    plain(a) == plain(b)
}

#[cfg(test)]
mod tests {
    use super::*;

    const OURS: &str = "[language-server.agmark]\ncommand = \"agmark\"\nargs = [\"lsp\"]\n\n\
        [[language]]\nname = \"agd\"\nlanguage-servers = [\"agmark\"]\n\n\
        [[language]]\nname = \"html\"\nlanguage-servers = [\"usual\", \"agmark\"]\n\n\
        [[grammar]]\nname = \"agd\"\nsource = { path = \"/g/agd\" }\n";

    fn ours() -> DocumentMut {
        OURS.parse().expect("TOML")
    }

    fn check(before: &str, after: &str) {
        let added = add(before, &ours()).expect("TOML");
        assert_eq!(added, after);
        assert_eq!(add(&added, &ours()).expect("TOML"), after, "a second time");
        assert_eq!(remove(&added, &ours()).expect("TOML").trim_end(), before.trim_end(), "and back");
    }

    #[test]
    fn an_empty_file_gets_everything() {
        check("", OURS);
    }

    #[test]
    fn comments_and_entries_stay() {
        check(
            "# mine\n[language-server.other] # a server\ncommand = \"other\"\n\n[[language]]\nname = \"rust\" # keep\n",
            "# mine\n[language-server.other] # a server\ncommand = \"other\"\n\n\
             [language-server.agmark]\ncommand = \"agmark\"\nargs = [\"lsp\"]\n\n[[language]]\nname = \"rust\" # keep\n\n\
             [[language]]\nname = \"agd\"\nlanguage-servers = [\"agmark\"]\n\n\
             [[language]]\nname = \"html\"\nlanguage-servers = [\"usual\", \"agmark\"]\n\n\
             [[grammar]]\nname = \"agd\"\nsource = { path = \"/g/agd\" }\n",
        );
    }

    #[test]
    fn a_list_gets_one_more_entry() {
        let before = "[[language]]\nname = \"html\"\nlanguage-servers = [\n  # the one I like\n  \"mine\", # best\n]\nauto-format = true\n";
        let added = add(before, &ours()).expect("TOML");
        assert!(
            added.starts_with(
                "[[language]]\nname = \"html\"\nlanguage-servers = [\n  # the one I like\n  \"mine\", # best\n  \"agmark\",\n]\nauto-format = true\n"
            ),
            "{added}"
        );
        let removed = remove(&added, &ours()).expect("TOML");
        assert!(!removed.contains("agmark"), "{removed}");
        assert!(removed.contains("# the one I like\n  \"mine\""), "{removed}");
    }

    #[test]
    fn what_is_no_toml_is_left_alone() {
        let error = add("[[language\n", &ours()).expect_err("no TOML");
        assert!(error.to_string().contains("mend it first"));
    }
}
