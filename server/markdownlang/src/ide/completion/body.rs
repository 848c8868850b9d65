//! Completions in an action: fields, variables, functions, keywords.

use agmark_syntax::{Completion, Document, Span, SymbolKind};

use super::entry::{offer, word};
use super::rank;
use crate::cross_file;
use crate::ide::blocks::OpenBlocks;
use crate::ide::hover::described;
use crate::names;
use crate::syntax::identifier::is_identifier;
use crate::type_check::report::TypeScope;
use crate::types::{Field, Shapes, Type};
use crate::vocabulary::{FUNCTIONS, Function, KEYWORDS};

pub(super) fn complete(document: &Document, inside: Span, closed: bool, offset: usize) -> Vec<Completion> {
    let text = document.text().span(inside).into_owned();
    if let Some(quote) = open_quote(&text) {
        return in_string(document, &text, quote, offset);
    }
    let rest = document.text().slice(offset..(offset + 256).min(document.text().len()));
    let more = rest.find(|c: char| !is_word(c)).unwrap_or(rest.len());
    let start = text.rfind(|c: char| !is_word(c)).map_or(0, |at| at + char_len(&text, at));
    let typed = text.get(start..).unwrap_or_default();
    let before = text.get(..start).unwrap_or_default();
    let span = Span::new(offset - typed.len(), offset + more);
    if before.ends_with('.') {
        return cross_file::types_at(document, offset)
            .map(|(scope, shapes)| fields(&scope, shapes, before, span))
            .unwrap_or_default();
    }
    if before.ends_with('$') {
        return variables(document, span, offset);
    }
    if typed.starts_with(|c: char| c.is_ascii_digit()) || (span.is_empty() && !is_free(before, &rest)) {
        return Vec::new();
    }
    let words: Vec<&str> = before.trim_start_matches('-').split_whitespace().collect();
    let mut all = Vec::new();
    match words.as_slice() {
        [] => all.extend(keywords(&OpenBlocks::around(document, inside.start as usize), span, closed)),
        ["else"] => {
            let open = OpenBlocks::around(document, inside.start as usize);
            let second = KEYWORDS.iter().filter(|w| open.allow_after_else(w.name));
            all.extend(second.map(|w| word(w, SymbolKind::Event, span, w.name)));
            return all;
        }
        ["end" | "break" | "continue" | "define" | "template" | "block"] => return all,
        _ => {}
    }
    let piped = before.trim_end().strip_suffix('|');
    if piped.is_none() {
        if let Some((scope, shapes)) = cross_file::types_at(document, offset) {
            all.extend(own_fields(&scope.dot, shapes, span));
        }
        all.extend(variables(document, span, offset));
    }
    let mut functions: Vec<Completion> = FUNCTIONS.iter().map(|f| function(f, span)).collect();
    let chain = piped.and_then(|piped| piped.trim_end().rsplit([' ', '(', '|']).next());
    if let Some(chain) = chain.filter(|chain| chain.starts_with(['.', '$']))
        && let Some((scope, shapes)) = cross_file::types_at(document, offset)
        && let Some((of, _)) = rank::of_chain(&scope, shapes, chain)
    {
        rank::for_value(&mut functions, &of);
    }
    if words.as_slice() == ["range"] {
        rank::for_range(&mut all);
    }
    all.extend(functions);
    all
}

/// Whether a word can start between two parts of an action.
fn is_free(before: &str, after: &str) -> bool {
    let begins = before.is_empty()
        || before.ends_with(|c: char| c.is_whitespace() || matches!(c, '(' | '|' | ',' | '=' | '-'));
    let ends = |c: char| c.is_whitespace() || matches!(c, '}' | '|' | ')' | ',' | '-');
    begins && (after.is_empty() || after.starts_with(ends))
}

fn function(function: &Function, span: Span) -> Completion {
    Completion {
        detail: function.usage.to_owned(),
        documentation: function.docs.to_owned(),
        ..offer(function.name, SymbolKind::Function, span, function.name)
    }
}

/// The keywords that are allowed at the start of an action. If the action has no end, blocks are offered with their `end`.
fn keywords(open: &OpenBlocks, span: Span, closed: bool) -> Vec<Completion> {
    KEYWORDS
        .iter()
        .filter(|w| open.allow(w.name))
        .map(|w| {
            let mut one = word(w, SymbolKind::Event, span, w.name);
            let body = match w.name {
                "if" | "with" => "${1:.value} }}$0{{ end }}",
                "range" => "${1:.items} }}$0{{ end }}",
                "define" => "\"${1:name}\" }}$0{{ end }}",
                "block" => "\"${1:name}\" ${2:.} }}$0{{ end }}",
                _ => return one,
            };
            if !closed {
                one.edit.text = format!("{} {body}", w.name);
                one.snippet = true;
            }
            one
        })
        .collect()
}

