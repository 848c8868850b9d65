//! The scenes of the demo, one after the other.

use std::io::Write;
use std::path::Path;
use std::time::Instant;

use agmark_syntax::{Encoding, Position, Text};
use anyhow::Context;
use serde_json::{Value, json};

use super::client::{Client, address, file};
use super::draw::{self, Finding};
use super::files::{self, FILES, INPUT, PROGRAM, RECORDING};
use super::presenter::Presenter;
use super::recorded_run;
use crate::diff;
use crate::terminal::{BOLD, DIM, GREEN};

/// The demo: a session and its output.
pub struct Play<'a, W> {
    folder: &'a Path,
    presenter: Presenter<W>,
    client: Client,
}

/// Files are at most this long.
const MAX_LINES: usize = 1000;

impl<'a, W: Write> Play<'a, W> {
    /// Starts the server and opens all files.
    pub fn begin(folder: &'a Path, mut presenter: Presenter<W>) -> anyhow::Result<Self> {
        presenter.say(
            "agmark is a language server and a command line for five formats that people and agents write.",
        )?;
        presenter.say("This is a real session on a small workspace, in which a repair café is planned:")?;
        let name = presenter.look.paint(BOLD, folder.display());
        presenter.show(format_args!("  {name}\n\n"))?;
        let begun = Instant::now();
        let program = std::env::current_exe().context("the path of the program is unknown")?;
        let mut client = Client::start(&program)?;
        let root = address(folder);
        let said = client.request(
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
        client.notify("initialized", json!({}))?;
        let version =
            said.pointer("/serverInfo/version").and_then(Value::as_str).unwrap_or(env!("CARGO_PKG_VERSION"));
        presenter
            .wire("initialize", format_args!("process {}, agmark {version}, {took:.1?}", client.process()))?;
        let mut play = Self { folder, presenter, client };
        for one in FILES {
            let uri = play.uri(one.path);
            let item = json!({ "uri": uri, "languageId": one.language, "version": 1, "text": one.text });
            play.client.notify("textDocument/didOpen", json!({ "textDocument": item }))?;
        }
        play.presenter.wire("textDocument/didOpen", format_args!("{} files", FILES.len()))?;
        Ok(play)
    }

    /// Each file with what was found in it.
    pub fn findings(&mut self) -> anyhow::Result<()> {
        for one in FILES {
            let items = self.found(one.path)?;
            let mut findings: Vec<_> = items.iter().filter_map(Finding::read).collect();
            findings.sort_by_key(|f| (f.line, f.start));
            self.presenter.scene(one.path, one.about)?;
            let drawn = draw::lines(one.text, 0, MAX_LINES, &findings, self.presenter.look);
            self.presenter.show(drawn)?;
            if findings.is_empty() {
                let fine = self.presenter.look.paint(GREEN, "no findings");
                self.presenter.show(format_args!("  {fine}\n"))?;
            }
        }
        Ok(())
    }

    /// Shows a hover.
    pub fn hover(&mut self) -> anyhow::Result<()> {
        let (path, at) = ("plan.agd", place("plan.agd", "@ref #money", 8));
        self.presenter.scene("Hover", "what is under the pointer")?;
        let answer = self.ask("textDocument/hover", path, at)?;
        let said = answer.pointer("/contents/value").and_then(Value::as_str).unwrap_or_default();
        let look = self.presenter.look;
        let bar = look.paint(DIM, "│");
        for line in said.lines().filter(|line| !line.starts_with("```")) {
            self.presenter.show(format_args!("  {bar} {}\n", crate::terminal::plain(line)))?;
        }
        Ok(())
    }

    /// Shows a reference and its definition in another file.
    pub fn jump(&mut self) -> anyhow::Result<()> {
        let (path, at) = ("plan.agd", place("plan.agd", "budget.agd#tool-fund", 14));
        self.presenter.scene("Jump", "from a reference to what it means")?;
        let answer = self.ask("textDocument/definition", path, at)?;
        let first = answer.get(0).unwrap_or(&answer);
        let uri = first.get("uri").and_then(Value::as_str).context("go to definition has no result")?;
        let line = first.pointer("/range/start/line").and_then(Value::as_u64).unwrap_or(0) as usize;
        let name = self.name(uri);
        self.presenter.say(format_args!("leads to {name}, line {}:", line + 1))?;
        let drawn = draw::lines(files::text(&name), line.saturating_sub(1), 4, &[], self.presenter.look);
        self.presenter.show(drawn)?;
        Ok(())
    }

    /// Shows a fix and the findings after it.
    pub fn fix(&mut self) -> anyhow::Result<()> {
        let (path, at) = ("plan.agd", place("plan.agd", "@h5", 1));
        self.presenter.scene("Fix", "what an editor offers on a finding")?;
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
        let shown = diff::unified(path, files::text(path), &after, self.presenter.look);
        self.presenter.show(shown)?;
        let begun = Instant::now();
        let document = json!({ "uri": self.uri(path), "version": 2 });
        let change = json!({ "textDocument": document, "contentChanges": [{ "text": after }] });
        self.client.notify("textDocument/didChange", change)?;
        let left = self.found(path)?.len();
        let took = begun.elapsed();
        self.presenter
            .wire("textDocument/didChange", format_args!("{took:.1?} until the findings are new"))?;
        self.presenter.say(format_args!("Findings in {path}: {} before, {left} now.", found.len()))?;
        // As it was, for what comes next.
        let document = json!({ "uri": self.uri(path), "version": 3 });
        let change = json!({ "textDocument": document, "contentChanges": [{ "text": files::text(path) }] });
        Ok(self.client.notify("textDocument/didChange", change)?)
    }

    /// A name in all files that mean it.
    pub fn rename(&mut self) -> anyhow::Result<()> {
        let (path, at) = ("budget.agd", place("budget.agd", "[#tool-fund", 4));
        self.presenter.scene("Rename", "in all files that mean it")?;
        self.presenter.wire(
            "textDocument/rename",
            format_args!("{path}:{}:{} tool-fund → workshop-fund", at.line + 1, at.column + 1),
        )?;
        let mut params = self.at(path, at);
        params["newName"] = "workshop-fund".into();
        let edit = self.client.request("textDocument/rename", params)?;
        let changes = edit.get("changes").and_then(Value::as_object).context("the rename changes nothing")?;
        let mut changed: Vec<(String, String)> = changes
            .iter()
            .map(|(uri, edits)| {
                let name = self.name(uri);
                let after = apply(files::text(&name), edits);
                (name, after)
            })
            .collect();
        changed.sort();
        for (name, after) in changed {
            let shown = diff::unified(&name, files::text(&name), &after, self.presenter.look);
            self.presenter.show(shown)?;
        }
        Ok(())
    }

    /// A program that is carried out.
    pub fn program(&mut self) -> anyhow::Result<()> {
        self.presenter.scene("Run", "a program that an agent carries out")?;
        self.presenter.say(format_args!(
            "{PROGRAM} calls a model. In this demo the replies come from a recording: no model is called, no server is started."
        ))?;
        recorded_run::run(self.folder, &mut self.presenter)
    }

    /// Ends the demo with the next steps.
    pub fn end(mut self) -> anyhow::Result<()> {
        self.presenter.scene("Your turn", "the same folder in your editor")?;
        self.client.end()?;
        let folder = self.folder.display().to_string();
        let folder = if folder.contains([' ', '\'']) { format!("{folder:?}") } else { folder };
        let look = self.presenter.look;
        for (editor, how) in [
            ("VS Code", format!("code {folder}")),
            ("Neovim", format!("nvim {folder}/plan.agd")),
            ("Helix", format!("hx {folder}")),
            ("Terminal", format!("agmark check {folder}")),
        ] {
            self.presenter.show(format_args!("  {:10}{}\n", editor, look.paint(BOLD, how)))?;
        }
        if cfg!(feature = "python") {
            let run =
                format!("agmark markdownlang run -program {PROGRAM} -input @{INPUT} -replay {RECORDING}");
            self.presenter.show(format_args!(
                "  {:10}{}\n",
                "",
                look.paint(BOLD, format_args!("cd {folder} && \\"))
            ))?;
            self.presenter.show(format_args!("  {:10}{}\n", "", look.paint(BOLD, run)))?;
        }
        self.presenter.say(
            "\nMake an editor ready first: `agmark setup vscode`, `agmark setup neovim` and so on; `agmark setup \
             --help` names them all. The mistakes are still there: put the pointer on one and ask for its fix. The \
             folder can be deleted when you are done.",
        )?;
        Ok(())
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

    fn ask(&mut self, method: &str, path: &str, at: Position) -> anyhow::Result<Value> {
        self.presenter.wire(method, format_args!("{path}:{}:{}", at.line + 1, at.column + 1))?;
        let finding = draw::lines(files::text(path), at.line as usize, 1, &[], self.presenter.look);
        self.presenter.show(finding)?;
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
        crate::report::shown(&file(uri), self.folder)
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
