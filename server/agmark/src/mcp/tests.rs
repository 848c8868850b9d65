//! The tools with their examples.

use std::path::Path;
use std::sync::Arc;

use agmark_mcp::context::{CallClient, PersonAnswer};
use agmark_mcp::{Access, Context};
use serde_json::{Map, Value};

use super::*;

/// A client whose person agrees to everything.
struct Agreeing;

impl CallClient for Agreeing {
    fn is_cancelled(&self) -> bool {
        false
    }
    fn progress(&self, _done: f64, _total: Option<f64>, _message: &str) {}
    fn ask(&self, _question: &str) -> PersonAnswer {
        PersonAnswer::Yes
    }
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("a folder");
    for entry in std::fs::read_dir(from).expect("a folder").filter_map(Result::ok) {
        let to = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &to);
        } else {
            std::fs::copy(entry.path(), to).expect("a file");
        }
    }
}

/// A copy of the workspace of the documentation's tests.
fn context(folder: &Path) -> Context {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    copy(&own.join("../../tests/e2e/tests/guides/workspace"), folder);
    // The files of the examples of single formats.
    copy(&own.join("tests/agent_files"), folder);
    let options = Options {
        roots: vec![folder.to_owned()],
        client_roots: false,
        read_only: false,
        allow_fetch: true,
        allow_run: true,
        memory: Some(folder.join("memory.agd")),
        count_tokens: agmark_tokens::count,
        edit_guard: super::edit::guard,
    };
    let workspace = Workspace::open(formats::registry(), options).expect("a workspace");
    Context::new(workspace, Arc::new(Agreeing))
}

fn object(json: &str) -> Map<String, Value> {
    serde_json::from_str(json).unwrap_or_else(|error| panic!("{json}: {error}"))
}

/// Clients refuse an answer that does not fit the schema. Checks required fields and null.
fn check_value(schema: &Value, value: &Value, call: &str) {
    for name in schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str) {
        assert!(value.get(name).is_some(), "{call}: {name} is missing in {value}");
    }
    let may_be_null = |schema: &Value| schema.get("type").is_none_or(|of| of.to_string().contains("null"));
    match value {
        Value::Object(fields) => {
            for (name, field) in fields {
                let Some(schema) = schema["properties"].get(name) else {
                    // One of several forms, or a map.
                    let known = ["anyOf", "oneOf", "additionalProperties"]
                        .iter()
                        .any(|key| schema.get(key).is_some());
                    assert!(
                        known || schema.get("type").is_none(),
                        "{call}: the schema has no {name}: {schema}"
                    );
                    continue;
                };
                assert!(!field.is_null() || may_be_null(schema), "{call}: {name} is null");
                check_value(schema, field, call);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| check_value(&schema["items"], item, call)),
        _ => {}
    }
}

#[test]
fn every_tool_has_examples_that_hold() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let _guard = runtime.enter();
    for tool in contents(true).tools.all() {
        assert!(!tool.info.examples.is_empty(), "{} has no examples", tool.info.name);
        for example in tool.info.examples {
            // Nothing that an example does reaches the next one.
            let folder = tempfile::tempdir().expect("a folder");
            let context = context(folder.path());
            let call = format!("{} {}", tool.info.name, example.input);
            match tool.call(&context, object(example.input)) {
                Ok(answer) => {
                    let found = answer.text.contains(example.answer);
                    assert!(found, "{call} has no {:?}:\n{}", example.answer, answer.text);
                    check_value(&Value::Object((*tool.output_schema).clone()), &answer.value, &call);
                }
                Err(error) => panic!("{call}: {error}"),
            }
        }
    }
}

#[test]
fn wrong_arguments_and_paths_outside_are_errors_of_every_tool() {
    let folder = tempfile::tempdir().expect("a folder");
    let context = context(&folder.path().join("w"));
    std::fs::write(folder.path().join("outside.agd"), "@p secret\n").expect("a file");
    for tool in contents(true).tools.all() {
        let name = tool.info.name;
        let error = tool.call(&context, object(r#"{"nope":1}"#)).expect_err(name).to_string();
        assert!(error.starts_with("unknown argument nope; "), "{name}: {error}");
        if tool.input_schema["properties"].get("path").is_some() {
            let mut arguments = tool.info.examples.first().map(|e| object(e.input)).unwrap_or_default();
            arguments.insert("path".to_owned(), "../outside.agd".into());
            let error = tool.call(&context, arguments).expect_err(name).to_string();
            assert!(error.contains("outside of the roots"), "{name}: {error}");
        }
    }
}

/// A model reads names, titles and descriptions with each task.
#[test]
fn tools_are_described_in_few_words() {
    for tool in contents(true).tools.all() {
        let info = tool.info;
        assert!(info.name.chars().all(|c| c.is_ascii_lowercase() || c == '_'), "{}", info.name);
        assert!(info.description.ends_with('.'), "{}: {}", info.name, info.description);
        let schema = serde_json::to_string(&tool.input_schema).expect("JSON");
        let tokens = agmark_tokens::count(&schema) + agmark_tokens::count(&tool.description());
        assert!(tokens < 600, "{} takes {tokens} tokens", info.name);
        if let Access::Write { .. } | Access::Run = info.access {
            assert!(info.title.split(' ').next().is_some_and(|verb| verb != "Read"), "{}", info.title);
        }
    }
}
