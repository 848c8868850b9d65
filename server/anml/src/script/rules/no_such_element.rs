//! A ref that does not exist in the snapshot.

use agmark_syntax::{CheckedRule, Diagnostic, Edit, FixKind, Rule, Severity, Span};

use super::check::{Check, ElementContext};

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "anml/no-such-element",
        severity: Severity::Error,
        fix: FixKind::Offered,
        summary: "action on an element that does not exist",
        help: "A script belongs to one snapshot: the file in `# against: login.anml`, or the file of the same name with the \
               extension `.anml`. Its refs are looked up there. They are only valid for that snapshot: a new one may number its \
               elements again.",
        bad: &[
            "click #e9\n=== example.anml\nbutton#e1 \"Send\"\n",
            "# against: a.anml\nclick #e2\n=== a.anml\nbutton#e1 \"Send\"\n",
        ],
        good: &["click #e1\n=== example.anml\nbutton#e1 \"Send\"\n", "click #e9\n"],
    },
    check: Check::Element(check),
};

/// The number of diagnostics after which no similar ref is looked for. So many wrong refs belong to another snapshot.
const MAX_SUGGESTIONS: usize = 50;

fn check(context: &ElementContext<'_>, found: &mut Vec<Diagnostic>) {
    let (name, span) = (context.name, context.span);
    if !context.targets.lacks(name) {
        return;
    }
    let similar = if found.len() < MAX_SUGGESTIONS { context.similar_refs().nearest(name) } else { None };
    let hint = match similar {
        Some(similar) => format!(": did you mean \"#{similar}\"?"),
        None => ": use one of its refs".to_owned(),
    };
    let mut finding = RULE.at(span, format!("unknown element \"#{name}\" in the snapshot{hint}"));
    if let Some(similar) = similar {
        // Without the `#`.
        let name = Span { start: span.start + 1, ..span };
        finding = finding.suggest(format!("replace with \"#{similar}\""), vec![Edit::replace(name, similar)]);
    }
    found.push(finding);
}
