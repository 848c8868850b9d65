//! Snippets for headers, with required parameters and placeholders.

use crate::vocabulary::{ContentModel, Directive};

/// A text escaped for a snippet.
pub(crate) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '$' | '\\' | '}') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

/// A directive after its dot; `unit` is the indent of one level. Editors give each line the indent of the first.
pub(crate) fn directive(directive: &Directive, unit: &str) -> String {
    let name = directive.name;
    let under = format!("\n{unit}");
    let required: Vec<_> = directive.parameters.iter().filter(|p| p.required).collect();
    match (name, directive.content) {
        ("GaryML", _) => "GaryML version: ${1:1.0}".to_owned(),
        ("Role" | "Query", _) => format!("{name}: \"$1\""),
        ("Section", _) => format!("Section title: ${{1:Title}}{under}.$0"),
        ("Documentation", _) => {
            format!("Documentation title=\"${{1:Title}}\"{under}.Section title: ${{2:Title}}{under}{unit}.$0")
        }
        ("Diff", _) => {
            format!("Diff id=${{1:id}} format=${{2:unified}}{under}```diff{under}$0{under}```")
        }
        ("Command" | "ToolCall", _) => format!("{name} name=.${{1:name}}"),
        (_, ContentModel::Text) => format!("{name}{under}\"\"\"{under}$0{under}\"\"\""),
        (_, ContentModel::Commands | ContentModel::Anything) => format!("{name}{under}.$0"),
        _ => {
            let place = |(i, p): (usize, &&crate::vocabulary::Parameter)| {
                format!(" {}=${{{}:{}}}", p.name, i + 1, p.name)
            };
            let places: String = required.iter().enumerate().map(place).collect();
            format!("{name}{places}")
        }
    }
}

/// A command after its dot, with its parameters below.
pub(crate) fn command<'a>(name: &str, parameters: impl Iterator<Item = &'a str>, unit: &str) -> String {
    let mut out = escape(name);
    for (i, parameter) in parameters.enumerate() {
        out.push_str(&format!("\n{unit}{}: ${}", escape(parameter), i + 1));
    }
    out
}
