//! A meaning in both `@context` and `x-semantic`.

use agmark_schema::{Member, Node, shown};
use agmark_syntax::{CheckedRule, Diagnostic, FixKind, Rule, Severity};

use super::check::Check;
use super::schema::{REGISTRIES, SCHEMAS};
use crate::manifest::members::{by_name, members};

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "aaf/repeated-context",
        severity: Severity::Warning,
        fix: FixKind::None,
        summary: "meaning of a field in both `@context` and `x-semantic`",
        help: "`@context` declares prefixes only; `x-semantic` states the meaning of a field. Two places will \
               differ sooner or later.",
        bad: &[include_str!("../../samples/context/bad.json")],
        good: &[include_str!("../../samples/context/good.json")],
    },
    check: Check::Manifest(check),
};

fn check(root: &Node, out: &mut Vec<Diagnostic>) {
    let mut terms = by_name(root.get("@context"));
    let entries = REGISTRIES.iter().flat_map(|registry| members(root.get(registry)));
    for schema in entries.flat_map(|entry| SCHEMAS.iter().filter_map(|key| entry.value.get(key))) {
        for property in members(schema.get("properties")) {
            let Some(semantic) = property.value.get("x-semantic") else { continue };
            // Each term is reported once.
            if let Some(term) = terms.remove(property.key.text.as_str()) {
                out.push(diagnostic(root, term, semantic));
            }
        }
    }
}

fn diagnostic(root: &Node, term: &Member, semantic: &Node) -> Diagnostic {
    let name = shown(&term.key.text);
    let message = match contradicts(root, &term.value, semantic) {
        true => {
            format!("@context and x-semantic give \"{name}\" different meanings: remove it from @context")
        }
        false => format!("@context repeats the x-semantic of \"{name}\": remove it from @context"),
    };
    let finding = RULE.at(term.key.content_span().into(), message);
    finding.related(semantic.content_span().into(), "the x-semantic")
}

/// Whether a term of `@context` has another meaning than an `x-semantic`.
fn contradicts(root: &Node, term: &Node, semantic: &Node) -> bool {
    let context = root.get("@context");
    let whole = |text: &str| match text.split_once(':') {
        Some((prefix, rest)) if !rest.starts_with("//") => {
            let known = context.and_then(|context| context.get(prefix)).and_then(Node::as_str);
            known.map_or_else(|| text.to_owned(), |known| format!("{known}{rest}"))
        }
        _ => text.to_owned(),
    };
    let term = term.as_str().or_else(|| term.get("@id").and_then(Node::as_str));
    let bare = |text: &str| whole(text).replace("http://", "https://").trim_end_matches('/').to_owned();
    term.zip(semantic.as_str()).is_some_and(|(term, semantic)| bare(term) != bare(semantic))
}
