//! The text of a program.

use serde_json::Value as Json;

use super::parameter::Parameter;
use super::servers::Server;
use crate::syntax::yaml_text::{flow, flow_scalar, scalar};

/// The text of a new program, to fill in.
pub fn new_program(name: &str) -> String {
    format!(
        "---\nname: {name}\ndescription: What this program does\ninput:\n  type: object\n  properties:\n    topic: {{ type: \
         string }}\n  required: [topic]\noutput:\n  type: object\n  properties:\n    answer: {{ type: string }}\n  \
         required: [answer]\n---\nWrite about {{{{ .topic }}}}.\n\nReturn a JSON object with the text as `answer`.\n"
    )
}

/// The parts of a program.
pub(super) struct Parts<'a> {
    pub name: &'a str,
    pub description: String,
    pub parameters: &'a [Parameter],
    /// The fields of the output.
    pub output: &'a [Parameter],
    pub servers: &'a [Server],
    pub imports: &'a [String],
    pub model: Option<String>,
    pub body: &'a str,
}

/// The text of a program.
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
    // The model sees only the input that the text shows.
    let unused: Vec<&Parameter> =
        parts.parameters.iter().filter(|p| !parts.body.contains(&p.field())).collect();
    if !unused.is_empty() {
        out.push('\n');
        for parameter in unused {
            let field = parameter.field();
            let label = match parameter.description.trim_end_matches('.') {
                text if text.is_empty() || text.contains("{{") => parameter.name.as_str(),
                text => text,
            };
            out.push_str(&match parameter.always_has_value() {
                false => {
                    format!("{{{{ with {field} }}}}- {label}: {{{{ . }}}}\n{{{{ end -}}}}\n")
                }
                true => format!("- {label}: {{{{ {field} }}}}\n"),
            });
        }
    }
    out
}

fn schema(parameter: &Parameter) -> String {
    let mut parts = vec![format!("type: {}", parameter.value_type.name)];
    if let Some(format) = parameter.value_type.format {
        parts.push(format!("format: {format}"));
    }
    if let Some(items) = parameter.value_type.items {
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
