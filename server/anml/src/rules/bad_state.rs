use agmark_syntax::{CheckedRule, Edit, FixKind, Rule, Severity};

use super::check::Check;
use super::line_context::{LineContext, remove};
use crate::syntax::chars::{is_ref, is_word};
use crate::syntax::element::{Element, Part};
use crate::syntax::node::Kind;

/// An invalid state, or brackets that are not closed.
pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "anml/bad-state",
        severity: Severity::Error,
        fix: FixKind::Automatic,
        summary: "invalid or unclosed state",
        help: "A state is one word in brackets: a letter or `_`, then letters, digits, `_` and `-`. Each state \
               has separate brackets: `[open] [modal]`. Write a value as an attribute, without brackets: \
               `level=2`. Write a ref after the role.",
        bad: &[
            "dialog \"Sure?\" [open modal]\n",
            "h2 \"News\" [level=2]\n",
            "dialog \"Sure?\" [open\n",
            "link \"A\" [ref=e1]\n",
            "link#e1 \"A\" [nth=1]\n",
        ],
        good: &[
            "dialog \"Sure?\" [open] [modal]\n",
            "h2 \"News\"\n",
            "dialog \"Sure?\" [open]\n",
            "link#e1 \"A\"\n",
            "link#e1 \"A\" nth=1\n",
        ],
    },
    check: Check::Part(check),
};

fn check(context: &mut LineContext<'_>, element: &Element, part: Part) {
    let text = part.text(context.text);
    let finding = match part.kind {
        Kind::UnclosedState => {
            let finding = RULE.at(part.span, format!("unclosed state \"{text}\": add \"]\""));
            let close = vec![Edit::insert(part.span.end as usize, "]")];
            if is_word(&text[1..]) { finding.fix("close the bracket", close) } else { finding }
        }
        Kind::BadState => {
            let message = match text {
                "[]" => "empty brackets: write a state of one word, such as \"[open]\"".to_owned(),
                _ => format!("invalid state \"{text}\": write one word in brackets, such as \"[open]\""),
            };
            let finding = RULE.at(part.span, message);
            match repaired(context, element, part) {
                Some(edits) => finding.suggest("write states, attributes and ref separately", edits),
                None => finding,
            }
        }
        _ => return,
    };
    context.report(finding);
}

/// The edits that write each word in the brackets as a state, an attribute or the ref.
fn repaired(context: &LineContext<'_>, element: &Element, part: Part) -> Option<Vec<Edit>> {
    let text = part.text(context.text);
    let inner = text.strip_prefix('[')?.strip_suffix(']')?;
    let mut edits = Vec::new();
    let mut apart: Vec<String> = Vec::new();
    for word in inner.split([',', ' ', '\t']).filter(|w| !w.is_empty()) {
        match word.split_once('=') {
            Some(("ref", name)) if is_ref(name) && element.reference.is_none() && edits.is_empty() => {
                edits.push(Edit::insert(element.role.span.end as usize, format!("#{name}")));
            }
            // Snapshots of browsers distinguish elements in this way. ANML uses refs.
            Some(("nth", _)) => {}
            Some((key, value)) if is_word(key) && !value.is_empty() => apart.push(word.to_owned()),
            None if is_word(word) => apart.push(format!("[{word}]")),
            _ => return None,
        }
    }
    edits.push(match apart.is_empty() {
        true => remove(context.text, part.span),
        false => Edit::replace(part.span, apart.join(" ")),
    });
    Some(edits)
}
