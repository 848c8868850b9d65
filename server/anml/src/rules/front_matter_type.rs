use agmark_syntax::{CheckedRule, Diagnostic, FixKind, Rule, Severity, Span};

use super::check::Check;

use crate::syntax::front_line::unquoted;
use crate::syntax::front_matter::FrontMatter;
use crate::vocabulary::{self, Type, filter_typo};

/// A reserved key with a value of another type.
pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "anml/front-matter-type",
        severity: Severity::Warning,
        fix: FixKind::Offered,
        summary: "front matter value of the wrong type",
        help: "Some keys have a meaning: `viewport` is `1280x720`; `ts`, `budget` and `depth` are whole numbers; \
               `filter` is a list of `interactive`, `compact` or role names; `type` is `diff`. In a diff the same \
               types apply to `set.KEY`. An invalid value is ignored. All other keys take any text.",
        bad: &[
            "---\nts: yesterday\n---\n",
            "---\nviewport: large\n---\n",
            "---\ntype: page\n---\n",
            "---\nfilter: interactiv\n---\n",
        ],
        good: &[
            "---\nts: 1700000000\n---\n",
            "---\nviewport: 800x600\n---\n",
            "---\ntype: diff\n---\n",
            "---\nfilter: interactive, widget\n---\n",
        ],
    },
    check: Check::FrontMatter(check),
};

fn check(text: &str, front: &FrontMatter, found: &mut Vec<Diagnostic>) {
    for entry in &front.entries {
        let name = entry.key.text(text);
        let Some(key) = vocabulary::key(name.strip_prefix("set.").unwrap_or(name)) else { continue };
        let value = entry.value.text(text);
        if !key.kind.fits(&unquoted(value)) {
            let span = if entry.value.is_empty() { entry.key } else { entry.value };
            let message = match value {
                "" => format!("missing value of \"{name}\": it must be {}", key.kind.allowed()),
                _ => format!("invalid value \"{value}\": \"{name}\" must be {}", key.kind.allowed()),
            };
            found.push(RULE.at(span, message));
        } else if key.kind == Type::Filter {
            filter(text, entry.value, found);
        }
    }
}

/// Misspelled words of a filter, with which nothing can be checked.
fn filter(text: &str, value: Span, found: &mut Vec<Diagnostic>) {
    let source = value.text(text);
    let mut at = value.start as usize;
    for part in source.split(',') {
        let word = part.trim_matches([' ', '\t', '"']);
        if let Some(near) = filter_typo(word) {
            let start = at + part.find(word).unwrap_or(0);
            let span = Span::new(start, start + word.len());
            found.push(RULE.at(span, format!("unknown filter or role \"{word}\"")).nearest(span, Some(near)));
        }
        at += part.len() + 1;
    }
}
