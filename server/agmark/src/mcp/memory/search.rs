//! The tool `agd_memory_search`.

use ::agd::search::{Options, Query};
use agmark_mcp::{Access, Answer, Context, Example, Paging, Tool, ToolError, ToolInfo};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::memory_document::{self, is_kind};
use crate::agd::rows::{cell, row};

pub struct Search;

#[derive(Deserialize, JsonSchema)]
pub struct Input {
    /// Text to search for
    query: String,
    #[serde(default = "yes")]
    ignore_case: bool,
    /// Only blocks of this kind: x-user
    #[serde(default)]
    kind: Option<String>,
    #[serde(flatten)]
    paging: Paging,
}

fn yes() -> bool {
    true
}

#[derive(Serialize, JsonSchema)]
pub struct Output {
    hits: Vec<Hit>,
}

#[derive(Clone, Serialize, JsonSchema)]
struct Hit {
    id: String,
    excerpt: String,
}

impl Tool for Search {
    const INFO: ToolInfo = ToolInfo {
        name: "agd_memory_search",
        title: "Search the memory",
        description: "The blocks of the memory that contain a text, each with an excerpt.",
        examples: &[Example { title: "a word", input: r#"{"query":"memory"}"#, answer: "root" }],
        access: Access::Read,
    };
    type Input = Input;
    type Output = Output;

    fn call(&self, context: &Context, input: Input) -> Result<Answer<Output>, ToolError> {
        let file = memory_document::file(context)?;
        let text = memory_document::text(file)?;
        let document = memory_document::parsed(file, &text)?;
        let options = Options { ignore_case: input.ignore_case, regex: false };
        let query = Query::new(&input.query, options).map_err(ToolError::message)?;
        let found = document.search(&query).into_iter();
        let found = found.filter(|hit| is_kind(hit.block, input.kind.as_deref()));
        let hit = |hit: ::agd::search::SearchHit<'_>| Hit {
            id: hit.block.id().unwrap_or("").to_owned(),
            excerpt: cell(&hit.excerpt),
        };
        let hits: Vec<Hit> = found.map(hit).collect();
        let text = |hit: &Hit| row(&[&hit.id, &hit.excerpt]);
        let (page, hits, mut text) = memory_document::page(context, &input.paging, &hits, text)?;
        if text.is_empty() {
            text = format!("no hit for {:?}: agd_memory_toc lists the ids\n", input.query);
        }
        Ok(Answer::new(text, Output { hits }).with_page(page))
    }
}
