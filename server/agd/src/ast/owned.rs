//! Blocks as plain data, as in JSON.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize, de};

use super::attribute::Value;
use super::block::Block;
use super::run::{OwnedRun, Runs};
use crate::json::input::{InputError, Json, JsonPart};
use crate::lexical::kind::Kind;
use crate::lexical::line::without_carriage_returns;
use crate::lexical::markup::RunKind;

/// A block without borrowed text: the output of `parse --json` and the content of edits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
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

/// The content of a block.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(tag = "type", content = "value", rename_all = "lowercase")]
pub enum Content {
    #[default]
    Empty,
    Inline(Vec<OwnedRun>),
    Items(Vec<Vec<OwnedRun>>),
    Fenced(String),
}

impl<'de> Deserialize<'de> for OwnedBlock {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let json = Json::deserialize(deserializer)?;
        Self::read(&JsonPart::whole(&json)).map_err(de::Error::custom)
    }
}

/// The fields of a block. The last three are output only and are ignored in input.
const FIELDS: [&str; 8] = ["kind", "attrs", "id", "hash", "content", "span", "line", "content_hash"];

impl OwnedBlock {
    /// Reads a block from JSON.
    pub(crate) fn read(given: &JsonPart<'_>) -> Result<Self, InputError> {
        let fields = given.fields(&FIELDS)?;
        let text = |key| fields.get(key).map(|part| part.text().map(str::to_owned)).transpose();
        let mut attrs = BTreeMap::new();
        if let Some(given) = fields.get("attrs") {
            for (key, value) in given.members()? {
                attrs.insert(key.to_owned(), Value::given(&value)?);
            }
        }
        let content = fields.get("content").map_or(Ok(Content::Empty), |part| Content::read(&part))?;
        let kind = fields.need("kind")?.text()?.to_owned();
        Ok(Self { kind, attrs, id: text("id")?, hash: text("hash")?, content })
    }

    /// A block of this kind without attributes and id.
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

    /// With this attribute, which replaces one with the same key.
    pub fn with_attr(mut self, key: impl Into<String>, value: impl Into<Value<'static>>) -> Self {
        self.attrs.insert(key.into(), value.into());
        self
    }

    /// With adjacent text runs merged, white space trimmed and LF line endings, as reading it back gives.
    pub(crate) fn normalized(mut self) -> Self {
        match &mut self.content {
            Content::Inline(runs) => OwnedRun::normalize(runs),
            Content::Items(items) => items.iter_mut().for_each(OwnedRun::normalize),
            Content::Fenced(body) => *body = without_carriage_returns(body).into_owned(),
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

impl Block<'_> {
    /// The block as plain data without borrowed text.
    pub fn to_owned(self) -> OwnedBlock {
        OwnedBlock::of(self)
    }
}

impl Content {
    fn read(given: &JsonPart<'_>) -> Result<Self, InputError> {
        let fields = given.fields(&["type", "value"])?;
        let value = || fields.need("value");
        Ok(match fields.need("type")?.word(&["inline", "items", "fenced", "empty"])? {
            "inline" => Self::Inline(runs(&value()?)?),
            "items" => Self::Items(value()?.list()?.map(|item| runs(&item)).collect::<Result<_, _>>()?),
            "fenced" => Self::Fenced(value()?.text()?.to_owned()),
            _ => Self::Empty,
        })
    }
}

fn runs(given: &JsonPart<'_>) -> Result<Vec<OwnedRun>, InputError> {
    let run = |part: JsonPart<'_>| {
        let fields = part.fields(&["kind", "text"])?;
        let kind = match fields.need("kind")?.word(&["text", "bold", "italic", "code", "ref"])? {
            "bold" => RunKind::Bold,
            "italic" => RunKind::Italic,
            "code" => RunKind::Code,
            "ref" => RunKind::Ref,
            _ => RunKind::Text,
        };
        Ok(OwnedRun::new(kind, fields.need("text")?.text()?))
    };
    given.list()?.map(run).collect()
}
