//! Blocks as plain data, as they stand in JSON.

use std::collections::BTreeMap;

use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};

use super::{Block, Kind, OwnedRun, Runs, Value};
use crate::canonical;

/// A block that borrows nothing: what `parse --json` gives, and what an edit operation carries.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Wire")]
pub struct OwnedBlock {
    /// The tag without its `@`; `!` for a comment.
    pub kind: String,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub attrs: BTreeMap<String, Value<'static>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hash: Option<String>,
    pub content: Content,
}

/// A block as it is given.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Wire {
    kind: String,
    #[serde(default)]
    attrs: BTreeMap<String, Value<'static>>,
    id: Option<String>,
    hash: Option<String>,
    #[serde(default)]
    content: Content,
    /// Where it stood, so that what was printed can be given back; it means nothing then.
    #[serde(default, rename = "span")]
    _span: IgnoredAny,
}

impl From<Wire> for OwnedBlock {
    fn from(Wire { kind, attrs, id, hash, content, .. }: Wire) -> Self {
        Self { kind, attrs, id, hash, content }
    }
}

/// What a block holds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", content = "value", rename_all = "lowercase")]
pub enum Content {
    #[default]
    Empty,
    Inline(Vec<OwnedRun>),
    Items(Vec<Vec<OwnedRun>>),
    Fenced(String),
}

impl OwnedBlock {
    /// A block of this kind, without attributes or id.
    pub fn new(kind: impl Into<String>, content: Content) -> Self {
        Self { kind: kind.into(), attrs: BTreeMap::new(), id: None, hash: None, content }
    }

    pub(crate) fn of(block: Block<'_>) -> Self {
        let owned = |runs: Runs<'_>| runs.map(OwnedRun::from).collect();
        let content = match block.kind() {
            Kind::Heading(_) | Kind::Paragraph | Kind::Comment | Kind::Ref => {
                Content::Inline(owned(block.runs()))
            }
            kind if kind.has_items() => Content::Items(block.items().runs().map(owned).collect()),
            _ => block.body().map_or(Content::Empty, |body| Content::Fenced(body.into_owned())),
        };
        Self {
            attrs: block.attributes().map(|a| (a.key.to_owned(), a.value().into_owned())).collect(),
            id: block.id().map(str::to_owned),
            hash: block.hash().map(str::to_owned),
            ..Self::new(block.tag(), content)
        }
    }

    /// With another id.
    pub fn with_id(mut self, id: impl Into<String>) -> Self {
        self.id = Some(id.into());
        self
    }

    /// With one more attribute, or with another value of one that it has.
    pub fn with_attr(mut self, key: impl Into<String>, value: impl Into<Value<'static>>) -> Self {
        self.attrs.insert(key.into(), value.into());
        self
    }

    /// In canonical form, without a line feed at the end. Not every value can be written so that it reads back as
    /// itself: an edit that brings in such a block is refused.
    pub fn canonical(&self) -> String {
        let mut out = String::new();
        canonical::owned(self, self.id.as_deref(), self.hash.as_deref(), &mut out);
        out
    }

    /// With runs of text put together, white space trimmed and line ends as they are read: what reading it back gives
    /// if it can be written at all.
    pub(crate) fn normalized(mut self) -> Self {
        match &mut self.content {
            Content::Inline(runs) => OwnedRun::normalize(runs),
            Content::Items(items) => items.iter_mut().for_each(OwnedRun::normalize),
            Content::Fenced(body) => *body = super::body::lines(body).into_owned(),
            Content::Empty if self.kind == "ul" || self.kind == "ol" || self.kind == "quote" => {
                self.content = Content::Items(Vec::new());
            }
            Content::Empty if Kind::of_tag(&self.kind).is_some_and(Kind::is_inline) => {
                self.content = Content::Inline(Vec::new());
            }
            Content::Empty => {}
        }
        self
    }
}
