//! The position in the front matter at the end of a text. Unfinished YAML cannot be parsed, so the text is read
//! directly.

/// A position in YAML.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct YamlPosition {
    /// Keys from the outside in; `[]` for an item of a list.
    pub path: Vec<String>,
    /// Whether a key is expected here, and not the value of the last step of the path.
    pub on_key: bool,
    /// The start of the word before the position.
    pub word: usize,
    /// Whether it is in braces or brackets.
    pub flow: bool,
}

enum Flow {
    Map(Option<String>),
    List,
}

/// The position at the end of `text`. `text` starts with the first line of the front matter.
pub(crate) fn position(text: &str) -> YamlPosition {
    let mut block: Vec<(usize, String)> = Vec::new();
    let mut flow: Vec<Flow> = Vec::new();
    let mut valued = false;
    let mut indent = 0;
    for (i, line) in text.split('\n').enumerate() {
        if !flow.is_empty() {
            read_flow(line, &mut flow);
            continue;
        }
        let is_last = i == text.matches('\n').count();
        let content = line.trim_start_matches(' ');
        if !is_last && (content.trim().is_empty() || content.starts_with('#')) {
            continue;
        }
        indent = line.len() - content.len();
        let mut rest = content;
        valued = false;
        block.retain(|(at, _)| *at < indent || (*at == indent && rest.starts_with("- ")));
        while rest == "-" || rest.starts_with("- ") {
            block.retain(|(at, step)| *at < indent || (*at == indent && step != "[]"));
            block.push((indent, "[]".to_owned()));
            let after = rest.get(1..).unwrap_or_default();
            let blanks = after.len() - after.trim_start_matches(' ').len();
            indent += 1 + blanks;
            rest = after.trim_start_matches(' ');
        }
        if let Some((key, value)) = key(rest) {
            block.retain(|(at, _)| *at < indent);
            block.push((indent, key));
            valued = true;
            read_flow(value, &mut flow);
        } else {
            read_flow(rest, &mut flow);
        }
    }
    let mut path: Vec<String> = Vec::new();
    let in_flow = !flow.is_empty();
    for (at, step) in &block {
        if in_flow || valued || *at < indent {
            path.push(step.clone());
        }
    }
    let mut on_key = !valued;
    for step in &flow {
        match step {
            Flow::Map(Some(key)) => {
                path.push(key.clone());
                on_key = false;
            }
            Flow::Map(None) => on_key = true,
            Flow::List => {
                path.push("[]".to_owned());
                on_key = false;
            }
        }
    }
    // The items of most lists are not mappings.
    if let [.., list, item] = path.as_slice()
        && item == "[]"
        && !matches!(list.as_str(), "mcp_servers" | "anyOf" | "oneOf" | "allOf" | "prefixItems")
        && flow.is_empty()
    {
        on_key = false;
    }
    let word = text
        .rfind(|c: char| c.is_whitespace() || "{}[],".contains(c))
        .map_or(0, |at| at + text.get(at..).and_then(|rest| rest.chars().next()).map_or(1, char::len_utf8));
    YamlPosition { path, on_key, word, flow: in_flow }
}

/// The key at the start of a line, and the text after its colon.
fn key(line: &str) -> Option<(String, &str)> {
    let (name, rest) = match line.chars().next()? {
        quote @ ('"' | '\'') => {
            let end = line.get(1..)?.find(quote)? + 1;
            (line.get(1..end)?, line.get(end + 1..)?)
        }
        '{' | '[' | '#' | '|' | '>' => return None,
        _ => line.split_at(line.find(": ").or_else(|| line.strip_suffix(':').map(str::len))?),
    };
    let value = rest.trim_start().strip_prefix(':')?;
    (value.is_empty() || value.starts_with(' ')).then(|| (name.trim().to_owned(), value))
}

/// Opens and closes braces and brackets.
fn read_flow(text: &str, flow: &mut Vec<Flow>) {
    let mut word = String::new();
    let mut chars = text.chars().peekable();
    let mut before = ' ';
    while let Some(c) = chars.next() {
        match c {
            '"' | '\'' if word.trim().is_empty() => {
                word.clear();
                for inner in chars.by_ref() {
                    if inner == c {
                        break;
                    }
                    word.push(inner);
                }
            }
            '#' if before == ' ' => break,
            '{' | '[' if word.trim().is_empty() || !flow.is_empty() => {
                flow.push(if c == '{' { Flow::Map(None) } else { Flow::List });
                word.clear();
            }
            '}' | ']' if !flow.is_empty() => {
                flow.pop();
                word.clear();
            }
            ',' if !flow.is_empty() => {
                if let Some(Flow::Map(key)) = flow.last_mut() {
                    *key = None;
                }
                word.clear();
            }
            ':' if chars.peek().is_none_or(|next| *next == ' ') => {
                if let Some(Flow::Map(key)) = flow.last_mut() {
                    *key = Some(word.trim().to_owned());
                }
                word.clear();
            }
            c => word.push(c),
        }
        before = c;
    }
}

#[cfg(test)]
mod tests {
    use super::position;

    #[test]
    fn places() {
        let at = |text: &str| {
            let place = position(text);
            format!("{} {}", place.path.join("/"), if place.on_key { "key" } else { "value" })
        };
        assert_eq!(at(""), " key");
        assert_eq!(at("name: x\nde"), " key");
        assert_eq!(at("model: gp"), "model value");
        assert_eq!(at("input:\n  ty"), "input key");
        assert_eq!(at("input:\n  type: object\n  properties:\n    a:\n      "), "input/properties/a key");
        assert_eq!(at("input:\n  type: ob"), "input/type value");
        assert_eq!(at("input: { type: object, properties: { a: { "), "input/properties/a key");
        assert_eq!(at("input: { type: object, properties: { a: { type: st"), "input/properties/a/type value");
        assert_eq!(at("input: { type: object }\nimports:\n  - ./"), "imports/[] value");
        assert_eq!(at("imports: [./a.md, ./b"), "imports/[] value");
        assert_eq!(at("mcp_servers:\n  - name: x\n    "), "mcp_servers/[] key");
        assert_eq!(at("mcp_servers:\n- name: x\n  command: y\n  ar"), "mcp_servers/[] key");
        assert_eq!(at("mcp_servers:\n  - { name: x, "), "mcp_servers/[] key");
        assert_eq!(
            at("mcp_servers:\n  - name: x\n    args: [\"-y\", \"${HO"),
            "mcp_servers/[]/args/[] value"
        );
        assert_eq!(at("input: {\n  properties: { a: {} },\n  "), "input key");
        assert_eq!(at("output:\n  type: object\nmo"), " key");
    }
}
