//! An action without a ref, or with an invalid argument.

use agmark_syntax::nearest::suggestion;
use agmark_syntax::{CheckedRule, Diagnostic, Edit, FixKind, Rule, Severity, Span};

use super::check::Check;
use crate::script::action::Action;
use crate::script::line::Token;
use crate::syntax::chars::is_ref;
use crate::syntax::json;
use crate::vocabulary::{Argument, DIRECTIONS};

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "anml/bad-action",
        severity: Severity::Error,
        fix: FixKind::Offered,
        summary: "missing ref or invalid argument of an action",
        help: "Each verb takes the ref of an element. After it, `fill`, `select` and `keys` take a text in double quotes, `scroll` \
               takes a direction, and all other verbs take nothing. A note starts with ` -- `.",
        bad: &[
            "click\n",
            "click e1\n",
            "fill #e1\n",
            "fill #e1 Ann\n",
            "scroll #e1 sideways\n",
            "click #e1 twice\n",
        ],
        good: &["click #e1\n", "fill #e1 \"Ann\"\n", "scroll #e1 down\n", "click #e1 -- twice\n"],
    },
    check: Check::Action(check),
};

fn check(action: &Action<'_>, found: &mut Vec<Diagnostic>) {
    let Some(verb) = action.verb() else { return };
    let usage = format!("write `{} #e1{}`", verb.name, verb.argument.example());
    let report = |token: &Token<'_>, message: String| RULE.at(action.span(token), message);
    let (target, arguments) = match action.tokens() {
        [first] => {
            let message = format!("\"{}\" needs the ref of an element: {usage}", verb.name);
            return found.push(report(first, message));
        }
        [_, target, arguments @ ..] => (target, arguments),
        [] => return,
    };
    match target.text.strip_prefix('#') {
        Some(name) if is_ref(name) => {}
        without => {
            let finding = report(target, format!("invalid ref `{}`: {usage}", target.text));
            let start = finding.span.start as usize;
            found.push(match without {
                None if is_ref(target.text) => {
                    finding.suggest(format!("write `#{}`", target.text), vec![Edit::insert(start, "#")])
                }
                _ => finding,
            });
        }
    }
    let (first, extra) = match (verb.argument, arguments) {
        (Argument::None, all) => (None, all.first()),
        (_, []) => {
            let end = Token { at: target.at + target.text.len(), text: "" };
            let message = format!("\"{}\" needs an argument after the ref: {usage}", verb.name);
            return found.push(report(&end, message));
        }
        (_, [first, rest @ ..]) => (Some(first), rest.first()),
    };
    match (verb.argument, first) {
        (Argument::Text, Some(token)) if json::decode(token.text).is_none() => {
            return found.push(invalid_text(action, token, arguments, &usage));
        }
        (Argument::Direction, Some(token)) if !DIRECTIONS.contains(&token.text) => {
            found.push(invalid_direction(action, token));
        }
        _ => {}
    }
    if let Some(extra) = extra {
        let finding = report(extra, format!("unexpected `{}`: {usage}", extra.text));
        let note = vec![Edit::insert(finding.span.start as usize, "-- ")];
        found.push(finding.suggest("write the rest as a note", note));
    }
}

/// The diagnostic of a text without quotes. The rest of the line is the text, unless it already has quotes.
fn invalid_text(action: &Action<'_>, token: &Token<'_>, all: &[Token<'_>], usage: &str) -> Diagnostic {
    let first = action.span(token);
    let span = Span { end: all.last().map_or(first, |last| action.span(last)).end, ..first };
    let words: Vec<_> = all.iter().map(|token| token.text).collect();
    let text = json::encode(words.join(" ").trim_matches(['"', '\'']));
    let finding = RULE.at(first, format!("`{}` must be a string in double quotes: {usage}", token.text));
    finding.suggest(format!("write {text}"), vec![Edit::replace(span, text)])
}

fn invalid_direction(action: &Action<'_>, token: &Token<'_>) -> Diagnostic {
    let span = action.span(token);
    let similar = suggestion(token.text, DIRECTIONS.iter().copied(), |_| false);
    let message = format!("invalid direction `{}`: use one of {}", token.text, DIRECTIONS.join(", "));
    let mut finding = RULE.at(span, message);
    for direction in DIRECTIONS.iter().filter(|_| similar.is_none()) {
        finding = finding.suggest(format!("write `{direction}`"), vec![Edit::replace(span, *direction)]);
    }
    finding.nearest(span, similar)
}
