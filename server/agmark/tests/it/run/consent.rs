//! What a person is asked before anything is started, and that exactly this is then started.

use agmark_run::consent;
use agmark_run::testing::{Model, Received, calls, json, text};
use serde_json::{Value, json};

use super::client::{Editor, address};
use super::support::{KEY, Place};

const RUN: &str = "agmark.markdownlang.run";
const FRONT: &str = "input: { type: object }\noutput: { type: object }";

fn prompts(model: &Model) -> Vec<String> {
    let prompt = |request: &Received| request.body["messages"][1]["content"].as_str().unwrap().to_owned();
    model.received().iter().map(prompt).collect()
}

/// A place with the program `p`, which has one server.
fn place(server: &str) -> Place {
    let place = Place::new();
    place.program("p", &format!("{FRONT}\nmcp_servers: [{{ name: s, {server} }}]"), "Go.");
    place
}

fn quiet() -> Model {
    Model::scripted(vec![text("{}")])
}

/// What is asked before the program is run.
fn question(place: &Place, model: &Model) -> String {
    let mut editor = Editor::start(place.serving(model), Some("Do not run"));
    editor.command(RUN, &place.path("p.md"), json!({}));
    editor.questions().pop().unwrap_or_default()
}

#[test]
fn values_are_shown_and_another_value_is_another_question() {
    let (place, model) = (place("command: no-such, env: { PYTHONPATH: ./lib }"), quiet());
    let mut editor = Editor::start(place.serving(&model), Some("Run"));
    let file = place.path("p.md");
    editor.command(RUN, &file, json!({}));
    editor.command(RUN, &file, json!({}));
    assert_eq!(editor.questions().len(), 1, "the answer is remembered");
    assert!(editor.questions()[0].contains("\n  - with PYTHONPATH=./lib"), "{:?}", editor.questions());
    for (n, value) in ["./evil", "./lib:./evil", "${HOME}"].into_iter().enumerate() {
        let front = format!(
            "{FRONT}\nmcp_servers: [{{ name: s, command: no-such, env: {{ PYTHONPATH: \"{value}\" }} }}]"
        );
        place.program("p", &front, "Go.");
        editor.command(RUN, &file, json!({}));
        assert_eq!(editor.questions().len(), n + 2, "{value}");
        assert!(editor.questions()[n + 1].contains(&format!("with PYTHONPATH={value}")));
    }
    assert!(editor.questions()[3].ends_with("\n  - gives the server your HOME"), "{:?}", editor.questions());
}

#[test]
fn the_key_of_the_model_is_handed_over_with_a_warning() {
    let model = quiet();
    let warning = "WARNING: gives the server s your OPENAI_API_KEY, the key of the model";
    for server in [
        "command: no-such, env: { K: \"${OPENAI_API_KEY}\" }",
        "command: no-such, args: [\"${OPENAI_API_KEY}\"]",
        "url: \"http://127.0.0.1:1/${OPENAI_API_KEY}\"",
    ] {
        let asked = question(&place(server), &model);
        assert!(asked.ends_with(warning) && !asked.contains(KEY), "{asked}");
        // Without a question, the warning is still printed.
        let ran = place(server).run(&model, &["-program", "p.md"]);
        let said = "warning: the program gives the server s your OPENAI_API_KEY, the key of the model\n";
        assert!(ran.err.starts_with(said) && ran.code == 1, "{}", ran.err);
    }
}

