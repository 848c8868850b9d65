//! Conversion of a skill or a plain prompt to a program.

use agmark_schema::{Node, yaml};

use super::detection::split;
use super::names::program_name;
use super::parameter::Parameter;
use super::parameters::{ParameterList, parameters, returned};
use super::placeholders::{placeholders, with_actions};
use super::servers::servers;
use super::write::{Parts, program};

/// The result of a conversion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Converted {
    /// The program's name.
    pub name: String,
    /// The text of the program's file.
    pub text: String,
    /// What could not be read or was guessed: a sentence each.
    pub notes: Vec<String>,
}

/// Converts a skill or a plain prompt to a program. `fallback` is the program's name if the text has none: the name of the
/// file.
pub fn skill(text: &str, fallback: &str) -> Converted {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let (front, body) = split(text);
    let front = yaml::parse(front).root;
    let value = |key: &str| front.get(key).and_then(Node::as_str).map(str::to_owned);
    let name = name(value("name"), body, fallback);
    let description =
        value("description").or_else(|| paragraph(body)).unwrap_or_else(|| "What it does".to_owned());
    let before = text.len() - body.len();
    let first_line = text.get(..before).unwrap_or_default().matches('\n').count() + 1;
    let ParameterList { mut parameters, rest: body, unread, has_heading } = parameters(body);
    let mut notes: Vec<String> = unread
        .iter()
        .map(|line| format!("line {}: not a readable parameter, kept in the text", first_line + line))
        .collect();
    for name in placeholders(&body) {
        if parameters.iter().any(|known| known.name == name) {
            continue;
        }
        if has_heading {
            notes.push(format!("`{{{name}}}` is not one of the parameters, kept in the text"));
        } else {
            parameters.push(Parameter::string(&name));
        }
    }
    let servers = servers(&body);
    notes.extend(servers.iter().filter(|server| server.is_guess).map(|server| {
        format!("the command of the server `{}` is a guess: check it in `mcp_servers`", server.name)
    }));
    let imports = imports(&body);
    let body = with_actions(&body, &parameters);
    let mut output = returned(&body);
    if output.is_empty() {
        notes.push("the text does not say what it returns: the output has the field `result`".to_owned());
        output.push(Parameter::string("result"));
    }
    let text = program(&Parts {
        name: &name,
        description: description.split_whitespace().collect::<Vec<_>>().join(" "),
        parameters: &parameters,
        output: &output,
        servers: &servers,
        imports: &imports,
        model: value("model").filter(|m| m.contains('-')),
        body: &body,
    });
    Converted { name, text, notes }
}

/// The program's name: from the front matter, the first heading or the file.
fn name(stated: Option<String>, body: &str, fallback: &str) -> String {
    let title = || body.lines().find_map(|line| line.strip_prefix("# ")).map(str::trim);
    let name = stated
        .or_else(|| title().map(str::to_owned))
        .map(|name| program_name(&name))
        .filter(|name| !name.is_empty())
        .unwrap_or_else(|| program_name(fallback));
    match name.as_str() {
        "" | "skill" => "converted".to_owned(),
        "python" => "python-program".to_owned(),
        _ => name,
    }
}

/// The first paragraph that is not a heading, a list or a fence.
fn paragraph(body: &str) -> Option<String> {
    let is_prose = |line: &&str| line.starts_with(|c: char| c.is_alphanumeric());
    let first = body.lines().map(str::trim).position(|line| is_prose(&line))?;
    let lines: Vec<&str> = body.lines().map(str::trim).skip(first).take_while(is_prose).collect();
    Some(lines.join(" "))
}

/// The names of the skills that the text calls: `/skill-name` in backticks or after a space.
fn imports(body: &str) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for word in body.split_whitespace() {
        let word = word.trim_matches(|c: char| matches!(c, '`' | ',' | '.' | '(' | ')' | '"' | ':' | ';'));
        let Some(name) = word.strip_prefix('/') else { continue };
        let is_name = name.len() > 1
            && name.contains('-')
            && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
        if is_name && !all.iter().any(|n| n == name) {
            all.push(name.to_owned());
        }
    }
    all
}
