use agmark_syntax::nearest::nearest;
use agmark_syntax::{Diagnostic, Edit, Rule, Severity, Span};

use crate::marks::Targets;

/// A line of a diff about an element that its base does not have. Found with a look at the base.
pub static RULE: Rule = Rule {
    code: "anml/not-in-base",
    severity: Severity::Error,
    summary: "a diff speaks of an element that its base does not have",
    help: "Lines with `-` and `*`, and those without prefix that lead to a change, mean elements of the base: by their \
           refs, else by role and name. Where `base` names a file of the workspace they are looked up there. A diff that \
           does not fit cannot be applied: `agmark anml patch` refuses it.",
    bad: &[
        "---\ntype: diff\nbase: a.anml\n---\n- button#e9\n=== a.anml\nbutton#e1 \"Send\"\n",
        "---\ntype: diff\nbase: a\n---\nform \"Order\"\n  + p \"x\"\n=== a.anml\nform \"Query\"\n",
        "---\ntype: diff\nbase: a.anml\n---\n* link#e9 \"Home\"\n=== a.anml\nbutton#e1 \"Send\"\n",
    ],
    good: &[
        "---\ntype: diff\nbase: a.anml\n---\n- button#e1\n=== a.anml\nbutton#e1 \"Send\"\n",
        "---\ntype: diff\nbase: snapshot-42\n---\n- button#e9\n",
    ],
};

/// `word` is a ref, or else a role.
pub fn finding(span: Span, word: &str, is_ref: bool, path: &str, targets: &Targets) -> Diagnostic {
    if !is_ref {
        return RULE.at(span, format!("the base, {path}, has no such {word}: name one as it stands there"));
    }
    let near = nearest(word, targets.refs());
    let hint = near.map_or(String::new(), |near| format!(": did you mean \"#{near}\"?"));
    let finding = RULE.at(span, format!("the base, {path}, has no element \"#{word}\"{hint}"));
    match near {
        Some(near) => finding.suggest(format!("replace by \"#{near}\""), vec![Edit::replace(span, near)]),
        None => finding,
    }
}
