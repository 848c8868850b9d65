//! What a person at an editor gets: text with a cursor `|`, and what is offered there.

use std::sync::Arc;

use agmark_markdownlang::Markdownlang;
use agmark_syntax::diagnostics::diagnose;
use agmark_syntax::testing::Files;
use agmark_syntax::world::Settings;
use agmark_syntax::{Action, Change, Document, Edit, FileChange, Format, Outcome, Request, Span, World};

const FRONT: &str = "\
name: plan
description: Plans a trip
input:
  type: object
  required: [place, days, user]
  properties:
    place: { type: string, description: Where it goes }
    days: { type: array, items: { type: object, required: [sky], properties: { sky: { type: string } } } }
    user: { type: object, required: [name, first-name], properties: { name: { type: string }, first-name: { type: string } } }
    note: { type: string }
output: { type: object }
imports: [./hotel.md]
mcp_servers:
  - { name: maps, command: npx }
";

const HOTEL: &str = "\
---
name: hotel
description: Finds a hotel
input: { type: object, properties: { town: { type: string } }, required: [town] }
output: { type: object }
---
Find a hotel in {{ .town }}.
";

fn files(text: &str) -> Files {
    let format: Arc<dyn agmark_syntax::AnyFormat> = Arc::new(Markdownlang);
    Files::new(&[("plan.md", text), ("hotel.md", HOTEL), ("tools/car.md", HOTEL)], &|_| {
        Some(Arc::clone(&format))
    })
}

fn body(body: &str) -> String {
    format!("---\n{FRONT}---\n{body}\n")
}

/// The text without its cursor, and where that was.
fn cursor(marked: &str) -> (String, usize) {
    let at = marked.find('‸').expect("a cursor");
    (marked.replacen('‸', "", 1), at)
}

/// The labels that are offered at the cursor.
fn offers(marked: &str) -> Vec<String> {
    let (text, at) = cursor(marked);
    let files = files(&text);
    let document = files.own().expect("a document");
    Markdownlang.completions(document, &files, at).into_iter().map(|c| c.label).collect()
}

/// The text after the offer with this label was taken.
fn taken(marked: &str, label: &str) -> String {
    let (text, at) = cursor(marked);
    let files = files(&text);
    let document = files.own().expect("a document");
    let all = Markdownlang.completions(document, &files, at);
    let one = all.iter().find(|c| c.label == label).unwrap_or_else(|| panic!("no {label} in {all:?}"));
    Edit::apply(&text, std::slice::from_ref(&one.edit))
}

fn hover(marked: &str) -> String {
    let (text, at) = cursor(marked);
    let files = files(&text);
    let found = Markdownlang.hover(files.own().expect("a document"), &files, at);
    found.map(|h| h.markdown).unwrap_or_default()
}

#[track_caller]
fn has(offers: &[String], wanted: &[&str]) {
    for one in wanted {
        assert!(offers.iter().any(|o| o == one), "no {one} in {offers:?}");
    }
}

#[test]
fn keys_and_words_of_schemas_are_offered() {
    assert_eq!(offers("‸"), ["program"]);
    has(&offers(&format!("---\n{FRONT}mo‸\n---\n")), &["model"]);
    assert!(!offers(&format!("---\n{FRONT}mo‸\n---\n")).contains(&"input".to_owned()));
    has(&offers("---\nname: x\ninput:\n  type: object\n  pro‸\n---\n"), &["properties", "required", "$ref"]);
    has(&offers("---\ninput: { type: ‸ }\nname: x\n---\n"), &["string", "object", "null"]);
    has(
        &offers("---\ninput:\n  properties:\n    a: { type: string, format: da‸ }\n---\n"),
        &["date", "date-time"],
    );
    has(&offers("---\nname: x\nmodel: ‸\n---\n"), &["gpt-4o"]);
    has(&offers("---\nmcp_servers:\n  - name: x\n    ‸\n---\n"), &["command", "url", "env"]);
    has(&offers("---\nname: x\nimports: [./‸]\n---\n"), &["./hotel.md", "./tools/"]);
    has(&offers("---\nname: x\nimports:\n  - ./tools/‸\n---\n"), &["./tools/car.md"]);
    has(&offers("---\ninput:\n  properties: { a: { type: string } }\n  required: [‸]\n---\n"), &["a"]);
    has(&offers("---\nmcp_servers:\n  - { name: x, command: y, args: [\"${PA‸\"] }\n---\n"), &["${PATH}"]);
    assert_eq!(taken("---\nname: x\ndesc‸\n---\n", "description"), "---\nname: x\ndescription: \n---\n");
    let of =
        |property: &str| offers(&format!("---\nname: x\ninput:\n  properties:\n    a: {property}\n---\n"));
    assert_eq!(of("{ type: object, additionalProperties: ‸ }"), ["true", "false"]);
    assert_eq!(of("{ type: boolean, default: ‸ }"), ["true", "false"]);
    assert_eq!(of("{ type: [integer, 'null'], default: ‸ }"), ["0", "null"]);
    assert_eq!(of("{ enum: [red, 'a, b'], default: ‸ }"), ["red", "\"a, b\""]);
    assert_eq!(of("{ type: array, items: { type: string, enum: [x], examples: [‸] } }"), ["x"]);
    has(&of("{ type: [string, ‸] }"), &["null", "integer"]);
    let defs =
        "---\nname: x\ninput:\n  properties: { a: { $ref: ‸ } }\n  $defs: { town: {}, day: {} }\n---\n";
    assert_eq!(offers(defs), ["\"#/$defs/town\"", "\"#/$defs/day\""]);
    assert_eq!(offers("---\ninput: {}\nname: ‸\n---\n"), ["plan"]);
    has(&offers("---\nname: x\nmcp_servers:\n  - name: y\n    disabled: ‸\n---\n"), &["true", "false"]);
    has(&offers("---\nname: x\nmcp_servers:\n  - name: y\n    command: ‸\n---\n"), &["npx", "uvx"]);
    let url = "---\nname: x\nmcp_servers:\n  - { name: y, url: \"https://x.example/${PA‸\" }\n---\n";
    has(&offers(url), &["${PATH}"]);
    let env = "---\nname: x\nmcp_servers:\n  - name: y\n    env: { KEY: \"${PA‸\" }\n---\n";
    has(&offers(env), &["${PATH}"]);
}

