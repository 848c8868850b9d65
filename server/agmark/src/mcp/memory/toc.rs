//! The tool `agd_memory_toc`.

use ::agd::ids::own_description;
use agmark_mcp::{Access, Answer, Context, Example, Paging, Tool, ToolError, ToolInfo};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::memory_document::{self, is_kind};
use crate::agd::rows::{cell, row};

pub struct Toc;

#[derive(Deserialize, JsonSchema)]
pub struct Input {
    /// Only blocks of this kind: x-user
    #[serde(default)]
    kind: Option<String>,
    #[serde(flatten)]
    paging: Paging,
}

#[derive(Serialize, JsonSchema)]
pub struct Output {
    entries: Vec<Entry>,
}

#[derive(Clone, Serialize, JsonSchema)]
struct Entry {
    id: String,
    kind: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    desc: String,
}

impl Tool for Toc {
    const INFO: ToolInfo = ToolInfo {
        name: "agd_memory_toc",
        title: "List the memory",
        description: "The ids of the memory, each with its kind and description. Call it first.",
        examples: &[Example { title: "all", input: "{}", answer: "h-user" }],
        access: Access::Read,
    };
    type Input = Input;
    type Output = Output;

    fn call(&self, context: &Context, input: Input) -> Result<Answer<Output>, ToolError> {
        let file = memory_document::file(context)?;
        let text = memory_document::text(file)?;
        let document = memory_document::parsed(file, &text)?;
        let blocks = document.blocks().filter(|block| is_kind(*block, input.kind.as_deref()));
        let entry = |block: ::agd::ast::Block<'_>| {
            let (id, kind) = (block.id()?.to_owned(), block.tag().to_owned());
            Some(Entry { id, kind, desc: cell(&own_description(block)) })
        };
        let entries: Vec<Entry> = blocks.filter_map(entry).collect();
        let text = |entry: &Entry| row(&[&entry.id, &entry.kind, &entry.desc]);
        let (page, entries, mut text) = memory_document::page(context, &input.paging, &entries, text)?;
        if text.is_empty() {
            text.push_str("nothing is saved yet: agd_memory_save saves\n");
        }
        Ok(Answer::new(text, Output { entries }).with_page(page))
    }
}
