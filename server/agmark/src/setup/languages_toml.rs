//! Adds entries to the user's `languages.toml` and removes them. All other bytes are kept.
//!
//! New entries are in a marked block. In the user's own entries, a list gets one more item, and missing keys become
//! lines with a comment.

use std::ops::Range;

use anyhow::{Context as _, anyhow, bail};
use toml_edit::{Array, Document, DocumentMut, Item, Table, Value};

use super::action::Action;
use super::marked_block;
use super::toml_list::{self, Edit};

const SERVERS: &str = "language-server";
const SERVER: &str = "agmark";
const LIST: &str = "language-servers";
/// Lists of tables whose entries have a `name`.
const NAMED: &[&str] = &["language", "grammar"];
/// The comment after a line that setup added to a user's entry.
const ADDED_COMMENT: &str = "# added by agmark setup";

/// The text with all entries of agmark. For a language that the user has an entry for, only missing keys are added, and
/// the server is added to its list.
///
/// # Errors
/// If the text is not TOML, or an entry has a type that Helix does not accept.
pub fn add(text: Option<&str>, ours: &DocumentMut) -> anyhow::Result<Option<String>> {
    let mut block = ours.clone();
    let mut theirs = text.map(str::to_owned);
    if let Some(text) = text {
        let bare = bare(text)?;
        let document = read(&bare)?;
        let edits = edits(text, &document, &mut block)?;
        theirs = Some(toml_list::apply(text, edits));
    }
    let body = block.to_string();
    let after = marked_block::put(theirs.as_deref(), "#", body.trim_start(), Action::SetUp)?;
    let fits = Document::parse(after.as_deref().unwrap_or_default());
    fits.map_err(|error| {
        anyhow!(
            "with our entries it would be no TOML ({}): write servers as [{SERVERS}.NAME] and languages as [[language]]",
            error.message()
        )
    })?;
    Ok(after)
}

/// The text without the entries of agmark; none if nothing else is in it.
///
/// # Errors
/// If the text is not TOML.
pub fn remove(text: Option<&str>, ours: &DocumentMut) -> anyhow::Result<Option<String>> {
    let Some(mut theirs) = marked_block::put(text, "#", "", Action::Remove)? else { return Ok(None) };
    for key in NAMED {
        for entry in tables(ours.get(key)) {
            for (key, value) in entry.iter() {
                theirs = without_line(&theirs, &line(key, value));
            }
        }
    }
    for (key, value) in server(ours)?.iter() {
        theirs = without_line(&theirs, &line(key, value));
    }
    while let Some(edits) = taken(&theirs, ours)? {
        theirs = toml_list::apply(&theirs, edits);
    }
    Ok(Some(theirs))
}

/// The edits of the user's entries; agmark's entries for the same names are removed from `block`.
fn edits(text: &str, theirs: &Document<&str>, block: &mut DocumentMut) -> anyhow::Result<Vec<Edit>> {
    let mut edits = Vec::new();
    let known = theirs.as_table().get(SERVERS).and_then(|all| all.get(SERVER));
    match known {
        // A table with only subtables can have its own lines in the block.
        Some(Item::Table(table)) if table.is_implicit() => {}
        Some(known) => {
            if let Some(place) = known.as_table().and_then(Table::span) {
                let missing = server(block)?.iter().filter(|(key, _)| known.get(key).is_none());
                edits.extend(after(
                    text,
                    place.start,
                    missing.map(|(key, value)| line(key, value)).collect(),
                ));
            }
            block.remove(SERVERS);
        }
        None => {}
    }
    for key in NAMED {
        let Some(list) = theirs.as_table().get(key) else { continue };
        if list.as_array_of_tables().is_none() {
            let at = theirs.as_table().key(key).and_then(toml_edit::Key::span).unwrap_or_default();
            bail!("{}: \"{key}\" is not a list of tables: write each as [[{key}]]", located(text, at));
        }
        let Some(ours) = block.get_mut(key).and_then(Item::as_array_of_tables_mut) else { continue };
        for table in tables(Some(list)) {
            let Some(at) = ours.iter().position(|entry| name(entry) == name(table)) else { continue };
            let entry = ours.get(at).cloned().unwrap_or_default();
            ours.remove(at);
            edits.extend(completed(text, table, &entry)?);
        }
        if ours.is_empty() {
            block.remove(key);
        }
    }
    Ok(edits)
}

/// The keys that a user's entry lacks.
fn completed(text: &str, theirs: &Table, ours: &Table) -> anyhow::Result<Vec<Edit>> {
    let mut edits = Vec::new();
    if let Some(list) = theirs.get(LIST) {
        let array = list.as_array().with_context(|| {
            format!("{}: \"{LIST}\" is not a list", located(text, list.span().unwrap_or_default()))
        })?;
        if !array.iter().any(is_ours) {
            edits.extend(toml_list::push(text, array, SERVER, marked_block::newline(text)));
        }
    }
    let missing: Vec<_> = ours
        .iter()
        .filter(|(key, _)| !theirs.contains_key(key))
        .map(|(key, value)| line(key, value))
        .collect();
    let named = theirs.get("name").and_then(Item::span).map(|span| span.end);
    edits.extend(named.into_iter().flat_map(|at| after(text, at, missing.clone())));
    Ok(edits)
}

