//! Parts of actions that state less than the action: what the rules for pages and for manifests share.

use agmark_schema::shown;
use agmark_syntax::{Diagnostic, Rule, Span};

use crate::vocabulary::Word;

/// Last words of names of parts that do no harm by themselves.
const HARMLESS: &[&str] = &["cancel", "close", "reset", "back", "preview"];

/// A value that a part or its action states.
pub struct Statement<'a> {
    pub action: &'a str,
    pub value: &'a str,
    pub span: Span,
}

/// Whether a part of this name must state no less than its action.
pub fn counts(name: &str) -> bool {
    name.rsplit('.').next().is_none_or(|last| !HARMLESS.contains(&last))
}

/// The diagnostic of `rule`, if the part's value of `key` is before the action's in `words`, which go from low to high.
pub fn diagnostic(
    rule: &'static Rule,
    key: &str,
    words: &[Word],
    part: &Statement<'_>,
    whole: &Statement<'_>,
) -> Option<Diagnostic> {
    let rank = |value: &str| words.iter().position(|word| word.word == value);
    if rank(part.value)? >= rank(whole.value)? {
        return None;
    }
    let message = format!(
        "\"{}\" has {key} \"{}\", but its action \"{}\" has \"{}\": remove it, or state the same",
        shown(part.action),
        shown(part.value),
        shown(whole.action),
        shown(whole.value)
    );
    Some(rule.at(part.span, message).related(whole.span, "the action's value"))
}
