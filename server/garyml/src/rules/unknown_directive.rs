use agmark_syntax::nearest::Suggestion;
use agmark_syntax::{CheckedRule, Diagnostic, Edit, FixKind, Rule, Severity, Span};

use super::check::Check;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "garyml/unknown-directive",
        severity: Severity::Warning,
        fix: FixKind::Offered,
        summary: "unknown directive",
        help: "A header that starts with a capital letter is a directive. An unknown directive is kept with \
               everything below it, but tools ignore it. A header that starts with a small letter is a command, \
               even if a directive has the same name.",
        bad: &[
            ".Instuctions\n  \"Look before you leap\"\n",
            ".role: \"Release manager\"\n",
            ".Execute\n  .ApplyPatch diff=@fix\n.Diff id=fix format=v4a path=fix.patch\n",
            ".Documentation title=Work\n  .Section title: Releases\n    .deploy: \"Deploys\"\n.Execute\n  .Deploy\n",
        ],
        good: &[".Instructions\n  \"Look before you leap\"\n", ".Role: \"Release manager\"\n"],
    },
    check: Check::CrossFile,
};

/// The name that was probably intended.
pub enum IntendedName {
    Nothing,
    Directive(Suggestion),
    /// A command with this name, except for case.
    Command(String),
    /// A command with a similar name.
    NearCommand(String),
}

/// The diagnostic of a directive; `span` is its name with the dot.
pub fn finding(name: &str, span: Span, meant: &IntendedName) -> Diagnostic {
    let span = Span::new(span.start as usize + 1, span.end as usize);
    let unknown = || RULE.at(span, format!("unknown directive \"{name}\""));
    let (finding, command) = match meant {
        IntendedName::Nothing => return unknown(),
        IntendedName::Directive(near) => return unknown().nearest(span, Some(near.clone())),
        IntendedName::Command(command) => {
            let message = format!("\".{name}\" is a directive: did you mean the command \".{command}\"?");
            (RULE.at(span, message), command)
        }
        IntendedName::NearCommand(command) => {
            let message = format!("unknown directive \"{name}\": did you mean the command \".{command}\"?");
            (RULE.at(span, message), command)
        }
    };
    finding.suggest(format!("write .{command}"), vec![Edit::replace(span, command.as_str())])
}
