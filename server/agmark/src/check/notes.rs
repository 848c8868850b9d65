//! Notes about files that were not checked or not read.

use std::path::Path;

use agmark_syntax::Registry;

use crate::project::Project;
use crate::report::shown;
use crate::{targets, terminal};

/// How many paths a note names.
const NAMED: usize = 3;

/// Notes that a named file is skipped: plain Markdown, HTML or JSON.
pub fn skipped(registry: &Registry, path: &Path, base: &Path, only: Option<&str>) {
    let shown = shown(path, base);
    match only {
        Some(language) => terminal::note(format_args!("{shown}: not {language}, skipped")),
        None => terminal::note(format_args!("{shown}: {}, skipped", targets::other_format(registry, path))),
    }
}

/// Notes which files around the checked ones were not read.
pub fn unread(project: &Project, base: &Path) {
    let left = project.left();
    if left.is_empty() {
        return;
    }
    let named: Vec<_> = left.iter().take(NAMED).map(|path| shown(path, base)).collect();
    let more = left.len().saturating_sub(NAMED);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    terminal::note(format_args!(
        "not read: {}{more}: this folder is too large, and it is not a workspace. Findings that need other files \
         are left out. To read all files, put an `agmark.toml` into the folder of the workspace",
        named.join(", ")
    ));
}
