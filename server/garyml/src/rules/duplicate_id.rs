use agmark_syntax::{FixKind, Rule, Severity};

pub static RULE: Rule = Rule {
    code: "garyml/duplicate-id",
    severity: Severity::Error,
    fix: FixKind::Offered,
    summary: "two blocks of a file with the same id",
    help: "A reference `@id` means one block. Two blocks of the same name leave open which one.",
    bad: &[".Context id=notes path=a.md\n.Context id=notes path=b.md\n"],
    good: &[".Context id=notes path=a.md\n.Context id=remarks path=b.md\n"],
};
