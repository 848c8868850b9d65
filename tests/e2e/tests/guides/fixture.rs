//! The workspace in which commands run: the examples of the pages, and files that the pages only name.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use agmark_tests::program;

use crate::blocks::{FILES, pages};

/// A folder that goes with the test.
pub struct Workspace(tempfile::TempDir);

/// What a command did.
pub struct Ran {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Workspace {
    pub fn new() -> Self {
        let workspace = Self(tempfile::tempdir().expect("a folder"));
        copy(
            &Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/guides/workspace"),
            &workspace.0.path().join("work"),
        );
        for (page, language, file) in FILES {
            static TEXTS: OnceLock<Vec<(String, String, String)>> = OnceLock::new();
            let all = TEXTS.get_or_init(|| {
                let blocks = |page: crate::blocks::Page| {
                    let path = page.path;
                    page.blocks.into_iter().map(move |block| (path.clone(), block.language, block.text))
                };
                pages().into_iter().flat_map(blocks).collect()
            });
            let example = all.iter().find(|(path, of, _)| path == page && of == language);
            let (_, _, text) = example.unwrap_or_else(|| panic!("{page} has no example in {language}"));
            workspace.write(file, text);
        }
        let home = workspace.0.path().join("home");
        std::fs::create_dir_all(&home).expect("a folder");
        let agreement = r#"{"agreed_at":"2026-01-01T00:00:00Z","phrase_index":0}"#;
        std::fs::write(home.join(".markdownlang-agreement.json"), agreement).expect("a file");
        workspace
    }

    pub fn write(&self, file: &str, text: &str) {
        let path = self.0.path().join("work").join(file);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    }

    pub fn read(&self, file: &str) -> String {
        std::fs::read_to_string(self.0.path().join("work").join(file)).unwrap_or_default()
    }

    /// Runs a command line as a person would, with the built program on the path and a model that answers.
    pub fn shell(&self, script: &str) -> Ran {
        static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
        let program = PROGRAM.get_or_init(program::path);
        let folder = program.parent().expect("a program lies in a folder");
        let path = std::env::var_os("PATH").unwrap_or_default();
        let path =
            std::env::join_paths([folder.to_path_buf()].into_iter().chain(std::env::split_paths(&path)));
        let home = self.0.path().join("home");
        let output = Command::new("bash")
            .args(["-o", "pipefail", "-c", script])
            .current_dir(self.0.path().join("work"))
            .env("PATH", path.expect("no folder has a colon"))
            .env("HOME", &home)
            .env("XDG_CONFIG_HOME", home.join("config"))
            .env("XDG_DATA_HOME", home.join("data"))
            .env("XDG_CACHE_HOME", home.join("cache"))
            .env("XDG_STATE_HOME", home.join("state"))
            .env("OPENAI_BASE_URL", model())
            .env_remove("AGMARK_LOG")
            .env_remove("CLICOLOR_FORCE")
            .stdin(Stdio::null())
            .output()
            .expect("bash runs");
        Ran {
            code: output.status.code().unwrap_or(-1),
            out: String::from_utf8_lossy(&output.stdout).into_owned(),
            err: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("a folder");
    for entry in std::fs::read_dir(from).expect("the files of the workspace") {
        let path = entry.expect("an entry").path();
        let target = to.join(path.file_name().expect("a name"));
        if path.is_dir() {
            copy(&path, &target)
        } else {
            std::fs::copy(&path, &target).map(drop).expect("a copy")
        }
    }
}

/// The address of a server that answers every request as the model in docs/running.md does.
fn model() -> &'static str {
    static ADDRESS: OnceLock<String> = OnceLock::new();
    ADDRESS.get_or_init(|| {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = format!("http://{}/v1", listener.local_addr().expect("an address"));
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                std::thread::spawn(move || answer(stream));
            }
        });
        address
    })
}

/// Reads a request and replies; `None` when the client is gone.
fn answer(stream: TcpStream) -> Option<()> {
    let mut reader = BufReader::new(stream.try_clone().ok()?);
    let mut length = 0;
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line).ok()? == 0 {
            return None;
        }
        let line = line.trim().to_ascii_lowercase();
        if let Some(value) = line.strip_prefix("content-length:") {
            length = value.trim().parse().ok()?;
        }
        if line.is_empty() {
            break;
        }
    }
    reader.take(length).read_to_end(&mut Vec::new()).ok()?;
    let body = serde_json::json!({
        "id": "1", "object": "chat.completion", "created": 0, "model": "gpt-4o",
        "choices": [{
            "index": 0, "finish_reason": "stop",
            "message": { "role": "assistant", "content": "{\"greeting\": \"Hello Ada\"}" },
        }],
        "usage": { "prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2 },
    })
    .to_string();
    let head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close\r\ncontent-length:";
    write!({ stream }, "{head} {}\r\n\r\n{body}", body.len()).ok()
}
