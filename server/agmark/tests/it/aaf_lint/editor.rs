//! Audits from an editor: the findings in files, and the progress.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

use super::server::{Answer, Server};
use super::{MANIFEST, PAGE};
use crate::support::Folder;

/// A client that hears everything.
struct Editor {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    next: u64,
    /// The diagnostics of the audit by file name.
    found: BTreeMap<String, Vec<String>>,
    status: Option<Value>,
    progress: Vec<String>,
    /// What it answers to a question.
    answer: Option<String>,
}

impl Editor {
    fn open(folder: &Folder, state: &Path, answer: Option<&str>) -> Self {
        let mut command = folder.command(&["lsp"]);
        command.env("XDG_STATE_HOME", state).env("LOCALAPPDATA", state);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let (input, output) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        let (found, status, progress) = Default::default();
        let answer = answer.map(str::to_owned);
        let mut editor = Editor { child, input, output, next: 0, found, status, progress, answer };
        let root = format!("file://{}", folder.path().display());
        let asks = editor.answer.is_some();
        let mut capabilities = json!({
            "window": { "workDoneProgress": true },
            "experimental": { "agmark": { "documents": true, "status": true } },
        });
        if asks {
            capabilities["window"]["showMessage"] =
                json!({ "messageActionItem": { "additionalPropertiesSupport": false } });
        }
        let folders = json!([{ "uri": root, "name": "w" }]);
        let params = json!({
            "processId": null, "rootUri": root, "workspaceFolders": folders, "capabilities": capabilities,
        });
        editor.ask("initialize", params).unwrap();
        editor.send(&json!({ "jsonrpc": "2.0", "method": "initialized", "params": {} }));
        editor
    }

    /// Runs a command; its result, or why not.
    fn run(&mut self, command: &str, options: Value) -> Result<Value, String> {
        self.status = None;
        let params = json!({ "command": command, "arguments": [options], "workDoneToken": "t" });
        let result = self.ask("workspace/executeCommand", params)?;
        // The status of an audit can come after its result: it must not be read as that of the next audit.
        for _ in 0..1000 {
            if self.status.is_some() {
                return Ok(result);
            }
            drop(self.ask("workspace/symbol", json!({ "query": "" })));
        }
        panic!("no status of the audit");
    }

    fn ask(&mut self, method: &str, params: Value) -> Result<Value, String> {
        self.next += 1;
        let id = self.next;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        self.until(|message| message["id"] == id && message.get("method").is_none()).map(|answer| {
            match answer["error"]["message"].as_str() {
                Some(error) => Err(error.to_owned()),
                None => Ok(answer["result"].clone()),
            }
        })?
    }

    /// Hears of what happens until there is a certain message.
    fn until(&mut self, is: impl Fn(&Value) -> bool) -> Result<Value, String> {
        loop {
            let message = self.read().ok_or("the server has ended")?;
            if is(&message) {
                return Ok(message);
            }
            match message["method"].as_str().unwrap_or_default() {
                "textDocument/publishDiagnostics" => self.hear(&message["params"]),
                "agmark/status" => self.status = Some(message["params"].clone()),
                "$/progress" => {
                    self.progress.extend(message["params"]["value"]["message"].as_str().map(str::to_owned));
                }
                "window/showMessageRequest" => {
                    let answer = json!({ "title": self.answer });
                    self.send(&json!({ "jsonrpc": "2.0", "id": message["id"], "result": answer }));
                }
                _ if message.get("id").is_some() => {
                    self.send(&json!({ "jsonrpc": "2.0", "id": message["id"], "result": null }));
                }
                _ => {}
            }
        }
    }

    fn hear(&mut self, params: &Value) {
        let name = params["uri"].as_str().unwrap_or_default().rsplit('/').next().unwrap_or_default();
        let all = params["diagnostics"].as_array().cloned().unwrap_or_default();
        let ours = all.iter().filter(|one| one["source"] == "agmark audit");
        let told = ours.map(|one| {
            let at = &one["range"]["start"];
            format!("{}:{} {}", at["line"], at["character"], one["code"].as_str().unwrap_or_default())
        });
        self.found.insert(name.to_owned(), told.collect());
        self.found.retain(|_, told| !told.is_empty());
    }

    /// The diagnostics once they are these.
    fn finds(&mut self, expected: &[(&str, &[&str])]) {
        let expected: BTreeMap<String, Vec<String>> = expected
            .iter()
            .map(|(name, all)| ((*name).to_owned(), all.iter().map(|one| (*one).to_owned()).collect()))
            .collect();
        for _ in 0..200 {
            if self.found == expected {
                return;
            }
            // Whatever is still to come comes before the answer to a question that the server knows.
            drop(self.ask("workspace/symbol", json!({ "query": "" })));
        }
        assert_eq!(self.found, expected);
    }

