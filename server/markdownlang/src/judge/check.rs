//! Types through all chunks of a document.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError};

use agmark_syntax::Document;

use super::{Main, Template};
use crate::ast::{Ast, Item};
use crate::own::{self, Own};
use crate::typed::{Checker, Found, Value, Variables};
use crate::types::{Shapes, Type};

/// How often the dots of templates that call one another are followed before they are taken for anything.
const ROUNDS: usize = 4;

/// What was found in each chunk, with where it starts.
pub(super) fn check(document: &Document, shapes: &Shapes, schema: u64) -> Vec<(usize, Arc<Found>)> {
    let chunks: Vec<(usize, &Own)> = chunks(document);
    let mut parts = Vec::with_capacity(chunks.len());
    let root = Value { of: shapes.root(), place: Some(String::new()) };
    let mut variables = Variables::default();
    for (start, own) in &chunks {
        let found = main(own, shapes, schema, &root, &mut variables);
        parts.push((*start, found));
    }
    let templates: Vec<(usize, &Own, usize, &str, &[Item])> = chunks
        .iter()
        .filter(|(_, own)| own.defines)
        .flat_map(|(start, own)| {
            let defined = definitions(&own.ast).into_iter().enumerate();
            defined.map(move |(i, (name, body))| (*start, *own, i, name, body))
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
        for (start, own, i, name, body) in &templates {
            let dot = match given.get(*name) {
                Some(dot) if round < ROUNDS => dot.clone(),
                _ => Type::any(),
            };
            let found = template(own, *i, body, shapes, schema, dot);
            take_calls(&found, &mut given);
            parts.push((*start, found));
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

/// What the chunks keep that have something to check.
pub(super) fn chunks(document: &Document) -> Vec<(usize, &Own)> {
    document.judged().filter_map(|(start, chunk)| Some((start, own::of(chunk)?))).collect()
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
fn main(own: &Own, shapes: &Shapes, schema: u64, root: &Value, variables: &mut Variables) -> Arc<Found> {
    let mut memo = own.memo.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(main) = &memo.main
        && main.schema == schema
        && main.before == *variables
    {
        *variables = main.after.clone();
        return Arc::clone(&main.found);
    }
    let before = variables.clone();
    let (found, after, _) = Checker::outside(shapes, before.clone()).run(&own.ast.items, root.clone());
    let found = Arc::new(found);
    variables.clone_from(&after);
    memo.main = Some(Main { schema, before, found: Arc::clone(&found), after });
    found
}

fn template(own: &Own, at: usize, body: &[Item], shapes: &Shapes, schema: u64, dot: Type) -> Arc<Found> {
    let mut memo = own.memo.lock().unwrap_or_else(PoisonError::into_inner);
    if memo.templates.len() <= at {
        memo.templates.resize_with(at + 1, || None);
    }
    let Some(place) = memo.templates.get_mut(at) else { return Arc::default() };
    if let Some(known) = place
        && known.schema == schema
        && known.dot == dot
    {
        return Arc::clone(&known.found);
    }
    let value = Value { of: dot.clone(), place: Some(String::new()) };
    let (found, ..) = Checker::new(shapes, Variables::default()).run(body, value);
    let found = Arc::new(found);
    *place = Some(Template { schema, dot, found: Arc::clone(&found) });
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
