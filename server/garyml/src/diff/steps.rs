//! The changes of a diff for people: moving a file is one step, not two.

use std::collections::{HashMap, HashSet};

use super::plan::Change;

/// The change of one file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step<'a> {
    /// Its path before; `None` if it is created.
    pub from: Option<&'a str>,
    /// Its path after; `None` if it is deleted.
    pub to: Option<&'a str>,
    /// Its text before and after; `None` if the file does not exist.
    pub before: &'a str,
    pub after: &'a str,
}

/// The steps of `changes`, in order. A file that is moved to two paths is moved to the first of them. A file that
/// replaces another one changes that one and is deleted.
pub fn steps(changes: &[Change]) -> Vec<Step<'_>> {
    let moved = moves(changes);
    let targets: HashSet<&str> = moved.values().map(|target| target.path.as_str()).collect();
    let mut steps = Vec::new();
    for change in changes.iter().filter(|change| !targets.contains(change.path.as_str())) {
        let there = |text: &Option<String>| text.is_some().then_some(change.path.as_str());
        let mut step = Step {
            from: there(&change.before),
            to: there(&change.after),
            before: change.before.as_deref().unwrap_or(""),
            after: change.after.as_deref().unwrap_or(""),
        };
        if let Some(target) = moved.get(change.path.as_str()) {
            step.to = Some(&target.path);
            step.after = target.after.as_deref().unwrap_or("");
        }
        steps.push(step);
    }
    steps
}

/// The files that are moved to a new path, with the change at that path.
fn moves(changes: &[Change]) -> HashMap<&str, &Change> {
    let goes = changes.iter().filter(|c| c.before.is_some() && c.after.is_none());
    let gone: HashSet<&str> = goes.map(|c| c.path.as_str()).collect();
    let mut moves = HashMap::new();
    for change in changes.iter().filter(|c| c.before.is_none() && c.after.is_some()) {
        if let Some(from) = change.moved_from.as_deref().filter(|from| gone.contains(from)) {
            moves.entry(from).or_insert(change);
        }
    }
    moves
}

impl Step<'_> {
    /// The names in the header of a unified diff, `a/x` and `b/x`.
    pub fn header(&self) -> (String, String) {
        let name = |mark: &str, path: Option<&str>| {
            path.map_or_else(|| "/dev/null".to_owned(), |path| format!("{mark}/{path}"))
        };
        (name("a", self.from), name("b", self.to))
    }

    /// The text before the header, if a header alone is not enough: for a new path, or a file without lines.
    pub fn opening(&self) -> String {
        let (from, to) = (self.from.unwrap_or_default(), self.to.unwrap_or_default());
        let what = match (self.from, self.to) {
            (Some(_), Some(_)) if from != to => format!("rename from {from}\nrename to {to}\n"),
            (None, Some(_)) if self.after.is_empty() => "new file mode 100644\n".to_owned(),
            (Some(_), None) if self.before.is_empty() => "deleted file mode 100644\n".to_owned(),
            _ => return String::new(),
        };
        let (a, b) = (self.from.unwrap_or(to), self.to.unwrap_or(from));
        format!("diff --git a/{a} b/{b}\n{what}")
    }
}
