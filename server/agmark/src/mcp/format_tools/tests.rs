//! The tools of single formats, on the files of `tests/agent_files`.

#[cfg(unix)]
mod links;
mod memory;
mod writing;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock};

use agmark_mcp::context::{CallClient, PersonAnswer};
use agmark_mcp::{Context, Options, ToolTable, Workspace};
use serde_json::{Map, Value};
use tempfile::TempDir;

use crate::formats;

/// A copy of the files, and the server's side of a session.
struct Session {
    folder: TempDir,
    context: Context,
    client: Arc<TestClient>,
}

/// A client that answers each question in one way.
struct TestClient {
    answer: PersonAnswer,
    questions: AtomicUsize,
}

impl CallClient for TestClient {
    fn is_cancelled(&self) -> bool {
        false
    }

    fn progress(&self, _done: f64, _total: Option<f64>, _message: &str) {}

    fn ask(&self, _question: &str) -> PersonAnswer {
        self.questions.fetch_add(1, Ordering::SeqCst);
        self.answer
    }
}

impl Session {
    fn new() -> Self {
        Self::with(|_| {})
    }

    fn with(change: impl FnOnce(&mut Options)) -> Self {
        let folder = tempfile::tempdir().unwrap();
        copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/agent_files"), folder.path());
        let mut options = Options {
            roots: vec![folder.path().to_owned()],
            client_roots: false,
            read_only: false,
            allow_fetch: false,
            allow_run: false,
            memory: None,
            count_tokens: agmark_tokens::count,
            edit_guard: crate::mcp::edit::guard,
        };
        change(&mut options);
        let client = Arc::new(TestClient { answer: PersonAnswer::NotAsked, questions: AtomicUsize::new(0) });
        let workspace = Workspace::open(formats::registry(), options).unwrap();
        Self { folder, context: Context::new(workspace, client.clone()), client }
    }

    /// The text of the answer, or the error.
    fn call(&self, tool: &str, input: &str) -> Result<String, String> {
        call(&self.context, tool, input)
    }

    fn error(&self, tool: &str, input: &str) -> String {
        self.call(tool, input).expect_err(tool)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }
}

fn call(context: &Context, tool: &str, input: &str) -> Result<String, String> {
    static TABLE: LazyLock<ToolTable> = LazyLock::new(|| ToolTable::new(super::all(true), &[]));
    let tool = TABLE.get(tool).unwrap();
    let arguments: Map<String, Value> = serde_json::from_str(input).unwrap();
    tool.call(context, arguments).map(|answer| answer.text).map_err(|error| error.to_string())
}

fn copy(from: &Path, to: &Path) {
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            fs::create_dir(&target).unwrap();
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}

#[test]
fn the_examples_are_right() {
    for tool in super::all(true) {
        let info = tool.info();
        assert!(!info.examples.is_empty(), "{}", info.name);
        for example in info.examples {
            let session = Session::with(|options| {
                options.allow_run = true;
                options.memory = Some(options.roots[0].join("memory.agd"));
            });
            let answer = session.call(info.name, example.input);
            assert!(
                answer.as_ref().is_ok_and(|text| text.contains(example.answer)),
                "{}, {}: {answer:?}",
                info.name,
                example.title
            );
        }
    }
}

#[test]
fn the_schemas_are_short_and_described() {
    let mut tokens = 0;
    for tool in super::all(true) {
        let (name, schema) = (tool.info().name, tool.input_schema());
        let properties = schema.get("properties").and_then(Value::as_object);
        assert!(properties.is_some_and(|all| !all.is_empty()), "{name}");
        let outputs = tool.output_schema();
        assert!(outputs.get("properties").and_then(Value::as_object).is_some(), "{name}");
        tokens += agmark_tokens::count(tool.info().description);
        tokens += agmark_tokens::count(&Value::Object(schema).to_string());
    }
    assert!(tokens < 3200, "a model reads {tokens} tokens before the first call");
}

