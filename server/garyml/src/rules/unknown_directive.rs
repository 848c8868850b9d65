use agmark_syntax::nearest::meant;
use agmark_syntax::{Diagnostic, Rule, Severity, Span};

use crate::scope::Kind;
use crate::structure::{Header, Structure};
use crate::vocabulary::DIRECTIVES;

pub static RULE: Rule = Rule {
    code: "garyml/unknown-directive",
    severity: Severity::Warning,
    summary: "a directive that GaryML does not have",
    help: "A header that begins with a capital letter is a directive. An unknown one is kept with everything \
           under it, but no tool knows what it means. A header that begins with a small letter is a command, also \
           where its name is that of a directive.",
    bad: &[".Instuctions\n  \"Look before you leap\"\n", ".role: \"Release manager\"\n"],
    good: &[".Instructions\n  \"Look before you leap\"\n", ".Role: \"Release manager\"\n"],
};

pub fn check(_: &Structure<'_>, header: &Header<'_>, found: &mut Vec<Diagnostic>) {
    if header.kind != Kind::Unknown {
        return;
    }
    let span = Span::new(header.name_span.start as usize + 1, header.name_span.end as usize);
    let near = meant(header.name, DIRECTIVES.iter().map(|d| d.name), |_| false);
    let message = format!("unknown directive \"{}\"", header.name);
    found.push(RULE.at(span, message).nearest(span, near));
}
