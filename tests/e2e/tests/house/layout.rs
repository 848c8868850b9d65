//! Each format crate has the same files for the same subjects.

use std::collections::BTreeSet;
use std::path::Path;

use crate::{format_name, formats, root};

/// The files or folders at the top of each format crate, beside `lib.rs`. `format` is optional.
const REQUIRED: &[&str] = &["syntax", "analysis", "rules", "cross_file", "ide", "suppress", "vocabulary"];

/// Other names for the same subjects, with the name to use. They are banned everywhere in a format crate.
const OTHER_NAMES: &[(&str, &str)] = &[
    ("allow", "suppress"),
    ("allows", "suppress"),
    ("allowed", "suppress"),
    ("complete", "ide/completion"),
    ("completions", "ide/completion"),
    ("offers", "ide/completion"),
    ("typing", "ide/on_type"),
    ("execute", "ide/commands"),
    ("orders", "ide/commands"),
    ("lens", "ide/code_lens"),
    ("lenses", "ide/code_lens"),
    ("inlays", "ide/inlay_hints"),
    ("hovers", "ide/hover"),
    ("assist", "ide"),
    ("yaml_path", "ide/cursor"),
    ("facts", "analysis"),
    ("judge", "cross_file"),
    ("elsewhere", "cross_file"),
    ("reads", "syntax"),
    ("words", "vocabulary"),
];

#[test]
fn format_crates_have_the_same_layout() {
    let mut found = BTreeSet::new();
    let formats = formats();
    for format in formats.iter().map(|name| format_name(name)) {
        let src = root().join("server").join(format).join("src");
        // A format begins as one file.
        let required = if crate::sources(&src).len() > 1 { REQUIRED } else { &[] };
        for name in required {
            if !src.join(format!("{name}.rs")).is_file() && !src.join(name).join("mod.rs").is_file() {
                found.insert((format, *name));
            }
        }
        for name in stems(&src) {
            found.extend(
                OTHER_NAMES.iter().filter(|(other, _)| *other == name).map(|(other, _)| (format, *other)),
            );
        }
    }
    let advice = |name: &str| match OTHER_NAMES.iter().find(|(other, _)| *other == name) {
        Some((_, right)) => format!("`{name}` is banned: use `{right}`"),
        None => format!("`{name}` does not exist: see \"Layout of a format crate\" in docs/architecture.md"),
    };
    let wrong: Vec<_> = found.iter().map(|(format, name)| format!("{format}: {}", advice(name))).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The names of the files in a folder and below it, without extensions.
fn stems(folder: &Path) -> BTreeSet<String> {
    let files = crate::sources(folder);
    files.iter().filter_map(|file| file.file_stem()).map(|stem| stem.to_string_lossy().into_owned()).collect()
}
