//! `search`: names and text in all documents.

use std::sync::atomic::{AtomicUsize, Ordering};

use agmark_workspace::{Index, IndexedFile};
use rayon::prelude::*;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::elements::shortened;
use super::targets;
use crate::{Access, Answer, Context, FilePath, Paging, Row, Tool, ToolError, ToolInfo};

/// The most hits that are counted. Of more, an answer says only that there are more.
const MOST: usize = 10_000;

pub struct Search;

#[derive(Deserialize, JsonSchema)]
pub struct Input {
    /// Words to find, as they are written; letter case counts if there is a capital letter
    query: String,
    /// Only in this file or folder
    #[serde(default)]
    path: Option<String>,
    /// Only in names of elements; also finds abbreviations
    #[serde(default)]
    names: bool,
    #[serde(flatten)]
    paging: Paging,
}

#[derive(Serialize, JsonSchema)]
pub struct Output {
    hits: Vec<Hit>,
}

#[derive(Clone, Serialize, JsonSchema)]
struct Hit {
    path: String,
    line: usize,
    /// The nearest element before the hit that has a name
    #[serde(skip_serializing_if = "Option::is_none")]
    element: Option<String>,
    text: String,
}

impl Tool for Search {
    const INFO: ToolInfo = ToolInfo {
        name: "search",
        title: "Search documents",
        description: "Finds text, or names of elements, in all documents. Answers with paths, lines and the elements \
                      around.",
        examples: &[],
        access: Access::Read,
    };
    type Input = Input;
    type Output = Output;

    fn call(&self, context: &Context, input: Input) -> Result<Answer<Output>, ToolError> {
        if input.query.trim().is_empty() {
            return Err(ToolError::new("the query is empty", "write the words to find"));
        }
        let moment = context.fresh_moment()?;
        let index = &moment.index;
        let documents = targets::documents(context, index, input.path.as_deref())?;
        let mut hits = if input.names {
            names(context, index, &documents, &input.query)
        } else {
            texts(context, index, &documents, &input.query)?
        };
        let more = hits.len() > MOST;
        hits.truncate(MOST);
        let rows = input.paging.page(context, hits.len(), |number| {
            let hit = hits[number].clone();
            let element = hit.element.as_ref().map_or(String::new(), |name| format!(" [{name}]"));
            Ok(Row::new(format!("{}:{}{element} {}", hit.path, hit.line, hit.text), hit))
        })?;
        let (mut page, hits, text) = rows.into_parts();
        page.at_least = more;
        let text = if text.is_empty() { nothing(&input) } else { text };
        Ok(Answer::new(text, Output { hits }).with_page(page))
    }
}

fn nothing(input: &Input) -> String {
    let names = if input.names { "names" } else { "text" };
    format!("no {names} with {:?}; try fewer words\n", input.query)
}

fn names(context: &Context, index: &Index, documents: &[FilePath], query: &str) -> Vec<Hit> {
    let found = index.symbols(query, MOST + 1);
    let known: std::collections::HashSet<_> = documents.iter().map(|path| path.absolute()).collect();
    let inside = found.into_iter().filter(|hit| known.contains(&hit.path));
    let hits = inside.filter_map(|hit| {
        let path = context.workspace().known_path(&hit.path)?;
        let text = format!("{} {}", hit.name, hit.detail).trim().to_owned();
        // The line needs the text of the file: reading it is rare, because files are read once.
        let file = context.workspace().load(&path).ok()?;
        Some(Hit {
            path: path.shown().to_owned(),
            line: file.line(hit.span.start as usize),
            element: hit.container,
            text: shortened(&text),
        })
    });
    hits.collect()
}

fn texts(
    context: &Context,
    index: &Index,
    documents: &[FilePath],
    query: &str,
) -> Result<Vec<Hit>, ToolError> {
    let exact = query.chars().any(char::is_uppercase);
    let wanted = if exact { query.to_owned() } else { query.to_lowercase() };
    let count = AtomicUsize::new(0);
    let in_file = |path: &FilePath| -> Vec<Hit> {
        if context.is_cancelled() || count.load(Ordering::Relaxed) > 10 * MOST {
            return Vec::new();
        }
        // The documents are not loaded: they would take the place of all others in the cache.
        let Ok(text) = context.workspace().read(path) else { return Vec::new() };
        let hits = hits_in(path, &text, index.file(path.absolute()), &wanted, exact);
        count.fetch_add(hits.len(), Ordering::Relaxed);
        hits
    };
    let hits = documents.par_iter().flat_map_iter(in_file).collect();
    context.check_cancelled()?;
    Ok(hits)
}

/// The lines with the text.
fn hits_in(
    path: &FilePath,
    text: &str,
    indexed: Option<&IndexedFile>,
    wanted: &str,
    exact: bool,
) -> Vec<Hit> {
    let mut hits = Vec::new();
    let mut start = 0;
    for (number, line) in text.split_inclusive('\n').enumerate() {
        let found = if exact { line.contains(wanted) } else { line.to_lowercase().contains(wanted) };
        if found {
            let offset = start + line.len();
            let before =
                indexed.and_then(|file| file.symbols().last(|symbol| (symbol.span.start as usize) < offset));
            hits.push(Hit {
                path: path.shown().to_owned(),
                line: number + 1,
                element: before.map(|symbol| symbol.name.to_string()),
                text: shortened(line.trim()),
            });
        }
        start += line.len();
        if hits.len() > MOST {
            break;
        }
    }
    hits
}
