//! Adds the fields that the manifest has and the page lacks.

use agmark_syntax::Edit;

use super::entry::title;
use crate::manifest::model::Property;
use crate::page::Page;
use crate::page::resolve;
use crate::syntax::language::Language;
use crate::vocabulary::PREFIX;

/// Adds inputs for some properties of an action: in the action's element before the submit button. If the action is a
/// button, the inputs come after it and name it. `None` if the page has no element of the action.
pub fn fields(page: &Page<'_>, action: &str, properties: &[&Property]) -> Option<Edit> {
    let index = resolve::instances(page, action).first().copied()?;
    let element = page.dom.elements.get(index)?;
    let text = page.text;
    let container =
        !["button", "a", "input"].iter().any(|name| element.is(text, name)) && !element.tag.self_closing;
    let inside = page.dom.elements.get(index + 1..element.until).unwrap_or_default();
    let submit = inside.iter().find(|one| {
        let kind = one.attribute(text, "type").unwrap_or("submit");
        let sends =
            one.is(text, "button") || (one.is(text, "input") && one.attribute(text, "type").is_some());
        sends && kind.eq_ignore_ascii_case("submit")
    });
    let at = match (container, submit) {
        (true, Some(submit)) => submit.span.start,
        (true, None) => element.content.end,
        (false, _) => element.span.end,
    };
    let tie = (!container).then_some(action);
    let written: Vec<String> = properties.iter().map(|one| input(page.source, one, tie)).collect();
    let line = text.get(..at)?.rfind('\n').map_or(0, |end| end + 1);
    let before = text.get(line..at)?;
    let own_line = before.trim().is_empty() && line > 0;
    let indent = match (container, submit) {
        (true, None) => format!("{}  ", indent_of(text, element.span.start)),
        _ => indent_of(text, at),
    };
    Some(match (own_line, container, submit.is_some()) {
        // Before the button, on separate lines.
        (true, true, true) => {
            Edit::insert(at, joined(&written, &format!("\n{indent}")) + &format!("\n{indent}"))
        }
        // Before the line of the end tag.
        (true, true, false) => Edit::insert(line, joined_each(&written, &indent)),
        (false, false, _) | (true, false, _) => {
            Edit::insert(at, format!("\n{indent}{}", joined(&written, &format!("\n{indent}"))))
        }
        (false, true, _) => Edit::insert(at, joined(&written, " ") + " "),
    })
}

fn joined(lines: &[String], separator: &str) -> String {
    lines.join(separator)
}

fn joined_each(lines: &[String], indent: &str) -> String {
    lines.iter().map(|line| format!("{indent}{line}\n")).collect()
}

/// The blanks that the line of a byte begins with.
fn indent_of(text: &str, at: usize) -> String {
    let line = text.get(..at).and_then(|before| before.rfind('\n')).map_or(0, |end| end + 1);
    text.get(line..).unwrap_or("").chars().take_while(|c| matches!(c, ' ' | '\t')).collect()
}

/// A labelled input for a property.
fn input(source: Language, property: &Property, tie: Option<&str>) -> String {
    let label = if property.title.is_empty() {
        title(&property.name.replace('_', "-"))
    } else {
        property.title.clone()
    };
    let label = escaped(&label, source);
    let mut attributes = format!("name=\"{0}\" {PREFIX}kind=\"field\" {PREFIX}field=\"{0}\"", property.name);
    if let Some(action) = tie {
        attributes.push_str(&format!(" {PREFIX}for-action=\"{action}\""));
    }
    if property.required {
        attributes.push_str(" required");
    }
    let texts: Vec<String> = property
        .choices
        .iter()
        .filter_map(|choice| serde_json::from_str::<String>(choice).ok())
        .map(|choice| escaped(&choice, source))
        .collect();
    if texts.len() > 1 {
        let options: String =
            texts.iter().map(|one| format!("<option value=\"{one}\">{one}</option>")).collect();
        return format!("<label>{label} <select {attributes}>{options}</select></label>");
    }
    let kind = match (property.kind.as_str(), property.format.as_str()) {
        (_, "email") => "email",
        (_, "uri") => "url",
        (_, "date") => "date",
        ("number" | "integer", _) => "number",
        ("boolean", _) => "checkbox",
        _ if property.semantic.ends_with("/telephone") => "tel",
        _ => "text",
    };
    let limits: String = property
        .limits
        .iter()
        .filter_map(|limit| {
            let (sign, number) = limit.split_once(' ')?;
            let name = match sign {
                ">=" => "min",
                "<=" => "max",
                _ => return None,
            };
            Some(format!(" {name}=\"{number}\""))
        })
        .collect();
    let end = if source == Language::Html { ">" } else { " />" };
    format!("<label>{label} <input type=\"{kind}\"{limits} {attributes}{end}</label>")
}

/// A text as markup shows it.
fn escaped(text: &str, source: Language) -> String {
    let mut out = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;");
    if source != Language::Html {
        out = out.replace('{', "&#123;").replace('}', "&#125;");
    }
    out
}
