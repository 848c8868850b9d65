//! Templates that nothing defines.

use agmark_syntax::{FixKind, Rule, Severity};

/// A template that nothing defines.
pub static RULE: Rule = Rule {
    code: "markdownlang/undefined-template",
    severity: Severity::Error,
    fix: FixKind::None,
    summary: "undefined template",
    help: "`{{ template \"name\" }}` shows a template that `{{ define \"name\" }}` or `{{ block \"name\" . }}` \
           defines in the same document.",
    bad: &[program!("{{ template \"sky\" }}\n")],
    good: &[program!("{{ define \"sky\" }}Grey.{{ end }}{{ template \"sky\" }}\n")],
};
