//! The schemas inside of a manifest, and what their fields mean.

use std::collections::{HashMap, HashSet};

use agmark_schema::{Member, Node, Parsed, ProblemKind, Value, shown, validate};
use agmark_syntax::{Awaits, Diagnostic, FixKind, Rule, Severity, nearest, work};

use crate::manifest::check::step;
use crate::syntax::template;
use crate::vocabulary::patterns::Pattern;

/// How many names that are not declared get a suggestion.
const GUESSES: usize = 64;

pub static INVALID: Rule = Rule {
    code: "aaf/invalid-schema",
    severity: Severity::Error,
    fix: FixKind::Offered,
    summary: "an `inputSchema` or `outputSchema` that is not a valid JSON Schema",
    help: "The schemas of actions and data views are held against the meta-schema of JSON Schema 2020-12. A planner whose \
           validator refuses the schema cannot call the action at all.",
    bad: &[include_str!("../../samples/schema/bad.json")],
    good: &[include_str!("../../samples/schema/good.json")],
};

pub static REQUIRED: Rule = Rule {
    code: "aaf/undeclared-required",
    severity: Severity::Error,
    fix: FixKind::Offered,
    summary: "a name in `required` that is not among the `properties`",
    help: "An argument that is required and described nowhere cannot be given: the planner does not know its type, and no \
           field of the page belongs to it.",
    bad: &[include_str!("../../samples/required/bad.json")],
    good: &[include_str!("../../samples/required/good.json")],
};

pub static SEMANTIC: Rule = Rule {
    code: "aaf/invalid-semantic",
    severity: Severity::Hint,
    fix: FixKind::Offered,
    summary: "an `x-semantic` that does not look like a URI",
    help: "`x-semantic` names the meaning of a field by an address, as a rule one of schema.org. It is a hint to planners, \
           not a contract: whether the address leads anywhere is not looked at.",
    bad: &[include_str!("../../samples/semantic/bad.json")],
    good: &[include_str!("../../samples/semantic/good.json")],
};

pub static REPEATED: Rule = Rule {
    code: "aaf/repeated-context",
    severity: Severity::Warning,
    fix: FixKind::None,
    summary: "a field whose meaning stands in `@context` and in `x-semantic`, the same or another one",
    help: "`@context` declares prefixes only, the meaning of a field stands in its `x-semantic`: two places will differ \
           sooner or later.",
    bad: &[include_str!("../../samples/context/bad.json")],
    good: &[include_str!("../../samples/context/good.json")],
};

pub static UNCONFIRMED: Rule = Rule {
    code: "aaf/unconfirmed-risk",
    severity: Severity::Warning,
    fix: FixKind::Offered,
    summary: "an action of high risk whose `confirmation` is not `required`",
    help: "What is lost, paid or sent for good is not done before the user agreed.",
    bad: &[include_str!("../../samples/risk/bad.json")],
    good: &[include_str!("../../samples/risk/good.json")],
};

pub fn check(parsed: &Parsed, out: &mut Vec<Diagnostic>) {
    let root = &parsed.root;
    // What could not be read may hide what is missing.
    let broken = parsed.problems.iter().any(|one| one.kind != ProblemKind::DuplicateKey) || !parsed.complete;
    for registry in ["actions", "data"] {
        for entry in members(root.get(registry)) {
            for key in ["inputSchema", "outputSchema"] {
                let Some(schema) = entry.value.get(key) else { continue };
                let at = step(&step(&format!("/{registry}"), &entry.key.text), key);
                if !broken {
                    invalid(schema, &at, out);
                }
                required(schema, &at, broken, out);
                semantics(schema, out);
            }
        }
    }
    members(root.get("actions")).iter().for_each(|entry| out.extend(unconfirmed(entry)));
    repeated(root, out);
}

fn invalid(schema: &Node, at: &str, out: &mut Vec<Diagnostic>) {
    if schema.as_map().is_none() {
        return;
    }
    for one in validate::check_schema(&schema.to_json()) {
        let Some(node) = schema.at(&one.pointer) else { continue };
        if node.is_missing() || node.as_str().is_some_and(template::is_dynamic) {
            continue;
        }
        let span = node.content_span().into();
        let message = format!("{}: {}", shown(&format!("{at}{}", one.pointer)), one.message);
        out.push(INVALID.at(span, message).nearest(span, one.near));
    }
}