/// Lines that follow the one at a place.
fn after(text: &str, at: usize, lines: Vec<String>) -> Option<Edit> {
    if lines.is_empty() {
        return None;
    }
    let newline = marked_block::newline(text);
    let (place, new) = match text[at..].find('\n') {
        Some(end) => (at + end + 1, lines.join(newline) + newline),
        None => (text.len(), format!("{newline}{}", lines.join(newline))),
    };
    Some((place..place, new))
}

/// A line that setup adds to a user's entry.
fn line(key: &str, value: &Item) -> String {
    let value = value.as_value().map(|value| value.clone().decorated("", "").to_string()).unwrap_or_default();
    format!("{key} = {value} {ADDED_COMMENT}")
}

/// The text without all lines equal to `line`.
fn without_line(text: &str, line: &str) -> String {
    let mut out: String = text.split_inclusive('\n').filter(|one| one.trim_end() != line).collect();
    let is_last = text.lines().last() == Some(line) && !text.ends_with('\n');
    if is_last {
        // The last line had no end before.
        let shorter = out.strip_suffix('\n').map(|out| out.strip_suffix('\r').unwrap_or(out).len());
        out.truncate(shorter.unwrap_or(out.len()));
    }
    out
}

/// The edits that remove agmark's server from the first list that contains it.
fn taken(text: &str, ours: &DocumentMut) -> anyhow::Result<Option<Vec<Edit>>> {
    let document = read(text)?;
    let names: Vec<_> = tables(ours.get("language")).filter_map(name).collect();
    let lists = tables(document.as_table().get("language"))
        .filter(|table| name(table).is_some_and(|name| names.contains(&name)))
        .filter_map(|table| table.get(LIST).and_then(Item::as_array));
    let found = lists.filter_map(|list: &Array| Some((list, list.iter().position(is_ours)?))).next();
    Ok(found.map(|(list, at)| toml_list::take(text, list, at)))
}

/// The text with spaces in place of the block, so that the user's part keeps its offsets.
fn bare(text: &str) -> anyhow::Result<String> {
    let Some(place) = marked_block::place(text, "#")? else { return Ok(text.to_owned()) };
    let keep = |byte: u8| if matches!(byte, b'\n' | b'\r') { byte as char } else { ' ' };
    let blank: String = text[place.clone()].bytes().map(keep).collect();
    Ok(format!("{}{blank}{}", &text[..place.start], &text[place.end..]))
}

fn read(text: &str) -> anyhow::Result<Document<&str>> {
    Document::parse(text).map_err(|error| {
        let place = located(text, error.span().unwrap_or_default());
        anyhow!("{place}: invalid TOML: {}; fix this first", error.message())
    })
}

/// The line and column of a span, for people.
fn located(text: &str, span: Range<usize>) -> String {
    let before = text.get(..span.start).unwrap_or_default();
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    format!("line {line}, column {column}")
}

/// Our server's entry.
fn server(ours: &DocumentMut) -> anyhow::Result<&Table> {
    let entry = ours.get(SERVERS).and_then(|all| all.get(SERVER)).and_then(Item::as_table);
    entry.context("our own languages.toml has no server")
}

fn tables(item: Option<&Item>) -> impl Iterator<Item = &Table> {
    item.and_then(Item::as_array_of_tables).into_iter().flatten()
}

fn is_ours(value: &Value) -> bool {
    let name = value.as_str().or_else(|| value.as_inline_table()?.get("name")?.as_str());
    name == Some(SERVER)
}

