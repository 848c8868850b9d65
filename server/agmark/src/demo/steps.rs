//! The steps of the demo, one after the other.

use std::io::Write;
use std::path::Path;
use std::time::Instant;

use agmark_syntax::{Encoding, Position, Text};
use anyhow::Context;
use serde_json::{Value, json};

use super::changes;
use super::client::{Client, address, file};
use super::draw::{self, Finding};
use super::files::{self, FILES, PROGRAM};
use super::keys::Choice;
use super::next_steps;
use super::presenter::Presenter;
use super::recorded_run::{self, Recorded};
use crate::report::{counted, shown};
use crate::terminal::{BOLD, DIM};

#[derive(Clone, Copy)]
enum Step {
    Start,
    Findings(&'static str),
    LookUp,
    Rename,
    Fix,
    Program,
    Rounds,
    Result,
    NextSteps,
}

const STEPS: &[Step] = &[
    Step::Start,
    Step::Findings("plan.agd"),
    Step::Findings("register.anml"),
    Step::Findings("announce.garyml"),
    Step::Findings("announce.md"),
    Step::Findings("site/register.html"),
    Step::Findings("site/.well-known/agent-manifest.json"),
    Step::LookUp,
    Step::Rename,
    Step::Fix,
    Step::Program,
    Step::Rounds,
    Step::Result,
    Step::NextSteps,
];

/// Each step fits a terminal with this many lines, with the prompt below it.
const HEIGHT: usize = 24;

/// Lines of a step between its title, with the empty line above it, and the prompt.
const ROOM: usize = HEIGHT - 3;

/// The demo: a session and its output.
pub struct Play<'a, W> {
    folder: &'a Path,
    kept: bool,
    presenter: Presenter<W>,
    client: Client,
    recorded: Option<Recorded>,
}

impl<'a, W: Write> Play<'a, W> {
    /// Starts the server.
    pub fn begin(folder: &'a Path, kept: bool, presenter: Presenter<W>) -> anyhow::Result<Self> {
        let program = std::env::current_exe().context("the path of the program is unknown")?;
        let client = Client::start(&program)?;
        Ok(Self { folder, kept, presenter, client, recorded: None })
    }

    /// Plays the steps, until the last one or until the person leaves.
    pub fn steps(&mut self) -> anyhow::Result<()> {
        for (number, step) in STEPS.iter().enumerate() {
            if number > 0 && self.presenter.wait(number, STEPS.len())? == Choice::Leave {
                break;
            }
            match *step {
                Step::Start => self.start(),
                Step::Findings(path) => self.findings(path),
                Step::LookUp => self.look_up(),
                Step::Rename => self.rename(),
                Step::Fix => self.fix(),
                Step::Program => self.program(),
                Step::Rounds => self.rounds(),
                Step::Result => self.result(),
                Step::NextSteps => self.next_steps(),
            }?;
        }
        self.presenter.flush()?;
        self.client.end()
    }

    /// Opens all files, and shows how many findings each has.
    fn start(&mut self) -> anyhow::Result<()> {
        self.presenter.title("agmark", format_args!("a demo in {} steps", STEPS.len()))?;
        self.presenter.say(
            "agmark is a language server and a command line for five formats that people and agents write. \
             This is a real session on a small workspace, in which a repair café is planned:",
        )?;
        let name = self.presenter.look.paint(BOLD, self.folder.display());
        self.presenter.show(format_args!("  {name}\n\n"))?;
        self.shake_hands()?;
        for one in FILES {
            let uri = self.uri(one.path);
            let item = json!({ "uri": uri, "languageId": one.language, "version": 1, "text": one.text });
            self.client.notify("textDocument/didOpen", json!({ "textDocument": item }))?;
        }
        self.presenter.wire("textDocument/didOpen", format_args!("{} files", FILES.len()))?;
        self.presenter.wire("textDocument/diagnostic", format_args!("{} files\n", FILES.len()))?;
        for one in FILES {
            let count = self.found(one.path)?.len();
            let count = if count == 0 { "no findings".to_owned() } else { counted(count, "finding") };
            self.presenter.show(format_args!("  {:38}{:14}{count}\n", one.path, one.format))?;
        }
        Ok(())
    }

    fn shake_hands(&mut self) -> anyhow::Result<()> {
        let root = address(self.folder);
        let begun = Instant::now();
        let said = self.client.request(
            "initialize",
            json!({
                "processId": std::process::id(),
                "rootUri": root,
                "workspaceFolders": [{ "uri": root, "name": "demo" }],
                "capabilities": {
                    "general": { "positionEncodings": ["utf-8"] },
                    "textDocument": {
                        "diagnostic": {},
                        "hover": { "contentFormat": ["markdown"] },
                        "codeAction": { "codeActionLiteralSupport": { "codeActionKind": { "valueSet": ["quickfix"] } } },
                        "rename": { "prepareSupport": true },
                    },
                },
            }),
        )?;
        let took = begun.elapsed();
        self.client.notify("initialized", json!({}))?;
        let version =
            said.pointer("/serverInfo/version").and_then(Value::as_str).unwrap_or(env!("CARGO_PKG_VERSION"));
        let process = self.client.process();
        Ok(self
            .presenter
            .wire("initialize", format_args!("process {process}, agmark {version}, {took:.1?}"))?)
    }