#[test]
fn an_action_that_is_being_written_is_completed_after_a_blank() {
    let open = |text: &str| offers(&body(text));
    has(&open("{{ ‸"), &["if", ".place", "len"]);
    has(&open("{{ ‸\n\nmore"), &["if", ".place", "len"]);
    has(&open("{{ if ‸\n"), &[".place", "eq"]);
    has(&open("{{ .place | ‸\n"), &["upper"]);
    assert!(!open("{{ .place }} ‸\n").contains(&"if".to_owned()), "the action is closed");
    assert!(!open("{{ .place\n‸").contains(&"upper".to_owned()), "the next line");
}

#[test]
fn keys_that_an_item_of_a_list_has_are_not_offered_again() {
    let servers = |items: &str| {
        offers(&format!(
            "---\nname: x\ndescription: x\ninput: {{}}\noutput: {{}}\nmcp_servers:\n{items}---\nx\n"
        ))
    };
    let second = servers("  - name: a\n    command: b\n  - url: https://x.y\n    ‸\n");
    assert_eq!(
        second.iter().filter(|one| ["name", "command", "url"].contains(&one.as_str())).count(),
        2,
        "{second:?}"
    );
    let first = servers("  - name: a\n    command: b\n    ‸\n  - url: https://x.y\n");
    assert!(first.contains(&"url".to_owned()) && !first.contains(&"name".to_owned()), "{first:?}");
}

#[test]
fn what_fits_the_type_comes_first() {
    let first = |text: &str| offers(text).into_iter().take(3).collect::<Vec<_>>();
    assert_eq!(first(&body("{{ .place | ‸ }}")), ["lower", "upper", "title"]);
    assert_eq!(first(&body("{{ .days | ‸ }}"))[0], "join");
    assert_eq!(first(&body("{{ range ‸ }}"))[0], ".days");
    let program = |text: &str| {
        format!(
            "---\nname: x\ndescription: x\ninput:\n  type: object\n  properties:\n    unit: {{ enum: [metric, imperial] }}\n\
             output: {{ type: object }}\n---\n{text}\n"
        )
    };
    assert_eq!(offers(&program("{{ if eq .unit \"‸\" }}x{{ end }}")), ["metric", "imperial"]);
    assert_eq!(offers(&program("{{ if ne \"m\" .unit \"im‸\" }}x{{ end }}")), ["metric", "imperial"]);
    assert_eq!(offers(&program("{{ if (eq .unit \"‸")), ["metric", "imperial"]);
}

#[test]
fn a_brace_that_the_editor_has_closed_is_not_written_twice() {
    let with =
        |variable: &str| format!("---\nmcp_servers:\n  - name: y\n    env: {{ KEY: \"{variable}\" }}\n---\n");
    assert_eq!(taken(&with("${PA‸}"), "${PATH}"), with("${PATH}"));
    assert_eq!(taken(&with("${PA‸"), "${PATH}"), with("${PATH}"));
}

/// The text after Enter was typed before the cursor.
fn entered(marked: &str) -> String {
    let (text, at) = cursor(marked);
    let files = files(&text);
    let edits = Markdownlang.on_type(files.own().expect("a document"), at, '\n');
    Edit::apply(&text, &edits)
}

