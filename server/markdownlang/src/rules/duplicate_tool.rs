//! Tools that are called alike.

use agmark_syntax::{Diagnostic, FixKind, Rule, Severity, Span};

/// Two imports with one name.
pub static RULE: Rule = Rule {
    code: "markdownlang/duplicate-tool",
    severity: Severity::Error,
    fix: FixKind::None,
    summary: "duplicate import, or imports with the same name",
    help: "An imported program is a tool with the program's `name`, so two programs with the same name are \
           ambiguous. Rename one of the programs, or remove the second import of the same file.",
    bad: &[importing!("[./north.md, ./south.md]", "north.md" => "almanac", "south.md" => "almanac")],
    good: &[importing!("[./north.md, ./south.md]", "north.md" => "north", "south.md" => "south")],
};

/// At the path of the second one.
pub(crate) fn at(span: Span, name: &str, first: Span, first_path: &str) -> Diagnostic {
    RULE.at(span, format!("this program is called \"{name}\" like \"{first_path}\": rename one of them"))
        .related(first, format!("\"{name}\" is imported here"))
}

/// At the second path of a file that is imported twice.
pub(crate) fn twice(span: Span, first: Span) -> Diagnostic {
    RULE.at(span, "this file is imported twice: remove one of the two").related(first, "it is imported here")
}
