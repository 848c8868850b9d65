//! `agmark aaf`: what it prints, writes and ends with.

use crate::support::Folder;
use expect_test::{Expect, expect};

const MANIFEST: &str = r#"{
  "version": "0.1",
  "site": { "name": "Tables", "origin": "https://tables.example", "description": "A small restaurant." },
  "actions": {
    "table.book": {
      "title": "Book a table", "scope": "tables.write", "risk": "low", "confirmation": "review", "idempotent": false,
      "inputSchema": {
        "type": "object", "required": ["day"], "additionalProperties": false,
        "properties": {
          "day": { "type": "string", "format": "date" },
          "mail": { "type": "string", "format": "email", "x-semantic": "https://schema.org/email" }
        }
      },
      "outputSchema": { "type": "object" }
    }
  },
  "data": {
    "table.list": {
      "title": "Free tables", "scope": "tables.read",
      "inputSchema": { "type": "object", "properties": { "at": { "type": "string" }, "seats": { "type": "integer" } } },
      "outputSchema": { "type": "array" }
    }
  },
  "pages": {
    "/book": { "title": "Book", "actions": ["table.book"] },
    "/tables/": { "title": "Tables", "data": ["table.list"] }
  }
}
"#;

const PAGE: &str = r#"<title>Book</title>
<form aria-label="Book a table" data-agent-kind="action" data-agent-action="table.book">
  <input type="date" required data-agent-kind="field" data-agent-field="day">
  <input data-agent-kind="field" data-agent-field="twice">
  <input data-agent-kind="field" data-agent-field="twice">
  <p data-agent-kind="status" data-agent-output="table.book.status"></p>
</form>
<input type="email" data-agent-kind="field" data-agent-field="mail" data-agent-for-action="table.book">
<input data-agent-kind="field" data-agent-field="loose">
"#;

fn site() -> Folder {
    Folder::of(&[("m.json", MANIFEST), ("book.html", PAGE), ("notes.txt", "none of ours")])
}

fn plan(reply: &str, expect: Expect) {
    let ran = site().run_with(&["aaf", "plan", "--manifest", "m.json", "--page", "/book"], reply.as_bytes());
    expect.assert_eq(&ran.to_string());
}

