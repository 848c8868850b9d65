//! The type of a field, inferred from its use.

use agmark_syntax::{Document, Span};

/// The type of the field whose name is at `span`, inferred from the words around it.
pub(crate) fn inferred_type(document: &Document, span: Span) -> &'static str {
    let text = document.text();
    let line = text.line_start(text.line_of(span.start as usize));
    let before = text.slice(line..span.start as usize).into_owned();
    let end = text.floor((span.end as usize + 80).min(text.len()));
    let after = text.slice(span.end as usize..end).into_owned();
    let action = before.rsplit("{{").next().unwrap_or_default();
    // The value before the field does not tell its type.
    let chain = |c: char| c.is_alphanumeric() || matches!(c, '.' | '_' | '$');
    of_use(action.trim_end_matches(chain).trim_end(), &after)
}

/// The type that a use suggests. `lead` is the text of the action before the field, `after` the text after it.
fn of_use(lead: &str, after: &str) -> &'static str {
    if after.starts_with('.') {
        return "object";
    }
    let rest = after.split("}}").next().unwrap_or_default().trim_start();
    let word = lead.rsplit([' ', '(', '-']).find(|w| !w.is_empty()).unwrap_or_default();
    match word {
        "range" | "join" | "len" => return "array",
        "upper" | "lower" | "title" | "split" => return "string",
        "lt" | "le" | "gt" | "ge" | "eq" | "ne" | "default" => return of_literal(rest),
        "not" => return "boolean",
        "index" if rest.starts_with('"') => return "object",
        "index" => return "array",
        "if" if rest.trim_end_matches('-').trim().is_empty() => return "boolean",
        _ => {}
    }
    if lead.trim_start_matches(['-', ' ']).starts_with("range") {
        return "array";
    }
    // `eq 3 .n`, `printf "%d" .n`
    let words: Vec<&str> = lead.split([' ', '(']).filter(|w| !w.is_empty()).collect();
    if let [.., "lt" | "le" | "gt" | "ge" | "eq" | "ne", literal] = words.as_slice() {
        return of_literal(literal);
    }
    if lead.contains("printf") && word.contains("%d") {
        return "integer";
    }
    match rest.strip_prefix('|').map(str::trim_start) {
        Some(piped) if piped.starts_with("join") || piped.starts_with("len") => "array",
        Some(piped) if piped.starts_with("not") => "boolean",
        Some(piped) if piped.starts_with("printf") && piped.contains("%d") => "integer",
        Some(piped) => piped.strip_prefix("default").map_or("string", |rest| of_literal(rest.trim_start())),
        None => "string",
    }
}

fn of_literal(text: &str) -> &'static str {
    let word = text.split([' ', ')', '}', '|']).next().unwrap_or_default();
    match word {
        "true" | "false" => "boolean",
        _ if !word.starts_with(|c: char| c.is_ascii_digit() || c == '-') => "string",
        _ if word.contains(['.', 'e']) => "number",
        _ => "integer",
    }
}

#[cfg(test)]
mod tests {
    use super::of_use;

    #[test]
    fn types_by_use() {
        let all = [
            (" range ", " }}", "array"),
            (" range $i, $x := ", " }}", "array"),
            (" ", ".name }}", "object"),
            (" ", " }} is", "string"),
            (" if ", " }}", "boolean"),
            (" if gt ", " 3 }}", "integer"),
            (" if gt ", " 3.5 }}", "number"),
            (" if eq ", " \"x\" }}", "string"),
            (" if eq 3 ", " }}", "integer"),
            (" if not ", " }}", "boolean"),
            (" ", " | join \", \" }}", "array"),
            (" ", " | default 4 }}", "integer"),
            (" ", " | default \"4\" }}", "string"),
            (" index ", " \"k\" }}", "object"),
            (" index ", " 0 }}", "array"),
            (" printf \"%d\" ", " }}", "integer"),
            (" (len ", ") }}", "array"),
        ];
        for (lead, after, kind) in all {
            assert_eq!(of_use(lead.trim_end(), after), kind, "{lead}…{after}");
        }
    }
}
