//! Action scripts: what an agent does, line by line, to the elements of a snapshot (section 6 of the source).
//!
//! `verb #ref argument`, with comments behind ` -- ` and on lines that begin with `# `; `# against: NAME` names the
//! snapshot.

mod line;
#[cfg(test)]
mod tests;

use std::io::Read;

use agmark_syntax::Severity;
use agmark_syntax::nearest::nearest;
use rustc_hash::FxHashMap;

use crate::chars::is_ref;
use crate::entry::{Item, What, each};
use crate::stream::{Pieces, ReadError};
use crate::vocabulary::{self, Argument, DIRECTIONS, Takes, VERBS, Verb};
use line::Token;

/// What is wrong with a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// From 1.
    pub line: usize,
    /// In characters, from 1.
    pub column: usize,
    /// [`Severity::Error`] or [`Severity::Warning`].
    pub severity: Severity,
    pub message: String,
}

/// The elements of a snapshot that actions can name.
#[derive(Debug, Default)]
pub struct Targets(FxHashMap<String, Target>);

#[derive(Debug)]
struct Target {
    role: String,
    /// It says that there is more of it.
    expandable: bool,
}

impl Targets {
    /// Reads a snapshot.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn read(input: impl Read) -> Result<Self, ReadError> {
        let mut targets = Self::default();
        let mut pieces = Pieces::new(input);
        // Elements that are open: their depths and refs.
        let mut open: Vec<(u32, String)> = Vec::new();
        while let Some(piece) = pieces.piece()? {
            each(&piece.text, piece.context.clone(), &mut |item| {
                let Item::Line(entry) = item else { return };
                let depth = entry.body.depth;
                while open.pop_if(|(open, _)| *open >= depth).is_some() {}
                for element in entry.elements() {
                    let Some(name) = element.reference_name() else { continue };
                    let state = |name: &str| element.others().any(|p| p.text(entry.text) == name);
                    let target = Target {
                        role: vocabulary::base(element.role.text(entry.text)).to_owned(),
                        expandable: state("[expanded]") || state("[collapsed]"),
                    };
                    targets.0.insert(name.text(entry.text).to_owned(), target);
                }
                match &entry.what {
                    What::Element(_) => open.push((depth, entry.refs().next().unwrap_or("").to_owned())),
                    What::Summary => {
                        let named = entry.words().split("expand #").nth(1).map(|rest| {
                            rest.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or("").to_owned()
                        });
                        for name in named.iter().chain(open.last().map(|(_, name)| name)) {
                            if let Some(target) = targets.0.get_mut(name) {
                                target.expandable = true;
                            }
                        }
                    }
                    _ => {}
                }
            });
        }
        Ok(targets)
    }
}

/// The snapshot that a script names: `# against: login.anml`.
pub fn against(script: &str) -> Option<&str> {
    let name = script.lines().find_map(|line| line.trim().strip_prefix("# against:"))?.trim();
    (!name.is_empty()).then_some(name)
}

/// How many lines of a script are actions.
pub fn count(script: &str) -> usize {
    script.lines().filter(|line| !line::tokens(line).is_empty()).count()
}

/// What is wrong in a script, in its order; without a snapshot, refs are not looked up.
pub fn check(script: &str, targets: Option<&Targets>) -> Vec<Problem> {
    let mut problems = Vec::new();
    for (index, text) in script.lines().enumerate() {
        let mut checker = Checker { text, line: index + 1, targets, problems: &mut problems };
        checker.line(&line::tokens(text));
    }
    problems
}

struct Checker<'a> {
    text: &'a str,
    line: usize,
    targets: Option<&'a Targets>,
    problems: &'a mut Vec<Problem>,
}

impl Checker<'_> {
    fn line(&mut self, tokens: &[Token<'_>]) {
        let Some((first, rest)) = tokens.split_first() else { return };
        let Some(verb) = VERBS.iter().find(|verb| verb.name == first.text) else {
            let near = nearest(first.text, VERBS.iter().map(|verb| verb.name));
            let hint = match near {
                Some(near) => format!("did you mean \"{near}\"?"),
                None => format!("use {}", VERBS.iter().map(|v| v.name).collect::<Vec<_>>().join(", ")),
            };
            return self.error(first.at, format!("unknown verb \"{}\": {hint}", first.text));
        };
        let usage = format!("write `{} #e1{}`", verb.name, verb.argument.example());
        let Some((target, arguments)) = rest.split_first() else {
            return self.error(first.at, format!("\"{}\" needs the ref of an element: {usage}", verb.name));
        };
        match target.text.strip_prefix('#') {
            Some(name) if is_ref(name) => self.target(verb, name, target.at),
            _ => self.error(target.at, format!("`{}` is no ref: {usage}", target.text)),
        }
        self.arguments(verb, arguments, target, &usage);
    }

    fn arguments(&mut self, verb: &Verb, all: &[Token<'_>], target: &Token<'_>, usage: &str) {
        let (first, extra) = match (verb.argument, all) {
            (Argument::None, all) => (None, all.first()),
            (_, []) => {
                let end = target.at + target.text.len();
                return self.error(end, format!("\"{}\" needs something behind the ref: {usage}", verb.name));
            }
            (_, [first, rest @ ..]) => (Some(first), rest.first()),
        };
        match (verb.argument, first) {
            (Argument::Text, Some(token)) if crate::json::decode(token.text).is_none() => {
                self.error(token.at, format!("`{}` is no string in double quotes: {usage}", token.text));
            }
            (Argument::Direction, Some(token)) if !DIRECTIONS.contains(&token.text) => {
                let all = DIRECTIONS.join(", ");
                self.error(token.at, format!("`{}` is no direction: use one of {all}", token.text));
            }
            _ => {}
        }
        if let Some(extra) = extra {
            self.error(extra.at, format!("`{}` is too much: {usage}", extra.text));
        }
    }

    /// Whether the element is there, and can be done this to.
    fn target(&mut self, verb: &Verb, name: &str, at: usize) {
        let Some(targets) = self.targets else { return };
        let Some(target) = targets.0.get(name) else {
            let mut known: Vec<&str> = targets.0.keys().map(String::as_str).collect();
            known.sort_unstable();
            let near = nearest(name, known);
            let hint = near.map_or("use a ref of it".to_owned(), |near| format!("did you mean \"#{near}\"?"));
            return self.error(at, format!("the snapshot has no element \"#{name}\": {hint}"));
        };
        let role = target.role.as_str();
        let fits = match verb.takes {
            Takes::Any => true,
            Takes::Interactive => vocabulary::is_interactive(role),
            Takes::Roles(roles) => roles.contains(&role),
            Takes::Expandable(roles) => target.expandable || roles.contains(&role),
        };
        if fits {
            return;
        }
        if verb.takes == Takes::Interactive {
            let message = format!(
                "\"#{name}\" is a {role}, which is passive: \"{}\" may do nothing: name an interactive element",
                verb.name
            );
            return self.report(at, Severity::Warning, message);
        }
        let takes: Vec<_> = vocabulary::verbs(role).collect();
        let message = format!(
            "\"{}\" is not for a {role} such as \"#{name}\": it takes {}",
            verb.name,
            takes.join(", ")
        );
        self.error(at, message);
    }

    fn error(&mut self, at: usize, message: String) {
        self.report(at, Severity::Error, message);
    }

    fn report(&mut self, at: usize, severity: Severity, message: String) {
        let column = self.text.get(..at).map_or(0, |before| before.chars().count()) + 1;
        self.problems.push(Problem { line: self.line, column, severity, message });
    }
}
