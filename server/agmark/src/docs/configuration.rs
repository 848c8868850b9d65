//! `docs/configuration.md`: every setting, from the schema that the settings are read by.

use std::fmt::Write;

use serde_json::Value;

/// What stands at the top of the page, and is read as settings by a test.
pub const EXAMPLE: &str = r#"exclude = ["vendor", "snapshots/**"]

[rules]
"agmark/unused-allow" = "warning"

[garyml]
indent = 4

[aaf.components]
Money = "input"

[[overrides]]
files = ["drafts/**"]
rules = { "agmark/unused-allow" = "off" }
garyml = { indent = 2 }
"#;

/// The page, as Markdown.
pub fn page(schema: &Value) -> String {
    let mut out = String::from("# Configuration\n\n");
    let _ = writeln!(
        out,
        "agmark works without any. Where a folder needs something else, it has an `agmark.toml`. For each file \
         the nearest one counts, in its folder or above; `agmark config show FILE` prints what holds for a file \
         and why. Editors may set the same keys under `agmark`; where both say something, the file counts. \
         An error in the file leaves out the files that it is for, and nothing else. This page is made by \
         `agmark docs configuration`, a JSON Schema by `agmark config schema`: an editor with a TOML server completes and \
         explains the keys when the first line of the file is `#:schema PATH` with the path of that schema.\n\n\
         ```toml\n{EXAMPLE}```"
    );
    let words = describe(schema);
    if !words.is_empty() {
        let _ = writeln!(out, "\n{words}");
    }
    keys(&mut out, schema, schema, "", 2);
    out.push_str(SILENCE);
    out.push_str(
        "\n## What does not stand there\n\n\
         A workspace is not trusted: no key names a program to start, a host to send to, or a secret. Such \
         settings come from an editor's own settings, flags and the environment. In an `agmark.toml` they are \
         an error that says so.\n",
    );
    out
}

/// How findings are silenced, by format.
const SILENCE: &str = r#"
## Silence a finding

In a format with comments, a comment silences rules for what follows it. It names one rule or several, with commas
between them: `agmark: allow missing-hint, duplicate-id`. A rule may be written with its format (`agd/table-width`) or
without. `agmark: allow-file RULE` silences the rule in the whole file, wherever the comment stands.

| files | a comment for what follows | in the same line |
|---|---|---|
| AGD | `@! agmark: allow RULE` | |
| GaryML | `# agmark: allow RULE` | `# agmark: allow RULE` |
| AAF: HTML, Vue, Svelte | `<!-- agmark: allow RULE -->` | |
| AAF: JSX, TSX | `{/* agmark: allow RULE */}` | |
| markdownlang: front matter | `# agmark: allow RULE` | |
| markdownlang: text | `{{/* agmark: allow RULE */}}` | |
| ANML actions (`.anmla`) | `# agmark: allow RULE` | ` -- agmark: allow RULE` |
| ANML documents, `agent-manifest.json` | none: use `agmark.toml` | |

ANML documents and JSON have no comments. Set the rule for these files in an `agmark.toml`:

```toml
[[overrides]]
files = ["snapshots/*.anml", "agent-manifest.json"]
rules = { "anml/missing-ref" = "off" }
```

An editor offers the comment as a fix, but not for errors that keep an AGD document from being read: they stop
`agmark agd validate` and every other program, so a comment would only hide them. A comment that silences nothing is a hint
(`agmark/unused-allow`).
"#;

/// A section for each key of an object, and for the keys below it.
fn keys(out: &mut String, root: &Value, object: &Value, above: &str, depth: usize) {
    let Some(properties) = object.get("properties").and_then(Value::as_object) else { return };
    for (key, value) in properties {
        let value = resolved(root, value);
        let name = format!("{above}{key}");
        let _ = write!(out, "\n{} `{name}`\n\n", "#".repeat(depth));
        let required = object
            .get("required")
            .and_then(Value::as_array)
            .is_some_and(|all| all.contains(&Value::from(key.as_str())));
        let need = if required { ", required" } else { "" };
        let _ = writeln!(out, "{}{need}. {}", kind(root, value), describe(value));
        let inner = [value.get("items"), value.get("additionalProperties")];
        for inner in inner.into_iter().flatten().map(|inner| resolved(root, inner)) {
            words(out, inner);
            keys(out, root, inner, &format!("{name}."), depth + 1);
        }
        words(out, value);
        keys(out, root, value, &format!("{name}."), depth + 1);
    }
}

/// The words that a value may be, each with its meaning.
fn words(out: &mut String, value: &Value) {
    let all: Vec<_> = value.get("oneOf").and_then(Value::as_array).into_iter().flatten().collect();
    let mut list = String::new();
    for one in all {
        if let Some(word) = one.get("const").and_then(Value::as_str) {
            let _ = writeln!(list, "- `\"{word}\"`: {}", describe(one));
        }
    }
    // What was listed once is known.
    if !list.is_empty() && !out.contains(&list) {
        let _ = write!(out, "\n{list}");
    }
}

/// What kind of value it is, in words.
fn kind(root: &Value, value: &Value) -> String {
    let inner =
        |key: &str| value.get(key).filter(|inner| inner.is_object()).map(|inner| resolved(root, inner));
    match value.get("type").and_then(Value::as_str) {
        Some("array") => match inner("items").filter(|items| items.get("properties").is_some()) {
            Some(_) => "A list of tables".to_owned(),
            None => "A list of texts".to_owned(),
        },
        Some("object") if inner("additionalProperties").is_some() => "A table of names and values".to_owned(),
        Some("object") => "A table".to_owned(),
        Some("boolean") => "`true` or `false`".to_owned(),
        Some("integer" | "number") => match (value.get("minimum"), value.get("maximum")) {
            (Some(least), Some(most)) => format!("A number from {least} to {most}"),
            _ => "A number".to_owned(),
        },
        _ if value.get("oneOf").is_some() => "One of some words".to_owned(),
        _ => "A text".to_owned(),
    }
}

/// The description on one line.
fn describe(value: &Value) -> String {
    let words = value.get("description").and_then(Value::as_str).unwrap_or_default();
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn resolved<'a>(root: &'a Value, value: &'a Value) -> &'a Value {
    let target = value.get("$ref").and_then(Value::as_str);
    target.and_then(|target| root.pointer(target.trim_start_matches('#'))).unwrap_or(value)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use agmark_workspace::Config;

    #[test]
    fn the_example_is_right() {
        let registry = crate::formats::registry();
        let read = Config::parse(super::EXAMPLE, Path::new("/x/agmark.toml"), &registry);
        assert!(read.is_ok(), "{:?}", read.err());
    }
}
