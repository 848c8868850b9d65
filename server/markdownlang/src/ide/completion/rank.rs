//! Ranking of completions by the type that is expected.

use agmark_syntax::{Completion, Span, SymbolKind};

use super::entry::offer;
use crate::type_check::report::TypeScope;
use crate::types::{Alt, Field, Shapes, Type};

/// The functions that are useful for a value of a type, by the words for the type.
const FUNCTIONS_OF: &[(&str, &[&str])] = &[
    ("a string", &["lower", "upper", "title", "split", "len", "html", "js", "urlquery"]),
    ("a list", &["join", "len", "index", "slice"]),
    ("an object", &["index", "len"]),
    ("a boolean", &["not", "and", "or"]),
    ("an integer", &["printf", "eq", "ne", "lt", "le", "gt", "ge"]),
    ("a number", &["printf", "eq", "ne", "lt", "le", "gt", "ge"]),
];

/// The type of a chain of fields (`.user.name`, `$day.place`), and the schemas of its last field; `None` if it is unknown.
pub(super) fn of_chain(scope: &TypeScope, shapes: &Shapes, chain: &str) -> Option<(Type, Vec<u32>)> {
    let mut steps = chain.split('.');
    let head = steps.next()?;
    let mut of = match head.starts_with('$') {
        true => scope.variable(head)?.clone(),
        false if head.is_empty() => scope.dot.clone(),
        false => return None,
    };
    let mut ids = Vec::new();
    for step in steps.filter(|step| !step.is_empty()) {
        match shapes.field(&of, step) {
            Field::Declared(inner, schemas) => (of, ids) = (inner, schemas),
            _ => return None,
        }
    }
    Some((of, ids))
}

/// Puts the functions first that accept the piped value.
pub(super) fn for_value(offers: &mut [Completion], of: &Type) {
    let known: Vec<&str> = of.alts.iter().filter(|alt| **alt != Alt::Nil).map(Alt::word).collect();
    let of_type = FUNCTIONS_OF.iter().filter(|(word, _)| known.contains(word));
    let fitting: Vec<&str> = of_type.flat_map(|(_, functions)| functions.iter().copied()).collect();
    offers.sort_by_key(|offer| fitting.iter().position(|name| *name == offer.label).unwrap_or(usize::MAX));
}

/// Puts lists first.
pub(super) fn for_range(offers: &mut [Completion]) {
    offers.sort_by_key(|offer| !offer.detail.starts_with("a list"));
}

/// The values of the `enum` of the value that an open string is compared with. `before` ends at the start of the string.
pub(super) fn compared(scope: &TypeScope, shapes: &Shapes, before: &str, span: Span) -> Vec<Completion> {
    let mut words = before.rsplit([' ', '(', '|']).filter(|word| !word.is_empty());
    let mut chain = None;
    let is_comparison = words.any(|word| {
        if word.starts_with(['.', '$']) {
            chain = Some(word);
        }
        matches!(word, "eq" | "ne")
    });
    let Some((_, ids)) = chain.filter(|_| is_comparison).and_then(|chain| of_chain(scope, shapes, chain))
    else {
        return Vec::new();
    };
    let mut all: Vec<Completion> = Vec::new();
    for shape in ids.iter().filter_map(|id| shapes.get(*id)) {
        let listed = shape.json.get("enum").and_then(|all| all.as_array()).into_iter().flatten();
        for value in listed.filter_map(|value| value.as_str()) {
            if !value.contains(['"', '\\', '`', '\n']) && all.iter().all(|one| one.label != value) {
                all.push(offer(value, SymbolKind::EnumMember, span, value));
            }
        }
    }
    all
}
