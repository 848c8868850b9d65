//! What can be done with a whole page.

use agmark_syntax::{Outcome, Request, Span, World};
use expect_test::expect;
use serde_json::{Value, json};

use super::{FORM, MANIFEST, open, page};

fn run(text: &str, command: &str, options: Value) -> String {
    let (files, document, _) = open(text);
    let world: &dyn World = &files;
    let request = Request { document: &document, world, selection: Span::at(0), options: &options };
    match document.format().execute(command, &request) {
        Ok(Outcome::Document(written)) => format!("{} ({})\n{}", written.name, written.note, written.text),
        Ok(Outcome::Value(value)) => format!("{value}\n"),
        Ok(other) => format!("{other:?}\n"),
        Err(why) => format!("error: {why}\n"),
    }
}

#[test]
fn a_manifest_is_written_for_the_pages() {
    let no_manifest = format!(
        "=== site/book.html\n<title>Book &amp; go</title>\n{FORM}\n=== site/src/Join.jsx\nexport const Join = () => <form data-agent-kind=\"action\" data-agent-action=\"club.join\"><button>Join now</button></form>;\n"
    );
    expect![[r#"
        agent-manifest.json (2 pages)
        {
          "version": "0.1",
          "site": {
            "name": "site",
            "origin": "https://a.example"
          },
          "actions": {
            "club.join": {
              "title": "Join now",
              "scope": "club.write",
              "risk": "low",
              "confirmation": "optional",
              "idempotent": false,
              "inputSchema": {
                "type": "object",
                "properties": {}
              },
              "outputSchema": {
                "type": "object"
              }
            },
            "seat.book": {
              "title": "Book",
              "scope": "seat.write",
              "risk": "low",
              "confirmation": "optional",
              "idempotent": false,
              "inputSchema": {
                "type": "object",
                "properties": {
                  "row": {
                    "type": "string"
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
              "title": "Book & go",
              "actions": [
                "seat.book"
              ]
            }
          }
        }
    "#]]
    .assert_eq(&run(&no_manifest, "agmark.aaf.writeManifest", json!({"origin": "https://a.example"})));
}

#[test]
fn commands() {
    expect![[r#"
        [{"instance":[0,61],"step":"nested","matches":[[64,118]]}]
    "#]]
    .assert_eq(&run(&page(FORM), "agmark.aaf.resolve", json!({"action": "seat.book", "field": "row"})));
    expect![[r#"
        error: "action" is needed: the name of an action
    "#]]
    .assert_eq(&run(&page(FORM), "agmark.aaf.resolve", json!({})));
    let prompt = run(MANIFEST, "agmark.aaf.showPrompt", json!({"page": "/book"}));
    assert!(prompt.contains("- mail [schema.org/email]: string (email)\n"), "{prompt}");
    assert!(run(MANIFEST, "agmark.aaf.resolve", json!({})).starts_with("error: "));
}
