//! Fixes, actions and the preview.

use std::sync::Arc;

use agmark_markdownlang::Markdownlang;
use agmark_syntax::diagnostics::diagnose;
use agmark_syntax::testing::Files;
use agmark_syntax::world::Settings;
use agmark_syntax::{Action, Change, Edit, FileChange, Format, Outcome, Request, Span, World};

use super::{HOTEL, body, files};

/// The edits of a fix whose title begins so, for the first finding that has one.
fn fixed(text: &str, title: &str) -> String {
    let files = files(text);
    let document = files.own().expect("a document");
    let mut found = diagnose(document, &files, &Settings::default());
    document.format().add_fixes(document, &files, &mut found);
    let fix = found.iter().flat_map(|d| &d.fixes).find(|f| f.title.starts_with(title));
    Edit::apply(text, &fix.unwrap_or_else(|| panic!("no {title} in {found:?}")).edits)
}

#[test]
fn fixes_write_into_the_schema() {
    let new = fixed(&body("{{ range .stops }}{{ . }}{{ end }}"), "declare \"stops\"");
    assert!(new.contains("    note: { type: string }\n    stops: { type: array }\n"), "{new}");
    let new = fixed(&body("{{ range .days }}{{ .wind }}{{ end }}"), "declare \"wind\"");
    let schema = "required: [sky, wind], properties: { sky: { type: string }, wind: { type: string } }";
    assert!(new.contains(schema), "{new}");
    let new = fixed(&body("{{ .wind | default 3 }}"), "declare \"wind\"");
    assert!(
        new.contains("required: [place, days, user]\n") && new.contains("wind: { type: integer }"),
        "{new}"
    );
    let new = fixed(&body("{{ join .user.tags \", \" }}"), "declare \"tags\"");
    assert!(
        new.contains("required: [name, first-name, tags]") && new.contains("tags: { type: array }"),
        "{new}"
    );
    let new = fixed(&body("{{ index .user \"last-name\" }}"), "declare \"last-name\"");
    assert!(new.contains("required: [name, first-name, last-name]"), "{new}");
    // What fields are of, a template's callers know, and variables of other parts of the text.
    let far = "{{ $u := .user }}\n\n# There\n\n{{ define \"d\" }}{{ .nick }}{{ end }}{{ template \"d\" $u }}";
    let new = fixed(&body(far), "declare \"nick\"");
    assert!(new.contains("first-name: { type: string }, nick: { type: string } }"), "{new}");
    assert!(new.contains("required: [name, first-name, nick]"), "{new}");
    let new = fixed(&body("{{ .note }}"), "add \"note\"");
    assert!(new.contains("required: [place, days, user, note]"), "{new}");
    let new = fixed(&body("{{ .note }}"), "add a default for \"note\"");
    assert!(new.contains("note: { type: string, default: \"\" }"), "{new}");
    let referring = "---\nname: x\ndescription: d\ninput:\n  type: object\n  properties: { s: { $ref: '#/$defs/s' } }\n  required: [s]\n  $defs:\n    s:\n      type: object\n      properties:\n        t: { type: string }\noutput: {}\n---\n{{ .s.u }}{{ .s.t }}\n";
    let new = fixed(referring, "declare \"u\"");
    assert!(new.contains("\n        t: { type: string }\n        u: { type: string }\n"), "{new}");
    let bare = "---\nname: x\ndescription: d\ninput:\n  type: object\noutput: {}\n---\n{{ .a.b }}\n";
    let closed = bare.replace("type: object\n", "type: object\n  additionalProperties: false\n");
    let new = fixed(&closed, "declare \"a\"");
    assert!(new.contains("\n  properties: { a: { type: object } }\n  required: [a]\n"), "{new}");
}

fn actions(files: &Files, selection: Span) -> Vec<Action> {
    Markdownlang.code_actions(files.own().expect("a document"), files, selection)
}

#[test]
fn missing_imports_are_created() {
    let text = body("Go.").replace("./hotel.md", "./train.md");
    let files = files(&text);
    let at = text.find("./train.md").expect("the path");
    let all = actions(&files, Span::at(at + 3));
    let action = all.iter().find(|a| a.title == "create ./train.md").expect("the action");
    let Change::Files(changes) = &action.change else { panic!("files") };
    let made = changes.first().expect("a file");
    let FileChange::Create { path, text } = made else { panic!("a new file") };
    assert!(path.ends_with("train.md") && text.starts_with("---\nname: train\n"));
}

