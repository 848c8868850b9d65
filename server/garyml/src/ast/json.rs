//! The tree as JSON: numbers and booleans as such, a reference as `{"ref": id}`, lists as arrays.

use agmark_syntax::Span;
use serde_json::{Map, Number, Value as Json, json};

use super::tree::{Ast, Content, ContentKind, Node, NodeKind, Params, Value};

impl Ast {
    /// `{"version"?, "nodes": [node]}`. A node has its first content as `content`; further contents are
    /// in `more`.
    pub fn to_json(&self) -> Json {
        let mut map = Map::new();
        if let Some(version) = &self.version {
            map.insert("version".to_owned(), json!(version));
        }
        map.insert("nodes".to_owned(), self.nodes.iter().map(node).collect());
        Json::Object(map)
    }
}

impl Value {
    pub fn to_json(&self) -> Json {
        match self {
            Self::Null => Json::Null,
            Self::Bool(b) => Json::Bool(*b),
            Self::Number(written) => number(written),
            Self::Text(text) => json!(text),
            Self::Ref(id) => json!({ "ref": id }),
            Self::List(items) => items.iter().map(Self::to_json).collect(),
            Self::Map(inner) => params(inner),
        }
    }
}

fn node(node: &Node) -> Json {
    let kind = match node.kind {
        NodeKind::Directive => "directive",
        NodeKind::Command => "command",
    };
    let mut map = Map::new();
    map.insert("kind".to_owned(), json!(kind));
    map.insert("name".to_owned(), json!(node.name));
    map.insert("params".to_owned(), params(&node.params));
    if let Some((first, more)) = node.contents.split_first() {
        map.insert("content".to_owned(), content(first));
        if !more.is_empty() {
            map.insert("more".to_owned(), more.iter().map(content).collect());
        }
    }
    map.insert("children".to_owned(), node.children.iter().map(self::node).collect());
    map.insert("span".to_owned(), span(node.span));
    Json::Object(map)
}

fn params(params: &Params) -> Json {
    Json::Object(params.iter().map(|(key, value)| (key.clone(), value.to_json())).collect())
}

fn content(content: &Content) -> Json {
    if content.kind == ContentKind::Ref {
        return json!({ "type": "inline", "value": { "ref": content.value } });
    }
    let kind = match content.kind {
        ContentKind::Text => "text",
        ContentKind::Code => "code",
        ContentKind::Inline | ContentKind::Ref => "inline",
    };
    match &content.language {
        Some(language) => json!({ "type": kind, "language": language, "value": content.value }),
        None => json!({ "type": kind, "value": content.value }),
    }
}

fn span(span: Span) -> Json {
    json!({ "start": span.start, "end": span.end })
}

/// A number in JSON; a number that JSON cannot express stays as written.
fn number(written: &str) -> Json {
    let plain = written.strip_prefix('+').unwrap_or(written);
    if let Ok(whole) = plain.parse::<i64>() {
        return json!(whole);
    }
    let float = plain.parse::<f64>().ok().filter(|_| plain.contains(['.', 'e', 'E']));
    float.and_then(Number::from_f64).map_or_else(|| json!(written), Json::Number)
}
