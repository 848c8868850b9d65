use agmark_syntax::nearest::suggestion;
use agmark_syntax::{Diagnostic, FixKind, Rule, Severity, Span};

use crate::syntax::structure::{Header, Structure};
use crate::vocabulary::Content;

pub static RULE: Rule = Rule {
    code: "garyml/unknown-parameter",
    severity: Severity::Warning,
    fix: FixKind::Offered,
    summary: "a parameter that a directive or a documented command does not take",
    help: "A directive takes the parameters of its kind, and `id`. A command takes those that its definition in \
           `.Documentation` lists, if it lists any. Others are kept, but the agent does not know what they mean.",
    bad: &[
        ".Context id=notes pth=notes.md\n  text\n",
        ".Documentation title=Releases\n  .Section title: Publish\n    .tag: \"Tags a commit\"\n      force: \"move an old tag\"\n.Execute\n  .tag froce=true\n",
    ],
    good: &[
        ".Context id=notes path=notes.md\n",
        ".Documentation title=Releases\n  .Section title: Publish\n    .tag: \"Tags a commit\"\n      force: \"move an old tag\"\n.Execute\n  .tag force=true\n",
    ],
};

/// Parameters of directives. Those of commands need a look at other files: see [`crate::judge`].
pub fn check(structure: &Structure<'_>, header: &Header<'_>, found: &mut Vec<Diagnostic>) {
    let Some(directive) = header.kind.directive().filter(|d| d.content != Content::Call) else { return };
    for parameter in structure.own(header).filter(|p| !header.kind.knows(p.key)) {
        let known = || directive.parameters.iter().map(|p| p.name);
        let given = |name: &str| structure.own(header).any(|p| p.key == name);
        let name = format!(".{}", directive.name);
        found.push(finding(parameter.key, parameter.key_span, &name, known, given));
    }
}

/// The finding of a parameter of `owner`, which takes those that are `known`.
pub(crate) fn finding<'k, K: Iterator<Item = &'k str>>(
    key: &str,
    span: Span,
    owner: &str,
    known: impl Fn() -> K,
    given: impl Fn(&str) -> bool,
) -> Diagnostic {
    let near = suggestion(key, known().filter(|name| !given(name)), |_| false);
    let mut message = format!("{owner} does not take the parameter \"{key}\"");
    if near.is_none() {
        let all: Vec<&str> = known().collect();
        message.push_str(&match all.as_slice() {
            [] => ": it takes none".to_owned(),
            all => format!(": it takes {}", all.join(", ")),
        });
    }
    RULE.at(span, message).nearest(span, near)
}
