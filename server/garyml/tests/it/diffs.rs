//! Diffs of each format: the exact new text, or one refusal that names the hunk.

mod folders;
mod paths;
mod properties;
mod search_replace;
mod unified;
mod v4a;
mod work;

use agmark_garyml::diff::{Change, Diff, DiffFormat, PathState, plan};
use agmark_syntax::Edit;
use expect_test::Expect;

const GO: &str = "package main\n\nfunc a() {\n\treturn\n}\n\nfunc b() {\n\treturn\n}\n";

fn diff(format: DiffFormat, text: &str) -> Diff {
    Diff::parse(format, text, Some("main.go"))
}

fn applied(diff: &Diff, files: &[(&str, &str)]) -> String {
    match plan(diff, |path| at(files, path)) {
        Err(refusal) => format!("refused: {refusal}\n"),
        Ok(changes) => changes.iter().map(shown).collect(),
    }
}

/// The state of a path, if these are all files.
fn at(files: &[(&str, &str)], path: &str) -> PathState {
    match files.iter().find(|(name, _)| *name == path) {
        Some((_, text)) => PathState::File((*text).to_owned()),
        None if files.iter().any(|(name, _)| name.starts_with(&format!("{path}/"))) => PathState::Folder,
        None => PathState::Nothing,
    }
}

fn shown(change: &Change) -> String {
    match &change.after {
        None => format!("=== {} goes\n", change.path),
        Some(text) => format!("=== {}\n{text}", change.path),
    }
}

/// The problems, and the new text of `main.go`.
fn check(format: DiffFormat, text: &str, files: &[(&str, &str)], expect: Expect) {
    let diff = diff(format, text);
    let mut out = String::new();
    for problem in &diff.problems {
        let line = text[..problem.span.start as usize].matches('\n').count() + 1;
        out.push_str(&format!("{line} {:?}: {}\n", problem.kind, problem.message));
        if let Some(fix) = &problem.fix {
            let title = &fix.title;
            let again = self::diff(format, &Edit::apply(text, &fix.edits));
            let left = again.problems.iter().filter(|p| p.message == problem.message).count();
            let were = diff.problems.iter().filter(|p| p.message == problem.message).count();
            assert!(left < were, "{title} fixes nothing");
            out.push_str(&format!("  {:?}: {title}\n", fix.applicability()));
        }
    }
    out.push_str(&applied(&diff, files));
    expect.assert_eq(&out);
}

fn go(format: DiffFormat, text: &str, expect: Expect) {
    check(format, text, &[("main.go", GO)], expect);
}
