//! A meaning in both `@context` and `x-semantic`.

use std::collections::HashMap;

use agmark_schema::shown;
use agmark_syntax::{CheckedRule, Diagnostic, FixKind, Rule, Severity, Span};

use super::check::Check;
use crate::cross_file::entries::Entries;
use crate::manifest::model::{Meaning, Term};

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
    check: Check::Entries(check),
};

fn check(entries: &Entries<'_>, out: &mut Vec<Diagnostic>) {
    if !entries.may_repeat_terms() {
        return;
    }
    let parts = entries.parts();
    let mut terms: HashMap<&str, (usize, &Term)> = HashMap::new();
    for part in parts {
        for term in part.manifest.context.iter().filter(|term| !term.name.is_empty()) {
            terms.entry(&term.name).or_insert((part.start, term));
        }
    }
    if terms.is_empty() {
        return;
    }
    let prefixes: HashMap<&str, &str> =
        terms.values().filter_map(|(_, term)| Some((term.name.as_str(), term.prefix.as_deref()?))).collect();
    for part in parts {
        for meaning in part.manifest.actions.iter().chain(&part.manifest.views).flat_map(|one| &one.meanings)
        {
            // Each term is reported once.
            if let Some((start, term)) = terms.remove(meaning.property.as_str()) {
                let finding = diagnostic(&prefixes, term, term.span.shifted(start), meaning);
                out.push(finding.related(meaning.span.shifted(part.start), "the x-semantic"));
            }
        }
    }
}

fn diagnostic(prefixes: &HashMap<&str, &str>, term: &Term, span: Span, meaning: &Meaning) -> Diagnostic {
    let name = shown(&term.name);
    let message = match contradicts(prefixes, term, meaning) {
        true => {
            format!("@context and x-semantic give \"{name}\" different meanings: remove it from @context")
        }
        false => format!("@context repeats the x-semantic of \"{name}\": remove it from @context"),
    };
    RULE.at(span, message)
}

/// Whether a term of `@context` has another meaning than an `x-semantic`.
fn contradicts(prefixes: &HashMap<&str, &str>, term: &Term, meaning: &Meaning) -> bool {
    let whole = |text: &str| match text.split_once(':') {
        Some((prefix, rest)) if !rest.starts_with("//") => {
            let known = prefixes.get(prefix);
            known.map_or_else(|| text.to_owned(), |known| format!("{known}{rest}"))
        }
        _ => text.to_owned(),
    };
    let bare = |text: &str| whole(text).replace("http://", "https://").trim_end_matches('/').to_owned();
    let both = term.meaning.as_deref().zip(meaning.text.as_deref());
    both.is_some_and(|(term, meaning)| bare(term) != bare(meaning))
}