#[test]
fn enter_in_the_front_matter_indents() {
    for (marked, expected) in [
        ("---\ninput:\n‸\n---\n", "---\ninput:\n  \n---\n"),
        ("---\ninput:\n  properties:\n  ‸\n---\n", "---\ninput:\n  properties:\n    \n---\n"),
        ("---\nmcp_servers:\n  - env:\n‸\n---\n", "---\nmcp_servers:\n  - env:\n      \n---\n"),
        ("---\ninput:\n‸", "---\ninput:\n  "),
        // What is there stays.
        ("---\ninput:\n‸name: x\n---\n", "---\ninput:\nname: x\n---\n"),
        ("---\ninput:\n   ‸\n---\n", "---\ninput:\n   \n---\n"),
        ("---\nname: x\n‸\n---\n", "---\nname: x\n\n---\n"),
        ("---\nname: x\n---\n\nSay:\n‸\n", "---\nname: x\n---\n\nSay:\n\n"),
    ] {
        assert_eq!(entered(marked), expected, "{marked}");
    }
}

#[test]
fn fields_follow_the_dot() {
    assert_eq!(offers(&body("{{ .‸ }}")), ["place", "days", "user", "note"]);
    assert_eq!(offers(&body("{{ .user.‸ }}")), ["name", "first-name"]);
    assert_eq!(offers(&body("{{ range .days }}{{ .‸ }}{{ end }}")), ["sky"]);
    assert_eq!(offers(&body("{{ range $d := .days }}{{ $d.‸ }}{{ end }}")), ["sky"]);
    assert_eq!(offers(&body("{{ with .user }}{{ $.‸ }}{{ end }}")), ["place", "days", "user", "note"]);
    assert_eq!(
        offers(&body("{{ with .user }}a{{ else }}{{ .‸ }}{{ end }}")),
        ["place", "days", "user", "note"]
    );
    assert_eq!(
        offers(&body("{{ define \"d\" }}{{ .‸ }}{{ end }}{{ template \"d\" .user }}")),
        ["name", "first-name"]
    );
    assert_eq!(offers(&body("{{ .us‸")), ["place", "days", "user", "note"]);
    assert!(taken(&body("{{ .user.‸ }}"), "first-name").contains("{{ index .user \"first-name\" }}"));
    assert_eq!(offers(&body("{{ index .user \"‸\" }}")), ["name", "first-name"]);
}

#[test]
fn functions_keywords_variables_and_tools_are_offered() {
    has(&offers(&body("{{ ‸ }}")), &["if", "range", "define", "upper", ".place", "$"]);
    has(&offers(&body("{{ .place | ‸ }}")), &["upper", "default"]);
    assert!(!offers(&body("{{ .place | ‸ }}")).contains(&"if".to_owned()));
    has(&offers(&body("{{ $town := .place }}{{ $‸ }}")), &["$town", "$"]);
    assert_eq!(offers(&body("{{ if .place }}{{ else ‸ }}{{ end }}")), ["if"]);
    assert_eq!(offers(&body("{{ with .user }}{{- else ‸ }}{{ end }}")), ["with"]);
    assert_eq!(offers(&body("{{ define \"day\" }}{{ end }}{{ template \"‸\" }}")), ["day"]);
    has(&offers(&body("Call ho‸")), &["hotel", "mcp__maps__", "python"]);
    has(&offers(&body("Call hotel with to‸")), &["town=", "python"]);
    assert!(!offers(&body("Go to‸ a hotel")).contains(&"town=".to_owned()));
    assert!(taken(&body("Call hotel with to‸"), "town=").contains("Call hotel with town=\n"));
    assert!(offers(&body("Call ‸")).is_empty());
    assert!(
        Markdownlang::INFO.namespace("server").is_offered
            && !Markdownlang::INFO.namespace("field").is_offered
    );
    assert!(taken(&body("{{ ran‸"), "range").contains("{{ end }}"));
}

#[test]
fn hovers_tell_what_a_value_is() {
    let said = hover(&body("{{ .pl‸ace }}"));
    assert!(said.starts_with("A string.") && said.contains("Where it goes"), "{said}");
    assert!(hover(&body("{{ range .days }}{{ .sk‸y }}{{ end }}")).starts_with("A string."));
    assert!(hover(&body("{{ range .days }}{{ ‸. }}{{ end }}")).starts_with("An object."));
    assert!(hover(&body("{{ .no‸te }}")).contains("May be missing"));
    assert!(hover(&body("{{ upp‸er .place }}")).contains("upper case"));
    assert!(hover(&body("Call ho‸tel with town=x.")).contains("Finds a hotel"));
    assert!(hover(&body("A ho‸tel.md is a file.")).is_empty());
    let path = hover(&body("Go.").replace("./hotel.md", "./ho‸tel.md"));
    assert!(path.starts_with("Program `hotel`, ./hotel.md\n\nFinds a hotel"), "{path}");
    assert!(hover(&body("Call mcp__ma‸ps__route.")).contains("npx"));
    assert!(hover(&body("Use pyt‸hon.")).contains("sandbox"));
    assert!(hover("---\nname: x\ninput: { ty‸pe: object }\n---\n").contains("What the value is"));
    assert!(
        hover("---\nname: x\ninput: { properties: { type: { format: da‸te } } }\n---\n").contains("A day")
    );
}

