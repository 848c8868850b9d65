//! A typed manifest: its actions, data views and pages, with their spans.

use std::collections::HashSet;

use agmark_schema::{Key, Member, Node, Parsed, Value, json};
use agmark_syntax::Span;

use super::members::{exact, members, text};
use crate::page::wholes;
use crate::syntax::template;

/// The keys of an entry whose values are schemas.
pub const SCHEMAS: [&str; 2] = ["inputSchema", "outputSchema"];

/// A manifest. If it has errors, this is what could be read of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Manifest {
    pub name: String,
    pub description: String,
    pub origin: Option<SpannedText>,
    pub actions: Vec<Entry>,
    pub views: Vec<Entry>,
    pub pages: Vec<PageEntry>,
    /// The terms of `@context`.
    pub context: Vec<Term>,
    /// Whether a part of it could not be read. Then nothing counts as missing.
    pub broken: bool,
    /// Whether it is a part of a manifest, and a later part must close it.
    pub is_open: bool,
}

/// Whether a template writes the manifest of a page. Then its text does not have to be JSON.
pub fn is_template(text: &str, parsed: &Parsed) -> bool {
    !parsed.problems.is_empty() && ["{{", "{%", "<%", "<?"].iter().any(|mark| text.contains(mark))
}

/// Whether a template computes the name of an entry. Any name may then be declared.
fn has_computed_names(root: &Node) -> bool {
    let mut keys = ["actions", "data", "pages"].iter().flat_map(|registry| members(root.get(registry)));
    keys.any(|member| template::is_dynamic(&member.key.text))
}

/// A text with its span, without quotes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpannedText {
    pub text: String,
    pub span: Span,
}

impl SpannedText {
    /// The text in a document, if its span counts from `start`.
    #[must_use]
    pub fn shifted(&self, start: usize) -> Self {
        SpannedText { text: self.text.clone(), span: self.span.shifted(start) }
    }
}

/// An action or a data view.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    pub id: String,
    /// Its key, without quotes.
    pub span: Span,
    pub title: String,
    pub description: String,
    pub scope: Option<SpannedText>,
    pub risk: Option<SpannedText>,
    pub confirmation: Option<SpannedText>,
    pub idempotent: Option<SpannedText>,
    pub has_endpoint: bool,
    /// The properties of its `inputSchema`.
    pub fields: Vec<Property>,
    /// Whether the schema may allow arguments other than its properties: it refers to other schemas, or it is missing.
    pub open: bool,
    /// The `x-semantic` of the properties of both schemas.
    pub meanings: Vec<Meaning>,
}

/// The `x-semantic` of a property.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Meaning {
    pub property: String,
    /// Where the meaning is written.
    pub span: Span,
    pub text: Option<String>,
}

/// A term of `@context`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    pub name: String,
    pub span: Span,
    /// Its meaning: its text, or the text of its `@id`.
    pub meaning: Option<String>,
    /// Its text, if it is a prefix for other meanings.
    pub prefix: Option<String>,
}

/// A property of an `inputSchema`.
#[derive(Clone, Debug, PartialEq)]
pub struct Property {
    pub name: String,
    pub span: Span,
    pub required: bool,
    /// Its type, or several joined by `|`.
    pub kind: String,
    pub format: String,
    /// The values of an `enum`, or of a `const`.
    pub choices: Vec<String>,
    pub title: String,
    pub description: String,
    pub semantic: String,
    /// Limits in the schema: `>= 0`.
    pub limits: Vec<String>,
}

/// The entry of a page.
#[derive(Clone, Debug, PartialEq)]
pub struct PageEntry {
    pub route: String,
    pub span: Span,
    pub title: String,
    pub description: String,
    pub actions: Vec<SpannedText>,
    pub views: Vec<SpannedText>,
    /// Whether it lists its actions.
    pub lists_actions: bool,
    /// Whether an item of the list is computed by a template, or is not a text.
    pub lists_unknown: bool,
}

impl Manifest {
    /// Reads a manifest; `offset` is where its text starts.
    pub fn read(text: &str, offset: usize) -> Self {
        Self::of(&json::parse_at(text, offset))
    }