/// `required` of a schema and of those in it; the depth is that of the tree, which is bounded.
fn required(schema: &Node, at: &str, broken: bool, out: &mut Vec<Diagnostic>) {
    let open =
        ["$ref", "$dynamicRef", "allOf", "anyOf", "oneOf", "patternProperties", "additionalProperties"];
    let open = open.iter().any(|word| schema.get(word).is_some_and(|value| value.as_bool() != Some(false)));
    let properties = schema.get("properties");
    let names: HashSet<&str> = members(properties).iter().map(|member| member.key.text.as_str()).collect();
    let mut missing = 0;
    if !open && !broken {
        let all = schema.get("required").and_then(Node::as_list).unwrap_or_default();
        let required: HashSet<&str> = all.iter().filter_map(Node::as_str).collect();
        for (number, item) in all.iter().enumerate() {
            let Some(name) =
                item.as_str().filter(|name| !names.contains(name) && !template::is_dynamic(name))
            else {
                continue;
            };
            let span = item.content_span().into();
            let place = shown(&format!("{at}/required/{number}"));
            let message = format!("{place}: \"{}\" is required and not among the properties", shown(name));
            // Each is compared with all that are there.
            let used = |other: &str| required.contains(other);
            let near = || nearest::suggestion(name, names.iter().copied(), used);
            let near = if missing < GUESSES { near() } else { None };
            missing += 1;
            work::add(1);
            let finding = REQUIRED.at(span, message).nearest(span, near);
            out.push(finding.awaiting(Awaits::Within(schema.span.clone().into())));
        }
    }
    for member in members(properties) {
        required(&member.value, &step(&step(at, "properties"), &member.key.text), broken, out);
    }
    if let Some(items) = schema.get("items") {
        required(items, &step(at, "items"), broken, out);
    }
}

fn semantics(schema: &Node, out: &mut Vec<Diagnostic>) {
    match &schema.value {
        Value::Map(map) => {
            for member in map {
                if member.key.text == "x-semantic" {
                    out.extend(semantic(&member.value));
                }
                semantics(&member.value, out);
            }
        }
        Value::List(items) => items.iter().for_each(|item| semantics(item, out)),
        _ => {}
    }
}

fn semantic(node: &Node) -> Option<Diagnostic> {
    let span = node.content_span().into();
    let Some(text) = node.as_str() else {
        let message = format!("x-semantic is {}, expected {}", node.kind(), Pattern::Uri.words());
        return (!node.is_missing()).then(|| SEMANTIC.at(span, message));
    };
    if Pattern::Uri.fits(text) || template::is_dynamic(text) {
        return None;
    }
    let message =
        format!("invalid x-semantic \"{}\", expected a URI, as in \"https://schema.org/email\"", shown(text));
    let finding = SEMANTIC.at(span, message);
    Some(match suggestion(text) {
        Some(meant) => finding.nearest(span, Some(&meant)),
        None => finding,
    })
}

/// `schema.org/email`, `schema:email` without a scheme, or a bare term of schema.org.
fn suggestion(text: &str) -> Option<String> {
    let term = text.trim().trim_start_matches("www.").trim_start_matches("schema.org/");
    let word = !term.is_empty() && term.chars().all(|c| c.is_ascii_alphanumeric());
    word.then(|| format!("https://schema.org/{term}"))
}

fn unconfirmed(entry: &Member) -> Option<Diagnostic> {
    let risk = entry.value.get("risk").filter(|risk| risk.as_str() == Some("high"))?;
    let confirmation = entry.value.get("confirmation")?;
    let policy =
        confirmation.as_str().filter(|policy| *policy != "required" && !template::is_dynamic(policy))?;
    // A word that is none has a finding of its own.
    crate::vocabulary::CONFIRMATIONS.iter().find(|one| one.word == policy)?;
    let span = confirmation.content_span().into();
    let message = format!(
        "action \"{}\" is of high risk with confirmation \"{policy}\": expected \"required\"",
        shown(&entry.key.text)
    );
    let edit = agmark_syntax::Edit::replace(span, "required");
    let finding = UNCONFIRMED.at(span, message).related(risk.content_span().into(), "the risk");
    // Either the risk or the policy is wrong: a person decides.
    Some(finding.suggest("write \"required\"", vec![edit]))
}

fn repeated(root: &Node, out: &mut Vec<Diagnostic>) {
    let mut terms: HashMap<&str, &Member> = HashMap::new();
    for term in members(root.get("@context")) {
        terms.entry(&term.key.text).or_insert(term);
    }
    if terms.is_empty() {
        return;
    }
    for registry in ["actions", "data"] {
        for entry in members(root.get(registry)) {
            for key in ["inputSchema", "outputSchema"] {
                for property in members(entry.value.get(key).and_then(|schema| schema.get("properties"))) {
                    let Some(semantic) = property.value.get("x-semantic") else { continue };
                    // Each term is told once.
                    let Some(term) = terms.remove(property.key.text.as_str()) else { continue };
                    let span = term.key.content_span().into();
                    let name = shown(&property.key.text);
                    let message = match contradicts(root, &term.value, semantic) {
                        true => format!(
                            "@context gives \"{name}\" another meaning than its x-semantic: keep prefixes only"
                        ),
                        false => format!(
                            "@context repeats the meaning of \"{name}\", which its x-semantic says: keep prefixes only"
                        ),
                    };
                    out.push(
                        REPEATED.at(span, message).related(semantic.content_span().into(), "the x-semantic"),
                    );
                }
            }
        }
    }
}

/// Whether a term of `@context` means something else than an `x-semantic`.
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

fn members(node: Option<&Node>) -> &[Member] {
    node.and_then(Node::as_map).map_or(&[], |map| &map.members)
}
