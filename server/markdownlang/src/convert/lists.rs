//! What a skill takes and gives, from its lists and its prose.

use super::stated::{self, Kind, Stated};
use serde_json::Value as Json;

/// A parameter of a skill.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Parameter {
    pub name: String,
    pub description: String,
    pub required: bool,
    pub kind: Kind,
    /// From `(json, xml, text)`.
    pub choices: Vec<Json>,
    pub default: Option<Json>,
}

impl Parameter {
    /// A text that must be given.
    pub(super) fn text(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            description: String::new(),
            required: true,
            kind: Kind::STRING,
            choices: Vec::new(),
            default: None,
        }
    }

    /// How a template reaches it.
    pub(super) fn field(&self) -> String {
        super::field(&self.name)
    }
}

/// The type of a parameter whose text states none, as its name and description suggest.
fn suggested(name: &str, description: &str) -> Kind {
    let name = name.to_ascii_lowercase();
    let said = description.to_ascii_lowercase();
    let is = |words: &[&str]| {
        words
            .iter()
            .any(|w| name == *w || name.ends_with(&format!("_{w}")) || name.ends_with(&format!("-{w}")))
    };
    let says =
        |words: &[&str]| words.iter().any(|w| said.split(|c: char| !c.is_alphanumeric()).any(|s| s == *w));
    if is(&["url", "uri", "link"]) {
        Kind::text("uri")
    } else if is(&["email"]) {
        Kind::text("email")
    } else if is(&["date"]) {
        Kind::text("date")
    } else if is(&["count", "limit", "max", "min", "number", "n", "port", "year", "words", "lines"])
        || said.starts_with("number of")
        || says(&["integer"])
    {
        Kind::INTEGER
    } else if says(&["boolean", "whether", "flag"]) {
        Kind::BOOLEAN
    } else if says(&["list", "array"]) {
        Kind::ARRAY
    } else {
        Kind::STRING
    }
}

/// What a text lists under one of some headings.
#[derive(Debug, Default)]
pub(super) struct Section {
    pub found: Vec<Parameter>,
    /// The text without what was read.
    pub rest: String,
    /// Lines of the list that could not be read, by their index.
    pub unread: Vec<usize>,
    /// Whether one of the headings is there.
    pub is_there: bool,
}

/// Headings of what a skill takes, and of what it gives.
const TAKES: [&str; 5] = ["parameters", "arguments", "inputs", "input", "args"];
const GIVES: [&str; 5] = ["returns", "output", "outputs", "result", "results"];

/// The parameters that a text lists, and the text without the list.
pub(super) fn parameters(body: &str) -> Section {
    let mut section = section(body, &TAKES);
    if section.rest.contains("$ARGUMENTS") && !section.found.iter().any(|p| p.name == "arguments") {
        let description = "What was typed after the command";
        section.found.push(Parameter { description: description.to_owned(), ..Parameter::text("arguments") });
    }
    section
}

/// The fields that a text lists of what it returns.
pub(super) fn fields(body: &str) -> Vec<Parameter> {
    section(body, &GIVES).found
}

fn section(body: &str, heads: &[&str]) -> Section {
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
    let mut section = Section::default();
    let mut at = 0;
    while let Some(line) = lines.get(at) {
        if !is_head(line) {
            section.rest.push_str(line);
            at += 1;
            continue;
        }
        section.is_there = true;
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
                // A schema has each property once: what is said of one again stays in the text.
                Some(one) if section.found.iter().all(|other| other.name != one.name) => {
                    section.found.push(one)
                }
                Some(_) => section.rest.push_str(lines[index]),
                None => {
                    section.unread.push(index);
                    section.rest.push_str(lines[index]);
                }
            }
        }
        at = after;
        // One blank line is left between what stood around the list.
        while is_blank(at) {
            at += 1;
        }
    }
    section
}

/// What was read of each line, and the line after the last.
type Read = (Vec<(usize, Option<Parameter>)>, usize);

fn list(lines: &[&str], first: usize) -> Read {
    let is_item = |line: &&str| line.starts_with(['-', '*', '+']) || line.trim_start().starts_with("- ");
    let items = lines.iter().enumerate().skip(first).take_while(|(_, line)| is_item(line));
    let read: Vec<_> = items.map(|(index, line)| (index, parameter(line))).collect();
    let after = first + read.len();
    (read, after)
}

/// A table of parameters: the columns are told by their heads.
fn table(lines: &[&str], first: usize) -> Read {
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
    let (kind, need) = (column(&["type"]), column(&["required", "required?", "optional"]));
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
        let marks = [cell(kind).trim_matches('`'), word, &default].map(str::to_owned);
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
    let Stated { kind, choices, default, required, description } = stated::read(&item[end..]);
    let suggested = suggested(name, &description);
    // What is stated counts; what is only guessed gives way to it.
    let (kind, default) = match (kind, default) {
        (Some(kind), default) => (kind, default.and_then(|default| default.as_a(kind))),
        (None, Some(default)) if choices.is_empty() => match default.as_a(suggested) {
            Some(fitting) if suggested != Kind::STRING => (suggested, Some(fitting)),
            _ => (default.kind(), default.as_a(default.kind())),
        },
        (None, default) if !choices.is_empty() => {
            (Kind::STRING, default.and_then(|default| default.as_a(Kind::STRING)))
        }
        (None, _) => (suggested, None),
    };
    let fitting: Option<Vec<Json>> = choices.iter().map(|choice| choice.as_a(kind)).collect();
    let choices = fitting.unwrap_or_default();
    let default = match default {
        // Such a default would not fit the schema. The description still has it.
        Some(stated) if !choices.is_empty() && !choices.contains(&stated) => None,
        Some(stated) => Some(stated),
        None if required || stated::speaks_of_default(&description) => None,
        None => choices.first().cloned(),
    };
    Some(Parameter { name: name.to_owned(), description, required, kind, choices, default })
}

/// What a text says it returns: the fields that it lists, else those of `returns the status and content`. Nothing where
/// it does not say.
pub(super) fn returned(body: &str) -> Vec<Parameter> {
    let listed = fields(body);
    if !listed.is_empty() {
        return listed;
    }
    let lower = body.to_ascii_lowercase();
    let at = ["returns ", "return "].iter().find_map(|word| lower.find(word).map(|at| at + word.len()));
    let Some(rest) = at.and_then(|at| body.get(at..)) else { return Vec::new() };
    let sentence = rest.split(['.', '\n', ':', '(', ';']).next().unwrap_or_default();
    let mut found: Vec<Parameter> = Vec::new();
    for part in sentence.replace(" and ", ",").split(',') {
        let words: Vec<&str> = part
            .split_whitespace()
            .filter(|w| !["the", "a", "an", "its", "their", "all"].contains(&w.to_ascii_lowercase().as_str()))
            .collect();
        let [one] = words.as_slice() else { continue };
        let name: String = one.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
        let name = name.to_ascii_lowercase();
        if !name.is_empty() && name != "json" && found.iter().all(|other| other.name != name) {
            let counts = matches!(name.as_str(), "status" | "count" | "total" | "number");
            let kind = if counts { Kind::INTEGER } else { Kind::STRING };
            found.push(Parameter { kind, ..Parameter::text(&name) });
        }
    }
    found
}