    /// The status of the last audit.
    fn told(&mut self) -> Value {
        self.status.take().map_or(Value::Null, |status| status["audit"].clone())
    }

    fn send(&mut self, message: &Value) {
        let body = message.to_string();
        write!(self.input, "Content-Length: {}\r\n\r\n{body}", body.len()).unwrap();
        self.input.flush().unwrap();
    }

    fn read(&mut self) -> Option<Value> {
        let mut length = 0;
        loop {
            let mut line = String::new();
            if self.output.read_line(&mut line).ok()? == 0 {
                return None;
            }
            match line.trim().split_once(": ") {
                Some((name, value)) if name.eq_ignore_ascii_case("content-length") => {
                    length = value.parse().ok()?
                }
                Some(_) => {}
                None => break,
            }
        }
        let mut body = vec![0; length];
        self.output.read_exact(&mut body).ok()?;
        serde_json::from_slice(&body).ok()
    }
}

impl Drop for Editor {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

const JSX: &str = "export const Join = () => (\n  <AgentAction action=\"club.join\">\n    <form data-agent-kind=\"action\" \
    data-agent-action=\"club.join\">\n      <input name={name} />\n    </form>\n  </AgentAction>\n)\n";

#[test]
fn a_site_is_audited_and_the_sources_are_marked() {
    let manifest = MANIFEST.replace("0.1", "first");
    let server = Server::of(&[
        (
            "/",
            Answer::html(
                "<h1>Club</h1>\n<a href=/join>Join</a><a href=/about.html>About</a><a href=/gone>x</a>",
            ),
        ),
        ("/join", Answer::html(PAGE)),
        ("/about.html", Answer::html("<p>served at 12:00</p><input name=\"mail\"><button>Go there</button>")),
        ("/.well-known/agent-manifest.json", Answer::json(&manifest)),
    ]);
    let folder = Folder::of(&[
        ("public/.well-known/agent-manifest.json", &manifest),
        (
            "public/index.html",
            "<h1>Club</h1>\n<a href=/join>Join</a><a href=/about.html>About</a><a href=/gone>x</a>",
        ),
        (
            "public/about.html",
            "<p>served at {{ now }}</p>\n<input name=\"mail\">\n<b>x</b><button>Go there</button>",
        ),
        ("src/Join.jsx", JSX),
    ]);
    let state = tempfile::tempdir().unwrap();
    let mut editor = Editor::open(&folder, state.path(), None);
    let unknown = editor.run("agmark.aaf.auditSite", json!({})).unwrap_err();
    assert!(unknown.starts_with("name the site: "), "{unknown}");
    let report = editor
        .run("agmark.aaf.auditSite", json!({ "url": server.url.as_str(), "navigation": true }))
        .unwrap();
    assert_eq!(report["name"], "audit.html");
    assert!(
        report["text"].as_str().is_some_and(|text| text.contains("SITE") || text.contains("Site")),
        "{report}"
    );
    // The same text has the same places; what a script or a server made is told by its name or its words; what is
    // around it names the component.
    editor.finds(&[
        ("Join.jsx", &["1:23 audit/fields"]),
        ("about.html", &["1:0 audit/fields", "2:8 audit/actions"]),
        ("agent-manifest.json", &["0:13 audit/manifest"]),
        ("index.html", &["1:0 audit/navigation", "1:22 audit/navigation", "1:51 audit/navigation"]),
    ]);
    let status = editor.told();
    assert_eq!((&status["pages"], &status["failed"]), (&json!(3), &json!(1)), "{status}");
    assert!(status["score"].is_u64() && status["label"].is_string(), "{status}");
    assert!(editor.progress.iter().any(|said| said.starts_with("4 of 4: http")), "{:?}", editor.progress);
    // The next audit takes what the one before found away. The address is remembered, and not in the workspace.
    let again = Server::of(&[("/", Answer::html("<h1>Nothing</h1>"))]);
    drop(editor.run("agmark.aaf.auditPage", json!({ "url": again.url.as_str() })).unwrap());
    editor.finds(&[("index.html", &["0:0 audit/manifest"])]);
    drop(editor.run("agmark.aaf.auditSite", json!({})).unwrap());
    assert_eq!(editor.told()["pages"], 3);
    assert!(std::fs::read_dir(state.path().join("agmark")).unwrap().count() > 0);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2);
}

