//! Commands that documentation defines, with their descriptions and parameters.

use agmark_syntax::Span;

use crate::analysis::names::defines_command;
use crate::syntax::content::{content, header_content};
use crate::syntax::line_item::{ItemKind, LineItem};
use crate::syntax::structure::{Header, Structure};
use crate::syntax::value;

/// A command that `.Documentation` defines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DefinedCommand {
    /// Without the dot.
    pub name: String,
    pub doc: String,
    /// Each with its description or an example value.
    pub parameters: Vec<(String, String)>,
    /// The name with its dot.
    pub span: Span,
}

/// The commands that a chunk defines, for other files.
pub type DefinedCommands = Vec<DefinedCommand>;

/// The commands that a piece defines, in order.
pub fn defined(structure: &Structure<'_>) -> Vec<DefinedCommand> {
    let headers = structure.headers.iter().enumerate();
    headers
        .filter(|(_, header)| defines_command(structure, header))
        .map(|(index, header)| DefinedCommand {
            name: header.name.to_owned(),
            doc: doc(structure, index, header),
            parameters: parameters(structure, index, header),
            span: header.name_span,
        })
        .collect()
}

/// The same for other files; `None` if there are none.
pub fn summary(structure: &Structure<'_>) -> Option<DefinedCommands> {
    let all = defined(structure);
    (!all.is_empty()).then_some(all)
}

/// `.name(first, second)`.
pub fn signature(name: &str, parameters: impl Iterator<Item = impl AsRef<str>>) -> String {
    let parameters: Vec<String> = parameters.map(|p| p.as_ref().to_owned()).collect();
    format!(".{name}({})", parameters.join(", "))
}

/// The text on the line of the header, or the first text below it.
fn doc(structure: &Structure<'_>, index: usize, header: &Header<'_>) -> String {
    let text = structure.text;
    if let Some(words) = header.contents.first().and_then(|part| value::words(*part, text)) {
        return words.into_owned();
    }
    header_content(structure, index).unwrap_or_default()
}

fn parameters(structure: &Structure<'_>, index: usize, header: &Header<'_>) -> Vec<(String, String)> {
    let block = |at: usize| -> Option<&LineItem<'_>> {
        structure.own_items(index).iter().find(|item| item.kind == ItemKind::Parameter(at))
    };
    let described = |at: &usize| {
        let parameter = structure.parameters.get(*at).filter(|p| p.level == 0)?;
        let words = parameter.value.and_then(|part| value::words(part, structure.text));
        let written = || parameter.value.map(|part| part.text(structure.text).to_owned());
        let text = match words {
            Some(words) => words.into_owned(),
            None => {
                block(*at).and_then(|item| content(item, structure.text)).or_else(written).unwrap_or_default()
            }
        };
        Some((parameter.key.to_owned(), text))
    };
    let mut all: Vec<(String, String)> = Vec::new();
    for (key, text) in header.parameters.iter().filter_map(described) {
        if !all.iter().any(|(known, _)| *known == key) {
            all.push((key, text));
        }
    }
    all
}