/// The fields of the dot, each with its dot.
fn own_fields(dot: &Type, shapes: &Shapes, span: Span) -> Vec<Completion> {
    let mut all = of_type(dot, shapes, span, ".");
    for one in &mut all {
        if !one.edit.text.starts_with("index ") {
            one.edit.text = format!(".{}", one.label);
            one.label = format!(".{}", one.label);
        }
    }
    all
}

/// The fields of the value before the last dot.
fn fields(scope: &TypeScope, shapes: &Shapes, before: &str, span: Span) -> Vec<Completion> {
    let chain_start = before
        .rfind(|c: char| !(is_word(c) || matches!(c, '.' | '$')))
        .map_or(0, |at| at + char_len(before, at));
    let chain = before.get(chain_start..).unwrap_or_default().trim_end_matches('.');
    // The type of a parenthesis is not known.
    if before.get(..chain_start).is_some_and(|b| b.ends_with(')')) {
        return Vec::new();
    }
    let Some((of, _)) = rank::of_chain(scope, shapes, chain) else { return Vec::new() };
    let whole = if chain.is_empty() { "." } else { chain };
    let mut all = of_type(&of, shapes, span, whole);
    for one in &mut all {
        if one.edit.text.starts_with("index ") {
            one.edit.span.start -= u32::try_from(before.len() - chain_start).unwrap_or(0);
        }
    }
    all
}

/// The fields of a type. A field whose name is not an identifier is offered with `index`.
fn of_type(of: &Type, shapes: &Shapes, span: Span, whole: &str) -> Vec<Completion> {
    shapes
        .fields(of)
        .into_iter()
        .map(|(name, ids)| {
            let (detail, docs) = match shapes.field(of, &name) {
                Field::Declared(inner, _) => (inner.words(), described(shapes, &inner, &ids)),
                _ => (String::new(), String::new()),
            };
            let text = if is_identifier(&name) { name.clone() } else { format!("index {whole} \"{name}\"") };
            Completion { detail, documentation: docs, ..offer(&name, SymbolKind::Field, span, &text) }
        })
        .collect()
}

fn variables(document: &Document, span: Span, offset: usize) -> Vec<Completion> {
    let Some((scope, _)) = cross_file::types_at(document, offset) else { return Vec::new() };
    let before = document.text().slice((span.start as usize).saturating_sub(1)..span.start as usize);
    let start = if before == "$" { span.start - 1 } else { span.start };
    let span = Span { start, ..span };
    let mut seen: Vec<&str> = Vec::new();
    let mut all = Vec::new();
    for (name, of) in scope.variables.iter().rev() {
        if name != "$" && !seen.contains(&name.as_str()) {
            seen.push(name);
            all.push(Completion { detail: of.words(), ..offer(name, SymbolKind::Variable, span, name) });
        }
    }
    let root = offer("$", SymbolKind::Variable, span, "$");
    all.push(Completion { detail: "the whole input".to_owned(), ..root });
    all
}

/// Completions in a string: names of templates, values of an `enum`, keys of objects.
fn in_string(document: &Document, text: &str, quote: usize, offset: usize) -> Vec<Completion> {
    let span = Span::new(offset - (text.len() - quote - 1), offset);
    let before = text.get(..quote).unwrap_or_default().trim();
    let before = before.trim_start_matches(['-', ' ']);
    if matches!(before, "template" | "block" | "define") {
        let typed = text.get(quote + 1..).unwrap_or_default();
        let names = document.names().offered(names::TEMPLATE, typed).into_iter();
        return names.map(|n| offer(&n.text, SymbolKind::Function, span, &n.text)).collect();
    }
    if let Some((scope, shapes)) = cross_file::types_at(document, offset) {
        let values = rank::compared(&scope, shapes, before, span);
        if !values.is_empty() {
            return values;
        }
    }
    let mut words = before.rsplit([' ', '(']).filter(|w| !w.is_empty());
    let (Some(whole), Some("index")) = (words.next(), words.next()) else { return Vec::new() };
    let Some((scope, shapes)) = cross_file::types_at(document, offset) else { return Vec::new() };
    let Some((of, _)) = rank::of_chain(&scope, shapes, whole) else { return Vec::new() };
    shapes.fields(&of).iter().map(|(name, _)| offer(name, SymbolKind::Field, span, name)).collect()
}

/// The start of the string that is open at the end of an action's text.
fn open_quote(text: &str) -> Option<usize> {
    let mut open: Option<(usize, char)> = None;
    let mut escaped = false;
    for (at, c) in text.char_indices() {
        match open {
            Some((_, quote)) if c == quote && !escaped => open = None,
            Some((_, quote)) => escaped = c == '\\' && !escaped && quote != '`',
            None if matches!(c, '"' | '`') => open = Some((at, c)),
            None => {}
        }
    }
    open.map(|(at, _)| at)
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn char_len(text: &str, at: usize) -> usize {
    text.get(at..).and_then(|rest| rest.chars().next()).map_or(1, char::len_utf8)
}