    /// Shows a file with its findings.
    fn findings(&mut self, path: &str) -> anyhow::Result<()> {
        let file = files::file(path).context("the demo has no such file")?;
        let items = self.found(path)?;
        let mut findings: Vec<_> = items.iter().filter_map(Finding::read).collect();
        findings.sort_by_key(|f| (f.line, f.start));
        self.presenter.title(path, format_args!("{}: {}", file.format, file.about))?;
        let drawn = draw::excerpt(file.text, &findings, ROOM, self.presenter.look);
        Ok(self.presenter.show(drawn)?)
    }

    /// Shows a hover, and a reference with its definition in another file.
    fn look_up(&mut self) -> anyhow::Result<()> {
        self.presenter.title("Hover, go to definition", "what is known of a name")?;
        let (path, at) = ("plan.agd", place("plan.agd", "@ref #money", 8));
        let answer = self.request_at("textDocument/hover", path, at)?;
        let said = answer.pointer("/contents/value").and_then(Value::as_str).unwrap_or_default();
        let bar = self.presenter.look.paint(DIM, "│");
        for line in said.lines().filter(|line| !line.starts_with("```")) {
            self.presenter.show(format_args!("  {bar} {}\n", crate::terminal::plain(line)))?;
        }
        self.presenter.show("\n")?;
        let (path, at) = ("plan.agd", place("plan.agd", "budget.agd#tool-fund", 14));
        let answer = self.request_at("textDocument/definition", path, at)?;
        let first = answer.get(0).unwrap_or(&answer);
        let uri = first.get("uri").and_then(Value::as_str).context("go to definition has no result")?;
        let line = first.pointer("/range/start/line").and_then(Value::as_u64).unwrap_or(0) as usize;
        let name = self.name(uri);
        self.presenter.say(format_args!("leads to {name}, line {}:", line + 1))?;
        let drawn = draw::lines(files::text(&name), line.saturating_sub(1), 4, &[], self.presenter.look);
        Ok(self.presenter.show(drawn)?)
    }

    /// Renames an id in all files that refer to it.
    fn rename(&mut self) -> anyhow::Result<()> {
        let (path, at) = ("budget.agd", place("budget.agd", "[#tool-fund", 4));
        self.presenter.title("Rename", "in all files that refer to it")?;
        self.presenter.wire(
            "textDocument/rename",
            format_args!("{path}:{}:{} tool-fund → workshop-fund", at.line + 1, at.column + 1),
        )?;
        let mut params = self.at(path, at);
        params["newName"] = "workshop-fund".into();
        let edit = self.client.request("textDocument/rename", params)?;
        let edits = edit.get("changes").and_then(Value::as_object).context("the rename changes nothing")?;
        let mut changed: Vec<(String, &Value)> =
            edits.iter().map(|(uri, edits)| (self.name(uri), edits)).collect();
        changed.sort_by(|(a, _), (b, _)| a.cmp(b));
        for (name, edits) in changed {
            self.show_changes(&name, &apply(files::text(&name), edits))?;
        }
        Ok(())
    }

    /// Shows a fix and the findings after it.
    fn fix(&mut self) -> anyhow::Result<()> {
        let (path, at) = ("plan.agd", place("plan.agd", "@h5", 1));
        self.presenter.title("Fix", "what an editor offers on a finding")?;
        let line = u64::from(at.line);
        let here = |item: &&Value| item.pointer("/range/start/line").and_then(Value::as_u64) == Some(line);
        let found = self.found(path)?;
        let finding = found.iter().find(here).context("nothing is found where something is wrong")?;
        let params = json!({
            "textDocument": { "uri": self.uri(path) },
            "range": finding["range"],
            "context": { "diagnostics": [finding], "only": ["quickfix"] },
        });
        self.presenter.wire("textDocument/codeAction", format_args!("{path}:{}", at.line + 1))?;
        let offered = self.client.request("textDocument/codeAction", params)?;
        let first = offered.get(0).context("nothing is offered")?;
        let title = first.get("title").and_then(Value::as_str).unwrap_or_default();
        let edits = first
            .pointer("/edit/changes")
            .and_then(Value::as_object)
            .and_then(|changes| changes.values().next())
            .context("the fix changes nothing")?;
        let after = apply(files::text(path), edits);
        self.presenter.say(format_args!("{}:", crate::terminal::plain(title)))?;
        self.show_changes(path, &after)?;
        self.change(path, 2, &after)?;
        self.presenter.wire("textDocument/didChange", path)?;
        let left = self.found(path)?.len();
        self.presenter.wire("textDocument/diagnostic", path)?;
        self.presenter.say(format_args!("Findings in {path}: {} before, {left} now.", found.len()))?;
        Ok(())
    }

