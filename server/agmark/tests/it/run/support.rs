//! Programs in a folder, and the program run on them.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use agmark_run::testing::Model;

pub const KEY: &str = "sk-test-0123456789";

/// A folder with programs and its own home folder, whose user has accepted the agreement.
pub struct Place(tempfile::TempDir);

/// What the program did.
#[derive(Debug)]
pub struct Ran {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Place {
    pub fn new() -> Self {
        let place = Self(tempfile::tempdir().unwrap());
        place.write(
            ".markdownlang-agreement.json",
            r#"{"agreed_at":"2025-01-01T00:00:00Z","phrase_index":1}"#,
        );
        place
    }

    /// A place with the program `greet.md`.
    pub fn greet() -> Self {
        let place = Self::new();
        place.program(
            "greet",
            "input: { type: object, properties: { name: { type: string } }, required: [name] }\n\
             output: { type: object, properties: { greeting: { type: string } }, required: [greeting] }",
            "Greet {{ .name }}.",
        );
        place
    }

    pub fn program(&self, name: &str, front: &str, body: &str) {
        let text = format!("---\nname: {name}\ndescription: The program {name}\n{front}\n---\n{body}\n");
        self.write(&format!("{name}.md"), &text);
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).unwrap();
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    /// The program, with nothing in its environment that tests have not put there.
    pub fn command(&self, args: &[&str]) -> Command {
        self.command_of(Path::new(env!("CARGO_BIN_EXE_agmark")), args)
    }

    pub fn command_of(&self, program: &Path, args: &[&str]) -> Command {
        let mut command = Command::new(program);
        command.args(args).current_dir(self.0.path()).env("HOME", self.0.path());
        // What is compiled is kept for all tests.
        command.env("XDG_CACHE_HOME", env!("CARGO_TARGET_TMPDIR"));
        for name in
            ["OPENAI_API_KEY", "OPENAI_BASE_URL", "AGMARK_LOG", "CLICOLOR_FORCE", "http_proxy", "HTTP_PROXY"]
        {
            command.env_remove(name);
        }
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// `agmark markdownlang run` against a model.
    pub fn running(&self, model: &Model, args: &[&str]) -> Command {
        let mut command = self.command(&["markdownlang", "run"]);
        command.args(args).env("OPENAI_API_KEY", KEY).env("OPENAI_BASE_URL", &model.base_url);
        command
    }

    /// `agmark lsp`, whose environment names a model.
    pub fn serving(&self, model: &Model) -> Command {
        let mut command = self.command(&["lsp"]);
        command.env("XDG_STATE_HOME", self.path("state")).env_remove("XDG_CONFIG_HOME");
        command.env("OPENAI_API_KEY", KEY).env("OPENAI_BASE_URL", &model.base_url);
        command
    }

    pub fn run(&self, model: &Model, args: &[&str]) -> Ran {
        finish(self.running(model, args))
    }
}

pub fn finish(mut command: Command) -> Ran {
    ended(command.spawn().unwrap())
}

pub fn finish_with(mut command: Command, input: &str) -> Ran {
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    ended(child)
}

pub fn ended(child: Child) -> Ran {
    let output = child.wait_with_output().unwrap();
    Ran {
        code: output.status.code().unwrap_or(-1),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}
