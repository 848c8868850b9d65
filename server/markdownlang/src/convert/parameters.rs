//! The parameters and the output of a skill, from its lists and its prose.

use serde_json::Value as Json;

use super::details::{self, Details};
use super::parameter::Parameter;
use super::value_type::ValueType;

/// The type that the name and the description of a parameter suggest.
fn suggested_type(name: &str, description: &str) -> ValueType {
    let name = name.to_ascii_lowercase();
    let description = description.to_ascii_lowercase();
    let is_named = |words: &[&str]| {
        words
            .iter()
            .any(|w| name == *w || name.ends_with(&format!("_{w}")) || name.ends_with(&format!("-{w}")))
    };
    let mentions = |words: &[&str]| {
        words.iter().any(|w| description.split(|c: char| !c.is_alphanumeric()).any(|s| s == *w))
    };
    if is_named(&["url", "uri", "link"]) {
        ValueType::text("uri")
    } else if is_named(&["email"]) {
        ValueType::text("email")
    } else if is_named(&["date"]) {
        ValueType::text("date")
    } else if is_named(&["count", "limit", "max", "min", "number", "n", "port", "year", "words", "lines"])
        || description.starts_with("number of")
        || mentions(&["integer"])
    {
        ValueType::INTEGER
    } else if mentions(&["boolean", "whether", "flag"]) {
        ValueType::BOOLEAN
    } else if mentions(&["list", "array"]) {
        ValueType::ARRAY
    } else {
        ValueType::STRING
    }
}

/// A list of parameters, or of fields, under a heading.
#[derive(Debug, Default)]
pub(super) struct ParameterList {
    pub parameters: Vec<Parameter>,
    /// The text without the list.
    pub rest: String,
    /// The lines of the list that could not be read, by their index.
    pub unread: Vec<usize>,
    /// Whether the text has such a heading.
    pub has_heading: bool,
}

/// Headings of lists of parameters.
const PARAMETER_HEADINGS: [&str; 5] = ["parameters", "arguments", "inputs", "input", "args"];

/// Headings of lists of output fields.
const OUTPUT_HEADINGS: [&str; 5] = ["returns", "output", "outputs", "result", "results"];

/// The parameters that a text lists, and the text without the list.
pub(super) fn parameters(body: &str) -> ParameterList {
    let mut section = section(body, &PARAMETER_HEADINGS);
    if section.rest.contains("$ARGUMENTS") && !section.parameters.iter().any(|p| p.name == "arguments") {
        let description = "The text after the command".to_owned();
        section.parameters.push(Parameter { description, ..Parameter::string("arguments") });
    }
    section
}

fn section(body: &str, heads: &[&str]) -> ParameterList {
    let lines: Vec<&str> = body.split_inclusive('\n').collect();
    let is_head = |line: &str| {
        let bare = line
            .trim()
            .trim_start_matches('#')
            .trim()
            .trim_matches('*')
            .trim_end_matches(':')
            .trim_matches('*');
        let marked = line.trim_start().starts_with('#') || line.trim().trim_end_matches('*').ends_with(':');
        marked && heads.contains(&bare.trim().to_ascii_lowercase().as_str())
    };
    let is_blank = |at: usize| lines.get(at).is_some_and(|line| line.trim().is_empty());
    let mut section = ParameterList::default();
    let mut at = 0;
    while let Some(line) = lines.get(at) {
        if !is_head(line) {
            section.rest.push_str(line);
            at += 1;
            continue;
        }
        section.has_heading = true;
        let mut next = at + 1;
        while is_blank(next) {
            next += 1;
        }
        let (read, after) = match lines.get(next) {
            Some(first) if first.trim_start().starts_with('|') => table(&lines, next),
            _ => list(&lines, next),
        };
        let known: usize = read.iter().filter(|(_, one)| one.is_some()).count();
        if known == 0 {
            if after > next {
                section.unread.push(next);
            }
            section.rest.push_str(line);
            at += 1;
            continue;
        }
        for (index, one) in read {
            match one {
                // A schema has each property once. A second line for the same one stays in the text.
                Some(one) if section.parameters.iter().all(|other| other.name != one.name) => {
                    section.parameters.push(one)
                }
                Some(_) => section.rest.push_str(lines[index]),
                None => {
                    section.unread.push(index);
                    section.rest.push_str(lines[index]);
                }
            }
        }
        at = after;
        // One blank line is left between the text before the list and the text after it.
        while is_blank(at) {
            at += 1;
        }
    }
    section
}

/// Each line with its parameter, if it could be read, and the index of the line after the last.
type ListLines = (Vec<(usize, Option<Parameter>)>, usize);

fn list(lines: &[&str], first: usize) -> ListLines {
    let is_item = |line: &&str| line.starts_with(['-', '*', '+']) || line.trim_start().starts_with("- ");
    let items = lines.iter().enumerate().skip(first).take_while(|(_, line)| is_item(line));
    let read: Vec<_> = items.map(|(index, line)| (index, parameter(line))).collect();
    let after = first + read.len();
    (read, after)
}