    /// The manifest of a parsed text.
    pub fn of(parsed: &Parsed) -> Self {
        let root = &parsed.root;
        let text = |pointer: &str| root.at(pointer).and_then(Node::as_str).unwrap_or_default().to_owned();
        Manifest {
            name: text("/site/name"),
            description: text("/site/description"),
            origin: root.at("/site/origin").and_then(spanned),
            actions: exact(named(root.get("actions")).map(entry)),
            views: exact(named(root.get("data")).map(entry)),
            pages: exact(named(root.get("pages")).map(route)),
            context: exact(members(root.get("@context")).iter().map(term)),
            is_open: false,
            broken: !parsed.problems.is_empty()
                || !parsed.complete
                || root.as_map().is_none()
                || has_computed_names(root),
        }
    }

    /// A manifest that was read in parts, with the start of each. The parts must be in the order of the text.
    pub fn joined(parts: &[Part<'_>]) -> Self {
        let mut whole = Manifest::default();
        for part in parts {
            let one = part.manifest;
            for (all, own) in [(&mut whole.name, &one.name), (&mut whole.description, &one.description)] {
                if all.is_empty() {
                    all.clone_from(own);
                }
            }
            whole.origin = whole.origin.or_else(|| one.origin.as_ref().map(|text| text.shifted(part.start)));
            whole.actions.extend(one.actions.iter().map(|entry| entry.shifted(part.start)));
            whole.views.extend(one.views.iter().map(|entry| entry.shifted(part.start)));
            whole.pages.extend(one.pages.iter().map(|entry| entry.shifted(part.start)));
            whole.broken |= one.broken;
        }
        whole.broken |= parts.last().is_some_and(|last| last.manifest.is_open);
        whole
    }

    /// The action of this name.
    pub fn action(&self, id: &str) -> Option<&Entry> {
        self.actions.iter().find(|one| one.id == id)
    }

    /// The action of a name on a page: the one with that name, otherwise the one that it is a part of.
    pub fn action_of(&self, name: &str) -> Option<&Entry> {
        self.action(name).or_else(|| wholes(name).find_map(|whole| self.action(whole)))
    }

    /// The data view of this name.
    pub fn view(&self, id: &str) -> Option<&Entry> {
        self.views.iter().find(|one| one.id == id)
    }
}

/// A part of a manifest. Its spans count from `start`.
#[derive(Clone, Copy, Debug)]
pub struct Part<'a> {
    pub start: usize,
    pub manifest: &'a Manifest,
}

impl PageEntry {
    fn shifted(&self, by: usize) -> Self {
        let mut page = self.clone();
        page.span = page.span.shifted(by);
        page.actions.iter_mut().chain(&mut page.views).for_each(|one| one.span = one.span.shifted(by));
        page
    }
}

impl Entry {
    fn shifted(&self, by: usize) -> Self {
        let mut entry = self.clone();
        entry.span = entry.span.shifted(by);
        let stated = [&mut entry.scope, &mut entry.risk, &mut entry.confirmation, &mut entry.idempotent];
        stated.into_iter().flatten().for_each(|one| one.span = one.span.shifted(by));
        entry.fields.iter_mut().for_each(|field| field.span = field.span.shifted(by));
        entry.meanings.iter_mut().for_each(|one| one.span = one.span.shifted(by));
        entry
    }

    /// The field of this name.
    pub fn field(&self, name: &str) -> Option<&Property> {
        self.fields.iter().find(|one| one.name == name)
    }
}

impl Property {
    /// Its type in a few words: `number >= 0`, `"EUR" | "USD"`.
    pub fn kind_words(&self) -> String {
        let mut words = match (&self.choices[..], self.kind.as_str()) {
            ([], "") => "anything".to_owned(),
            ([], kind) => kind.to_owned(),
            (choices, _) => choices.join(" | "),
        };
        if !self.format.is_empty() {
            words.push_str(&format!(" ({})", self.format));
        }
        for limit in &self.limits {
            words.push_str(&format!(" {limit}"));
        }
        words
    }

    /// The address of its meaning without the scheme: `schema.org/email`.
    pub fn semantic_words(&self) -> Option<&str> {
        let plain = self.semantic.split_once("://").map_or(self.semantic.as_str(), |(_, rest)| rest);
        (!plain.is_empty()).then_some(plain)
    }
}

