//! A template that is not defined.

use agmark_syntax::{CheckedRule, FixKind, Rule, Severity};

use super::check::Check;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "markdownlang/undefined-template",
        severity: Severity::Error,
        fix: FixKind::None,
        summary: "undefined template",
        help: "`{{ template \"name\" }}` shows a template that `{{ define \"name\" }}` or `{{ block \"name\" . }}` \
           defines in the same document.",
        bad: &[program!("{{ template \"sky\" }}\n")],
        good: &[program!("{{ define \"sky\" }}Grey.{{ end }}{{ template \"sky\" }}\n")],
    },
    check: Check::Names,
};