/// A table of parameters. The heads of its columns say what they contain.
fn table(lines: &[&str], first: usize) -> ListLines {
    let cells = |line: &str| -> Vec<String> {
        let inside = line.trim().trim_start_matches('|').trim_end_matches('|');
        inside.split('|').map(|cell| cell.trim().to_owned()).collect()
    };
    let rows =
        lines.iter().enumerate().skip(first).take_while(|(_, line)| line.trim_start().starts_with('|'));
    let rows: Vec<(usize, Vec<String>)> = rows.map(|(index, line)| (index, cells(line))).collect();
    let after = first + rows.len();
    let Some((head, body)) = rows.split_first() else { return (Vec::new(), after) };
    let column =
        |names: &[&str]| head.1.iter().position(|cell| names.contains(&cell.to_ascii_lowercase().as_str()));
    let name =
        column(&["name", "parameter", "argument", "input", "field", "property", "output"]).unwrap_or(0);
    let (value_type, need) = (column(&["type"]), column(&["required", "required?", "optional"]));
    let (default, about) = (column(&["default"]), column(&["description", "meaning", "what it is", "notes"]));
    let is_ruler = |row: &[String]| row.iter().all(|cell| cell.chars().all(|c| matches!(c, '-' | ':' | ' ')));
    let read = body.iter().filter(|(_, row)| !is_ruler(row)).map(|(index, row)| {
        let cell = |at: Option<usize>| at.and_then(|at| row.get(at)).map(String::as_str).unwrap_or_default();
        let of_optional = need.is_some_and(|at| head.1[at].eq_ignore_ascii_case("optional"));
        let yes =
            matches!(cell(need).to_ascii_lowercase().as_str(), "yes" | "true" | "required" | "x" | "✓" | "✔");
        let word = match need {
            None => "",
            Some(_) if yes != of_optional => "required",
            Some(_) => "optional",
        };
        let default = cell(default).trim_matches('`');
        let default = match default {
            "" | "-" | "–" | "—" | "none" => String::new(),
            default => format!("default: {default}"),
        };
        let marks = [cell(value_type).trim_matches('`'), word, &default].map(str::to_owned);
        let marks: Vec<String> = marks.into_iter().filter(|mark| !mark.is_empty()).collect();
        let marks = if marks.is_empty() { String::new() } else { format!(" ({})", marks.join(", ")) };
        (*index, parameter(&format!("- {}{marks}: {}", cell(Some(name)), cell(about))))
    });
    (read.collect(), after)
}

/// `- name (required): What it is (a, b, c)`.
fn parameter(line: &str) -> Option<Parameter> {
    let item = line.trim_start().strip_prefix(['-', '*', '+'])?.trim();
    let end =
        item.find([':', '(']).or_else(|| item.find(" - ")).or_else(|| item.find(" – ")).unwrap_or(item.len());
    let name = item[..end].trim().trim_matches(['`', '*', '"', '<', '>', '{', '}', '$']);
    if name.is_empty() || !name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-')) {
        return None;
    }
    let Details { value_type, choices, default, required, description } = details::read(&item[end..]);
    let suggested = suggested_type(name, &description);
    // A stated type has priority over a suggested one.
    let (value_type, default) = match (value_type, default) {
        (Some(stated), default) => (stated, default.and_then(|default| default.as_a(stated))),
        (None, Some(default)) if choices.is_empty() => match default.as_a(suggested) {
            Some(fitting) if suggested != ValueType::STRING => (suggested, Some(fitting)),
            _ => (default.apparent_type(), default.as_a(default.apparent_type())),
        },
        (None, default) if !choices.is_empty() => {
            (ValueType::STRING, default.and_then(|default| default.as_a(ValueType::STRING)))
        }
        (None, _) => (suggested, None),
    };
    let fitting: Option<Vec<Json>> = choices.iter().map(|choice| choice.as_a(value_type)).collect();
    let choices = fitting.unwrap_or_default();
    let default = match default {
        // Such a default is not valid for the schema. The description still mentions it.
        Some(value) if !choices.is_empty() && !choices.contains(&value) => None,
        Some(value) => Some(value),
        None if required || details::mentions_default(&description) => None,
        None => choices.first().cloned(),
    };
    Some(Parameter { name: name.to_owned(), description, required, value_type, choices, default })
}

/// The output fields of a text: those that it lists, or those in a sentence like `returns the status and content`.
pub(super) fn returned(body: &str) -> Vec<Parameter> {
    let listed = section(body, &OUTPUT_HEADINGS).parameters;
    if !listed.is_empty() {
        return listed;
    }
    let lower = body.to_ascii_lowercase();
    let at = ["returns ", "return "].iter().find_map(|word| lower.find(word).map(|at| at + word.len()));
    let Some(rest) = at.and_then(|at| body.get(at..)) else { return Vec::new() };
    let sentence = rest.split(['.', '\n', ':', '(', ';']).next().unwrap_or_default();
    let mut fields: Vec<Parameter> = Vec::new();
    for part in sentence.replace(" and ", ",").split(',') {
        let words: Vec<&str> = part
            .split_whitespace()
            .filter(|w| !["the", "a", "an", "its", "their", "all"].contains(&w.to_ascii_lowercase().as_str()))
            .collect();
        let [one] = words.as_slice() else { continue };
        let name: String = one.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
        let name = name.to_ascii_lowercase();
        if !name.is_empty() && name != "json" && fields.iter().all(|other| other.name != name) {
            let is_count = matches!(name.as_str(), "status" | "count" | "total" | "number");
            let value_type = if is_count { ValueType::INTEGER } else { ValueType::STRING };
            fields.push(Parameter { value_type, ..Parameter::string(&name) });
        }
    }
    fields
}
