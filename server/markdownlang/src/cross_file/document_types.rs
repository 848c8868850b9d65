//! Types through all chunks of a document.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use agmark_syntax::{Chunk, Document};

use super::memo::{MainMemo, Memo, TemplateMemo};
use crate::data::{self, ChunkData};
use crate::syntax::ast::TemplatePart;
use crate::type_check::report::TypeReport;
use crate::type_check::{Checker, Value, Variables};
use crate::types::{Shapes, Type};

/// How often the types of the dots of templates that call one another are computed before they become unknown.
const ROUNDS: usize = 4;

/// The reports of the chunks and the templates, each with the offset of its chunk.
pub(super) fn check(document: &Document, shapes: &Shapes, schema: u64) -> Vec<(usize, Arc<TypeReport>)> {
    let chunks = chunks(document);
    let mut parts = Vec::with_capacity(chunks.len());
    let root = Value { of: shapes.root(), place: Some(String::new()) };
    let mut variables = Variables::default();
    for part in &chunks {
        let report = main(part, shapes, schema, &root, &mut variables);
        parts.push((part.start, report));
    }
    let templates: Vec<(&Part<'_>, usize, &str, &[TemplatePart])> = chunks
        .iter()
        .filter(|part| part.data.defines)
        .flat_map(|part| {
            let defined = part.data.ast.definitions().into_iter().enumerate();
            defined.map(move |(i, (name, body))| (part, i, name, body))
        })
        .collect();
    if templates.is_empty() {
        return parts;
    }
    let count = parts.len();
    let mut dots = HashMap::new();
    for (_, report) in &parts {
        take_calls(report, &mut dots);
    }
    for round in 0.. {
        parts.truncate(count);
        let before = dots.clone();
        for (part, i, name, body) in &templates {
            let dot = match dots.get(*name) {
                Some(dot) if round < ROUNDS => dot.clone(),
                _ => Type::any(),
            };
            let report = template(part, *i, body, shapes, schema, dot);
            take_calls(&report, &mut dots);
            parts.push((part.start, report));
        }
        if dots == before || round >= ROUNDS {
            break;
        }
    }
    parts
}

/// The type of the dot of each template, by name.
pub(super) fn dots(document: &Document, shapes: &Shapes, schema: u64) -> HashMap<String, Type> {
    let mut dots = HashMap::new();
    for (_, report) in check(document, shapes, schema) {
        take_calls(&report, &mut dots);
    }
    dots
}

/// A chunk with actions or front matter.
pub(super) struct Part<'a> {
    start: usize,
    chunk: &'a Chunk,
    data: &'a ChunkData,
}

impl Part<'_> {
    /// The last reports of the chunk.
    fn memo(&self) -> Option<MutexGuard<'_, Memo>> {
        memo(self.chunk)
    }
}

/// The last reports of a chunk.
pub(super) fn memo(chunk: &Chunk) -> Option<MutexGuard<'_, Memo>> {
    let memo = chunk.cache::<Mutex<Memo>>()?;
    Some(memo.lock().unwrap_or_else(PoisonError::into_inner))
}

/// The chunks with actions or front matter.
pub(super) fn chunks(document: &Document) -> Vec<Part<'_>> {
    document
        .cross_file_chunks()
        .filter_map(|(start, chunk)| Some(Part { start, chunk, data: data::of(chunk)? }))
        .collect()
}

fn take_calls(report: &TypeReport, dots: &mut HashMap<String, Type>) {
    for (name, dot) in &report.calls {
        match dots.get_mut(name) {
            Some(before) => {
                let both = std::mem::take(before).or(dot.clone());
                *before = if both.is_unknown() { Type::any() } else { both };
            }
            None => {
                dots.insert(name.clone(), dot.clone());
            }
        }
    }
}

/// The report for the content of a chunk outside of templates. `variables` are those before it, and become those after it.
fn main(
    part: &Part<'_>,
    shapes: &Shapes,
    schema: u64,
    root: &Value,
    variables: &mut Variables,
) -> Arc<TypeReport> {
    let mut memo = part.memo();
    if let Some(main) = memo.as_ref().and_then(|memo| memo.main.as_ref())
        && main.schema == schema
        && main.before == *variables
    {
        *variables = main.after.clone();
        return Arc::clone(&main.report);
    }
    let before = variables.clone();
    let (report, after, _) = Checker::outside(shapes, before.clone()).run(&part.data.ast.items, root.clone());
    let report = Arc::new(report);
    variables.clone_from(&after);
    if let Some(memo) = &mut memo {
        memo.main = Some(MainMemo { schema, before, report: Arc::clone(&report), after });
    }
    report
}

/// The report for the body of a template.
fn template(
    part: &Part<'_>,
    at: usize,
    body: &[TemplatePart],
    shapes: &Shapes,
    schema: u64,
    dot: Type,
) -> Arc<TypeReport> {
    let mut memo = part.memo();
    if let Some(Some(known)) = memo.as_ref().and_then(|memo| memo.templates.get(at))
        && known.schema == schema
        && known.dot == dot
    {
        return Arc::clone(&known.report);
    }
    let value = Value { of: dot.clone(), place: Some(String::new()) };
    let (report, ..) = Checker::new(shapes, Variables::default()).run(body, value);
    let report = Arc::new(report);
    if let Some(memo) = &mut memo {
        if memo.templates.len() <= at {
            memo.templates.resize_with(at + 1, || None);
        }
        if let Some(place) = memo.templates.get_mut(at) {
            *place = Some(TemplateMemo { schema, dot, report: Arc::clone(&report) });
        }
    }
    report
}
