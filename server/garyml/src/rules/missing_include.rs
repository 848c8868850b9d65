use agmark_syntax::{FixKind, Rule, Severity};

pub static RULE: Rule = Rule {
    code: "garyml/missing-include",
    severity: Severity::Error,
    fix: FixKind::Offered,
    summary: "an include of a file that is not there",
    help: "`.Include` takes in the directives of another file, whose `path` counts from the folder of the document.",
    bad: &[".Include path=comon.garyml\n=== common.garyml\n.Role: \"Cook\"\n"],
    good: &[".Include path=common.garyml\n=== common.garyml\n.Role: \"Cook\"\n"],
};
