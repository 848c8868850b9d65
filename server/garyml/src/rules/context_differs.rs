use agmark_syntax::{FixKind, Rule, Severity};

pub static RULE: Rule = Rule {
    code: "garyml/context-differs",
    severity: Severity::Hint,
    fix: FixKind::None,
    summary: "a context that says something else than its file",
    help: "A `.Context` with content and a `path` stands for what is written in it: the agent gets that, whatever the \
           file says by now. Take the content out to have the file read in, or the path if it is another text.",
    bad: &[".Context id=notes path=notes.md\n  Soup first.\n=== notes.md\nSalad first.\n"],
    good: &[
        ".Context id=notes path=notes.md\n  Soup first.\n=== notes.md\nSoup first.\n",
        ".Context id=notes path=notes.md\n=== notes.md\nSalad first.\n",
    ],
};
