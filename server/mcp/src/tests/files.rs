//! Which files a session reaches, and how they are written.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::client::Setup;
use crate::{Access, Answer, Context, FileChange, Tool, ToolError, ToolInfo};

/// Appends a line to a file, or to several.
struct Append;

#[derive(Deserialize, JsonSchema)]
struct AppendInput {
    paths: Vec<String>,
    line: String,
    /// Another program writes this to the last file between reading and writing
    #[serde(default)]
    other: Option<String>,
}

#[derive(Serialize, JsonSchema)]
struct AppendOutput {}

impl Tool for Append {
    const INFO: ToolInfo = ToolInfo {
        name: "append",
        title: "Append",
        description: "Appends a line.",
        examples: &[],
        access: Access::Write { destructive: false, idempotent: false, previews: false },
    };
    type Input = AppendInput;
    type Output = AppendOutput;

    fn call(&self, context: &Context, input: AppendInput) -> Result<Answer<AppendOutput>, ToolError> {
        let added = |text: &str| format!("{text}{}\n", input.line);
        if let [path] = &input.paths[..] {
            let path = context.file_path(path)?;
            context.change(&path, |file| {
                if let Some(other) = &input.other {
                    std::fs::write(path.absolute(), other).expect("a file");
                }
                Ok((Some(added(&file.text)), ()))
            })?;
        } else {
            let files = input.paths.iter().map(|path| context.load(path)).collect::<Result<Vec<_>, _>>()?;
            if let (Some(other), Some(last)) = (&input.other, files.last()) {
                std::fs::write(last.path.absolute(), other).expect("a file");
            }
            let change = |file: &Arc<_>| FileChange { file: Arc::clone(file), text: String::new() };
            let mut changes: Vec<_> = files.iter().map(change).collect();
            changes.iter_mut().for_each(|change| change.text = added(&change.file.text));
            context.change_all(changes)?;
        }
        Ok(Answer::new("done", AppendOutput {}))
    }
}

fn setup(files: &[(&str, &str)]) -> Setup {
    Setup::new(files).tool(Box::new(Append))
}

#[tokio::test]
async fn nothing_outside_of_the_roots_is_reached() {
    let files = [("w/a.toy", "*x\n"), ("out/b.toy", "*secret\n"), ("w/.git/c.toy", "*y\n")];
    let setup = setup(&files).roots(&["w"]);
    let outside = setup.folder.at("out/b.toy").display().to_string();
    let mut client = setup.start().await;
    let paths = [
        "../out/b.toy",
        "x/../../out/b.toy",
        &outside,
        "agmark://file/../out/b.toy",
        "agmark://file/%2e%2e/out/b.toy",
        "/etc/passwd",
        ".git/c.toy",
        "",
    ];
    for path in paths {
        for (tool, arguments) in [
            ("get", json!({ "path": path })),
            ("outline", json!({ "path": path, "name": "x" })),
            ("append", json!({ "paths": [path], "line": "*new" })),
            ("check", json!({ "path": path, "errors": true })),
        ] {
            if path.is_empty() && tool != "get" {
                continue;
            }
            let answer = client.call(tool, arguments).await;
            assert!(answer.starts_with("error: ") && !answer.contains("*secret"), "{tool} {path}: {answer}");
        }
    }
    assert_eq!(client.read("out/b.toy"), "*secret\n");
    for path in ["a.toy", "./a.toy", "agmark://file/a.toy", "sub/../a.toy"] {
        assert_eq!(client.call("get", json!({ "path": path })).await, "*x\n", "{path}");
    }
}

#[cfg(unix)]
#[tokio::test]
async fn no_link_leads_out() {
    use std::os::unix::fs::symlink;
    let setup =
        setup(&[("w/a.toy", "*x\n"), ("w/sub/i.toy", "*y\n"), ("out/b.toy", "*secret\n")]).roots(&["w"]);
    let at = |path: &str| setup.folder.at(path);
    symlink(at("out"), at("w/folder")).expect("a link");
    symlink(at("out/b.toy"), at("w/file.toy")).expect("a link");
    symlink(at("w/sub/i.toy"), at("w/inner.toy")).expect("a link");
    symlink(at("out/new.toy"), at("w/new.toy")).expect("a link");
    let mut client = setup.start().await;
    for path in ["folder/b.toy", "file.toy", "new.toy"] {
        for (tool, arguments) in
            [("get", json!({ "path": path })), ("append", json!({ "paths": [path], "line": "*new" }))]
        {
            let answer = client.call(tool, arguments).await;
            assert!(answer.starts_with("error: ") && !answer.contains("*secret"), "{tool} {path}: {answer}");
        }
    }
    // A link inside can be read, but nothing is written through a link.
    assert_eq!(client.call("get", json!({ "path": "inner.toy" })).await, "*y\n");
    let answer = client.call("append", json!({ "paths": ["inner.toy"], "line": "*new" })).await;
    assert!(answer.contains("link"), "{answer}");
    assert_eq!(
        (client.read("out/b.toy").as_str(), client.read("w/sub/i.toy").as_str()),
        ("*secret\n", "*y\n")
    );
    assert!(!client.folder.at("out/new.toy").exists());
    let found = client.call("search", json!({ "query": "secret" })).await;
    assert!(found.starts_with("no text"), "{found}");
}

