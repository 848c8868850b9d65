//! Texts that people read are in plain English: the phrases in [`PHRASES`] do not occur in them.
//!
//! A phrase belongs in the table if its replacement is nearly always better. Write it in lower case, with each of its
//! forms. Correct uses of the same words go into [`ACCEPTED`].

use std::path::{Path, PathBuf};

use crate::pages::prose;
use crate::{read, root, rust};

/// A phrase to avoid.
struct Phrase {
    forms: &'static [&'static str],
    reason: &'static str,
    instead: &'static str,
}

const fn phrase(forms: &'static [&'static str], reason: &'static str, instead: &'static str) -> Phrase {
    Phrase { forms, reason, instead }
}

const PHRASES: &[Phrase] = &[
    phrase(&["mend", "mends", "mended", "mending"], "one word for one thing", "fix"),
    phrase(&["anew"], "old-fashioned", "again"),
    phrase(&["beneath"], "old-fashioned", "below, under"),
    phrase(&["as long as"], "a condition or a time?", "if, while"),
    phrase(&["such that"], "mathematical", "so that"),
    phrase(&["is no", "are no"], "a noun is negated instead of the verb", "is not a …; invalid …"),
    phrase(&["is none of", "are none of"], "hard to read", "is not one of; must be one of"),
    phrase(
        &["none of its", "none of the", "none of those", "none of ours"],
        "hard to read",
        "no …, not any …",
    ),
    phrase(
        &["that there is not", "that there are not", "that there is none"],
        "hard to read",
        "that does not exist, undefined, missing",
    ),
    phrase(
        &["where there is none", "where there is no", "where there is one"],
        "a condition",
        "if there is …",
    ),
    phrase(&["is said", "are said", "was said"], "who says it?", "agmark reports, shows, prints …"),
    phrase(
        &["of its own", "of their own", "of your own", "of our own"],
        "a detour",
        "its own …, your own …, separate",
    ),
    phrase(&["of ours"], "who are we?", "of these formats, of agmark"),
    phrase(&["stands", "stand", "stood"], "text does not stand", "is, is written, is shown, is in"),
    phrase(&["lies", "lie", "lay"], "files do not lie", "is in, is stored in"),
    phrase(
        &["held against", "hold against", "holds against"],
        "a figure of speech",
        "compared with, checked against",
    ),
    phrase(&["taken for"], "a figure of speech", "read as"),
    phrase(&["passed over"], "a figure of speech", "ignored, skipped"),
    phrase(&["left alone", "leave alone", "leaves alone"], "a figure of speech", "ignored, not changed"),
    phrase(&["stays as it is", "stay as they are", "stays as they are"], "wordy", "does not change"),
    phrase(
        &["brings along", "bring along", "brings it along", "bring it along"],
        "a figure of speech",
        "contains",
    ),
    phrase(&["unless told", "unless said"], "who tells it?", "by default"),
    phrase(&["need not"], "old-fashioned", "does not have to"),
    phrase(&["somebody", "nobody", "whoever"], "vague", "you, a user, the program that …; no …"),
    phrase(
        &["replace by", "replaced by", "replaces by", "replacing by"],
        "one word for one thing",
        "replace with",
    ),
    phrase(&["there is no such", "there are no such"], "one phrase for one thing", "does not exist, unknown"),
    phrase(&["what came of", "what comes of"], "a figure of speech", "the result of"),
    phrase(&["amiss"], "old-fashioned", "wrong"),
    phrase(&["a yes", "a no"], "a figure of speech", "agrees, does not agree"),
    phrase(&["is held to", "are held to"], "a figure of speech", "must fit, is checked with"),
    phrase(&["goes by", "go by"], "a figure of speech", "uses, has the name"),
];

/// Correct uses of words in [`PHRASES`].
const ACCEPTED: &[&str] = &[
    "a folder of its own",
    "there is no",
    "there are no",
    "is no longer",
    "are no longer",
    "whoever it is",
    "stand for",
    "stands for",
    "stand by transgender people",
    "stands by transgender people",
];

/// The files and folders that are checked. In a folder and below it, these are the files with one of the endings.
const AREAS: &[(&str, &[&str])] = &[
    ("README.md", &[]),
    ("CHANGELOG.md", &[]),
    ("CONTRIBUTING.md", &[]),
    ("SECURITY.md", &[]),
    ("docs", &["md"]),
    ("editors", &["md", "txt", "ts", "mjs", "lua", "el", "kak", "scm", "toml"]),
    ("tests/bench/README.md", &[]),
    ("tests/e2e/handshakes", &["md"]),
    ("tree-sitter-grammars", &["md"]),
    ("server", &["rs"]),
];

/// Paths in [`AREAS`] that are not checked yet, each with the reason. Remove a line when its texts are rewritten.
const LATER: &[(&str, &str)] = &[];