#[test]
fn wrong_arguments_are_refused_with_the_next_step() {
    let session = Session::with(|options| options.allow_run = true);
    for (tool, input, error) in [
        ("edit", r#"{"path":"rules.agd"}"#, "no operation"),
        ("edit", r#"{"path":"rules.agd","id":"noon"}"#, "the short form needs"),
        ("edit", r#"{"path":"rules.agd","id":"noon","with":"two\nlines"}"#, "invalid AGD"),
        ("edit", r#"{"path":"rules.agd","ops":[]}"#, "no operation"),
        ("edit", r#"{"path":"rules.agd","ops":[{"op":"relpace","id":"a"}]}"#, "did you mean \"replace\"?"),
        ("edit", r#"{"path":"rules.agd","ops":[{"op":"delete","id":"nooon"}]}"#, "did you mean #noon?"),
        ("edit", r#"{"path":"none.agd","ops":[{"op":"delete","id":"a"}]}"#, "does not exist"),
        ("edit", r#"{"path":"login.anml","ops":[{"op":"delete","id":"a"}]}"#, "repair login.anml first"),
        ("view", r#"{"pth":"login.anml"}"#, "did you mean path?"),
        ("view", "{}", "give either `path` or `text`"),
        ("view", r#"{"path":"login.anml","filter":"?"}"#, "invalid filter"),
        ("view", r#"{"path":"login.anml","expand":["e9"]}"#, "\"#e9\" does not exist"),
        ("view", r#"{"path":"login-diff.anml"}"#, "this is a diff"),
        ("diff", r#"{"old":"login.anml","new":"rules.agd"}"#, "rules.agd:"),
        ("patch", r#"{"base":"login-failed.anml","path":"login.anml"}"#, "login.anml"),
        ("convert", r#"{"conversion":"markdown-to-agd","url":"http://localhost/"}"#, "html-to-anml only"),
        ("convert", r#"{"conversion":"html-to-anml","url":"http://localhost/"}"#, "--allow-fetch"),
        ("convert", r#"{"conversion":"agd-to-html","text":"x"}"#, "text:1:1: "),
        ("resolve", r#"{"path":"book.html","action":"table.bok"}"#, "nearest: table.book"),
        ("plan", r#"{"manifest":".well-known/agent-manifest.json","reply":"{\"action\":\"x\"}"}"#, "x"),
        ("annotate", r#"{"path":"plain.html","components":["A"]}"#, "write it as NAME=ELEMENT"),
        ("audit", r#"{"target":"http://localhost/"}"#, "--allow-fetch"),
        ("audit", r#"{"target":"none.html"}"#, "does not exist"),
        ("render", r#"{"path":"greet.md","input":{}}"#, "name"),
        ("run", r#"{"path":"rules.agd"}"#, "`check` lists the errors"),
        ("prompt", r#"{"path":"task.garyml","command":".cok"}"#, "cook"),
        ("apply", r#"{"path":"task.garyml","diff":"fx"}"#, "fix"),
    ] {
        let found = session.error(tool, input);
        assert!(found.contains(error), "{tool} {input}: {found}");
    }
}

#[test]
fn paths_outside_are_refused() {
    let session = Session::with(|options| options.allow_run = true);
    let outside = tempfile::tempdir().unwrap();
    fs::write(outside.path().join("a.agd"), "@p secret [#a]\n").unwrap();
    let mut paths = vec!["../a.agd".to_owned(), outside.path().join("a.agd").display().to_string()];
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(outside.path(), session.path("link")).unwrap();
        paths.push("link/a.agd".to_owned());
    }
    for path in paths {
        let path = Value::from(path);
        for (tool, input) in [
            ("edit", format!(r#"{{"path":{path},"ops":[{{"op":"delete","id":"a"}}]}}"#)),
            ("view", format!(r#"{{"path":{path}}}"#)),
            ("diff", format!(r#"{{"old":"login.anml","new":{path}}}"#)),
            ("patch", format!(r#"{{"base":{path},"path":"login-diff.anml","write":true}}"#)),
            ("convert", format!(r#"{{"conversion":"agd-to-html","path":{path}}}"#)),
            ("convert", format!(r#"{{"conversion":"agd-to-html","path":"rules.agd","output":{path}}}"#)),
            ("resolve", format!(r#"{{"path":{path},"action":"a"}}"#)),
            ("plan", format!(r#"{{"manifest":{path},"reply":"x"}}"#)),
            ("annotate", format!(r#"{{"path":{path}}}"#)),
            ("audit", format!(r#"{{"target":{path}}}"#)),
            ("render", format!(r#"{{"path":{path}}}"#)),
            ("run", format!(r#"{{"path":{path}}}"#)),
            ("prompt", format!(r#"{{"path":{path}}}"#)),
            ("apply", format!(r#"{{"path":{path},"diff":"fix"}}"#)),
        ] {
            let error = session.error(tool, &input);
            assert!(error.contains("outside of the roots"), "{tool} {input}: {error}");
        }
    }
    assert_eq!(fs::read_to_string(outside.path().join("a.agd")).unwrap(), "@p secret [#a]\n");
}

#[test]
fn a_prompt_contains_no_file_outside() {
    let above = tempfile::tempdir().unwrap();
    fs::create_dir_all(above.path().join(".git")).unwrap();
    fs::write(above.path().join("secret.md"), "secret words").unwrap();
    let root = above.path().join("root");
    fs::create_dir(&root).unwrap();
    fs::write(root.join("task.garyml"), ".GaryML version: 1.0\n.Context id=a path=../secret.md\n").unwrap();
    let session = Session::with(|options| options.roots = vec![root]);
    let prompt = session.call("prompt", r#"{"path":"task.garyml"}"#).unwrap();
    assert!(prompt.contains("outside of the workspace") && !prompt.contains("secret words"), "{prompt}");
}

#[test]
fn a_view_is_folded_to_fit() {
    let session = Session::new();
    let rows: String = (1..400).map(|n| format!("  link#a{n} \"Chapter number {n}\"\n")).collect();
    let input = serde_json::json!({ "text": format!("main\n{rows}"), "max_tokens": 300 });
    let view = session.call("view", &input.to_string()).unwrap();
    assert!(agmark_tokens::count(&view) <= 300 && view.contains("links"), "{view}");
}

#[test]
fn a_run_needs_the_flag_and_a_person() {
    let session = Session::new();
    assert!(session.error("run", r#"{"path":"greet.md"}"#).contains("--allow-run"));
    let session = Session::with(|options| {
        options.allow_run = true;
        options.read_only = true;
    });
    assert!(session.error("run", r#"{"path":"greet.md"}"#).contains("read-only"));
    assert_eq!(session.client.questions.load(Ordering::SeqCst), 0);
}
