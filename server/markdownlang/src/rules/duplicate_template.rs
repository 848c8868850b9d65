//! Two templates with the same name.

use agmark_syntax::{CheckedRule, FixKind, Rule, Severity};

use super::check::Check;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "markdownlang/duplicate-template",
        severity: Severity::Error,
        fix: FixKind::None,
        summary: "duplicate template name",
        help: "A template is defined once in a document. Go refuses a second definition with the same name.",
        bad: &[program!("{{ define \"sky\" }}Grey.{{ end }}{{ define \"sky\" }}Blue.{{ end }}\n")],
        good: &[program!("{{ define \"sky\" }}Grey.{{ end }}{{ define \"sea\" }}Blue.{{ end }}\n")],
    },
    check: Check::Names,
};