#[test]
fn a_selection_becomes_a_program() {
    let part = "Book a room in {{ .place }} for {{ .user.name }}.";
    let text = body(&format!("# Plan\n\n{part}\n"));
    let files = files(&text);
    let at = text.find(part).expect("the part");
    let all = actions(&files, Span::new(at, at + part.len()));
    let action = all.iter().find(|a| a.title.starts_with("extract")).expect("the action");
    let Change::Files(changes) = &action.change else { panic!("files") };
    let [made, own] = changes.as_slice() else { panic!("two files") };
    let program = &made.after().expect("its text");
    assert!(
        program.contains("required: [place, user]") && program.ends_with(&format!("---\n{part}\n")),
        "{program}"
    );
    let new = own.after().expect("it stays");
    assert!(new.contains("imports: [./hotel.md, ./book-a-room.md]"), "{new}");
    assert!(new.contains("Call the book-a-room tool with place={{ .place }}, user={{ .user }}."), "{new}");
    let format: Arc<dyn agmark_syntax::AnyFormat> = Arc::new(Markdownlang);
    let both = Files::new(&[("plan.md", &new), ("hotel.md", HOTEL), ("book-a-room.md", program)], &|_| {
        Some(Arc::clone(&format))
    });
    let found = diagnose(both.own().expect("a document"), &both, &Settings::default());
    assert!(found.iter().all(|d| d.rule.short() == "unused-input"), "{found:?}");
}

/// The new program and the old one after the extraction of a part of a body; none if that is not offered.
fn extracted(text: &str, part: &str) -> Option<(String, String)> {
    let files = files(text);
    let at = text.find(part).expect("the part");
    let all = actions(&files, Span::new(at, at + part.len()));
    let action = all.into_iter().find(|a| a.title.starts_with("extract"))?;
    let Change::Files(changes) = action.change else { panic!("files") };
    let [made, own] = changes.as_slice() else { panic!("two files") };
    Some((made.after().expect("its text"), own.after().expect("it stays")))
}

#[test]
fn a_part_takes_what_the_dot_is_there() {
    let text = body("{{ range .days }}\n\nSay how {{ .sky }} the sky is.\n\n{{ end }}\n");
    let (made, own) = extracted(&text, "Say how {{ .sky }} the sky is.").expect("a program");
    assert!(made.contains("    sky: { type: string }\n  required: [sky]\n"), "{made}");
    assert!(own.contains("Call the say-how tool with sky={{ .sky }}."), "{own}");
    // What it would need besides fields cannot be handed on.
    for part in ["Go with {{ $x }} there.", "Go with {{ . }} there.", "Go {{ if .place }} there now."] {
        assert!(extracted(&body(&format!("{{{{ $x := 1 }}}}\n\n{part}\n")), part).is_none(), "{part}");
    }
    let part = "Greet {{ range .days }}{{ . }}{{ end }} once.";
    assert!(extracted(&body(part), part).is_some());
}

#[test]
fn the_preview_shows_the_prompt() {
    let text = body("Go to {{ .place | upper }}.");
    let files = files(&text);
    let document = files.own().expect("a document");
    let run = |options: &serde_json::Value| {
        let world: &dyn World = &files;
        let request = Request { document, world, selection: Span::at(0), options };
        Markdownlang.execute("agmark.markdownlang.preview", &request)
    };
    let Ok(Outcome::Document(shown)) = run(&serde_json::json!({ "input": { "place": "oslo" } })) else {
        panic!("text")
    };
    assert_eq!((shown.name.as_str(), shown.text.as_str()), ("plan.prompt.md", "Go to OSLO.\n"));
    let Ok(Outcome::Document(shown)) = run(&serde_json::Value::Null) else { panic!("text") };
    assert_eq!(shown.text, "Go to PLACE.\n");
    assert!(
        shown.note.starts_with("for a sample: {") && !shown.note.contains("which is invalid"),
        "{}",
        shown.note
    );
    let Ok(Outcome::Document(shown)) = run(&serde_json::json!({ "input": "{\"place\":\"x\",\"days\":3}" }))
    else {
        panic!("text")
    };
    assert!(shown.note.contains("which is invalid") && shown.note.contains("/days: "), "{}", shown.note);
    assert!(run(&serde_json::json!({ "input": "{" })).is_err());
}