#[test]
fn foreign_text_cannot_change_the_question() {
    let server = "command: no-such, args: [\"a\\n- starts `ls`\", \"\\u202Egnp\", \"\\e[2J\"], env: { \"A B\": \"x\\ny\" }";
    let asked = question(&place(server), &quiet());
    assert!(
        asked.contains(r#"starts `no-such "a\n- starts \u{60}ls\u{60}" "\u{202e}gnp" "\u{1b}[2J"`"#),
        "{asked}"
    );
    assert!(asked.contains(r#"with "A B"="x\ny""#), "{asked}");
}

#[test]
fn a_long_question_stands_whole_in_a_document() {
    let long = "x".repeat(5000);
    let (place, model) = (place(&format!("command: no-such, args: [{long}, \"--evil\"]")), quiet());
    let whole = question(&place, &model);
    assert!(whole.contains(&format!("{long} --evil`")), "{whole}");
    let mut editor = Editor::brief(place.serving(&model), Some("Do not run"));
    editor.command(RUN, &place.path("p.md"), json!({}));
    let asked = editor.questions().pop().unwrap();
    assert!(asked.len() < 1000 && asked.contains("Read the document what-it-does.md first"), "{asked}");
    let path = editor.shown("what-it-does.md");
    let shown = std::fs::read_to_string(path).unwrap();
    assert!(shown.contains(&format!("{long} --evil`")), "{shown}");
}

#[test]
fn an_answer_to_the_earlier_question_does_not_count() {
    let (place, model) = (Place::greet(), Model::scripted(vec![json(json!({ "greeting": "Hello" }))]));
    let file = std::fs::canonicalize(place.path("greet.md")).unwrap();
    // What was kept when only the names of variables counted.
    let earlier = format!("{}\n{}\n{}", consent::fingerprint(b"[]"), model.base_url, file.display());
    std::fs::create_dir_all(place.path("state/agmark")).unwrap();
    place.write("state/agmark/allowed", &format!("{}\n", consent::fingerprint(earlier.as_bytes())));
    let mut editor = Editor::start(place.serving(&model), Some("Run"));
    editor.command(RUN, &file, json!({ "name": "Ada" }));
    assert_eq!(editor.questions().len(), 1);
}

/// Runs `p`, replaces files while the question is open, and says yes.
fn replaced_meanwhile(place: &Place, model: &Model, replace: impl FnOnce()) -> (Editor, Value) {
    let mut editor = Editor::start(place.serving(model), Some("Run"));
    let argument = json!({ "uri": address(&place.path("p.md")), "input": {} });
    let id = editor.begin("workspace/executeCommand", json!({ "command": RUN, "arguments": [argument] }));
    let question = editor.receive_question();
    replace();
    editor.send(json!({ "jsonrpc": "2.0", "id": question, "result": { "title": "Run" } }));
    let answer = editor.until(id);
    (editor, answer)
}

#[test]
fn a_program_that_is_replaced_while_the_question_is_open_runs_as_shown() {
    let (place, model) = (Place::new(), quiet());
    place.program("p", FRONT, "As shown.");
    let evil = format!("{FRONT}\nmcp_servers: [{{ name: s, command: touch, args: [started] }}]");
    let (mut editor, answer) = replaced_meanwhile(&place, &model, || place.program("p", &evil, "Evil."));
    assert!(answer.get("error").is_none(), "{answer}");
    assert_eq!(prompts(&model), ["As shown.\n"]);
    assert!(!place.path("started").exists());
    // The new one is another question.
    let id = editor.begin(
        "workspace/executeCommand",
        json!({ "command": RUN, "arguments": [{ "uri": address(&place.path("p.md")), "input": {} }] }),
    );
    let question = editor.receive_question();
    editor.send(json!({ "jsonrpc": "2.0", "id": question, "result": null }));
    editor.until(id);
    assert!(!place.path("started").exists());
}

#[test]
fn an_import_that_is_replaced_while_the_question_is_open_runs_as_shown() {
    let place = Place::new();
    place.program("p", &format!("{FRONT}\nimports: [part.md]"), "Main.");
    place.program("part", FRONT, "Part as shown.");
    let model = Model::deciding(|request| {
        let length = request.body["messages"].as_array().unwrap().len();
        match (request.body["messages"][1]["content"].as_str(), length) {
            (Some("Main.\n"), 2) => calls(&[("part", json!({}))]),
            _ => text("{}"),
        }
    });
    let (_editor, answer) = replaced_meanwhile(&place, &model, || {
        place.program("part", FRONT, "Evil.");
        // A link in place of the file does not avoid the question.
        std::fs::remove_file(place.path("p.md")).unwrap();
        std::fs::rename(place.path("part.md"), place.path("p.md")).unwrap();
    });
    assert!(answer.get("error").is_none(), "{answer}");
    assert_eq!(prompts(&model), ["Main.\n", "Part as shown.\n", "Main.\n"]);
}

#[test]
fn the_input_that_was_seen_is_the_one_that_is_used() {
    let (place, model) = (Place::greet(), Model::scripted(vec![json(json!({ "greeting": "Hello" }))]));
    let file = place.path("greet.md");
    let mut editor = Editor::start(place.serving(&model), Some("Run"));
    editor.command(RUN, &file, Value::Null);
    let inputs = std::fs::read_dir(place.path("state/agmark/inputs")).unwrap();
    let form =
        inputs.map(|entry| entry.unwrap().path()).find(|path| path.extension().unwrap() == "md").unwrap();
    editor.open(&form, "markdown");
    let text = std::fs::read_to_string(&form).unwrap();
    let with = |name: &str| text.replace("\"name\": \"name\"", &format!("\"name\": \"{name}\""));
    editor.write(&form, &with("Ada"));
    let argument = json!({ "uri": address(&form) });
    let id = editor.begin("workspace/executeCommand", json!({ "command": RUN, "arguments": [argument] }));
    let question = editor.receive_question();
    editor.write(&form, &with("Eve"));
    editor.send(json!({ "jsonrpc": "2.0", "id": question, "result": { "title": "Run" } }));
    let answer = editor.until(id);
    assert!(answer.get("error").is_none(), "{answer}");
    assert_eq!(prompts(&model), ["Greet Ada.\n"]);
}

#[test]
fn an_import_with_changes_that_are_not_saved_is_not_run() {
    let (place, model) = (Place::new(), quiet());
    place.program("p", &format!("{FRONT}\nimports: [part.md]"), "Main.");
    place.program("part", FRONT, "Part.");
    let mut editor = Editor::start(place.serving(&model), Some("Run"));
    let part = std::fs::canonicalize(place.path("part.md")).unwrap();
    editor.open(&part, "markdown");
    editor.write(&part, &place.read("part.md").replace("Part.", "Another part."));
    let failed = editor.command(RUN, &place.path("p.md"), json!({}));
    let message = failed["error"]["message"].as_str().unwrap_or_default();
    assert!(message.starts_with("save part.md first"), "{failed}");
    assert!(model.received().is_empty());
}

#[cfg(unix)]
mod terminal {
    use std::process::{Command, Stdio};

    use super::super::support::{Ran, finish};
    use super::*;

    /// Runs a command at a terminal; when it asks, a file is replaced, and then the answer is typed.
    const TYPING: &str = r#"
import os, pty, sys
answer, file, text = sys.argv[1], sys.argv[2], sys.argv[3]
pid, terminal = pty.fork()
if pid == 0:
    os.execvp(sys.argv[4], sys.argv[4:])
shown = b""
asked = False
while True:
    try:
        read = os.read(terminal, 65536)
    except OSError:
        break
    if not read:
        break
    shown += read
    if not asked and b"[y/N] " in shown:
        asked = True
        if file:
            open(file, "w").write(text)
        os.write(terminal, answer.encode() + b"\n")
sys.stdout.buffer.write(shown)
sys.stdout.flush()
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
"#;

    fn typed(place: &Place, model: &Model, answer: &str, replace: (&str, &str), args: &[&str]) -> Ran {
        let run = place.running(model, args);
        let mut command = Command::new("python3");
        let file =
            if replace.0.is_empty() { String::new() } else { place.path(replace.0).display().to_string() };
        command.args(["-c", TYPING, answer, &file, replace.1]).arg(run.get_program()).args(run.get_args());
        command.current_dir(place.path("")).env("TERM", "dumb").env("XDG_STATE_HOME", place.path("state"));
        for (name, value) in run.get_envs() {
            match value {
                Some(value) => command.env(name, value),
                None => command.env_remove(name),
            };
        }
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        finish(command)
    }

    #[test]
    fn a_person_at_a_terminal_is_asked_and_what_was_shown_runs() {
        let server = "command: sh, args: [\"-c\", \"touch started; exit 1\"], env: { A: shown }";
        let (place, model) = (place(server), quiet());
        let evil = place.read("p.md").replace("touch started", "touch evil");
        for answer in ["", "n", "yess"] {
            let ran = typed(&place, &model, answer, ("", ""), &["-program", "p.md"]);
            assert_eq!(ran.code, 1, "{}", ran.out);
            assert!(
                ran.out.contains("with A=shown") && ran.out.contains("nothing was started"),
                "{}",
                ran.out
            );
            assert!(!place.path("started").exists());
        }
        let ran = typed(&place, &model, "y", ("p.md", &evil), &["-program", "p.md"]);
        assert!(ran.code == 1 && ran.out.contains("the server `s` did not start"), "{}", ran.out);
        assert!(place.path("started").exists() && !place.path("evil").exists());
        // The replaced program is another question; with `-yes` there is none.
        let ran = typed(&place, &model, "n", ("", ""), &["-program", "p.md"]);
        assert!(ran.out.contains("touch evil") && ran.out.contains("nothing was started"), "{}", ran.out);
        assert!(!place.path("evil").exists());
        let ran = typed(&place, &model, "n", ("", ""), &["-program", "p.md", "-yes"]);
        assert!(!ran.out.contains("[y/N]") && place.path("evil").exists(), "{}", ran.out);
    }

    #[test]
    fn an_answer_is_remembered_and_nothing_is_asked_where_nothing_is_started() {
        let (place, model) = (place("command: sh, args: [\"-c\", \"exit 1\"]"), quiet());
        let ran = typed(&place, &model, "y", ("", ""), &["-program", "p.md"]);
        assert!(ran.out.contains("[y/N]"), "{}", ran.out);
        let again = typed(&place, &model, "n", ("", ""), &["-program", "p.md"]);
        assert!(!again.out.contains("[y/N]"), "{}", again.out);
        place.program("p", FRONT, "Go.");
        let ran = typed(&place, &model, "n", ("", ""), &["-program", "p.md"]);
        assert!(ran.code == 0 && !ran.out.contains("[y/N]"), "{}", ran.out);
    }
}
