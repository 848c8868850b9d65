//! The names of programs that are converted from other files.

use std::ffi::OsStr;
use std::path::Path;

/// The name of a skill or a prompt that does not state one: the name of its file, for `SKILL.md` of its folder.
pub fn name_of(path: &Path) -> String {
    let shown = |name: Option<&OsStr>| name.map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
    let stem = shown(path.file_stem());
    match path.parent().and_then(Path::file_name) {
        Some(folder) if stem.eq_ignore_ascii_case("skill") => shown(Some(folder)),
        _ => stem,
    }
}

/// A valid program name for `text`, or an empty one: lower case, with `-` in place of other characters.
pub fn program_name(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        if c.is_ascii_alphanumeric() || c == '_' {
            out.push(c.to_ascii_lowercase());
        } else if !out.is_empty() && !out.ends_with('-') {
            out.push('-');
        }
    }
    out.truncate(64);
    out.trim_end_matches('-').to_owned()
}