    /// Shows the prompt of a program.
    fn program(&mut self) -> anyhow::Result<()> {
        let file = files::file(PROGRAM).context("the demo has no such file")?;
        self.presenter.title(PROGRAM, format_args!("{}: {}", file.format, file.about))?;
        self.presenter.say("The output schema of the program, and its prompt:")?;
        let first = place(PROGRAM, "output:", 0).line as usize;
        let drawn = draw::lines(file.text, first, ROOM - 1, &[], self.presenter.look);
        Ok(self.presenter.show(drawn)?)
    }

    /// Runs the program.
    fn rounds(&mut self) -> anyhow::Result<()> {
        self.presenter.title("Run", "a program calls a model and a tool")?;
        self.presenter.say(format_args!(
            "{PROGRAM} calls the model. Here the replies come from a recording: no model is called, and no \
             server is started."
        ))?;
        let recorded = recorded_run::run(self.folder)?;
        recorded.show_rounds(&mut self.presenter)?;
        self.recorded = Some(recorded);
        Ok(())
    }

    fn result(&mut self) -> anyhow::Result<()> {
        self.presenter.title("Result", "it fits the output schema")?;
        let recorded = self.recorded.as_ref().context("the program did not run")?;
        Ok(recorded.show_result(&mut self.presenter)?)
    }

    fn next_steps(&mut self) -> anyhow::Result<()> {
        self.presenter.title("Your turn", "what to try next")?;
        Ok(next_steps::show(self.folder, self.kept, &mut self.presenter)?)
    }

    fn show_changes(&mut self, path: &str, after: &str) -> anyhow::Result<()> {
        let drawn = changes::lines(path, files::text(path), after, self.presenter.look);
        Ok(self.presenter.show(drawn)?)
    }

    fn change(&mut self, path: &str, version: u32, text: &str) -> anyhow::Result<()> {
        let document = json!({ "uri": self.uri(path), "version": version });
        let change = json!({ "textDocument": document, "contentChanges": [{ "text": text }] });
        Ok(self.client.notify("textDocument/didChange", change)?)
    }

    /// What the server finds in a file now.
    fn found(&mut self, path: &str) -> anyhow::Result<Vec<Value>> {
        let document = json!({ "textDocument": { "uri": self.uri(path) } });
        let mut answer = self.client.request("textDocument/diagnostic", document)?;
        match answer.get_mut("items").map(Value::take) {
            Some(Value::Array(items)) => Ok(items),
            _ => Ok(Vec::new()),
        }
    }

    /// Shows a place and sends a request about it.
    fn request_at(&mut self, method: &str, path: &str, at: Position) -> anyhow::Result<Value> {
        self.presenter.wire(method, format_args!("{path}:{}:{}", at.line + 1, at.column + 1))?;
        let line = draw::lines(files::text(path), at.line as usize, 1, &[], self.presenter.look);
        self.presenter.show(line)?;
        let params = self.at(path, at);
        self.client.request(method, params)
    }

    fn at(&self, path: &str, at: Position) -> Value {
        json!({
            "textDocument": { "uri": self.uri(path) },
            "position": { "line": at.line, "character": at.column },
        })
    }

    fn uri(&self, path: &str) -> String {
        address(&self.folder.join(path))
    }

    /// A file of the workspace as it is called there.
    fn name(&self, uri: &str) -> String {
        shown(&file(uri), self.folder)
    }
}

/// The position `ahead` bytes after the start of the first `needle`.
fn place(path: &str, needle: &str, ahead: usize) -> Position {
    let text = files::text(path);
    let offset = text.find(needle).map_or(0, |start| start + ahead);
    Text::new(text).position(offset, Encoding::Utf8)
}

/// `text` with the protocol's edits applied.
fn apply(text: &str, edits: &Value) -> String {
    let positions = Text::new(text);
    let at = |edit: &Value, end: &str| {
        let number = |what: &str| {
            edit.pointer(&format!("/range/{end}/{what}")).and_then(Value::as_u64).unwrap_or(0) as u32
        };
        positions.offset(Position { line: number("line"), column: number("character") }, Encoding::Utf8)
    };
    let edits: Vec<_> = edits
        .as_array()
        .into_iter()
        .flatten()
        .map(|edit| {
            let with = edit.get("newText").and_then(Value::as_str).unwrap_or_default();
            agmark_syntax::Edit::replace((at(edit, "start")..at(edit, "end")).into(), with)
        })
        .collect();
    agmark_syntax::Edit::apply(text, &edits)
}
