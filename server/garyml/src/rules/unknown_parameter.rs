use agmark_syntax::nearest::suggestion;
use agmark_syntax::{CheckedRule, Diagnostic, FixKind, Rule, Severity, Span};

use super::check::Check;
use crate::syntax::structure::{Header, Structure};
use crate::vocabulary::ContentModel;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "garyml/unknown-parameter",
        severity: Severity::Warning,
        fix: FixKind::Offered,
        summary: "unknown parameter",
        help: "A directive takes its own parameters and `id`. A command takes the parameters that its definition \
               in `.Documentation` lists, if it lists any. Other parameters are kept, but the agent does not know \
               what they mean.",
        bad: &[
            ".Context id=notes pth=notes.md\n  text\n",
            ".Documentation title=Releases\n  .Section title: Publish\n    .tag: \"Tags a commit\"\n      force: \"move an old tag\"\n.Execute\n  .tag froce=true\n",
        ],
        good: &[
            ".Context id=notes path=notes.md\n",
            ".Documentation title=Releases\n  .Section title: Publish\n    .tag: \"Tags a commit\"\n      force: \"move an old tag\"\n.Execute\n  .tag force=true\n",
        ],
    },
    check: Check::Header(check),
};

/// Parameters of directives. [`crate::cross_file`] checks those of commands.
fn check(structure: &Structure<'_>, header: &Header<'_>, found: &mut Vec<Diagnostic>) {
    let Some(directive) = header.kind.directive().filter(|d| d.content != ContentModel::Call) else { return };
    for parameter in structure.own(header).filter(|p| !header.kind.knows(p.key)) {
        let known = || directive.parameters.iter().map(|p| p.name);
        let given = |name: &str| structure.own(header).any(|p| p.key == name);
        let name = format!(".{}", directive.name);
        found.push(finding(parameter.key, parameter.key_span, &name, known, given));
    }
}

/// The diagnostic of a parameter of `owner`, which has the parameters `known`.
pub(crate) fn finding<'k, K: Iterator<Item = &'k str>>(
    key: &str,
    span: Span,
    owner: &str,
    known: impl Fn() -> K,
    given: impl Fn(&str) -> bool,
) -> Diagnostic {
    let near = suggestion(key, known().filter(|name| !given(name)), |_| false);
    let mut message = format!("unknown parameter \"{key}\" of {owner}");
    if near.is_none() {
        let all: Vec<&str> = known().collect();
        message.push_str(&match all.as_slice() {
            [] => ": it has no parameters".to_owned(),
            all => format!(": expected {}", all.join(", ")),
        });
    }
    RULE.at(span, message).nearest(span, near)
}
