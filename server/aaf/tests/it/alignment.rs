//! Pages compared with their manifests, with both places.

use crate::common;
use agmark_syntax::testing;
use expect_test::{Expect, expect};

fn found(text: &str) -> String {
    let files = common::files(text, "none");
    let document = files.own().expect("the first file is of a format");
    testing::diagnostics_in(document, &files)
}

fn check(text: &str, expect: Expect) {
    expect.assert_eq(&found(text));
}

const MANIFEST: &str = r#"=== .well-known/agent-manifest.json
{
  "version": "0.1",
  "site": { "name": "Seats", "origin": "https://seats.example" },
  "actions": {
    "seat.book": {
      "title": "Book", "scope": "seats.write", "risk": "low", "confirmation": "optional", "idempotent": false,
      "inputSchema": { "type": "object", "required": ["row"], "properties": { "row": {}, "meal": {} } },
      "outputSchema": {}
    },
    "seat.free": {
      "title": "Free", "scope": "seats.write", "risk": "low", "confirmation": "optional", "idempotent": false,
      "inputSchema": { "type": "object", "properties": { "reason": {} } }, "outputSchema": {}
    }
  },
  "pages": {
    "/book": { "title": "Book", "actions": ["seat.book"] },
    "/seats/:id": { "title": "Seat", "actions": ["seat.free"] }
  }
}
"#;

#[test]
fn a_page_is_held_against_the_entry_of_its_route() {
    check(
        &format!(
            "=== book.html\n<body>\n<form data-agent-kind=\"action\" data-agent-action=\"seat.book\">\n</form>\n</body>\n{MANIFEST}"
        ),
        expect![[r#"
            2:51-2:60 warning aaf/missing-field action "seat.book" has no field for its required property "row"
              5:1-5:1 the property in the manifest
            2:51-2:60 warning aaf/missing-field action "seat.book" has no field for its property "meal"
              5:1-5:1 the property in the manifest
        "#]],
    );
    check(
        &format!("=== book/index.html\n<body data-agent-version=\"0.1\">\n</body>\n{MANIFEST}"),
        expect![[r#"
            1:2-1:6 warning aaf/missing-action this page has no action "seat.book", but the manifest lists it
              3:1-3:1 listed for /book
        "#]],
    );
    check(
        &format!("=== seats/7.html\n<main data-agent-version=\"0.1\"></main>\n{MANIFEST}"),
        expect![[r#"
            1:2-1:6 warning aaf/missing-action this page has no action "seat.free", but the manifest lists it
              2:1-2:1 listed for /seats/:id
        "#]],
    );
}

#[test]
fn a_file_without_a_route_is_checked_from_the_page_to_the_manifest_only() {
    check(
        &format!(
            "=== src/Book.jsx\nexport const Book = () => (\n  <form data-agent-kind=\"action\" data-agent-action=\"seat.book\" \
             data-agent-danger=\"none\">\n    <input data-agent-kind=\"field\" data-agent-field=\"rwo\" />\n    <button \
             data-agent-kind=\"action\" data-agent-action=\"seat.clear\" />\n  </form>\n);\n{MANIFEST}"
        ),
        expect![[r#"
            2:83-2:87 warning aaf/differs data-agent-danger of action "seat.book" is "none", but risk in the manifest is "low"
              4:1-4:4 the manifest's risk
              suggestion: replace with "low", as in the manifest: 2:83-2:87 "low"
            3:54-3:57 warning aaf/undeclared-field action "seat.book" has no property "rwo" in the manifest: did you mean "row"?
              2:81-3:1 the action in the manifest
              suggestion: replace with "row": 3:54-3:57 "row"
            4:57-4:67 warning aaf/undeclared-action the manifest has no action "seat.clear"
        "#]],
    );
}

#[test]
fn a_manifest_in_public_and_one_in_the_page_itself() {
    let public = MANIFEST.replace("=== .well-known", "=== public/.well-known");
    check(
        &format!(
            "=== public/book.html\n<form data-agent-kind=\"action\" data-agent-action=\"seat.boo\"></form>\n{public}"
        ),
        expect![[r#"
            1:51-1:59 warning aaf/undeclared-action the manifest has no action "seat.boo": did you mean "seat.book"?
              2:1-2:1 declared here
              suggestion: replace with "seat.book": 1:51-1:59 "seat.book"
        "#]],
    );
    check(
        &format!(
            "=== book.html\n<form data-agent-kind=\"action\" data-agent-action=\"seat.boo\"></form>\n{public}"
        ),
        expect![[r#"
            1:51-1:59 warning aaf/undeclared-action the manifest has no action "seat.boo": did you mean "seat.book"?
              2:1-2:1 declared here
              suggestion: replace with "seat.book": 1:51-1:59 "seat.book"
        "#]],
    );
    let own = MANIFEST
        .replace("=== .well-known/agent-manifest.json\n", "<script type=\"application/agent+json\">\n");
    check(
        &format!(
            "=== book.html\n<form data-agent-kind=\"action\" data-agent-action=\"seat.boo\"></form>\n{own}</script>\n"
        ),
        expect![[r#"
            1:51-1:59 warning aaf/undeclared-action the manifest has no action "seat.boo": did you mean "seat.book"?
              7:6-7:15 declared here
              suggestion: replace with "seat.book": 1:51-1:59 "seat.book"
        "#]],
    );
    // What a template writes is known only when the page is served.
    for actions in ["{{ actions | tojson }}", "{ \"{{ name }}\": {} }"] {
        let written =
            format!("<script type=\"application/agent+json\">\n{{ \"actions\": {actions} }}\n</script>\n");
        let form = "<form data-agent-kind=\"action\" data-agent-action=\"seat.boo\"></form>";
        let found = found(&format!("=== book.html\n{form}\n{written}"));
        assert!(!found.contains("undeclared"), "{found}");
    }
}

#[test]
fn what_no_page_has_is_reported_once_in_the_manifest() {
    let pages = "=== other.html\n<form data-agent-kind=\"action\" data-agent-action=\"seat.book\">\n  <input \
                 data-agent-kind=\"field\" data-agent-field=\"row\">\n</form>\n";
    check(
        &format!("{MANIFEST}{pages}"),
        expect![[r#"
        7:91-7:95 warning aaf/on-no-page no page of the workspace has field "meal" of action "seat.book"
          1:2-2:4 a page of the workspace
        10:6-10:15 warning aaf/on-no-page no page of the workspace has action "seat.free"
          1:2-2:4 a page of the workspace
    "#]],
    );
    // Where its own page is there, that says it.
    check(
        &format!("{MANIFEST}{pages}=== seats/1.html\n<p data-agent-version=\"0.1\"></p>\n"),
        expect![[r#"
        7:91-7:95 warning aaf/on-no-page no page of the workspace has field "meal" of action "seat.book"
          1:2-2:4 a page of the workspace
    "#]],
    );
    // Without pages there is nothing to hold it against.
    check(MANIFEST, expect![[""]]);
    let dynamic = "=== src/A.jsx\nconst a = <form data-agent-kind=\"action\" data-agent-action={name} />;\n";
    check(&format!("{MANIFEST}{dynamic}"), expect![[""]]);
}

#[test]
fn a_broken_manifest_says_nothing_of_pages() {
    let broken = MANIFEST.replace("\"actions\": {\n", "\"actions\": {{\n");
    check(
        &format!(
            "=== book.html\n<form data-agent-kind=\"action\" data-agent-action=\"seat.boo\"></form>\n{broken}"
        ),
        expect![[""]],
    );
}
