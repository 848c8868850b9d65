//! A part of the body as a program of its own, which this one then calls.

use agmark_schema::Style;
use agmark_syntax::{Action, ActionKind, Change, Document, Edit, FileChange, Name, Span, There, World};

use super::cursor::{self, Cursor};
use crate::names;
use crate::own::{self, FrontMatter};

/// Makes a program of the selected text, if it is one that can stand alone.
pub(super) fn action(document: &Document, world: &dyn World, selection: Span) -> Option<Action> {
    let front = own::front(document)?;
    let text = document.text().span(selection).into_owned();
    let selected = text.trim();
    let whole = matches!(cursor::at(document, selection.start as usize)?, Cursor::Text)
        && matches!(cursor::at(document, selection.end as usize)?, Cursor::Text);
    if selected.len() < 8
        || selection.start < front.whole.end
        || !whole
        || !front.parsed.complete
        || !balanced(selected)
    {
        return None;
    }
    let fields = fields(document, front, selection)?;
    let first = selected.lines().next().unwrap_or_default();
    let name = name(first, world);
    let path = world.resolve(&format!("./{name}.md"))?;
    let mut call = format!("Call the {name} tool");
    for (i, (field, _)) in fields.iter().enumerate() {
        call.push_str(if i == 0 { " with " } else { ", " });
        call.push_str(&format!("{field}={{{{ .{field} }}}}"));
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
            FileChange::Create { path, text: program(&name, first, &fields, selected) },
            FileChange::Edit { path: own, before, edits },
        ]),
    })
}

/// Whether a text has whole actions and structures.
fn balanced(text: &str) -> bool {
    let mut depth = 0i32;
    for part in text.split("{{").skip(1) {
        let Some((inside, _)) = part.split_once("}}") else { return false };
        let word = inside.trim_start_matches(['-', ' ']).split_whitespace().next().unwrap_or_default();
        depth += i32::from(crate::cuts::opens_block(word)) - i32::from(word == "end");
        // An `else`, a variable or a template may belong to what is not selected.
        if depth < 0
            || word == "else" && depth == 0
            || inside.contains('$')
            || matches!(word, "template" | "define")
        {
            return false;
        }
    }
    depth == 0
}

/// The properties of the input that a part uses, each with its schema; none if it uses the whole input.
fn fields(document: &Document, front: &FrontMatter, selection: Span) -> Option<Vec<(String, String)>> {
    let mut all: Vec<(String, String)> = Vec::new();
    for (start, chunk) in document.chunks_at(selection) {
        for reference in &chunk.facts().references {
            let spaces = [names::INPUT.root, names::INPUT.nested];
            let Name { space, text, .. } = &reference.name;
            if !selection.covers(reference.span.shifted(start)) || !spaces.contains(space) {
                continue;
            }
            let root = text.split(['.', '[']).next().unwrap_or_default().to_owned();
            if all.iter().any(|(name, _)| *name == root)
                || !matches!(reference.target, agmark_syntax::Target::File)
            {
                continue;
            }
            let schema = front.parsed.root.at("/input/properties")?.get(&root)?;
            all.push((root, schema.to_json().to_string()));
        }
    }
    let whole = document.text().span(selection).contains("{{ . }}");
    (!whole).then_some(all)
}

/// A name from the first words that no file has yet.
fn name(first: &str, world: &dyn World) -> String {
    let plain: String = first.split("{{").next().unwrap_or_default().to_owned();
    let words: Vec<&str> =
        plain.split(|c: char| !c.is_ascii_alphanumeric()).filter(|w| !w.is_empty()).take(3).collect();
    let base = crate::convert::program_name(&words.join("-"));
    let base = if base.is_empty() || base == "python" { "part".to_owned() } else { base };
    let free = |name: &str| world.look(&format!("./{name}.md")) == There::Nothing;
    if free(&base) {
        return base;
    }
    (2..100).map(|n| format!("{base}-{n}")).find(|name| free(name)).unwrap_or(base)
}

fn program(name: &str, first: &str, fields: &[(String, String)], body: &str) -> String {
    let description =
        first.trim_start_matches(['#', '-', ' ', '*']).split("{{").next().unwrap_or_default().trim();
    let description = if description.is_empty() { "What this part does" } else { description };
    let mut out = format!(
        "---\nname: {name}\ndescription: {}\ninput:\n  type: object\n",
        crate::convert::scalar(description)
    );
    if fields.is_empty() {
        out.push_str("  properties: {}\n");
    } else {
        out.push_str("  properties:\n");
        for (field, schema) in fields {
            out.push_str(&format!("    {}: {schema}\n", crate::convert::scalar(field)));
        }
        let names: Vec<String> = fields.iter().map(|(field, _)| crate::convert::scalar(field)).collect();
        out.push_str(&format!("  required: [{}]\n", names.join(", ")));
    }
    out.push_str(
        "output:\n  type: object\n  properties:\n    result: { type: string }\n  required: [result]\n---\n",
    );
    out.push_str(body);
    out.push('\n');
    out
}

/// Adds an import.
fn import(document: &Document, front: &FrontMatter, name: &str) -> Option<Edit> {
    let path = format!("./{name}.md");
    let Some(imports) = front.parsed.root.get("imports") else {
        let end = front.content.end as usize;
        return (front.parsed.root.style == Style::Block)
            .then(|| Edit::insert(end, format!("imports:\n  - {path}\n")));
    };
    let items = imports.as_list()?;
    match (imports.style, items.last()) {
        (Style::Flow, Some(last)) => Some(Edit::insert(last.span.end, format!(", {path}"))),
        (Style::Flow, None) => Some(Edit::replace(imports.span.clone().into(), format!("[{path}]"))),
        (Style::Block, Some(last)) => {
            let text = document.text();
            let start = text.line_start(text.line_of(last.span.start));
            let lead: String = text.slice(start..last.span.start).trim_end_matches(['"', '\'']).to_owned();
            Some(Edit::insert(last.span.end, format!("\n{lead}{path}")))
        }
        _ => None,
    }
}
