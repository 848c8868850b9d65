//! The checks of action scripts.

use std::sync::Arc;

use agmark_syntax::nearest::{Words, suggestion};
use agmark_syntax::{Diagnostic, Edit, Span};

use super::line::{Token, tokens};
use super::rules::{BAD_ACTION, NO_SUCH_ELEMENT, PASSIVE_TARGET, UNFIT_VERB, UNKNOWN_VERB};
use crate::cross_file::targets::Targets;
use crate::syntax::chars::is_ref;
use crate::vocabulary::{self, Argument, DIRECTIONS, Takes, VERBS, Verb};

/// After so many findings no near ref is looked for.
const MANY: usize = 50;

/// Without a snapshot, what a script itself has wrong; with one, what is wrong only about its elements.
pub fn findings(script: &str, targets: Option<&Targets>) -> Vec<Diagnostic> {
    let (mut found, mut refs) = (Vec::new(), None);
    let mut start = 0;
    for line in script.split_inclusive('\n') {
        let text = line.trim_end_matches(['\n', '\r']);
        let mut checker = Checker { start, found: &mut found, refs: &mut refs };
        match targets {
            None => checker.line(&tokens(text)),
            Some(targets) => checker.elements(&tokens(text), targets),
        }
        start += line.len();
    }
    found
}

fn verb(name: &str) -> Option<&'static Verb> {
    VERBS.iter().find(|verb| verb.name == name)
}

struct Checker<'a> {
    /// Where the line starts.
    start: usize,
    found: &'a mut Vec<Diagnostic>,
    /// The refs of the snapshot, put in order when one of them may have been meant.
    refs: &'a mut Option<Words>,
}

