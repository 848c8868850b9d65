//! `get`: parts of a document by their names.

use agmark_syntax::{Document, Span, WantedUses};
use agmark_workspace::NameUse;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::elements::{self, Element};
use super::targets;
use crate::{Access, Answer, Context, LoadedFile, Paging, Row, Tool, ToolError, ToolInfo};

/// The most uses and neighbours of an element that are shown.
const USES: usize = 20;

pub struct Get;

#[derive(Deserialize, JsonSchema)]
pub struct Input {
    path: String,
    /// Names or ids of elements, `L12` for the one on line 12; without names, the whole text by lines
    #[serde(default)]
    names: Names,
    /// Also where each element is used, in all documents
    #[serde(default)]
    backlinks: bool,
    /// Also the first lines of so many elements before and after
    #[serde(default)]
    neighbours: usize,
    #[serde(flatten)]
    paging: Paging,
}

/// One name or several.
#[derive(Default, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Names {
    #[default]
    None,
    One(String),
    Several(Vec<String>),
}

impl Names {
    pub fn all(&self) -> &[String] {
        match self {
            Self::None => &[],
            Self::One(name) => std::slice::from_ref(name),
            Self::Several(names) => names,
        }
    }
}

#[derive(Serialize, JsonSchema)]
pub struct Output {
    parts: Vec<Part>,
}

#[derive(Serialize, JsonSchema)]
struct Part {
    name: String,
    line: usize,
    end_line: usize,
    /// The id for `edit`, which refuses a block that changed
    #[serde(skip_serializing_if = "Option::is_none")]
    edit_id: Option<String>,
    text: String,
    /// Where it is used
    #[serde(skip_serializing_if = "Vec::is_empty")]
    backlinks: Vec<Place>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    before: Vec<Place>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    after: Vec<Place>,
}

/// A line of a document.
#[derive(Serialize, JsonSchema)]
struct Place {
    path: String,
    line: usize,
    text: String,
}

impl Tool for Get {
    const INFO: ToolInfo = ToolInfo {
        name: "get",
        title: "Get parts of a document",
        description: "Returns the text of single elements by name, as written, with everything below them. Use it instead \
                      of reading whole files. `ID:HASH` after the lines is an id for `edit`.",
        examples: &[],
        access: Access::Read,
    };
    type Input = Input;
    type Output = Output;

    fn call(&self, context: &Context, input: Input) -> Result<Answer<Output>, ToolError> {
        let path = context.file_path(&input.path)?;
        if !path.exists() {
            return Err(targets::no_file(context, &context.index()?, &path));
        }
        let file = context.workspace().load(&path)?;
        let names = input.names.all();
        if names.is_empty() {
            return lines(context, &file, &input.paging);
        }
        let mut found = Vec::new();
        for name in names {
            context.check_cancelled()?;
            found.extend(elements::find(&file, name)?);
        }
        let document = file.document()?;
        let rows = input.paging.page(context, found.len(), |number| {
            let part = part(context, &file, document, &found[number], &input)?;
            Ok(Row::new(text_of(&file, &part), part))
        })?;
        let (page, parts, text) = rows.into_parts();
        Ok(Answer::new(text, Output { parts }).with_page(page))
    }
}

/// The whole text; each row is a line.
fn lines(context: &Context, file: &LoadedFile, paging: &Paging) -> Result<Answer<Output>, ToolError> {
    let all: Vec<&str> = file.text.lines().collect();
    let paging = Paging { limit: paging.limit.or(Some(usize::MAX)), ..paging.clone() };
    let start = paging.start()?.min(all.len());
    let rows = paging.page(context, all.len(), |number| Ok(Row::new(all[number], ())))?;
    let (page, shown, text) = rows.into_parts();
    let part = Part {
        name: file.path.shown().to_owned(),
        line: start + 1,
        end_line: start + shown.len(),
        edit_id: None,
        text: text.clone(),
        backlinks: Vec::new(),
        before: Vec::new(),
        after: Vec::new(),
    };
    Ok(Answer::new(text, Output { parts: vec![part] }).with_page(page))
}

fn part(
    context: &Context,
    file: &LoadedFile,
    document: &Document,
    element: &Element,
    input: &Input,
) -> Result<Part, ToolError> {
    let backlinks = if input.backlinks { backlinks(context, file, document, element)? } else { Vec::new() };
    let (before, after) = if input.neighbours > 0 {
        neighbours(file, document, element.span, input.neighbours.min(USES))
    } else {
        Default::default()
    };
    let text = document.text().span(element.span).trim_end().to_owned();
    Ok(Part {
        name: element.name.clone(),
        line: elements::line(document, element.span.start),
        end_line: elements::last_line(document, element.span),
        edit_id: (context.options().edit_guard)(document.format().info().name, &text),
        text,
        backlinks,
        before,
        after,
    })
}

fn backlinks(
    context: &Context,
    file: &LoadedFile,
    document: &Document,
    element: &Element,
) -> Result<Vec<Place>, ToolError> {
    if element.definition.is_none() {
        return Ok(Vec::new());
    }
    let moment = context.moment()?;
    let path = file.path.absolute();
    let view = moment.view(path, &**document.format());
    let offset = element.name_span.start as usize;
    let Some(name) = NameUse::at(&moment.index, &view, path, document, offset, WantedUses::Places) else {
        return Ok(Vec::new());
    };
    let uses = name.uses();
    let places = uses.iter().take(USES).filter_map(|location| {
        let path = context.workspace().known_path(&location.path)?;
        let other = context.workspace().load(&path).ok()?;
        Some(place(&other, other.document.as_ref()?, location.span))
    });
    Ok(places.collect())
}

/// The elements of the same level before and after.
fn neighbours(file: &LoadedFile, document: &Document, span: Span, count: usize) -> (Vec<Place>, Vec<Place>) {
    let rows = elements::rows(document);
    let Some(at) = rows.iter().position(|row| row.span.start == span.start) else {
        return Default::default();
    };
    let level = rows[at].level;
    let shown = |row: &agmark_syntax::outline::Row<'_>| place(file, document, row.span);
    let siblings = |row: &&agmark_syntax::outline::Row<'_>| row.level == level;
    let mut before: Vec<_> = rows[..at]
        .iter()
        .rev()
        .take_while(|row| row.level >= level)
        .filter(siblings)
        .take(count)
        .map(shown)
        .collect();
    before.reverse();
    let after = rows[at + 1..].iter().take_while(|row| row.level >= level).filter(siblings).take(count);
    (before, after.map(shown).collect())
}

fn place(file: &LoadedFile, document: &Document, span: Span) -> Place {
    Place {
        path: file.path.shown().to_owned(),
        line: elements::line(document, span.start),
        text: elements::line_text(document, span.start),
    }
}

fn text_of(file: &LoadedFile, part: &Part) -> String {
    let mut text = format!("{}:{}-{}", file.path, part.line, part.end_line);
    if let Some(id) = &part.edit_id {
        text.push_str(&format!(" {id}"));
    }
    text.push('\n');
    let short = |sign: char, place: &Place| format!("{sign} {}:{} {}\n", place.path, place.line, place.text);
    part.before.iter().for_each(|place| text.push_str(&short('↑', place)));
    text.push_str(&part.text);
    for place in &part.after {
        text.push('\n');
        text.push_str(short('↓', place).trim_end());
    }
    for place in &part.backlinks {
        text.push('\n');
        text.push_str(short('←', place).trim_end());
    }
    text
}
