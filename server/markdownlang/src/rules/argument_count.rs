//! A function with too few or too many arguments.

use agmark_syntax::{CheckedRule, Diagnostic, FixKind, Rule, Severity, Span};

use super::check::Check;
use crate::analysis::template::node_context::NodeContext;
use crate::syntax::static_kind::StaticKind;
use crate::vocabulary::find_function;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "markdownlang/argument-count",
        severity: Severity::Error,
        fix: FixKind::None,
        summary: "wrong number of arguments",
        help: "What is piped into a function is its last argument: `.city | default \"Oslo\"` gives `default` \
           two.",
        bad: &[program!("{{ join .days }}\n"), program!("{{ .city | upper .city }}\n")],
        good: &[program!("{{ join .days \", \" }}\n"), program!("{{ .city | upper }}\n")],
    },
    check: Check::Node(&["call", "identifier"], check),
};

fn check(context: &NodeContext<'_, '_>, out: &mut Vec<Diagnostic>) {
    let is_lone_name = context.node.static_kind() == "identifier";
    let Some((head, given)) = context.call().filter(|_| context.is_well_formed || is_lone_name) else {
        return;
    };
    let Some(function) = find_function(Span::of(head).text(context.text)) else { return };
    if given >= function.least && function.most.is_none_or(|most| given <= most) {
        return;
    }
    let expected = match (function.least, function.most) {
        (least, None) => format!("at least {least}"),
        (least, Some(most)) if least == most => least.to_string(),
        (least, Some(most)) => format!("{least} to {most}"),
    };
    let noun = if expected.ends_with('1') { "argument" } else { "arguments" };
    let found = if given == 0 { "none".to_owned() } else { given.to_string() };
    let message = format!("\"{}\" needs {expected} {noun}, found {found}: {}", function.name, function.usage);
    out.push(RULE.at(Span::of(head), message));
}