fn name(table: &Table) -> Option<&str> {
    table.get("name").and_then(Item::as_str)
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

    /// Sets up twice and removes; returns the file in between.
    fn there_and_back(before: Option<&str>) -> String {
        let added = add(before, &ours()).expect("TOML").expect("a file");
        let again = add(Some(&added), &ours()).expect("TOML").expect("a file");
        assert_eq!(again, added, "a second time");
        assert_eq!(remove(Some(&added), &ours()).expect("TOML").as_deref(), before, "and back");
        let read: toml::Table = added.parse().expect("TOML");
        assert!(read["language-server"]["agmark"]["args"].is_array(), "{added}");
        for name in ["agd", "html"] {
            let all = read["language"].as_array().expect("a list");
            let entry: Vec<_> = all.iter().filter(|one| one["name"].as_str() == Some(name)).collect();
            let servers = entry.first().and_then(|one| one["language-servers"].as_array()).expect("a list");
            let named = |one: &toml::Value| one.as_str() == Some(SERVER);
            assert!(
                entry.len() == 1 && servers.iter().filter(|one| named(one)).count() == 1,
                "{name}: {added}"
            );
        }
        added
    }

    #[test]
    fn a_file_that_is_not_there_is_made_and_goes() {
        let made = there_and_back(None);
        assert!(made.contains(OURS), "{made}");
    }

    #[test]
    fn whatever_a_person_wrote_stays() {
        let untidy = [
            "",
            "\n\n",
            "# only a comment",
            "# mine\r\n[[language]]\r\nname = \"html\"\r\n",
            "use-grammars = { only = [\"rust\"] }\n\n  [[language]]   # mine\n  name='rust' \n   auto-format=true\n# the end\n",
            "[language-server.other] # a server\ncommand = \"other\"\n[[language]]\nname = \"rust\" # keep\n\n\n# [[language]]\n# name = \"off\"\n",
            "[[language]]\nname = \"html\"\nlanguage-servers = [\n  # the one I like\n  \"mine\", # best\n]\nauto-format = true\n",
            "[[language]]\nname = \"html\"\nlanguage-servers = [\n\t\"mine\" # best\n\t]\n[language.indent]\ntab-width = 4\nunit = \"\t\"\n",
            "[[language]]\nlanguage-servers = []\nname = \"html\"",
            "[[language]]\nauto-format = true\nname = \"html\" # no list\n[language.formatter]\ncommand = \"prettier\"",
            "[[language]]\nname = \"html\"",
            "[[language]]\nname = \"html\"\nlanguage-servers = [ { name = \"mine\", except-features = [\"format\"] } ]\n",
            "[[language]]\nname = \"agd\"\nindent = { tab-width = 8, unit = \"        \" }\n",
            "[language-server.agmark.config.agmark]\nrules = { \"agd/empty-heading\" = \"off\" }\n",
            "[language-server.agmark]\ncommand = \"/opt/agmark\"\n",
            "[language-server]\nagmark = { command = \"/opt/agmark\", args = [\"lsp\"] }\n",
            "[[grammar]]\nname = \"agd\"\nsource = { git = \"https://example.org/agd\", rev = \"1\" }\n",
            "title = \"\"\"\n[[language]]\n# no entry: a text\n\"\"\"\n",
        ];
        for before in untidy {
            let added = there_and_back(Some(before));
            for line in before.lines().filter(|line| !line.contains("mine") && !line.contains("servers")) {
                assert!(added.contains(line), "{line:?} is not in {added}");
            }
        }
    }

    #[test]
    fn a_list_gets_one_more_entry() {
        let added =
            there_and_back(Some("[[language]]\nname = \"html\"\nlanguage-servers = [\"mine\"] # only\n"));
        assert!(added.contains("language-servers = [\"mine\", \"agmark\"] # only\n"), "{added}");
        assert!(!added.contains("usual"), "{added}");
    }

    #[test]
    fn what_an_entry_lacks_says_where_it_comes_from() {
        let added = there_and_back(Some("[[language]]\nname = \"html\"\n"));
        let line = "\nlanguage-servers = [\"usual\", \"agmark\"] # added by agmark setup\n";
        assert!(added.contains(line), "{added}");
        // A line that the user changed belongs to the user.
        let changed = added.replace("\"usual\", ", "\"mine\", ");
        let removed = remove(Some(&changed), &ours()).expect("TOML").expect("a file");
        assert_eq!(
            removed,
            "[[language]]\nname = \"html\"\nlanguage-servers = [\"mine\"] # added by agmark setup\n"
        );
    }

    #[test]
    fn what_is_written_behind_our_entries_stays_there() {
        let added = there_and_back(Some("# mine\n"));
        let more = format!("{added}\n[[language]]\nname = \"rust\"\n");
        assert_eq!(add(Some(&more), &ours()).expect("TOML").as_deref(), Some(more.as_str()));
        let removed = remove(Some(&more), &ours()).expect("TOML").expect("a file");
        assert_eq!(removed, "# mine\n\n[[language]]\nname = \"rust\"\n");
    }

    #[test]
    fn what_cannot_be_changed_is_said_with_its_place() {
        let check = |text: &str, wanted: &str| {
            let error = add(Some(text), &ours()).expect_err("not to be changed").to_string();
            assert!(error.contains(wanted), "{error}");
        };
        check("a = 1\n[[language\n", "line 2, column 11: invalid TOML");
        check("[[language]]\nname = \"a\nx = 1\n", "line 2, column ");
        check(
            "\nlanguage = [{ name = \"html\" }]\n",
            "line 2, column 1: \"language\" is not a list of tables: write each",
        );
        check(
            "[[language]]\nname = \"html\"\nlanguage-servers = \"mine\"\n",
            "line 3, column 20: \"language-servers\" is not a list",
        );
        check(
            "language-server = { other = { command = \"x\" } }\n",
            "write servers as [language-server.NAME]",
        );
        check("# agmark: begin\n", "line 1: `# agmark: end` is missing");
    }
}
