//! What a skill takes and gives, from its lists and its prose.

/// A parameter of a skill.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Parameter {
    pub name: String,
    pub description: String,
    pub required: bool,
    /// From `(json, xml, text)`.
    pub choices: Vec<String>,
}

impl Parameter {
    /// How a template reaches it.
    pub(super) fn field(&self) -> String {
        super::field(&self.name)
    }

    /// Its type and format, as its name and description tell.
    pub(super) fn kind(&self) -> (&'static str, Option<&'static str>) {
        let name = self.name.to_ascii_lowercase();
        let said = self.description.to_ascii_lowercase();
        let is = |words: &[&str]| {
            words
                .iter()
                .any(|w| name == *w || name.ends_with(&format!("_{w}")) || name.ends_with(&format!("-{w}")))
        };
        let says = |words: &[&str]| {
            words.iter().any(|w| said.split(|c: char| !c.is_alphanumeric()).any(|s| s == *w))
        };
        if !self.choices.is_empty() {
            ("string", None)
        } else if is(&["url", "uri", "link"]) {
            ("string", Some("uri"))
        } else if is(&["email"]) {
            ("string", Some("email"))
        } else if is(&["date"]) {
            ("string", Some("date"))
        } else if is(&["count", "limit", "max", "min", "number", "n", "port", "year", "words", "lines"])
            || said.starts_with("number of")
            || says(&["integer"])
        {
            ("integer", None)
        } else if says(&["boolean", "whether", "flag"]) {
            ("boolean", None)
        } else if says(&["list", "array"]) {
            ("array", None)
        } else {
            ("string", None)
        }
    }
}

/// The parameters that a text lists, and the text without the list.
pub(super) fn parameters(body: &str) -> (Vec<Parameter>, String) {
    let lines: Vec<&str> = body.split_inclusive('\n').collect();
    let heads = ["parameters", "arguments", "inputs", "input", "args"];
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
    let mut found = Vec::new();
    let mut kept = String::new();
    let mut at = 0;
    while let Some(line) = lines.get(at) {
        if is_head(line) {
            let mut next = at + 1;
            while lines.get(next).is_some_and(|l| l.trim().is_empty()) {
                next += 1;
            }
            let first = next;
            while let Some(one) = lines.get(next).and_then(|l| parameter(l)) {
                found.push(one);
                next += 1;
            }
            if next > first {
                // One blank line is left between what stood around the list.
                while lines.get(next).is_some_and(|l| l.trim().is_empty()) {
                    next += 1;
                }
                at = next;
                continue;
            }
        }
        kept.push_str(line);
        at += 1;
    }
    if kept.contains("$ARGUMENTS") && !found.iter().any(|p| p.name == "arguments") {
        found.push(Parameter {
            name: "arguments".to_owned(),
            description: "What was typed after the command".to_owned(),
            required: true,
            choices: Vec::new(),
        });
    }
    (found, kept)
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
    let rest = &item[end..];
    let marks: Vec<&str> =
        rest.split('(').skip(1).filter_map(|part| part.split_once(')').map(|(inner, _)| inner)).collect();
    let lower = rest.to_ascii_lowercase();
    let required = !lower.contains("optional") && !lower.contains("default");
    let choices = marks
        .iter()
        .find(|inner| inner.contains(',') && !inner.contains("required") && !inner.contains("optional"));
    let choices = choices.map(|inner| {
        let words =
            inner.split(',').map(|w| w.trim().trim_start_matches("or ").trim_matches(['`', '"', '\'']));
        words.map(str::to_owned).collect::<Vec<_>>()
    });
    let plain = |all: &Vec<String>| all.iter().all(|w| !w.is_empty() && !w.contains(' '));
    let mut description = rest.to_owned();
    for mark in &marks {
        let is_mark = ["required", "optional", "string", "number", "integer", "boolean"]
            .iter()
            .any(|w| mark.to_ascii_lowercase().contains(w))
            || mark.contains(',');
        if is_mark {
            description = description.replace(&format!("({mark})"), "");
        }
    }
    Some(Parameter {
        name: name.to_owned(),
        description: description
            .trim_matches([':', '-', '–', ' ', '*', '`'])
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" "),
        required,
        choices: choices.filter(plain).unwrap_or_default(),
    })
}

/// The names of what a text says it returns: `returns the status and content`.
pub(super) fn returned(body: &str) -> Vec<String> {
    let lower = body.to_ascii_lowercase();
    let at = ["returns ", "return "].iter().find_map(|word| lower.find(word).map(|at| at + word.len()));
    let Some(rest) = at.and_then(|at| body.get(at..)) else { return vec!["result".to_owned()] };
    let sentence = rest.split(['.', '\n', ':', '(', ';']).next().unwrap_or_default();
    let mut names: Vec<String> = Vec::new();
    for part in sentence.replace(" and ", ",").split(',') {
        let words: Vec<&str> = part
            .split_whitespace()
            .filter(|w| !["the", "a", "an", "its", "their", "all"].contains(&w.to_ascii_lowercase().as_str()))
            .collect();
        let [one] = words.as_slice() else { continue };
        let name: String = one
            .chars()
            .filter(|c| c.is_ascii_alphanumeric() || *c == '_')
            .collect::<String>()
            .to_ascii_lowercase();
        if !name.is_empty() && name != "json" && !names.contains(&name) {
            names.push(name);
        }
    }
    if names.is_empty() { vec!["result".to_owned()] } else { names }
}
