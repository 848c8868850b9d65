//! What `range` goes over.

use agmark_syntax::{Diagnostic, FixKind, Rule, Severity, Span};

use crate::types::{Alt, Type};

/// A range over something that is not a list, an object or an integer, or with a variable too many.
pub static RULE: Rule = Rule {
    code: "markdownlang/bad-range",
    severity: Severity::Error,
    fix: FixKind::None,
    summary: "invalid `range`",
    help: "`range` takes a list, an object or an integer. For other values, the program fails when it runs. \
           `split` makes a list of a string. If the schema also allows a valid type, this is a warning. Over an \
           integer, `range` has at most one variable.",
    bad: &[
        program!("{{ range .city }}{{ . }}{{ end }}\n"),
        program!("{{ range $i, $n := len .days }}{{ $n }}{{ end }}\n"),
    ],
    good: &[program!("{{ range split .city \",\" }}{{ . }}{{ end }}\n")],
};

/// At the pipeline, if its value cannot be gone over, or not in all cases.
pub(crate) fn at(span: Span, value: &Type) -> Option<Diagnostic> {
    if value.is_unknown() {
        return None;
    }
    let good = |alt: &&Alt| {
        matches!(alt, Alt::List(_) | Alt::ListOf(_) | Alt::Object(_) | Alt::Integer | Alt::Nil | Alt::Number)
    };
    let bad = value.alts.iter().find(|alt| !good(alt));
    let over = "\"range\" goes over lists, objects and integers";
    if value.alts.iter().any(|alt| good(&alt)) {
        let word = match bad {
            Some(bad) => bad.word(),
            None if value.alts.contains(&Alt::Number) => "a number that is not whole",
            None => return None,
        };
        let mut finding = RULE.at(span, format!("{over}, and this may be {word}"));
        finding.severity = Severity::Warning;
        return Some(finding);
    }
    Some(RULE.at(span, format!("{over}, and this is {}", value.words())))
}

/// At the second variable of a range, if what it goes over is an integer, or may be one.
pub(crate) fn second_variable(span: Span, value: &Type) -> Option<Diagnostic> {
    let counts = |alt: &Alt| matches!(alt, Alt::Integer | Alt::Number);
    if value.is_unknown() || !value.alts.iter().any(counts) {
        return None;
    }
    let mut finding = RULE.at(span, "\"range\" over an integer has one variable: remove this one");
    if !value.alts.iter().all(|alt| counts(alt) || *alt == Alt::Nil) {
        finding = RULE.at(span, "this may go over an integer, and then \"range\" has only one variable");
        finding.severity = Severity::Warning;
    }
    Some(finding)
}