#[test]
fn texts_are_in_plain_english() {
    let mut wrong = Vec::new();
    let mut files = 0;
    for path in texts() {
        files += 1;
        let name = path.strip_prefix(root()).unwrap_or(&path).display().to_string();
        wrong.extend(found(&name, &read(&path)));
    }
    assert!(files > 20, "only {files} texts were found");
    assert!(wrong.is_empty(), "{} phrases to replace:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn checked_paths_exist() {
    for path in AREAS.iter().map(|(path, _)| path).chain(LATER.iter().map(|(path, _)| path)) {
        assert!(root().join(path).exists(), "{path} does not exist: remove it from the tables in phrases.rs");
    }
}

#[test]
fn a_phrase_is_reported_with_its_line_and_replacement() {
    let text = "# Rules\n\nA finding may be left\nalone. Mended: `x`.\nThere is no limit, the letters stand for a mend-all.\n";
    let expected = [
        "a.md:3: \"left alone\": a figure of speech; write: ignored, not changed",
        "a.md:4: \"mended\": one word for one thing; write: fix",
    ];
    let mut all = found("a.md", text);
    all.sort();
    assert_eq!(all, expected);
}

#[test]
fn code_in_pages_and_code_of_a_source_are_skipped() {
    let page = "```\nmend\n```\n\n<!-- test\n$ mend\n-->\n";
    assert_eq!(found("a.md", page), [""; 0]);
    let source = "fn mend() {\n    // Mends\n    say(\"it \\\n         lies\");\n}\n";
    let lines: Vec<_> = found("a.rs", source).iter().map(|line| line[..7].to_owned()).collect();
    assert_eq!(lines, ["a.rs:2:", "a.rs:4:"]);
}

/// The texts that are checked.
fn texts() -> Vec<PathBuf> {
    let mut all = Vec::new();
    for (path, endings) in AREAS {
        collect(&root().join(path), endings, &mut all);
    }
    all
}

fn collect(path: &Path, endings: &[&str], all: &mut Vec<PathBuf>) {
    let is_later = LATER.iter().any(|(later, _)| path == root().join(later));
    let is_foreign = path.file_name().is_some_and(|name| name == "node_modules" || name == "target");
    if is_later || is_foreign {
        return;
    }
    if path.is_dir() {
        let entries = std::fs::read_dir(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let mut entries: Vec<_> = entries.filter_map(Result::ok).map(|entry| entry.path()).collect();
        entries.sort();
        entries.iter().for_each(|entry| collect(entry, endings, all));
    } else if endings.is_empty() || path.extension().is_some_and(|e| endings.iter().any(|one| e == *one)) {
        all.push(path.to_path_buf());
    }
}

/// A line for each phrase in a text.
fn found(name: &str, text: &str) -> Vec<String> {
    let words = if name.ends_with(".rs") { source(text) } else { page(text) };
    let mut lines = Vec::new();
    for phrase in PHRASES {
        for form in phrase.forms {
            for at in occurrences(&words, form) {
                lines.push((words[at].line, form, phrase));
            }
        }
    }
    lines.sort_by_key(|(line, ..)| *line);
    let message = |(line, form, phrase): (usize, &&str, &Phrase)| {
        format!("{name}:{line}: \"{form}\": {}; write: {}", phrase.reason, phrase.instead)
    };
    lines.into_iter().map(message).collect()
}

/// A word in lower case, with its line from 1. Punctuation is a word of one character.
struct Word {
    text: String,
    line: usize,
}

/// Where a phrase starts, as indexes into `words`. Accepted uses are left out.
fn occurrences(words: &[Word], phrase: &str) -> Vec<usize> {
    let is_at = |at: usize, phrase: &str| {
        let mut rest = words.get(at..).unwrap_or_default().iter().map(|word| word.text.as_str());
        phrase.split(' ').all(|part| rest.next() == Some(part))
    };
    let length = phrase.split(' ').count();
    let is_accepted = |at: usize| {
        ACCEPTED.iter().any(|accepted| {
            let longest = accepted.split(' ').count();
            (at.saturating_sub(longest)..=at)
                .any(|start| start + longest >= at + length && is_at(start, accepted))
        })
    };
    (0..words.len()).filter(|at| is_at(*at, phrase) && !is_accepted(*at)).collect()
}

fn words(line: &str, number: usize, all: &mut Vec<Word>) {
    let mut word = String::new();
    let mut push = |text: String| {
        if !text.is_empty() {
            all.push(Word { text, line: number });
        }
    };
    for c in line.chars() {
        // `mend-all` and `mend_all` are names.
        if c.is_alphanumeric() || matches!(c, '-' | '_' | '\'') {
            word.extend(c.to_lowercase());
        } else {
            push(std::mem::take(&mut word));
            if !c.is_whitespace() {
                push(c.to_string());
            }
        }
    }
    push(word);
}

/// The words of a page, without its code blocks and tests.
fn page(text: &str) -> Vec<Word> {
    let mut all = Vec::new();
    for (number, line) in prose(text) {
        words(line, number, &mut all);
    }
    all
}

/// The words of the comments and strings of a source in Rust.
fn source(text: &str) -> Vec<Word> {
    let mut all = Vec::new();
    for (first, text) in rust::texts(text) {
        // Sentences continue in the next line of a comment, but not in the next string.
        let is_comment = text.starts_with("//");
        if !is_comment {
            all.push(Word { text: String::new(), line: first });
        }
        for (index, line) in text.lines().enumerate() {
            let line = line.trim_start_matches(['/', '!']).replace("\\n", " ").replace('\\', " ");
            words(&line, first + index, &mut all);
        }
        if !is_comment {
            all.push(Word { text: String::new(), line: first });
        }
    }
    all
}
