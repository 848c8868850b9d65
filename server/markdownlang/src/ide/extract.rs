//! Extraction of a part of the body to a new program.

use agmark_schema::{Node, Style};
use agmark_syntax::{Action, ActionKind, Change, Document, Edit, FileChange, PathKind, Span, World};
use serde_json::Value as Json;

use super::cursor::{self, Cursor};
use super::yaml_edit::insert_item;
use crate::convert::program_name;
use crate::cross_file;
use crate::data::{self, FrontMatter};
use crate::syntax::identifier;
use crate::syntax::yaml_text::{flow, scalar};

/// Fields, each with its schema as YAML.
type Fields = Vec<(String, String)>;

/// The action that extracts the selected text to a program, if the text is independent of the rest.
pub(crate) fn action(document: &Document, world: &dyn World, selection: Span) -> Option<Action> {
    let front = data::front(document)?;
    let text = document.text().span(selection).into_owned();
    let selected = text.trim();
    let whole = matches!(cursor::at(document, selection.start as usize)?, Cursor::Text)
        && matches!(cursor::at(document, selection.end as usize)?, Cursor::Text);
    if selected.len() < 8
        || selection.start < front.whole.end
        || !whole
        || !front.parsed.complete
        || !is_independent(selected)
    {
        return None;
    }
    let (fields, defs) = fields(document, front, selection)?;
    let first = selected.lines().next().unwrap_or_default();
    let name = name(first, world);
    let path = world.resolve_path(&format!("./{name}.md"))?;
    let mut call = format!("Call the {name} tool");
    for (i, (field, _)) in fields.iter().enumerate() {
        call.push_str(if i == 0 { " with " } else { ", " });
        call.push_str(&format!("{field}={{{{ {} }}}}", identifier::field(field)));
    }
    call.push('.');
    let lead = text.len() - text.trim_start().len();
    let start = selection.start as usize + lead;
    let edits =
        vec![import(document, front, &name)?, Edit::replace(Span::new(start, start + selected.len()), call)];
    let own = world.path()?.to_path_buf();
    let before = document.text().slice(0..document.text().len()).into_owned();
    Some(Action {
        title: format!("extract to the program {name}"),
        kind: ActionKind::Extract,
        change: Change::Files(vec![
            FileChange::Create { path, text: program(&name, first, &fields, defs, selected) },
            FileChange::Edit { path: own, before, edits },
        ]),
    })
}

/// Whether a text has whole actions and blocks, and has the same meaning in a program with the same input.
fn is_independent(text: &str) -> bool {
    let mut open: Vec<&str> = Vec::new();
    for part in text.split("{{").skip(1) {
        let Some((inside, _)) = part.split_once("}}") else { return false };
        let words: Vec<&str> = inside.split([' ', '(', ')', '\t', '\n']).filter(|w| !w.is_empty()).collect();
        let word = words.iter().find(|w| **w != "-").copied().unwrap_or_default();
        // The whole input cannot be passed by the names of its fields.
        let changed = open.iter().any(|word| matches!(*word, "range" | "with"));
        if words.contains(&".") && !changed
            // An `else`, a variable or a template may belong to text outside of the selection.
            || word == "else" && open.is_empty()
            || inside.contains('$')
            || matches!(word, "template" | "define" | "block" | "break" | "continue")
        {
            return false;
        }
        if word == "end" {
            if open.pop().is_none() {
                return false;
            }
        } else if crate::syntax::cuts::opens_block(word) {
            open.push(word);
        }
    }
    open.is_empty()
}

/// The fields of the dot that the selection uses, each with its schema; and the definitions of these schemas.
fn fields(document: &Document, front: &FrontMatter, selection: Span) -> Option<(Fields, Option<Json>)> {
    // The dot is that of the first action.
    let first = document.text().span(selection).find("}}").map(|at| selection.start as usize + at);
    let Some(first) = first else { return Some((Fields::new(), None)) };
    let (scope, _) = cross_file::types_at(document, first)?;
    let dot = scope.dot;
    let types = cross_file::document_types(document, front);
    let found: Vec<_> = types.reports(selection).collect();
    let inside = |start: usize, span: Span| selection.covers(span.shifted(start));
    let uses: Vec<&(Span, Vec<u32>)> = found
        .iter()
        .flat_map(|(start, part)| part.fields.iter().filter(|(span, _)| inside(*start, *span)))
        .collect();
    // A field that is not declared has no schema.
    if found.iter().any(|(start, part)| part.undeclared.iter().any(|one| inside(*start, one.span))) {
        return None;
    }
    let mut all = Fields::new();
    let mut refers = false;
    for (name, ids) in front.shapes.fields(&dot) {
        if uses.iter().any(|(_, of)| of.iter().any(|id| ids.contains(id))) {
            let schema = &front.shapes.get(*ids.first()?)?.json;
            let json = schema.to_string();
            if json.contains("\"$ref\"") {
                // References to other parts of the schema would be undefined.
                if json.matches("\"$ref\"").count() != json.matches("\"$ref\":\"#/$defs/").count() {
                    return None;
                }
                refers = true;
            }
            all.push((name, flow(schema)));
        }
    }
    if dot.is_unknown() {
        return None;
    }
    let defs = front.parsed.root.at("/input/$defs").filter(|_| refers);
    Some((all, defs.map(Node::to_json)))
}

/// A name from the first words that no file has.
fn name(first: &str, world: &dyn World) -> String {
    let plain: String = first.split("{{").next().unwrap_or_default().to_owned();
    let words: Vec<&str> =
        plain.split(|c: char| !c.is_ascii_alphanumeric()).filter(|w| !w.is_empty()).take(3).collect();
    let base = program_name(&words.join("-"));
    let base = if base.is_empty() || base == "python" { "part".to_owned() } else { base };
    let free = |name: &str| world.path_kind(&format!("./{name}.md")) == PathKind::Nothing;
    if free(&base) {
        return base;
    }
    (2..100).map(|n| format!("{base}-{n}")).find(|name| free(name)).unwrap_or(base)
}

fn program(name: &str, first: &str, fields: &Fields, defs: Option<Json>, body: &str) -> String {
    let description =
        first.trim_start_matches(['#', '-', ' ', '*']).split("{{").next().unwrap_or_default().trim();
    let description = if description.is_empty() { "What the program does" } else { description };
    let mut out =
        format!("---\nname: {name}\ndescription: {}\ninput:\n  type: object\n", scalar(description));
    if fields.is_empty() {
        out.push_str("  properties: {}\n");
    } else {
        out.push_str("  properties:\n");
        for (field, schema) in fields {
            out.push_str(&format!("    {}: {schema}\n", scalar(field)));
        }
        let names: Vec<String> = fields.iter().map(|(field, _)| scalar(field)).collect();
        out.push_str(&format!("  required: [{}]\n", names.join(", ")));
    }
    if let Some(defs) = defs {
        out.push_str(&format!("  $defs: {}\n", flow(&defs)));
    }
    out.push_str(
        "output:\n  type: object\n  properties:\n    result: { type: string }\n  required: [result]\n---\n",
    );
    out.push_str(body);
    out.push('\n');
    out
}

/// The edit that adds an import.
fn import(document: &Document, front: &FrontMatter, name: &str) -> Option<Edit> {
    let path = format!("./{name}.md");
    let Some(imports) = front.parsed.root.get("imports") else {
        let end = front.content.end as usize;
        return (front.parsed.root.style == Style::Block)
            .then(|| Edit::insert(end, format!("imports:\n  - {path}\n")));
    };
    insert_item(document, imports, &path)
}
