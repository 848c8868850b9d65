//! How many arguments.

use agmark_syntax::{Diagnostic, FixKind, Rule, Severity, Span};

use crate::vocabulary::Function;

/// A function with too few or too many arguments.
pub static RULE: Rule = Rule {
    code: "markdownlang/argument-count",
    severity: Severity::Error,
    fix: FixKind::None,
    summary: "wrong number of arguments",
    help: "What is piped into a function is its last argument: `.city | default \"Oslo\"` gives `default` \
           two.",
    bad: &[program!("{{ join .days }}\n"), program!("{{ .city | upper .city }}\n")],
    good: &[program!("{{ join .days \", \" }}\n"), program!("{{ .city | upper }}\n")],
};

/// At the function's name, which got `given` arguments, what is piped in included; none if that is right.
pub(crate) fn at(span: Span, function: &Function, given: usize) -> Option<Diagnostic> {
    if given >= function.least && function.most.is_none_or(|most| given <= most) {
        return None;
    }
    let wanted = match (function.least, function.most) {
        (least, None) => format!("at least {least}"),
        (least, Some(most)) if least == most => least.to_string(),
        (least, Some(most)) => format!("{least} to {most}"),
    };
    let noun = if wanted.ends_with('1') { "argument" } else { "arguments" };
    let given = if given == 0 { "none".to_owned() } else { given.to_string() };
    let words = format!("\"{}\" takes {wanted} {noun} and gets {given}: {}", function.name, function.usage);
    Some(RULE.at(span, words))
}