#[test]
fn replies_become_canonical() {
    plan(
        r#"{"action": "table.book", "args": {"day": "2024-05-31"}}"#,
        expect![[r#"
        {"action":"table.book","args":{"day":"2024-05-31"}}
        exit 0
    "#]],
    );
    plan(
        r#"{"action": "table.list", "args": {"at": "8 pm & later", "seats": 2}}"#,
        expect![[r#"
        {"action":"table.list","args":{"at":"8 pm & later","seats":2},"route":"/tables/?at=8%20pm%20%26%20later&seats=2"}
        exit 0
    "#]],
    );
    plan(
        r#"{"navigate": "/tables/"}"#,
        expect![[r#"
        {"navigate":"/tables/"}
        exit 0
    "#]],
    );
    plan(
        r#"{"action": "none", "answer": "Two are free."}"#,
        expect![[r#"
        {"action":"none","answer":"Two are free."}
        exit 0
    "#]],
    );
}

#[test]
fn what_models_write_instead_is_put_right() {
    plan(
        "Of course!\n```json\n{\"action\": \"navigate\", \"args\": {\"page\": \"tables\"}}\n```\n",
        expect![[r#"
            {"navigate":"/tables"}
            exit 0
        "#]],
    );
    plan(
        r#"{"navigate": "https://tables.example/book?day=friday"}"#,
        expect![[r#"
        {"navigate":"/book?day=friday"}
        exit 0
    "#]],
    );
    plan(
        r#"{"navigate": {"page": "./book"}}"#,
        expect![[r#"
        {"navigate":"/book"}
        exit 0
    "#]],
    );
    plan(
        r#"I think {this} is it: {"action": "table.list"}"#,
        expect![[r#"
        {"action":"table.list","args":{},"route":"/tables/"}
        exit 0
    "#]],
    );
    plan(
        r#"{"answer": "Two."}"#,
        expect![[r#"
        {"action":"none","answer":"Two."}
        exit 0
    "#]],
    );
}

#[test]
fn what_cannot_be_carried_out_is_refused() {
    plan(
        r#"{"action": "table.bok", "args": {}}"#,
        expect![[r#"
        2> error: unknown action "table.bok": did you mean "table.book"?
        exit 1
    "#]],
    );
    plan(
        r#"{"action": "table.book", "args": {"day": "friday", "name": "x"}}"#,
        expect![[r#"
        2> error: "table.book" does not take "name": it takes day, mail
        exit 1
    "#]],
    );
    plan(
        r#"{"action": "table.book"}"#,
        expect![[r#"
        2> error: arguments of "table.book" do not fit its inputSchema: lacks "day"
        exit 1
    "#]],
    );
    plan(
        r##"{"action": "table.list", "args": {"at": "#day-input"}}"##,
        expect![[r##"
        2> error: argument "at" of "table.list" is a CSS selector ("#day-input"): give the value, not where it is
        exit 1
    "##]],
    );
    plan(
        r#"{"navigate": "https://elsewhere.example/book"}"#,
        expect![[r#"
        2> error: "https://elsewhere.example/book" is another site than https://tables.example
        exit 1
    "#]],
    );
    plan(
        r#"{"navigate": "//elsewhere.example"}"#,
        expect![[r#"
        2> error: "//elsewhere.example" is another site than https://tables.example
        exit 1
    "#]],
    );
    plan(
        r#"{"navigate": "javascript:alert(1)"}"#,
        expect![[r#"
            2> error: "javascript:alert(1)" is not a page of the site
            exit 1
        "#]],
    );
    plan(
        r#"{"action": "none"}"#,
        expect![[r#"
        2> error: "action": "none" needs an "answer"
        exit 1
    "#]],
    );
    plan(
        r#"{"thought": "hm"}"#,
        expect![[r#"
        2> error: the reply has neither "action" nor "navigate": expected {"action", "args"}, {"navigate"} or {"action": "none", "answer"}
        exit 1
    "#]],
    );
    plan(
        "I do not know.",
        expect![[r#"
        2> error: the reply holds no JSON object
        exit 1
    "#]],
    );
}

/// What becomes of a page that a model wants to go to.
fn navigated(manifest: &str, target: &str) -> String {
    let site = Folder::of(&[("m.json", manifest)]);
    let reply = serde_json::json!({ "navigate": target }).to_string();
    site.run_with(&["aaf", "plan", "--manifest", "m.json"], reply.as_bytes()).to_string()
}

#[test]
fn no_address_leads_to_another_site() {
    let local = MANIFEST.replace("https://tables.example", "http://localhost:5173");
    let open = local
        .replace("\"pages\"", "\"errors\"")
        .replace("\"title\": \"Book\", \"actions\": [\"table.book\"]", "\"message\": \"x\"");
    let open = open.replace("\"title\": \"Tables\", \"data\": [\"table.list\"]", "\"message\": \"x\"");
    for target in [
        "/\\evil.example",
        ".///evil.example",
        "//evil.example",
        "\\\\evil.example",
        "http://localhost:5173//evil.example/x",
        "/\t/evil.example",
        "/\n/evil.example",
        "http://localhost:5173@evil.example/",
        "http://me@localhost:5173/book",
        "http://localhost:5174/book",
        "https://localhost:5173/book",
        "http://localhost.:5173/book",
        "javascript:alert(1)",
        "java\nscript:alert(1)",
        "data:text/html,x",
        "blob:http://localhost:5173/x",
        "/book/..%2f..%2fadmin",
        "/book/%252e%252e/admin",
    ] {
        // Whether the manifest lists pages or not.
        for manifest in [&local, &open] {
            let ran = navigated(manifest, target);
            assert!(ran.starts_with("2> error: ") && ran.ends_with("exit 1\n"), "{target:?}: {ran}");
        }
    }
    assert_eq!(navigated(&open, "/settings/../admin?x=1#y"), "{\"navigate\":\"/admin?x=1#y\"}\nexit 0\n");
    assert_eq!(navigated(&open, "http://LOCALHOST:5173/a"), "{\"navigate\":\"/a\"}\nexit 0\n");
}

#[test]
fn pages_that_the_manifest_does_not_list_are_refused() {
    for (target, expected) in [
        ("/book?day=1#top", "{\"navigate\":\"/book?day=1#top\"}\nexit 0\n"),
        ("/x/../tables/", "{\"navigate\":\"/tables/\"}\nexit 0\n"),
        ("/admin", "2> error: the manifest has no page \"/admin\": it has /book, /tables/\nexit 1\n"),
        ("/book/../admin", "2> error: the manifest has no page \"/admin\": it has /book, /tables/\nexit 1\n"),
        ("/bok", "2> error: the manifest has no page \"/bok\": did you mean \"/book\"?\nexit 1\n"),
    ] {
        assert_eq!(navigated(MANIFEST, target), expected, "{target}");
    }
    // A manifest may be made to lead elsewhere, too.
    let led = MANIFEST.replace("\"/tables/\": {", "\"//evil.example/\": {");
    let site = Folder::of(&[("m.json", led.as_str())]);
    let ran =
        site.run_with(&["aaf", "plan", "--manifest", "m.json"], br#"{"action": "table.list"}"#).to_string();
    assert!(ran.contains("another site") && ran.ends_with("exit 1\n"), "{ran}");
}

#[test]
fn a_page_that_is_elsewhere_stands_beside() {
    let ran = site().run_with(
        &["aaf", "plan", "--manifest", "m.json", "--page", "/tables/"],
        br#"{"action": "table.book", "args": {"day": "2024-05-31"}}"#,
    );
    expect![[r#"
        {"action":"table.book","args":{"day":"2024-05-31"},"route":"/book"}
        exit 0
    "#]]
    .assert_eq(&ran.to_string());
}

#[test]
fn arguments_are_collected_and_get_their_types() {
    let folder = site();
    let plan = |reply: &str, args: &[&str]| {
        let all = [&["aaf", "plan", "--manifest", "m.json"], args].concat();
        folder.run_with(&all, reply.as_bytes()).to_string()
    };
    for (reply, expected) in [
        (r#"{"action": "table.book", "day": "2024-05-31", "thought": "hm"}"#, r#"{"day":"2024-05-31"}"#),
        (r#"{"action": "table.book", "args": "{\"day\": \"2024-05-31\"}"}"#, r#"{"day":"2024-05-31"}"#),
        (
            r#"{"action": "table.book", "args": {"day": "2024-05-31", "mail": null}}"#,
            r#"{"day":"2024-05-31"}"#,
        ),
    ] {
        assert_eq!(
            plan(reply, &[]),
            format!("{{\"action\":\"table.book\",\"args\":{expected}}}\nexit 0\n"),
            "{reply}"
        );
    }
    let list = |at: &str| plan(&format!(r#"{{"action": "table.list", "args": {at}}}"#), &[]);
    assert!(list(r#"{"seats": "2"}"#).starts_with(r#"{"action":"table.list","args":{"seats":2}"#));
    assert!(list(r#"{"at": 8}"#).starts_with(r#"{"action":"table.list","args":{"at":"8"}"#));
    assert!(list(r##"{"at": "#4711"}"##).contains("exit 0") && list(r#"{"at": ".NET"}"#).contains("exit 0"));
    for (args, said) in [
        (r#"{"seats": "02"}"#, "/seats"),
        (r#"{"at": "input[name=day]"}"#, "is a CSS selector"),
        (r#"{"seat": 2}"#, "does not take \"seat\" (did you mean \"seats\"?)"),
    ] {
        let ran = list(args);
        assert!(ran.contains(said) && ran.ends_with("exit 1\n"), "{args}: {ran}");
    }
    let twice = plan(r#"{"action": "table.book", "args": {"day": "2024-05-31"}, "day": "2024-06-01"}"#, &[]);
    assert!(twice.contains("is given twice with different values"), "{twice}");
    let misspelt = plan(r#"{"action": "table.book", "argss": {"day": "2024-05-31"}}"#, &[]);
    assert!(misspelt.contains("does not take \"argss\""), "{misspelt}");
}

#[test]
fn an_action_and_a_page_together() {
    let folder = site();
    let plan = |reply: &str, args: &[&str]| {
        let all = [&["aaf", "plan", "--manifest", "m.json"], args].concat();
        folder.run_with(&all, reply.as_bytes()).to_string()
    };
    let book = |page: &str| {
        format!(r#"{{"action": "table.book", "args": {{"day": "2024-05-31"}}, "navigate": "{page}"}}"#)
    };
    let done = plan(&book("/book"), &["--page", "/tables/"]);
    assert_eq!(
        done,
        "{\"action\":\"table.book\",\"args\":{\"day\":\"2024-05-31\"},\"route\":\"/book\"}\nexit 0\n"
    );
    let refused = plan(&book("/tables/"), &[]);
    assert!(refused.contains("that does not have it") && refused.ends_with("exit 1\n"), "{refused}");
    // It is planned again on the other page; here the argument is missing for good.
    let bare = r#"{"action": "table.book"}"#;
    let later = plan(bare, &["--page", "/tables/"]);
    assert_eq!(later, "{\"action\":\"table.book\",\"args\":{},\"route\":\"/book\"}\nexit 0\n");
    assert!(plan(bare, &["--page", "/book"]).contains("lacks \"day\""));
    for reply in [
        r#"{"action": "navigate", "args": {"href": "/book"}}"#,
        r#"{"action": "navigate", "args": "{\"page\": \"/book\"}"}"#,
        r#"{"navigate": "http://localhost:5173/book"}"#,
    ] {
        let done = plan(reply, &["--origin", "http://localhost:5173"]);
        assert_eq!(done, "{\"navigate\":\"/book\"}\nexit 0\n", "{reply}");
    }
}

#[test]
fn an_action_without_anything_is_not_found() {
    let folder =
        Folder::of(&[("a.html", "<form data-agent-kind=\"action\" data-agent-action=\"a.b\"></form>\n")]);
    let ran = folder.run(&["aaf", "resolve", "a.html", "--action", "a.b"]).to_string();
    assert_eq!(ran, "2> error: a.html: action \"a.b\" has no field and no status\nexit 1\n");
}

#[test]
fn prompts() {
    expect![[r#"
        Site: Tables (https://tables.example)
        A small restaurant
        You are on /book: Book

        Actions on this page
        - table.book: Book a table
          risk low, confirmation review, scope tables.write, not to be repeated
          on /book
          - day: string (date), required
          - mail [schema.org/email]: string (email)

        Data on other pages
        - table.list: Free tables
          scope tables.read
          on /tables/
          - at: string
          - seats: integer

        Pages
        - /book: Book
        - /tables/: Tables

        Reply with one JSON object and nothing else:
        {"action": "ID", "args": {"FIELD": VALUE}} to carry out an action or to look at a data view
        {"navigate": "/ROUTE"} to go to a page and stop there
        {"action": "none", "answer": "TEXT"} to answer without doing anything
        Give values, never CSS selectors. Leave out arguments that you do not know.
        exit 0
    "#]]
    .assert_eq(&site().run(&["aaf", "prompt", "--manifest", "m.json", "--page", "/book"]).to_string());
    expect![[r#"
        2> error: the manifest has no page /none: it has /book, /tables/
        exit 2
    "#]]
    .assert_eq(&site().run(&["aaf", "prompt", "--manifest", "m.json", "--page", "/none"]).to_string());
    expect![[r#"
        2> error: book.html: the manifest is not valid JSON: unexpected <: a value is expected here: check it with `agmark check`
        exit 2
    "#]].assert_eq(&site().run(&["aaf", "prompt", "--manifest", "book.html"]).to_string());
}

#[test]
fn resolution_on_a_page() {
    let run = |args: &[&str]| {
        site().run(&[&["aaf", "resolve", "book.html", "--action", "table.book"], args].concat()).to_string()
    };
    expect![[r#"
        book.html:3:3: field "day" of the action at book.html:2:1, in the action's element: <input type="date" required data-agent-kind="field" data-agent-field="day">
        book.html:4:3: field "twice" of the action at book.html:2:1, in the action's element: <input data-agent-kind="field" data-agent-field="twice">
        book.html:8:1: field "mail" of the action at book.html:2:1, by data-agent-for-action: <input type="email" data-agent-kind="field" data-agent-field="mail" data-agent-for-action="table.boo…
        book.html:6:3: status of the action at book.html:2:1, in the action's element: <p data-agent-kind="status" data-agent-output="table.book.status">
        2> warning: field "twice" of the action at book.html:2:1 is ambiguous: also at book.html:5:3
        exit 0
    "#]].assert_eq(&run(&[]));
    expect![[r#"
        book.html:8:1: field "mail" of the action at book.html:2:1, by data-agent-for-action: <input type="email" data-agent-kind="field" data-agent-field="mail" data-agent-for-action="table.boo…
        exit 0
    "#]].assert_eq(&run(&["--field", "mail"]));
    expect![[r#"
        2> error: book.html: field "loose" of the action at book.html:2:1 is absent
        exit 1
    "#]]
    .assert_eq(&run(&["--field", "loose"]));
    expect![[r#"
        2> error: field "twice" of the action at book.html:2:1 is ambiguous: at book.html:4:3, book.html:5:3
        exit 1
    "#]]
    .assert_eq(&run(&["--field", "twice", "--strict"]));
}

#[test]
fn a_manifest_for_a_folder() {
    let folder = site();
    expect![[r#"
        .well-known/agent-manifest.json: 1 page
        exit 0
    "#]]
    .assert_eq(
        &folder
            .run(&["aaf", "manifest", ".", "--origin", "https://tables.example", "--name", "Tables"])
            .to_string(),
    );
    expect![[r#"
        {
          "version": "0.1",
          "site": {
            "name": "Tables",
            "origin": "https://tables.example"
          },
          "actions": {
            "table.book": {
              "title": "Book a table",
              "scope": "table.write",
              "risk": "low",
              "confirmation": "optional",
              "idempotent": false,
              "inputSchema": {
                "type": "object",
                "required": [
                  "day"
                ],
                "properties": {
                  "day": {
                    "type": "string",
                    "format": "date",
                    "x-semantic": "https://schema.org/Date"
                  },
                  "twice": {
                    "type": "string"
                  },
                  "mail": {
                    "type": "string",
                    "format": "email",
                    "x-semantic": "https://schema.org/email"
                  }
                }
              },
              "outputSchema": {
                "type": "object"
              }
            }
          },
          "pages": {
            "/book": {
              "title": "Book",
              "actions": [
                "table.book"
              ]
            }
          }
        }
    "#]]
    .assert_eq(&folder.read(".well-known/agent-manifest.json"));
    expect![[r#"
        2> error: .well-known/agent-manifest.json: there is a manifest already: look at this one with --output -, or replace it with --force
        exit 2
    "#]].assert_eq(&folder.run(&["aaf", "manifest", "."]).to_string());
    // What was written is in order, and the page agrees with it but for its own mistakes.
    expect![[r#"
        book.html:4:34: warning: field "twice" of action "table.book" is ambiguous: 2 elements stand in it, this is the one that is taken [aaf/ambiguous]
        book.html:5:34: warning: field "twice" of action "table.book" is ambiguous: 2 elements stand in it, this one is never taken [aaf/ambiguous]
        book.html:9:32: warning: field "loose" belongs to no action: put it into the action's element, or name the action with data-agent-for-action [aaf/orphan-field]
        2 files checked: 3 warnings; `agmark explain RULE` explains a rule
        exit 0
    "#]].assert_eq(&folder.run(&["check", "--output-format", "concise", "."]).to_string());
}

#[test]
fn the_place_of_a_manifest_is_checked_before_the_pages_are_read() {
    let folder = Folder::of(&[("site/a.html", PAGE), ("taken", ""), ("empty/x.txt", "")]);
    // A page that cannot be read would be warned about.
    folder.write("site/b.html", b"\xff");
    let ran = folder.run(&["aaf", "manifest", "site", "--output", "taken/m.json"]).to_string();
    assert!(ran.contains("error: ") && !ran.contains("b.html") && ran.ends_with("exit 2\n"), "{ran}");
    let ran = folder.run(&["aaf", "manifest", "empty"]).to_string();
    assert!(ran.contains("no pages in it"), "{ran}");
    assert!(!folder.path().join("empty/.well-known").exists(), "nothing is left behind");
}

#[test]
fn the_origin_of_a_manifest_is_an_origin() {
    let folder = site();
    for origin in
        ["shop.example", "javascript:alert(1)", "https://me:x@shop.example", "https://shop.example/app"]
    {
        let ran = folder.run(&["aaf", "manifest", ".", "--output", "-", "--origin", origin]).to_string();
        assert!(ran.contains("not the origin of a site") && ran.ends_with("exit 2\n"), "{ran}");
    }
    let ran = folder.run(&["aaf", "manifest", ".", "--output", "-", "--origin", "HTTPS://Shop.example:443/"]);
    assert!(ran.out.contains("\"origin\": \"https://shop.example\""), "{ran}");
}

#[test]
fn a_place_inside_of_a_parameter_is_plain() {
    let manifest = MANIFEST.replace("\"/tables/\": {", "\"/tables/:id\": {");
    for target in ["/tables/a%2fb", "/tables/%00", "/tables/%c0%ae%c0%ae", "/tables//x", "/tables/%252e%252e"]
    {
        let ran = navigated(&manifest, target);
        assert!(ran.contains("is ambiguous") && ran.ends_with("exit 1\n"), "{target}: {ran}");
    }
    assert_eq!(navigated(&manifest, "/tables/caf%C3%A9"), "{\"navigate\":\"/tables/caf%C3%A9\"}\nexit 0\n");
}

const PLAIN: &str = "<h1>Invoices</h1>\n<form id=\"create-invoice\">\n  <input name=\"sum\">\n  <button>Create</button>\n</form>\n\
                     <form><input name=\"x\"><button type=\"button\">Go</button></form>\n";

#[test]
fn pages_without_annotations_are_annotated() {
    let folder = Folder::of(&[
        ("site/invoices.html", PLAIN),
        (
            "site/src/Pay.tsx",
            "export const Pay = () => <MoneyForm onSubmit={payInvoice}><Money name=\"sum\" /></MoneyForm>;\n",
        ),
        ("site/notes.md", "# Notes\n"),
    ]);
    let run = |args: &[&str]| folder.run(&[&["aaf", "annotate"], args].concat()).to_string();
    let all = ["site", "--component", "Money=input", "--component", "MoneyForm=form"];
    expect![[r#"
        would annotate site/invoices.html: 3 elements
        would annotate site/src/Pay.tsx: 2 elements
        would write site/.well-known/agent-manifest.json
        5 elements in 2 files: --diff shows the changes, --write writes them
        2> warning: site/invoices.html:6: nothing says what this form does: give it a name, an id or an aria-label
        exit 0
    "#]].assert_eq(&run(&all));
    let diff = run(&[&all[..], &["--diff"]].concat());
    assert!(diff.contains("+<form id=\"create-invoice\" data-agent-kind=\"action\""), "{diff}");
    assert!(diff.contains("+++ b/site/.well-known/agent-manifest.json"), "{diff}");
    assert_eq!(folder.read("site/invoices.html"), PLAIN, "nothing is written yet");
    expect![[r#"
        annotated site/invoices.html: 3 elements
        annotated site/src/Pay.tsx: 2 elements
        wrote site/.well-known/agent-manifest.json: set the origin of the site in it
        5 elements annotated in 2 files
        2> warning: site/invoices.html:6: nothing says what this form does: give it a name, an id or an aria-label
        exit 0
    "#]].assert_eq(&run(&[&all[..], &["--write"]].concat()));
    expect![[r#"
        <h1>Invoices</h1>
        <form id="create-invoice" data-agent-kind="action" data-agent-action="invoice.create" data-agent-danger="low" data-agent-confirm="optional">
          <input name="sum" data-agent-kind="field" data-agent-field="sum">
          <button data-agent-kind="action" data-agent-action="invoice.create.submit">Create</button>
        </form>
        <form><input name="x"><button type="button">Go</button></form>
    "#]].assert_eq(&folder.read("site/invoices.html"));
    expect![[r#"
        export const Pay = () => <MoneyForm onSubmit={payInvoice} data-agent-kind="action" data-agent-action="invoice.pay" data-agent-danger="low" data-agent-confirm="optional"><Money name="sum" data-agent-kind="field" data-agent-field="sum" /></MoneyForm>;
    "#]].assert_eq(&folder.read("site/src/Pay.tsx"));
    let manifest = folder.read("site/.well-known/agent-manifest.json");
    assert!(manifest.contains("\"invoice.create\"") && manifest.contains("\"invoice.pay\""), "{manifest}");
    // A second run has nothing to do but to tell of the form again.
    let again = run(&["site", "--write"]);
    assert!(again.contains("nothing to annotate"), "{again}");
    assert_eq!(folder.run(&["check", "site"]).code, 0);
}

#[test]
fn what_cannot_be_annotated_is_told() {
    let folder = Folder::of(&[("a.html", PLAIN), ("notes.txt", "none")]);
    let run = |args: &[&str]| folder.run(&[&["aaf", "annotate"], args].concat()).to_string();
    let missing = run(&["none.html"]);
    assert_eq!(missing, "2> error: none.html: no such file or folder: check the spelling\nexit 2\n");
    let other = run(&["notes.txt"]);
    assert!(other.contains("note: notes.txt: not HTML, JSX, TSX, Vue or Svelte, skipped"), "{other}");
    let wrong = run(&["a.html", "--component", "Box=div"]);
    assert!(wrong.contains("\"div\" is not one of input, select, textarea, button, form, a"), "{wrong}");
    assert!(wrong.ends_with("exit 2\n"), "{wrong}");
    assert!(run(&["a.html", "--diff", "--write"]).ends_with("exit 2\n"));
}

#[test]
fn a_page_that_cannot_be_read_and_a_quote_that_is_never_closed_are_told() {
    let folder = Folder::of(&[("open/a.html", "<form id=x>\n<input name=\"a><button>Go</button></form>\n")]);
    folder.write("latin/a.html", b"<form id=x>\xe4</form>");
    let run = |path: &str| folder.run(&["aaf", "annotate", "--write", "--no-manifest", path]);
    let open = run("open");
    let told = "a.html:2: the quote is not closed, so this element and the rest of the file are skipped: close the quote";
    assert!(open.code == 0 && open.err.contains(told), "{open}");
    let text = folder.read("open/a.html");
    assert!(text.ends_with(">\n<input name=\"a><button>Go</button></form>\n"), "{text}");
    assert!(run("open").out.contains("nothing to annotate"));
    let latin = run("latin");
    assert!(latin.code == 2 && latin.err.contains("not UTF-8"), "{latin}");
}
