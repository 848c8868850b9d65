use agmark_syntax::{FixKind, Rule, Severity};

pub static RULE: Rule = Rule {
    code: "garyml/missing-file",
    severity: Severity::Warning,
    fix: FixKind::Offered,
    summary: "a context from a file that is not there",
    help: "The `path` of a `.Context` counts from the folder of the document. Where the context has no content of its \
           own, the agent gets what the file says, and here nothing.",
    bad: &[".Context id=notes path=note.md\n=== notes.md\nSoup first.\n"],
    good: &[
        ".Context id=notes path=notes.md\n=== notes.md\nSoup first.\n",
        ".Context id=notes path=old/notes.md\n  Soup first.\n",
    ],
};
