//! Types through all chunks of a document.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use agmark_syntax::{Chunk, Document};

use super::memo::{Main, Memo, Template};
use crate::data::{self, ChunkData};
use crate::syntax::ast::{Ast, Item};
use crate::type_check::{Checker, Found, Value, Variables};
use crate::types::{Shapes, Type};

/// How often the dots of templates that call one another are followed before they are taken for anything.
const ROUNDS: usize = 4;

/// What was found in each chunk, with where it starts.
pub(super) fn check(document: &Document, shapes: &Shapes, schema: u64) -> Vec<(usize, Arc<Found>)> {
    let chunks = chunks(document);
    let mut parts = Vec::with_capacity(chunks.len());
    let root = Value { of: shapes.root(), place: Some(String::new()) };
    let mut variables = Variables::default();
    for part in &chunks {
        let found = main(part, shapes, schema, &root, &mut variables);
        parts.push((part.start, found));
    }
    let templates: Vec<(&Part<'_>, usize, &str, &[Item])> = chunks
        .iter()
        .filter(|part| part.data.defines)
        .flat_map(|part| {
            let defined = definitions(&part.data.ast).into_iter().enumerate();
            defined.map(move |(i, (name, body))| (part, i, name, body))
        })
        .collect();
    if templates.is_empty() {
        return parts;
    }
    let count = parts.len();
    let mut given = HashMap::new();
    for (_, found) in &parts {
        take_calls(found, &mut given);
    }
    for round in 0.. {
        parts.truncate(count);
        let before = given.clone();
        for (part, i, name, body) in &templates {
            let dot = match given.get(*name) {
                Some(dot) if round < ROUNDS => dot.clone(),
                _ => Type::any(),
            };
            let found = template(part, *i, body, shapes, schema, dot);
            take_calls(&found, &mut given);
            parts.push((part.start, found));
        }
        if given == before || round >= ROUNDS {
            break;
        }
    }
    parts
}

/// What is given to each template, by name.
pub(super) fn given(document: &Document, shapes: &Shapes, schema: u64) -> HashMap<String, Type> {
    let mut given = HashMap::new();
    for (_, found) in check(document, shapes, schema) {
        take_calls(&found, &mut given);
    }
    given
}

/// A chunk with something to check.
pub(super) struct Part<'a> {
    start: usize,
    chunk: &'a Chunk,
    data: &'a ChunkData,
}

impl Part<'_> {
    /// What was found in the chunk before.
    fn memo(&self) -> Option<MutexGuard<'_, Memo>> {
        memo(self.chunk)
    }
}

/// What was found in a chunk before.
pub(super) fn memo(chunk: &Chunk) -> Option<MutexGuard<'_, Memo>> {
    let memo = chunk.cache::<Mutex<Memo>>()?;
    Some(memo.lock().unwrap_or_else(PoisonError::into_inner))
}

/// The chunks with something to check.
pub(super) fn chunks(document: &Document) -> Vec<Part<'_>> {
    document
        .cross_file_chunks()
        .filter_map(|(start, chunk)| Some(Part { start, chunk, data: data::of(chunk)? }))
        .collect()
}

fn take_calls(found: &Found, given: &mut HashMap<String, Type>) {
    for (name, dot) in &found.calls {
        match given.get_mut(name) {
            Some(before) => {
                let both = std::mem::take(before).or(dot.clone());
                *before = if both.is_unknown() { Type::any() } else { both };
            }
            None => {
                given.insert(name.clone(), dot.clone());
            }
        }
    }
}

/// The content of a chunk outside of templates, with the variables that are known before and after it.
fn main(
    part: &Part<'_>,
    shapes: &Shapes,
    schema: u64,
    root: &Value,
    variables: &mut Variables,
) -> Arc<Found> {
    let mut memo = part.memo();
    if let Some(main) = memo.as_ref().and_then(|memo| memo.main.as_ref())
        && main.schema == schema
        && main.before == *variables
    {
        *variables = main.after.clone();
        return Arc::clone(&main.found);
    }
    let before = variables.clone();
    let (found, after, _) = Checker::outside(shapes, before.clone()).run(&part.data.ast.items, root.clone());
    let found = Arc::new(found);
    variables.clone_from(&after);
    if let Some(memo) = &mut memo {
        memo.main = Some(Main { schema, before, found: Arc::clone(&found), after });
    }
    found
}

fn template(
    part: &Part<'_>,
    at: usize,
    body: &[Item],
    shapes: &Shapes,
    schema: u64,
    dot: Type,
) -> Arc<Found> {
    let mut memo = part.memo();
    if let Some(Some(known)) = memo.as_ref().and_then(|memo| memo.templates.get(at))
        && known.schema == schema
        && known.dot == dot
    {
        return Arc::clone(&known.found);
    }
    let value = Value { of: dot.clone(), place: Some(String::new()) };
    let (found, ..) = Checker::new(shapes, Variables::default()).run(body, value);
    let found = Arc::new(found);
    if let Some(memo) = &mut memo {
        if memo.templates.len() <= at {
            memo.templates.resize_with(at + 1, || None);
        }
        if let Some(place) = memo.templates.get_mut(at) {
            *place = Some(Template { schema, dot, found: Arc::clone(&found) });
        }
    }
    found
}

/// The templates that are defined, in the order of the text.
pub(super) fn definitions(ast: &Ast) -> Vec<(&str, &[Item])> {
    let mut all = Vec::new();
    collect(&ast.items, &mut all);
    all
}

fn collect<'a>(items: &'a [Item], all: &mut Vec<(&'a str, &'a [Item])>) {
    for item in items {
        match item {
            Item::Define { name, body } | Item::Call { name, block: Some(body), .. } => {
                all.push((&name.text, body));
                collect(body, all);
            }
            Item::Condition(branches, otherwise) => {
                branches.iter().for_each(|b| collect(&b.body, all));
                collect(otherwise, all);
            }
            Item::Range { body, otherwise, .. } => {
                collect(body, all);
                collect(otherwise, all);
            }
            _ => {}
        }
    }
}