#[tokio::test]
async fn a_read_only_server_writes_nothing() {
    let mut client = setup(&[("a.toy", "*x\n!x\n")]).read_only().start().await;
    for (tool, arguments) in [
        ("append", json!({ "paths": ["a.toy"], "line": "*new" })),
        ("rename", json!({ "name": "x", "to": "y" })),
        ("fix", json!({ "path": "a.toy" })),
    ] {
        let answer = client.call(tool, arguments).await;
        assert!(answer.starts_with("error: the server is read-only"), "{tool}: {answer}");
    }
    let preview = client.call("rename", json!({ "name": "x", "to": "y", "preview": true })).await;
    assert!(preview.contains("2 places"), "{preview}");
    assert_eq!(client.read("a.toy"), "*x\n!x\n");
    let listed = client.request("tools/list", json!({})).await.to_string();
    assert!(listed.contains(r#""rename""#) && !listed.contains(r#""append""#));
}

#[tokio::test]
async fn a_change_by_another_program_is_kept() {
    let mut client = setup(&[("a.toy", "*x\n"), ("b.toy", "*y\n")]).start().await;
    let answer =
        client.call("append", json!({ "paths": ["a.toy"], "line": "*new", "other": "*theirs\n" })).await;
    assert!(answer.starts_with("error: ") && answer.contains("changed while"), "{answer}");
    assert_eq!(client.read("a.toy"), "*theirs\n");
    let several = json!({ "paths": ["a.toy", "b.toy"], "line": "*new", "other": "*theirs\n" });
    let answer = client.call("append", several).await;
    assert!(answer.contains("b.toy changed while") && answer.contains("nothing was changed"), "{answer}");
    assert_eq!((client.read("a.toy").as_str(), client.read("b.toy").as_str()), ("*theirs\n", "*theirs\n"));
}

/// The file that cannot be written comes last, after one was written.
#[cfg(unix)]
#[tokio::test]
async fn a_failed_change_of_several_files_is_undone() {
    use std::os::unix::fs::PermissionsExt;
    let setup = setup(&[("a.toy", "*x\n"), ("locked/b.toy", "*y\n")]);
    let locked = setup.folder.at("locked");
    let mut client = setup.start().await;
    std::fs::set_permissions(&locked, PermissionsExt::from_mode(0o555)).expect("rights");
    if std::fs::write(locked.join("probe"), "").is_ok() {
        return; // This person may write everywhere.
    }
    let answer = client.call("append", json!({ "paths": ["a.toy", "locked/b.toy"], "line": "*new" })).await;
    std::fs::set_permissions(&locked, PermissionsExt::from_mode(0o755)).expect("rights");
    assert!(answer.contains("nothing was changed"), "{answer}");
    assert_eq!((client.read("a.toy").as_str(), client.read("locked/b.toy").as_str()), ("*x\n", "*y\n"));
}

#[tokio::test]
async fn what_others_write_is_seen_at_once() {
    let mut client = setup(&[("a.toy", "*x\n")]).start().await;
    for number in 0..50 {
        // The same length and perhaps the same time.
        client.folder.write("a.toy", &format!("*x{number:02}\n"));
        assert_eq!(client.call("get", json!({ "path": "a.toy" })).await, format!("*x{number:02}\n"));
    }
}

#[tokio::test]
async fn many_calls_at_once_lose_nothing() {
    let mut client = setup(&[("a.toy", "")]).start().await;
    let mut ids = Vec::new();
    for number in 0..300 {
        let arguments = json!({ "paths": ["a.toy"], "line": format!("*n{number}") });
        ids.push(client.begin("tools/call", json!({ "name": "append", "arguments": arguments })).await);
    }
    for id in ids {
        let answer = client.answer(id).await;
        assert_eq!(answer["isError"], false, "{answer}");
    }
    let text = client.read("a.toy");
    let mut lines: Vec<_> = text.lines().collect();
    lines.sort_unstable();
    lines.dedup();
    assert_eq!(lines.len(), 300);
}

#[tokio::test]
async fn two_servers_on_one_folder_lose_nothing() {
    let first = setup(&[("a.toy", "")]);
    let mut second = setup(&[]);
    second.folder = Arc::clone(&first.folder);
    second.options.roots = first.options.roots.clone();
    let mut clients = [first.start().await, second.start().await];
    for number in 0..40 {
        for (which, client) in clients.iter_mut().enumerate() {
            let arguments = json!({ "paths": ["a.toy"], "line": format!("*n{which}-{number}") });
            client.begin("tools/call", json!({ "name": "append", "arguments": arguments })).await;
        }
    }
    for client in &mut clients {
        for id in 2..=41 {
            let answer = client.answer(id).await;
            assert_eq!(answer["isError"], false, "{answer}");
        }
    }
    assert_eq!(clients[0].read("a.toy").lines().count(), 80);
}
