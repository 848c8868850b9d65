use agmark_syntax::nearest::meant;
use agmark_syntax::{Diagnostic, Edit, Rule, Severity, Span};

use crate::scope::Kind;
use crate::structure::{Header, Structure};
use crate::vocabulary::{COMMANDS, DIRECTIVES};

pub static RULE: Rule = Rule {
    code: "garyml/unknown-directive",
    severity: Severity::Warning,
    summary: "a directive that GaryML does not have",
    help: "A header that begins with a capital letter is a directive. An unknown one is kept with everything \
           under it, but no tool knows what it means. A header that begins with a small letter is a command, also \
           where its name is that of a directive.",
    bad: &[
        ".Instuctions\n  \"Look before you leap\"\n",
        ".role: \"Release manager\"\n",
        ".Execute\n  .ApplyPatch diff=@fix\n.Diff id=fix format=v4a path=fix.patch\n",
    ],
    good: &[".Instructions\n  \"Look before you leap\"\n", ".Role: \"Release manager\"\n"],
};

pub fn check(_: &Structure<'_>, header: &Header<'_>, found: &mut Vec<Diagnostic>) {
    if header.kind != Kind::Unknown {
        return;
    }
    let span = Span::new(header.name_span.start as usize + 1, header.name_span.end as usize);
    if let Some(command) = COMMANDS.iter().find(|c| c.name.eq_ignore_ascii_case(header.name)) {
        let message =
            format!("\".{}\" is a directive: did you mean the command \".{}\"?", header.name, command.name);
        let edit = Edit::replace(span, command.name);
        found.push(RULE.at(span, message).suggest(format!("write .{}", command.name), vec![edit]));
        return;
    }
    let near = meant(header.name, DIRECTIVES.iter().map(|d| d.name), |_| false);
    let message = format!("unknown directive \"{}\"", header.name);
    found.push(RULE.at(span, message).nearest(span, near));
}
