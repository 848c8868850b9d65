//! GaryML: the syntax tree, prompts, diffs.

use std::path::{Path, PathBuf};

use agmark_garyml::ast::Ast;
use agmark_garyml::diff::{Diff, DiffFormat, PathState, document, plan};
use agmark_garyml::prompt::{Files, PromptFormat, command_prompt, prompt};
use agmark_garyml::syntax::whole::Whole;

use super::documents;
use crate::Case;

type Checked = Result<(), String>;

/// Formatting keeps what a program reads.
pub fn meaning(case: &Case) -> Checked {
    let text = case.part(0);
    let formatted = documents::formatted(&agmark_garyml::format(), text);
    let tree = |text: &str| Ast::parse(text).map(Ast::without_spans);
    if tree(text) != tree(&formatted) {
        return Err(format!(
            "formatting changes the meaning:\n{:#?}\n{:#?}\n{text:?}\n{formatted:?}",
            tree(text),
            tree(&formatted)
        ));
    }
    if let Some(ast) = Ast::parse(text) {
        serde_json::to_string(&ast.to_json()).map_err(|error| error.to_string())?;
    }
    Ok(())
}

/// Files that all say the same, among them the document itself: includes in a circle end.
struct Same<'a>(&'a str);

impl Files for Same<'_> {
    fn read(&self, path: &Path) -> Result<String, String> {
        match path.extension().is_some_and(|ending| ending == "garyml") {
            true => Ok(self.0.to_owned()),
            false => Ok("text of a file, with ]]> and ``` in it\n".to_owned()),
        }
    }

    fn defining(&self, _: &str) -> Vec<PathBuf> {
        vec![PathBuf::from("/work/other.garyml")]
    }

    fn commands(&self) -> Vec<String> {
        vec!["deploy".to_owned()]
    }

    fn project(&self) -> Vec<PathBuf> {
        vec![PathBuf::from("/work/.garyml")]
    }
}

/// A prompt is made of any document.
pub fn prompts(case: &Case) -> Checked {
    let text = case.part(0);
    for format in [PromptFormat::Xml, PromptFormat::Markdown] {
        drop(prompt(text, Path::new("/work/task.garyml"), &Same(text), format));
        // Any text may be given as a command, too.
        let line = text.lines().next().unwrap_or_default();
        drop(command_prompt(line, text, Path::new("/work/task.garyml"), &Same(text), format));
    }
    Ok(())
}

/// A diff in any format is refused, or leads to changes of files in the folder. Which of them may be written, the path guard
/// says (`values-path`).
pub fn apply(case: &Case, format: DiffFormat) -> Checked {
    let (text, file) = (case.part(0), case.part(1));
    let diff = Diff::parse(format, text, Some("list.txt"));
    for problem in &diff.problems {
        if text.get(problem.span.range()).is_none() {
            return Err(format!("{problem:?} is not in the text"));
        }
    }
    let look = |path: &str| match path {
        "list.txt" | "old.txt" | "x" => PathState::File(file.to_owned()),
        "folder" => PathState::Folder,
        _ => PathState::Nothing,
    };
    let Ok(changes) = plan(&diff, look) else { return Ok(()) };
    for change in &changes {
        for path in [Some(&change.path), change.moved_from.as_ref()].into_iter().flatten() {
            inside(path)?;
        }
        if change.before == change.after {
            return Err(format!("a change that changes nothing: {change:?}"));
        }
    }
    Ok(())
}

fn inside(path: &str) -> Checked {
    let bad = path.is_empty()
        || path.starts_with('/')
        || path.contains('\\')
        || path.split('/').any(|part| matches!(part, "" | "." | "..") || part.eq_ignore_ascii_case(".git"));
    if bad { Err(format!("the diff changes {path:?}")) } else { Ok(()) }
}

/// A diff that says how one text becomes another does exactly that, in each format.
pub fn exact(case: &Case) -> Checked {
    let (old, new) = (plain(case.part(0)), plain(case.part(1)));
    if old == new || old.is_empty() {
        return Ok(());
    }
    for (format, text) in [(DiffFormat::Unified, unified(&old, &new)), (DiffFormat::V4a, v4a(&old, &new))] {
        let diff = Diff::parse(format, &text, None);
        let changes = plan(&diff, |path| PathState::text((path == "list.txt").then(|| old.clone())))
            .map_err(|error| format!("{format:?}: {error:?}\n{text}\nof {old:?}"))?;
        let after = changes.first().and_then(|change| change.after.as_deref());
        if after != Some(&new) {
            return Err(format!("{format:?} gives {after:?} instead of {new:?} by\n{text}"));
        }
    }
    Ok(())
}

/// Lines without carriage returns, each with an end, and no line that another format means something by.
fn plain(text: &str) -> String {
    let lines = text.lines().map(|line| line.replace(['\r', '\0'], ""));
    lines.filter(|line| !line.starts_with("***")).take(60).map(|line| line + "\n").collect()
}

/// One hunk over everything.
fn unified(old: &str, new: &str) -> String {
    let (removed, added) = (old.lines().count(), new.lines().count());
    let range = |count: usize| format!("{},{count}", usize::from(count > 0));
    let mut text = format!("--- a/list.txt\n+++ b/list.txt\n@@ -{} +{} @@\n", range(removed), range(added));
    body(old, new, &mut text);
    text
}

fn v4a(old: &str, new: &str) -> String {
    let mut text = "*** Begin Patch\n*** Update File: list.txt\n@@\n".to_owned();
    body(old, new, &mut text);
    text + "*** End Patch\n"
}

/// The lines that both begin with, then the old ones, then the new ones.
fn body(old: &str, new: &str, text: &mut String) {
    let same = old.lines().zip(new.lines()).take_while(|(a, b)| a == b).count();
    let all = old.lines().take(same).map(|line| (' ', line));
    let all = all.chain(old.lines().skip(same).map(|line| ('-', line)));
    for (sign, line) in all.chain(new.lines().skip(same).map(|line| ('+', line))) {
        text.push(sign);
        text.push_str(line);
        text.push('\n');
    }
}

/// The diffs of a document can be looked up by their ids.
pub fn in_document(case: &Case) -> Checked {
    let text = case.part(0);
    let (Some(ast), Some(whole)) = (Ast::parse(text), Whole::new(text)) else { return Ok(()) };
    for id in ast.all().filter_map(|node| node.id()) {
        if let Ok(diff) = document::by_id(&whole.structure(), id) {
            drop(plan(&diff, |_| PathState::File("one\ntwo\n".to_owned())));
        }
    }
    Ok(())
}