#[test]
fn signatures_and_partners() {
    let (text, at) = cursor(&body("{{ join .days ‸ }}"));
    let files = files(&text);
    let document = files.own().expect("a document");
    let signature = Markdownlang.signature(document, &files, at).expect("a signature");
    assert_eq!((signature.label.as_str(), signature.active), ("join LIST SEPARATOR", Some(1)));
    let (text, at) = cursor(&body("{{ i‸f .place }}a{{ range .days }}{{ end }}{{ else }}b{{ end }}"));
    let document = Document::new(Arc::new(Markdownlang), &text);
    let words: Vec<_> = Markdownlang.partners(&document, at).iter().map(|s| s.text(&text)).collect();
    assert_eq!(words, ["if", "else", "end"]);
}

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
    let new = fixed(&body("{{ .note }}"), "give \"note\"");
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
        shown.note.starts_with("for a sample: {") && !shown.note.contains("does not fit"),
        "{}",
        shown.note
    );
    let Ok(Outcome::Document(shown)) = run(&serde_json::json!({ "input": "{\"place\":\"x\",\"days\":3}" }))
    else {
        panic!("text")
    };
    assert!(shown.note.contains("does not fit") && shown.note.contains("/days: "), "{}", shown.note);
    assert!(run(&serde_json::json!({ "input": "{" })).is_err());
}

#[test]
fn keywords_are_offered_where_something_is_open_for_them() {
    let keywords = |text: &str| {
        let all = offers(&body(text));
        let closing = ["else", "end", "break", "continue", "define"];
        all.into_iter().filter(|one| closing.contains(&one.as_str())).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(keywords("{{ ‸ }}"), "define");
    assert_eq!(keywords("{{ ‸"), "define");
    assert_eq!(keywords("{{ if .note }}{{ ‸ }}{{ end }}"), "else end");
    assert_eq!(keywords("{{ if .note }}\n\n{{- ‸"), "else end");
    assert_eq!(keywords("{{ if .note }}a{{ end }}{{ ‸ }}"), "define");
    assert_eq!(keywords("{{ range .days }}{{ ‸ }}{{ end }}"), "else end break continue");
    assert_eq!(
        keywords("{{ range .days }}{{ if .sky }}{{ ‸ }}{{ end }}{{ end }}"),
        "else end break continue"
    );
    assert_eq!(keywords("{{ range .days }}a{{ else }}{{ ‸ }}{{ end }}"), "end");
    assert_eq!(keywords("{{ if .note }}a{{ else if .place }}{{ ‸ }}{{ end }}"), "else end");
    assert_eq!(keywords("{{ define \"d\" }}{{ ‸ }}{{ end }}"), "end");
    assert_eq!(keywords("{{ range .days }}{{ block \"d\" . }}{{ ‸ }}{{ end }}{{ end }}"), "end");
}

#[test]
fn what_a_list_holds_is_not_offered_again() {
    let imports = |list: &str| offers(&format!("---\nname: x\nimports:{list}\n---\n"));
    assert_eq!(imports(" [./hotel.md, ‸]"), ["./tools/", "../"]);
    assert_eq!(imports("\n  - ./hotel.md\n  - ./‸"), ["./tools/", "../"]);
    assert_eq!(imports(" [hotel.md, ./‸]"), ["./tools/", "../"]);
    assert_eq!(imports(" [./hotel.md‸]"), ["./hotel.md", "./tools/", "../"]);
    let input = |rest: &str| offers(&format!("---\nname: x\ninput:\n  type: object\n  {rest}\n---\n"));
    let properties = "properties: { a: {}, b: {}, c: {} }";
    assert_eq!(input(&format!("{properties}\n  required: [a, ‸]")), ["b", "c"]);
    assert_eq!(input(&format!("{properties}\n  required: [‸, c]")), ["a", "b"]);
    assert_eq!(input(&format!("{properties}\n  required:\n    - b\n    - ‸")), ["a", "c"]);
    assert!(!input("properties: { a: { type: [string, ‸] } }").contains(&"string".to_owned()));
    assert_eq!(input("properties: { a: { enum: [x, y], examples: [x, ‸] } }"), ["y"]);
}
