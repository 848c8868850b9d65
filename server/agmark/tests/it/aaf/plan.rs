//! `agmark aaf plan`.

use expect_test::{Expect, expect};

use super::{MANIFEST, site};
use crate::support::Folder;

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
            2> error: unknown argument of "table.book": "name"; expected day, mail
            exit 1
        "#]],
    );
    plan(
        r#"{"action": "table.book"}"#,
        expect![[r#"
            2> error: invalid arguments of "table.book": lacks "day"
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
            2> error: "https://elsewhere.example/book" is not on the site https://tables.example
            exit 1
        "#]],
    );
    plan(
        r#"{"navigate": "//elsewhere.example"}"#,
        expect![[r#"
            2> error: "//elsewhere.example" is not on the site https://tables.example
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
            2> error: the reply has no JSON object
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
        ("/admin", "2> error: unknown page \"/admin\": the manifest has /book, /tables/\nexit 1\n"),
        ("/book/../admin", "2> error: unknown page \"/admin\": the manifest has /book, /tables/\nexit 1\n"),
        ("/bok", "2> error: unknown page \"/bok\": did you mean \"/book\"?\nexit 1\n"),
    ] {
        assert_eq!(navigated(MANIFEST, target), expected, "{target}");
    }
    // A manifest may be made to lead elsewhere, too.
    let led = MANIFEST.replace("\"/tables/\": {", "\"//evil.example/\": {");
    let site = Folder::of(&[("m.json", led.as_str())]);
    let ran =
        site.run_with(&["aaf", "plan", "--manifest", "m.json"], br#"{"action": "table.list"}"#).to_string();
    assert!(ran.contains("is not on the site") && ran.ends_with("exit 1\n"), "{ran}");
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
        (r#"{"seat": 2}"#, "unknown argument of \"table.list\": \"seat\" (did you mean \"seats\"?)"),
    ] {
        let ran = list(args);
        assert!(ran.contains(said) && ran.ends_with("exit 1\n"), "{args}: {ran}");
    }
    let twice = plan(r#"{"action": "table.book", "args": {"day": "2024-05-31"}, "day": "2024-06-01"}"#, &[]);
    assert!(twice.contains("is given twice with different values"), "{twice}");
    let misspelt = plan(r#"{"action": "table.book", "argss": {"day": "2024-05-31"}}"#, &[]);
    assert!(misspelt.contains("unknown argument of \"table.book\": \"argss\""), "{misspelt}");
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
fn a_place_inside_of_a_parameter_is_plain() {
    let manifest = MANIFEST.replace("\"/tables/\": {", "\"/tables/:id\": {");
    for target in ["/tables/a%2fb", "/tables/%00", "/tables/%c0%ae%c0%ae", "/tables//x", "/tables/%252e%252e"]
    {
        let ran = navigated(&manifest, target);
        assert!(ran.contains("is ambiguous") && ran.ends_with("exit 1\n"), "{target}: {ran}");
    }
    assert_eq!(navigated(&manifest, "/tables/caf%C3%A9"), "{\"navigate\":\"/tables/caf%C3%A9\"}\nexit 0\n");
}
