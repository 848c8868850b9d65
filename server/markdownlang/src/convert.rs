//! Programs made of other Markdown: skills (SKILL.md), plain prompts.
//!
//! Parameters come from the text's list of them (required or optional, choices in parentheses), tools from what the
//! text says it uses, the description from the front matter or the first paragraph.

mod lists;
mod servers;
mod stated;
mod write;

use std::ffi::OsStr;
use std::path::Path;

use lists::{Parameter, Section, parameters};
use servers::servers;
pub(crate) use write::{flow, flow_scalar, scalar};

/// A program that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Converted {
    /// Its name.
    pub name: String,
    /// The text of its file.
    pub text: String,
    /// What could not be read, or was guessed: a sentence each.
    pub notes: Vec<String>,
}

/// Makes a program of a skill or a plain prompt. `fallback` is its name where the text gives none: that of its file.
pub fn skill(text: &str, fallback: &str) -> Converted {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let (front, body) = split(text);
    let front = agmark_schema::yaml::parse(front).root;
    let said = |key: &str| front.get(key).and_then(agmark_schema::Node::as_str).map(str::to_owned);
    let title = body.lines().find_map(|line| line.strip_prefix("# ")).map(str::trim);
    let name = said("name")
        .or_else(|| title.map(str::to_owned))
        .map(|name| program_name(&name))
        .filter(|name| !name.is_empty())
        .unwrap_or_else(|| program_name(fallback));
    let name = match name.as_str() {
        "" | "skill" => "converted".to_owned(),
        "python" => "python-program".to_owned(),
        _ => name,
    };
    let description =
        said("description").or_else(|| paragraph(body)).unwrap_or_else(|| "What it does".to_owned());
    let before = text.len() - body.len();
    let first = text.get(..before).unwrap_or_default().matches('\n').count() + 1;
    let Section { found: mut parameters, rest: body, unread, is_there } = parameters(body);
    let mut notes: Vec<String> = unread
        .iter()
        .map(|line| {
            format!("line {}: this cannot be read as a parameter, and stays in the text", first + line)
        })
        .collect();
    for name in placeholders(&body) {
        if parameters.iter().any(|known| known.name == name) {
            continue;
        }
        if is_there {
            notes.push(format!("`{{{name}}}` is not one of the parameters, and stays in the text"));
        } else {
            parameters.push(Parameter::text(&name));
        }
    }
    let servers = servers(&body);
    notes.extend(servers.iter().filter(|server| server.is_guess).map(|server| {
        format!("the command of the server `{}` is a guess: check it in `mcp_servers`", server.name)
    }));
    let imports = imports(&body);
    let body = placed(&body, &parameters);
    let mut output = lists::returned(&body);
    if output.is_empty() {
        notes.push("the text does not say what it returns: the output has the field `result`".to_owned());
        output.push(Parameter::text("result"));
    }
    let text = write::program(&write::Parts {
        name: &name,
        description: description.split_whitespace().collect::<Vec<_>>().join(" "),
        parameters: &parameters,
        output: &output,
        servers: &servers,
        imports: &imports,
        model: said("model").filter(|m| m.contains('-')),
        body: &body,
    });
    Converted { name, text, notes }
}

/// Names in single braces in the prose of a text, `{topic}`, each once. What stands in code is left alone.
fn placeholders(body: &str) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    let mut fence = None;
    for line in body.lines() {
        let inside = fence.is_some();
        fence = crate::syntax::fence::Fence::after(fence, line.trim_end());
        if inside || fence.is_some() {
            continue;
        }
        // Every other part stands between backticks.
        for prose in line.split('`').step_by(2) {
            for (at, _) in prose.match_indices('{') {
                let name = prose[at + 1..].split('}').next().unwrap_or_default();
                let after = prose[at + 1 + name.len()..].strip_prefix('}');
                let alone =
                    !prose[..at].ends_with(['{', '$']) && after.is_some_and(|rest| !rest.starts_with('}'));
                let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
                    && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
                if alone && is_name && !all.iter().any(|known| known == name) {
                    all.push(name.to_owned());
                }
            }
        }
    }
    all
}

/// What a skill or a prompt in a file is called if it does not say: as its file, a skill as its folder.
pub fn name_of(path: &Path) -> String {
    let shown = |name: Option<&OsStr>| name.map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
    let stem = shown(path.file_stem());
    match path.parent().and_then(Path::file_name) {
        Some(folder) if stem.eq_ignore_ascii_case("skill") => shown(Some(folder)),
        _ => stem,
    }
}

/// Whether a file is a skill: by its name, or by `name` and `description` in its front matter.
pub fn is_skill(path: &Path, text: &str) -> bool {
    let named = path.file_stem().is_some_and(|stem| stem.eq_ignore_ascii_case("skill"));
    let (front, _) = split(text.strip_prefix('\u{feff}').unwrap_or(text));
    let front = agmark_schema::yaml::parse(front).root;
    named || front.get("name").is_some() && front.get("description").is_some()
}

/// Whether a file is a prompt: by its name (`x.prompt.md`), or by what its front matter says of the model, its tools or
/// its arguments. Other Markdown can be made a program, too, but nobody is told so.
pub fn is_prompt(path: &Path, text: &str) -> bool {
    const KEYS: [&str; 12] = [
        "model",
        "models",
        "tools",
        "allowed-tools",
        "temperature",
        "agent",
        "mode",
        "argument-hint",
        "arguments",
        "variables",
        "input",
        "inputs",
    ];
    let stem = path.file_stem().and_then(OsStr::to_str).unwrap_or_default();
    let (front, _) = split(text.strip_prefix('\u{feff}').unwrap_or(text));
    let front = agmark_schema::yaml::parse(front).root;
    stem.ends_with(".prompt") || KEYS.iter().any(|key| front.get(key).is_some())
}