impl Checker<'_> {
    fn line(&mut self, tokens: &[Token<'_>]) {
        let Some((first, rest)) = tokens.split_first() else { return };
        let Some(verb) = verb(first.text) else {
            let span = self.span(first);
            let near = suggestion(first.text, VERBS.iter().map(|verb| verb.name), |_| false);
            let all = || format!(": use {}", VERBS.iter().map(|v| v.name).collect::<Vec<_>>().join(", "));
            let hint = if near.is_none() { all() } else { String::new() };
            let finding = UNKNOWN_VERB.at(span, format!("unknown verb \"{}\"{hint}", first.text));
            return self.found.push(finding.nearest(span, near));
        };
        let usage = format!("write `{} #e1{}`", verb.name, verb.argument.example());
        let Some((target, arguments)) = rest.split_first() else {
            return self.bad(first, format!("\"{}\" needs the ref of an element: {usage}", verb.name));
        };
        match target.text.strip_prefix('#') {
            Some(name) if is_ref(name) => {}
            _ if is_ref(target.text) => {
                let span = self.span(target);
                let finding = BAD_ACTION.at(span, format!("invalid ref `{}`: {usage}", target.text));
                let title = format!("write `#{}`", target.text);
                self.found.push(finding.suggest(title, vec![Edit::insert(span.start as usize, "#")]));
            }
            _ => self.bad(target, format!("invalid ref `{}`: {usage}", target.text)),
        }
        self.arguments(verb, arguments, target, &usage);
    }

    fn arguments(&mut self, verb: &Verb, all: &[Token<'_>], target: &Token<'_>, usage: &str) {
        let (first, extra) = match (verb.argument, all) {
            (Argument::None, all) => (None, all.first()),
            (_, []) => {
                let end = Token { at: target.at + target.text.len(), text: "" };
                return self.bad(&end, format!("\"{}\" needs an argument after the ref: {usage}", verb.name));
            }
            (_, [first, rest @ ..]) => (Some(first), rest.first()),
        };
        match (verb.argument, first) {
            (Argument::Text, Some(token)) if crate::syntax::json::decode(token.text).is_none() => {
                // All that follows is the text, unless it already has quotes.
                let end = all.last().map_or(token.at, |last| last.at + last.text.len());
                let words: Vec<_> = all.iter().map(|token| token.text).collect();
                let span = Span::new(self.start + token.at, self.start + end);
                let text = crate::syntax::json::encode(words.join(" ").trim_matches(['"', '\'']));
                let message = format!("`{}` must be a string in double quotes: {usage}", token.text);
                let finding = BAD_ACTION.at(self.span(token), message);
                let title = format!("write {text}");
                self.found.push(finding.suggest(title, vec![Edit::replace(span, text)]));
                return;
            }
            (Argument::Direction, Some(token)) if !DIRECTIONS.contains(&token.text) => {
                let span = self.span(token);
                let near = suggestion(token.text, DIRECTIONS.iter().copied(), |_| false);
                let message =
                    format!("invalid direction `{}`: use one of {}", token.text, DIRECTIONS.join(", "));
                let mut finding = BAD_ACTION.at(span, message);
                let all = DIRECTIONS.iter().filter(|_| near.is_none());
                for direction in all {
                    finding = finding
                        .suggest(format!("write `{direction}`"), vec![Edit::replace(span, *direction)]);
                }
                self.found.push(finding.nearest(span, near));
            }
            _ => {}
        }
        if let Some(extra) = extra {
            let span = self.span(extra);
            let finding = BAD_ACTION.at(span, format!("unexpected `{}`: {usage}", extra.text));
            let note = vec![Edit::insert(span.start as usize, "-- ")];
            self.found.push(finding.suggest("write the rest as a note", note));
        }
    }

    /// Whether the element is there, and can be done this to.
    fn elements(&mut self, tokens: &[Token<'_>], targets: &Targets) {
        let [first, token, ..] = tokens else { return };
        let Some(name) = token.text.strip_prefix('#').filter(|name| is_ref(name)) else { return };
        let Some(verb) = verb(first.text) else { return };
        let span = self.span(token);
        let Some(target) = targets.get(name) else {
            if !targets.lacks(name) {
                return;
            }
            let all = || Words::new(targets.refs().into_iter().map(Arc::from));
            let refs = self.refs.get_or_insert_with(all);
            // Each looks through all refs: after many of them it is the snapshot that is another one.
            let near = if self.found.len() < MANY { refs.nearest(name) } else { None };
            let hint = if near.is_none() { ": use one of its refs" } else { "" };
            let finding =
                NO_SUCH_ELEMENT.at(span, format!("unknown element \"#{name}\" in the snapshot{hint}"));
            // The name, without its `#`.
            let name = Span { start: span.start + 1, ..span };
            return self.found.push(near_ref(finding, name, near));
        };
        let role = &*target.role;
        if fits(verb, role, target.expandable) {
            return;
        }
        if verb.takes == Takes::Interactive {
            let message = format!(
                "\"#{name}\" is a {role}, which is passive: \"{}\" may do nothing, so use an interactive element",
                verb.name
            );
            return self.found.push(PASSIVE_TARGET.at(span, message));
        }
        let takes: Vec<_> = vocabulary::verbs(role).collect();
        let message =
            format!("\"{}\" does not apply to \"#{name}\", a {role}: use {}", verb.name, takes.join(", "));
        self.found.push(UNFIT_VERB.at(span, message));
    }

    fn bad(&mut self, token: &Token<'_>, message: String) {
        let span = self.span(token);
        self.found.push(BAD_ACTION.at(span, message));
    }

    fn span(&self, token: &Token<'_>) -> Span {
        Span::new(self.start + token.at, self.start + token.at + token.text.len())
    }
}

/// Offers the ref that may have been meant.
fn near_ref(mut finding: Diagnostic, name: Span, near: Option<&str>) -> Diagnostic {
    if let Some(near) = near {
        finding.message.push_str(&format!(": did you mean \"#{near}\"?"));
        finding = finding.suggest(format!("replace with \"#{near}\""), vec![Edit::replace(name, near)]);
    }
    finding
}

/// Whether an element of `role` takes a verb.
pub fn fits(verb: &Verb, role: &str, expandable: bool) -> bool {
    match verb.takes {
        Takes::Any => true,
        Takes::Interactive => vocabulary::is_interactive(role),
        Takes::Roles(roles) => roles.contains(&role),
        Takes::Expandable(roles) => expandable || roles.contains(&role),
    }
}
