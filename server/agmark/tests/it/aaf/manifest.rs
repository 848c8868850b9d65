//! `agmark aaf manifest`.

use expect_test::expect;

use super::{PAGE, site};
use crate::support::Folder;

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
        book.html:4:34: warning: field "twice" of action "table.book" is ambiguous: 2 elements in it match, runtimes use this one [aaf/ambiguous]
        book.html:5:34: warning: field "twice" of action "table.book" is ambiguous: 2 elements in it match, runtimes never use this one [aaf/ambiguous]
        book.html:9:32: warning: field "loose" without an action: move it into the action's element, or name the action with data-agent-for-action [aaf/orphan-field]
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