/// A starting point for a new program.
pub fn new(name: &str) -> String {
    format!(
        "---\nname: {name}\ndescription: What this program does\ninput:\n  type: object\n  properties:\n    topic: {{ type: \
         string }}\n  required: [topic]\noutput:\n  type: object\n  properties:\n    answer: {{ type: string }}\n  \
         required: [answer]\n---\nWrite about {{{{ .topic }}}}.\n\nReturn a JSON object with the text as `answer`.\n"
    )
}

/// The front matter's content, and what follows it.
fn split(text: &str) -> (&str, &str) {
    let Some(rest) = text.strip_prefix("---\n").or_else(|| text.strip_prefix("---\r\n")) else {
        return ("", text);
    };
    let mut at = 0;
    for line in rest.split_inclusive('\n') {
        if line.trim_end() == "---" {
            return (&rest[..at], rest[at + line.len()..].trim_start_matches(['\r', '\n']));
        }
        at += line.len();
    }
    ("", text)
}

/// A name as programs have them.
pub fn program_name(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        if c.is_ascii_alphanumeric() || c == '_' {
            out.push(c.to_ascii_lowercase());
        } else if !out.is_empty() && !out.ends_with('-') {
            out.push('-');
        }
    }
    out.truncate(64);
    out.trim_end_matches('-').to_owned()
}

/// How a template reaches a field of the dot.
pub(crate) fn field(name: &str) -> String {
    let plain = name.starts_with(|c: char| c.is_alphabetic() || c == '_')
        && name.chars().all(|c| c.is_alphanumeric() || c == '_');
    if plain { format!(".{name}") } else { format!("index . \"{name}\"") }
}

/// The first paragraph that is no heading, list or fence.
fn paragraph(body: &str) -> Option<String> {
    let is_prose = |line: &&str| line.starts_with(|c: char| c.is_alphanumeric());
    let first = body.lines().map(str::trim).position(|line| is_prose(&line))?;
    let lines: Vec<&str> = body.lines().map(str::trim).skip(first).take_while(is_prose).collect();
    Some(lines.join(" "))
}

/// Other skills that are called: `/skill-name` in backticks or after a blank.
fn imports(body: &str) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for word in body.split_whitespace() {
        let word = word.trim_matches(|c: char| matches!(c, '`' | ',' | '.' | '(' | ')' | '"' | ':' | ';'));
        let Some(name) = word.strip_prefix('/') else { continue };
        let plain = name.len() > 1
            && name.contains('-')
            && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
        if plain && !all.iter().any(|n| n == name) {
            all.push(name.to_owned());
        }
    }
    all
}

/// The text with actions where it has placeholders: `$ARGUMENTS`, `{{name}}`, `{name}`, `<name>`, `$name`.
fn placed(body: &str, parameters: &[Parameter]) -> String {
    // What looks like an action is text here.
    let mut out = body.replace("{{", "{{ \"{{\" }}");
    for parameter in parameters {
        let name = &parameter.name;
        // The default of the schema is there before the prompt is rendered.
        let action = match parameter.required || parameter.default.is_some() {
            true => format!("{{{{ {} }}}}", parameter.field()),
            false => format!("{{{{ {} | default \"\" }}}}", parameter.field()),
        };
        out = out.replace(&format!("{{{{ \"{{{{\" }}}}{name}}}}}"), &action);
        out = out.replace(&format!("{{{{ \"{{{{\" }}}} {name} }}}}"), &action);
        out = out.replace(&format!("<{name}>"), &action).replace(&format!("${{{name}}}"), &action);
        out = single_braces(&out, name, &action);
        if name == "arguments" {
            out = out.replace("$ARGUMENTS", &action);
        }
        if parameter.required && !out.contains(&action) {
            out = in_prose(&out, name, &action);
        }
    }
    out
}

/// `a url` becomes what the parameter `url` says, where a line of prose speaks of it first.
fn in_prose(text: &str, name: &str, action: &str) -> String {
    let words = name.replace(['_', '-'], " ").to_ascii_lowercase();
    let mut at = 0;
    let mut fence = None;
    for line in text.split_inclusive('\n') {
        fence = crate::syntax::fence::Fence::after(fence, line.trim_end());
        let prose = fence.is_none() && line.starts_with(|c: char| c.is_alphanumeric());
        // Only ASCII changes its case: places stay.
        let lower = line.to_ascii_lowercase();
        for article in ["a ", "an "].into_iter().filter(|_| prose) {
            let wanted = format!("{article}{words}");
            for (found, _) in lower.match_indices(&wanted) {
                let end = found + wanted.len();
                let before = lower[..found].chars().next_back();
                let after = lower[end..].chars().next();
                let apart =
                    |c: Option<char>| !c.is_some_and(|c| c.is_alphanumeric() || matches!(c, '-' | '_'));
                if apart(before) && apart(after) {
                    return format!("{}{action}{}", &text[..at + found], &text[at + end..]);
                }
            }
        }
        at += line.len();
    }
    text.to_owned()
}

/// `{name}` that stands in no double braces.
fn single_braces(text: &str, name: &str, action: &str) -> String {
    let wanted = format!("{{{name}}}");
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(&wanted) {
        let after = &rest[at + wanted.len()..];
        let alone = !rest[..at].ends_with('{') && !after.starts_with('}');
        out.push_str(&rest[..at]);
        out.push_str(if alone { action } else { &wanted });
        rest = after;
    }
    out.push_str(rest);
    out
}
