use agmark_syntax::nearest::Suggestion;
use agmark_syntax::{Diagnostic, Edit, FixKind, Rule, Severity, Span};

pub static RULE: Rule = Rule {
    code: "garyml/unknown-directive",
    severity: Severity::Warning,
    fix: FixKind::Offered,
    summary: "a directive that GaryML does not have",
    help: "A header that begins with a capital letter is a directive. An unknown one is kept with everything \
           under it, but no tool knows what it means. A header that begins with a small letter is a command, also \
           where its name is that of a directive.",
    bad: &[
        ".Instuctions\n  \"Look before you leap\"\n",
        ".role: \"Release manager\"\n",
        ".Execute\n  .ApplyPatch diff=@fix\n.Diff id=fix format=v4a path=fix.patch\n",
        ".Documentation title=Work\n  .Section title: Releases\n    .deploy: \"Deploys\"\n.Execute\n  .Deploy\n",
    ],
    good: &[".Instructions\n  \"Look before you leap\"\n", ".Role: \"Release manager\"\n"],
};

/// What could have been meant.
pub enum Meant {
    Nothing,
    Directive(Suggestion),
    /// A command of this name, which is called like the directive but for its letters' case.
    Command(String),
    /// A command with a name that is near.
    NearCommand(String),
}

/// The finding for a directive; `span` is its name with the dot.
pub fn finding(name: &str, span: Span, meant: &Meant) -> Diagnostic {
    let span = Span::new(span.start as usize + 1, span.end as usize);
    let unknown = || RULE.at(span, format!("unknown directive \"{name}\""));
    let (finding, command) = match meant {
        Meant::Nothing => return unknown(),
        Meant::Directive(near) => return unknown().nearest(span, Some(near.clone())),
        Meant::Command(command) => {
            let message = format!("\".{name}\" is a directive: did you mean the command \".{command}\"?");
            (RULE.at(span, message), command)
        }
        Meant::NearCommand(command) => {
            let message = format!("unknown directive \"{name}\": did you mean the command \".{command}\"?");
            (RULE.at(span, message), command)
        }
    };
    finding.suggest(format!("write .{command}"), vec![Edit::replace(span, command.as_str())])
}