#[test]
fn the_files_of_a_workspace_are_audited() {
    let folder = Folder::of(&[
        (".well-known/agent-manifest.json", MANIFEST),
        ("join.html", PAGE),
        ("deep/plain.html", "<form></form>"),
    ]);
    let state = tempfile::tempdir().unwrap();
    let mut editor = Editor::open(&folder, state.path(), None);
    drop(editor.run("agmark.aaf.auditWorkspace", json!({})).unwrap());
    editor.finds(&[("join.html", &["0:61 audit/fields"]), ("plain.html", &["0:0 audit/forms"])]);
    // (60 + 33) / 2 = 46.5
    assert_eq!(editor.told()["score"], 47);
    let uri = format!("file://{}/join.html", folder.path().display());
    drop(editor.run("agmark.aaf.auditPage", json!({ "uri": uri })).unwrap());
    editor.finds(&[("join.html", &["0:61 audit/fields"])]);
    assert_eq!(editor.told()["score"], 60);
    // The lens above the page says the same.
    let document = json!({ "uri": uri, "languageId": "html", "version": 1, "text": PAGE });
    let opened = json!({ "textDocument": document });
    editor.send(&json!({ "jsonrpc": "2.0", "method": "textDocument/didOpen", "params": opened }));
    let mut title = String::new();
    // The server may still be looking through the folder, for the manifest too.
    for _ in 0..200 {
        let lenses = editor.ask("textDocument/codeLens", json!({ "textDocument": { "uri": uri } })).unwrap();
        let lens = editor.ask("codeLens/resolve", lenses[0].clone()).unwrap();
        title = lens["command"]["title"].as_str().unwrap_or_default().to_owned();
        if title.starts_with("agents: 60/100") {
            break;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    assert!(title.starts_with("agents: 60/100"), "{title}");
    let none = editor.run("agmark.aaf.auditPage", json!({ "url": "http://127.0.0.1:9/" })).unwrap_err();
    assert_eq!(none, "http://127.0.0.1:9/: no connection: refused");
    editor.finds(&[]);
}

#[test]
fn a_person_chooses_among_the_sites_of_before() {
    let server = Server::of(&[("/", Answer::html("")), ("/b", Answer::html(""))]);
    let folder = Folder::of(&[]);
    let state = tempfile::tempdir().unwrap();
    let mut editor = Editor::open(&folder, state.path(), Some(server.url.as_str()));
    for page in ["", "b"].map(|path| server.url.join(path).unwrap()) {
        drop(editor.run("agmark.aaf.auditSite", json!({ "url": page.as_str() })).unwrap());
    }
    drop(editor.run("agmark.aaf.auditSite", json!({})).unwrap());
    assert_eq!(editor.told()["name"], server.url.as_str());
}

#[test]
fn an_audit_can_be_taken_back() {
    let server = Server::new(|_| Answer::html("").after(Duration::from_secs(60)));
    let folder = Folder::of(&[]);
    let state = tempfile::tempdir().unwrap();
    let mut editor = Editor::open(&folder, state.path(), None);
    let params = json!({ "command": "agmark.aaf.auditSite", "arguments": [{ "url": server.url.as_str(), "depth": 2 }] });
    editor.send(
        &json!({ "jsonrpc": "2.0", "id": 900, "method": "workspace/executeCommand", "params": params }),
    );
    while server.asked().is_empty() {
        std::thread::sleep(Duration::from_millis(10));
    }
    editor.send(&json!({ "jsonrpc": "2.0", "method": "$/cancelRequest", "params": { "id": 900 } }));
    let answer = editor.until(|message| message["id"] == 900).unwrap();
    assert!(answer["error"]["code"].is_i64(), "{answer}");
    assert!(editor.status.is_none());
}

#[cfg(unix)]
#[test]
fn a_rendered_page_leads_to_its_source() {
    use std::os::unix::fs::PermissionsExt;
    let served = "<body><script>document.body.innerHTML = '<form data-agent-kind=action data-agent-action=club.join>' +
        '<input name=mail></form>'</script>";
    let server = Server::of(&[("/", Answer::html(served))]);
    let folder = Folder::of(&[("src/Join.jsx", JSX)]);
    let state = tempfile::tempdir().unwrap();
    // Tests may run as root, and an editor never starts a browser without its sandbox by itself.
    let chrome = state.path().join("chrome");
    let script =
        "#!/bin/sh\nexec \"$(command -v chromium || command -v google-chrome)\" --no-sandbox \"$@\"\n";
    std::fs::write(&chrome, script).unwrap();
    std::fs::set_permissions(&chrome, std::fs::Permissions::from_mode(0o755)).unwrap();
    let mut editor = Editor::open(&folder, state.path(), None);
    let options = json!({ "url": server.url.as_str(), "render": true, "chrome": chrome });
    let report = editor.run("agmark.aaf.auditPage", options).unwrap();
    assert!(
        report["text"].as_str().is_some_and(|text| text.contains("data:image/jpeg;base64,")),
        "a picture"
    );
    editor.finds(&[("Join.jsx", &["1:23 audit/fields"])]);
    let missing = json!({ "url": server.url.as_str(), "render": true, "chrome": "/no/such/chrome" });
    let why = editor.ask(
        "workspace/executeCommand",
        json!({ "command": "agmark.aaf.auditPage", "arguments": [missing] }),
    );
    assert!(why.unwrap_err().contains("/no/such/chrome: the program does not exist"));
}