fn entry(member: &Member) -> Entry {
    let node = &member.value;
    let input = node.get("inputSchema");
    let required: HashSet<&str> = input
        .and_then(|schema| schema.get("required"))
        .and_then(Node::as_list)
        .map(|all| all.iter().filter_map(Node::as_str).collect())
        .unwrap_or_default();
    let properties = input.and_then(|schema| schema.get("properties"));
    let words = ["$ref", "$dynamicRef", "allOf", "anyOf", "oneOf", "patternProperties", "if"];
    Entry {
        id: member.key.text.clone(),
        span: span(&member.key),
        title: text(node, "title"),
        description: text(node, "description"),
        scope: node.get("scope").and_then(spanned),
        risk: node.get("risk").and_then(spanned),
        confirmation: node.get("confirmation").and_then(spanned),
        idempotent: node.get("idempotent").and_then(|value| {
            Some(SpannedText { text: value.as_bool()?.to_string(), span: value.span.clone().into() })
        }),
        has_endpoint: node.get("endpoint").is_some(),
        meanings: exact(SCHEMAS.iter().filter_map(|key| node.get(key)).flat_map(meanings)),
        fields: exact(named(properties).map(|member| property(member, &required))),
        open: input.is_none_or(|schema| {
            schema.as_map().is_none() || words.iter().any(|word| schema.get(word).is_some())
        }),
    }
}

fn property(member: &Member, required: &HashSet<&str>) -> Property {
    let node = &member.value;
    let kind = match node.get("type").map(|kind| &kind.value) {
        Some(Value::String(kind)) => kind.clone(),
        Some(Value::List(kinds)) => kinds.iter().filter_map(Node::as_str).collect::<Vec<_>>().join(" | "),
        _ => String::new(),
    };
    let choices = match (node.get("enum").and_then(Node::as_list), node.get("const")) {
        (Some(all), _) => all.iter().map(|one| one.to_json().to_string()).collect(),
        (None, Some(one)) => vec![one.to_json().to_string()],
        (None, None) => Vec::new(),
    };
    let limits = [("minimum", ">="), ("exclusiveMinimum", ">"), ("maximum", "<="), ("exclusiveMaximum", "<")];
    Property {
        name: member.key.text.clone(),
        span: span(&member.key),
        required: required.contains(member.key.text.as_str()),
        kind,
        format: text(node, "format"),
        choices,
        title: text(node, "title"),
        description: text(node, "description"),
        semantic: text(node, "x-semantic"),
        limits: limits
            .iter()
            .filter_map(|(word, sign)| Some(format!("{sign} {}", node.get(word)?.as_number()?)))
            .collect(),
    }
}

fn route(member: &Member) -> PageEntry {
    let actions = member.value.get("actions").and_then(Node::as_list);
    let list = |name: &str| {
        let items = member.value.get(name).and_then(Node::as_list).unwrap_or_default();
        exact(items.iter().filter_map(spanned))
    };
    PageEntry {
        route: member.key.text.clone(),
        span: span(&member.key),
        title: text(&member.value, "title"),
        description: text(&member.value, "description"),
        actions: list("actions"),
        views: list("data"),
        lists_actions: actions.is_some(),
        lists_unknown: actions.is_some_and(|all| all.iter().any(|one| spanned(one).is_none())),
    }
}

/// The meanings of the properties of a schema.
fn meanings(schema: &Node) -> Vec<Meaning> {
    let properties = members(schema.get("properties")).iter();
    properties
        .filter_map(|property| {
            let semantic = property.value.get("x-semantic")?;
            Some(Meaning {
                property: property.key.text.clone(),
                span: semantic.content_span().into(),
                text: semantic.as_str().map(str::to_owned),
            })
        })
        .collect()
}

fn term(member: &Member) -> Term {
    let text = |node: Option<&Node>| node.and_then(Node::as_str).map(str::to_owned);
    let own = text(Some(&member.value));
    Term {
        name: member.key.text.clone(),
        span: span(&member.key),
        meaning: own.clone().or_else(|| text(member.value.get("@id"))),
        prefix: own,
    }
}

/// The members of an object whose names are not empty and not computed by a template.
fn named(node: Option<&Node>) -> impl Iterator<Item = &Member> {
    members(node)
        .iter()
        .filter(|member| !member.key.text.is_empty() && !template::is_dynamic(&member.key.text))
}

fn span(key: &Key) -> Span {
    key.content_span().into()
}

fn spanned(node: &Node) -> Option<SpannedText> {
    let text = node.as_str().filter(|text| !template::is_dynamic(text))?;
    Some(SpannedText { text: text.to_owned(), span: node.content_span().into() })
}
