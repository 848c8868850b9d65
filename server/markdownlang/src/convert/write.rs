//! The text of a program that was made.

use serde_json::Value as Json;

use super::lists::Parameter;
use super::servers::Server;

/// What a program is written from.
pub(super) struct Parts<'a> {
    pub name: &'a str,
    pub description: String,
    pub parameters: &'a [Parameter],
    /// What it gives.
    pub output: &'a [Parameter],
    pub servers: &'a [Server],
    pub imports: &'a [String],
    pub model: Option<String>,
    pub body: &'a str,
}

pub(super) fn program(parts: &Parts<'_>) -> String {
    let mut out = format!("---\nname: {}\ndescription: {}\n", parts.name, scalar(&parts.description));
    out.push_str("input:\n  type: object\n");
    if parts.parameters.is_empty() {
        out.push_str("  properties: {}\n");
    } else {
        out.push_str("  properties:\n");
        for parameter in parts.parameters {
            out.push_str(&format!("    {}: {}\n", scalar(&parameter.name), schema(parameter)));
        }
        let required: Vec<String> =
            parts.parameters.iter().filter(|p| p.required).map(|p| scalar(&p.name)).collect();
        if !required.is_empty() {
            out.push_str(&format!("  required: [{}]\n", required.join(", ")));
        }
    }
    out.push_str("output:\n  type: object\n  properties:\n");
    for field in parts.output {
        out.push_str(&format!("    {}: {}\n", scalar(&field.name), schema(field)));
    }
    let required = parts.output.iter().filter(|field| field.required && field.default.is_none());
    let required: Vec<String> = required.map(|field| scalar(&field.name)).collect();
    if !required.is_empty() {
        out.push_str(&format!("  required: [{}]\n", required.join(", ")));
    }
    if !parts.imports.is_empty() {
        out.push_str("imports:\n");
        for name in parts.imports {
            out.push_str(&format!("  - ./{name}.md\n"));
        }
    }
    if !parts.servers.is_empty() {
        out.push_str("mcp_servers:\n");
        for Server { name, command, args, .. } in parts.servers {
            let args: Vec<String> = args.iter().map(|arg| Json::from(arg.as_str()).to_string()).collect();
            let (command, args) = (scalar(command), args.join(", "));
            out.push_str(&format!("  - name: {name}\n    command: {command}\n    args: [{args}]\n"));
        }
    }
    if let Some(model) = &parts.model {
        out.push_str(&format!("model: {}\n", scalar(model)));
    }
    out.push_str("---\n");
    let body = parts.body.trim_matches(['\n', '\r']);
    if !body.is_empty() {
        out.push_str(body);
        out.push('\n');
    }
    // What nothing shows would never reach the model.
    let unseen: Vec<&Parameter> =
        parts.parameters.iter().filter(|p| !parts.body.contains(&p.field())).collect();
    if !unseen.is_empty() {
        out.push('\n');
        for parameter in unseen {
            let field = parameter.field();
            let what = match parameter.description.trim_end_matches('.') {
                said if said.is_empty() || said.contains("{{") => parameter.name.as_str(),
                said => said,
            };
            out.push_str(&match parameter.required || parameter.default.is_some() {
                false => {
                    format!("{{{{ with {field} }}}}- {what}: {{{{ . }}}}\n{{{{ end -}}}}\n")
                }
                true => format!("- {what}: {{{{ {field} }}}}\n"),
            });
        }
    }
    out
}

fn schema(parameter: &Parameter) -> String {
    let mut parts = vec![format!("type: {}", parameter.kind.name)];
    if let Some(format) = parameter.kind.format {
        parts.push(format!("format: {format}"));
    }
    if let Some(items) = parameter.kind.items {
        parts.push(format!("items: {{ type: {items} }}"));
    }
    if !parameter.choices.is_empty() {
        let all: Vec<String> = parameter.choices.iter().map(flow).collect();
        parts.push(format!("enum: [{}]", all.join(", ")));
    }
    if let Some(default) = &parameter.default {
        parts.push(format!("default: {}", flow(default)));
    }
    if !parameter.description.is_empty() {
        parts.push(format!("description: {}", flow_scalar(&parameter.description)));
    }
    format!("{{ {} }}", parts.join(", "))
}

/// A text as YAML takes it on a line of its own.
pub(crate) fn scalar(text: &str) -> String {
    if is_plain(text) && !text.contains(": ") && !text.contains(" #") {
        text.to_owned()
    } else {
        quoted(text)
    }
}

/// A value as YAML has it in one line.
pub(crate) fn flow(value: &Json) -> String {
    match value {
        Json::String(text) => flow_scalar(text),
        Json::Array(items) => format!("[{}]", items.iter().map(flow).collect::<Vec<_>>().join(", ")),
        Json::Object(map) if map.is_empty() => "{}".to_owned(),
        Json::Object(map) => {
            let members = map.iter().map(|(key, value)| format!("{}: {}", flow_scalar(key), flow(value)));
            format!("{{ {} }}", members.collect::<Vec<_>>().join(", "))
        }
        other => other.to_string(),
    }
}

/// A text as YAML takes it in braces.
pub(crate) fn flow_scalar(text: &str) -> String {
    let safe = is_plain(text)
        && !text.contains([',', '[', ']', '{', '}'])
        && !text.contains(": ")
        && !text.contains(" #");
    if safe { text.to_owned() } else { quoted(text) }
}

/// Whether a text needs no quotes: YAML takes it for a string, and for this one.
fn is_plain(text: &str) -> bool {
    let parsed = agmark_schema::yaml::parse(text);
    parsed.problems.is_empty()
        && parsed.complete
        && parsed.root.as_str() == Some(text)
        && !text.ends_with(':')
}

/// A text in double quotes. JSON lets characters stand that YAML forbids (5.1, printable characters): they are escaped.
fn quoted(text: &str) -> String {
    let mut out = String::new();
    for c in Json::String(text.to_owned()).to_string().chars() {
        match c {
            '\u{7f}'..='\u{9f}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}' => {
                out.push_str(&format!("\\u{:04x}", u32::from(c)));
            }
            c => out.push(c),
        }
    }
    out
}
