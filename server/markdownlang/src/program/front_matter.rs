//! The values of the front matter.

use agmark_schema::{Node, yaml};
use agmark_syntax::Span;

use super::{Import, Program, Server, Transport};

impl Program {
    /// Reads the front matter in `span`.
    pub(super) fn front_matter(&mut self, span: Span) {
        self.front = Some(span);
        let parsed = yaml::parse_at(span.text(&self.text), span.start as usize);
        let root = &parsed.root;
        let text = |key: &str| root.get(key).and_then(scalar);
        self.name = text("name").unwrap_or_default();
        self.description = text("description").unwrap_or_default();
        self.model = text("model").filter(|model| !model.trim().is_empty());
        for (key, schema) in [("input", &mut self.input), ("output", &mut self.output)] {
            if let Some(value) = root.get(key).filter(|v| v.as_map().is_some()) {
                *schema = value.to_json();
            }
        }
        let list = |key: &str| root.get(key).and_then(Node::as_list).unwrap_or_default();
        self.imports = list("imports")
            .iter()
            .filter_map(|path| {
                Some(Import { path: path.as_str()?.to_owned(), span: path.content_span().into() })
            })
            .collect();
        self.servers = list("mcp_servers").iter().filter_map(server).collect();
    }
}

fn server(node: &Node) -> Option<Server> {
    let transport = match node.get("command").and_then(scalar) {
        Some(command) => Transport::Command {
            command,
            args: node
                .get("args")
                .and_then(Node::as_list)
                .unwrap_or_default()
                .iter()
                .filter_map(scalar)
                .collect(),
            env: pairs(node.get("env")),
        },
        None => {
            Transport::Url { url: node.get("url").and_then(scalar)?, headers: pairs(node.get("headers")) }
        }
    };
    Some(Server {
        name: node.get("name").and_then(scalar)?,
        transport,
        disabled: node.get("disabled").and_then(Node::as_bool).unwrap_or(false),
        span: node.span.clone().into(),
    })
}

/// The names and values of a mapping, in the order of the text.
fn pairs(node: Option<&Node>) -> Vec<(String, String)> {
    let members = node.and_then(Node::as_map).into_iter().flatten();
    members.filter_map(|member| Some((member.key.text.clone(), scalar(&member.value)?))).collect()
}

/// A string, or a number or boolean as a string.
fn scalar(node: &Node) -> Option<String> {
    match &node.value {
        agmark_schema::Value::String(text) => Some(text.clone()),
        agmark_schema::Value::Number(number) => Some(number.to_string()),
        agmark_schema::Value::Bool(value) => Some(value.to_string()),
        _ => None,
    }
}
