//! Renames of names that pages and manifests share.

use std::sync::Arc;

use crate::common;
use agmark_syntax::testing;
use agmark_syntax::{Edit, Name, Registry, Target};
use expect_test::expect;

/// A site with a page, a component and a manifest that agree.
const SITE: &str = r#"=== book.html
<body>
<form data-agent-kind="action" data-agent-action="seat.book" data-agent-danger="low">
  <input data-agent-kind="field" data-agent-field="row">
  <button data-agent-kind="action" data-agent-action="seat.book.submit">Book</button>
  <p data-agent-kind="status" data-agent-output="seat.book.status"></p>
</form>
<input data-agent-kind="field" data-agent-field="meal" data-agent-for-action="seat.book">
<a href="/list" data-agent-kind="link">List</a>
</body>
=== list.html
<body><form data-agent-kind="action" data-agent-action="seat.free"><input data-agent-kind="field" data-agent-field="reason"></form>
<div data-agent-kind="link" data-agent-page="/book">Book</div></body>
=== src/Book.jsx
export const Book = () => (
  <AgentAction action="seat.book">
    <AgentField field={"row"} />
    <AgentSubmit action="seat.book.submit">Book</AgentSubmit>
    <RouterLink to="/list" data-agent-kind="link">List</RouterLink>
  </AgentAction>
);
=== .well-known/agent-manifest.json
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
      "inputSchema": { "type": "object", "properties": { "reason": {} } }, "outputSchema": {},
      "handoff": { "target": "https://other.example", "targetAction": "seat.take", "fieldMap": { "reason": "why" } }
    }
  },
  "data": { "seat.list": { "title": "All", "scope": "seats.read", "outputSchema": {} } },
  "pages": {
    "/book": { "title": "Book", "actions": ["seat.book"] },
    "/list": { "title": "List", "actions": ["seat.free"], "data": ["seat.list"] }
  }
}
"#;

/// All findings in all files of a site.
fn all(parts: &[(String, String)]) -> String {
    let mut out = String::new();
    for own in 0..parts.len() {
        let text: String = (0..parts.len())
            .map(|at| &parts[(own + at) % parts.len()])
            .map(|(name, text)| format!("=== {name}\n{text}"))
            .collect();
        let files = common::files(&text, "none");
        out.push_str(&testing::diagnostics_in(files.own().expect("a file of a format"), &files));
    }
    out
}

/// Renames a name everywhere that it is defined or meant, as the editor does.
fn renamed(parts: &[(String, String)], name: &Name, new: &str) -> Vec<(String, String)> {
    let registry = Registry::new(agmark_aaf::formats());
    parts
        .iter()
        .map(|(path, text)| {
            let format = common::format(&registry, path, text).expect("a format");
            let document = agmark_syntax::Document::new(format, text);
            let mut edits = Vec::new();
            for (start, chunk) in document.chunks().iter() {
                let analysis = chunk.analysis();
                let definitions = analysis.definitions.iter().filter(|d| d.name == *name).map(|d| d.span);
                // A name that only the file could define means nothing if it does not.
                let defined = !document.definitions(name).is_empty();
                let means = |target: &Target| match target {
                    Target::File | Target::IfDefined => defined,
                    Target::Workspace => true,
                    Target::Other(_) => false,
                };
                let references = analysis.references.iter().filter(|r| r.name == *name && means(&r.target));
                let written = document.format().check_name(name, new).expect("a legal name");
                edits.extend(
                    definitions
                        .chain(references.map(|r| r.span))
                        .map(|span| Edit::replace(span.shifted(start), &written)),
                );
            }
            (path.clone(), Edit::apply(text, &edits))
        })
        .collect()
}

#[test]
fn a_rename_leaves_pages_and_manifest_aligned() {
    let parts = common::parts(SITE, "none");
    assert_eq!(all(&parts), "");
    let registry = Registry::new(agmark_aaf::formats());
    let mut count = 0;
    for (path, text) in &parts {
        let format = common::format(&registry, path, text).expect("a format");
        let document = agmark_syntax::Document::new(format, text);
        // Names that only the file could define mean nothing if it does not.
        let means = |name: &Name| {
            let mut references = document.chunks().iter().flat_map(|(_, chunk)| &chunk.analysis().references);
            !document.definitions(name).is_empty()
                || references
                    .any(|one| one.name == *name && !matches!(one.target, Target::File | Target::IfDefined))
        };
        let names: Vec<Name> =
            document.names().iter().map(|(name, _)| name.clone()).filter(|name| means(name)).collect();
        for name in names {
            let new = match name.space.word() {
                // A part stays one.
                "agent action" if name.text.ends_with(".submit") => "seat.book.send",
                "agent action" => "room.take-over",
                "field" => "other_field",
                "data view" => "room.all",
                "scope" => "rooms.change",
                "output" => "seat.book.outcome",
                _ => continue,
            };
            let after = renamed(&parts, &name, new);
            assert_eq!(all(&after), "", "{} {name} as {new}:\n{after:#?}", name.space);
            assert_ne!(after, parts, "{} {name}", name.space);
            count += 1;
        }
    }
    assert!(count >= 15, "{count} names");
}

#[test]
fn a_page_keeps_its_links_when_its_route_gets_another_name() {
    let parts = common::parts(SITE, "none");
    let after = renamed(&parts, &Name::new("page", "/list"), "/all");
    let text: String = after.iter().map(|(_, text)| text.as_str()).collect();
    assert!(!text.contains("/list") && text.matches("/all").count() == 3, "{text}");
}

const VIEWS: &str = r#"=== .well-known/agent-manifest.json
{
  "version": "0.1",
  "site": { "name": "Seats", "origin": "https://seats.example" },
  "actions": {},
  "data": {
    "seat.list": {
      "title": "Free seats", "scope": "seats.read",
      "inputSchema": { "type": "object", "properties": { "row": { "type": "integer" } } },
      "outputSchema": { "type": "array" }
    }
  },
  "pages": { "/list": { "title": "List", "data": ["seat.list"] } }
}
"#;

#[test]
fn data_views_are_names_like_actions() {
    let found = |page: &str| {
        let files = common::files(&format!("=== list.html\n{page}\n{VIEWS}"), "none");
        let document = files.own().expect("a page");
        agmark_syntax::testing::diagnostics_in(document, &files)
    };
    let view = |name: &str, rest: &str| {
        format!("<ul data-agent-kind=\"collection\" data-agent-action=\"{name}\">{rest}</ul>")
    };
    let field = "<input data-agent-kind=\"field\" data-agent-field=\"row\">";
    assert_eq!(found(&view("seat.list", field)), "");
    let tied =
        "<input data-agent-kind=\"field\" data-agent-field=\"row\" data-agent-for-action=\"seat.list\">";
    assert_eq!(found(&format!("{}{tied}", view("seat.list", ""))), "");
    assert_eq!(found(tied), "", "the manifest has it");
    let misspelt = found(&view("seat.lst", ""));
    assert!(
        misspelt.contains("the manifest has no data view \"seat.lst\": did you mean \"seat.list\"?"),
        "{misspelt}"
    );
    let unknown = found(&view("seat.list", &field.replace("row", "seat")));
    assert!(unknown.contains("has no property \"seat\""), "{unknown}");
    let action = found("<button data-agent-kind=\"action\" data-agent-action=\"seat.list\">Show</button>");
    assert!(action.contains("is a data view of the manifest, not an action"), "{action}");
    let names = agmark_syntax::testing::names(
        Arc::new(agmark_aaf::Pages),
        &format!("{}{tied}", view("seat.list", "")),
    );
    assert!(
        names.contains("def data view seat.list global") && names.contains("ref data view seat.list"),
        "{names}"
    );
}

const NAMED: &str = r##"=== .well-known/agent-manifest.json
{
  "@context": { "s": "https://schema.org/" },
  "version": "0.1",
  "site": { "name": "Seats", "origin": "https://seats.example" },
  "actions": {
    "seat.book": {
      "title": "Book", "scope": "seats.write", "risk": "low", "confirmation": "optional", "idempotent": false,
      "inputSchema": {
        "type": "object", "properties": { "row": { "$ref": "#/$defs/Row" } },
        "$defs": { "Row": { "type": "integer", "x-semantic": "s:identifier" } }
      },
      "outputSchema": {
        "type": "object", "required": ["code"], "properties": { "code": { "enum": ["OK", "TAKEN"] } },
        "$defs": { "Row": {} }
      }
    }
  },
  "data": { "seat.list": { "title": "Seats", "scope": "seats.write", "outputSchema": {} } },
  "errors": { "TAKEN": { "message": "Another customer has it" } }
}
=== book.html
<form data-agent-kind="action" data-agent-action="seat.book" data-agent-scope="seats.write">
<p data-agent-kind="status" data-agent-output="seat.book.status"></p></form>
=== src/Book.tsx
import { AgentAction, AgentStatus } from "@agent-accessibility-framework/react";
export const Book = () => (
  <AgentAction action="seat.book" scope="seats.write"><AgentStatus output="seat.book.status" /></AgentAction>
);
"##;

#[test]
fn every_name_of_a_manifest_is_renamed_where_it_is_used() {
    let parts = common::parts(NAMED, "none");
    let text = |parts: &[(String, String)]| parts.iter().map(|(_, text)| text.as_str()).collect::<String>();
    let before = text(&parts);
    for (space, name, new, old, written, places) in [
        ("scope", "seats.write", "rooms.write", "seats.write", "rooms.write", 4),
        ("output", "seat.book.status", "booking", "seat.book.status", "booking", 2),
        ("error id", "TAKEN", "GONE", "TAKEN", "GONE", 2),
        ("result property", "seat.book/code", "outcome", "code", "outcome", 2),
        ("context prefix", "s", "org", "s", "org", 2),
        // Only in its own schema.
        ("schema definition", "seat.book/inputSchema/Row", "Number", "Row", "Number", 2),
    ] {
        let after = text(&renamed(&parts, &Name::new(space, name), new));
        assert_eq!(
            after.matches(written).count() - before.matches(written).count(),
            places,
            "{space}: {after}"
        );
        let expected = before.matches(old).count() - places;
        let kept = after.matches(old).count() - written.matches(old).count() * places;
        assert_eq!(kept, expected, "{space}: {after}");
    }
}

#[test]
fn a_name_is_where_it_stands_in_the_text() {
    // Escapes move the parts of a text; an address is not a prefix, and a value of another list is not an error.
    let text = NAMED
        .replace("\"#/$defs/Row\"", "\"\\u0023/$defs/Row\"")
        .replace("s:identifier", "s://identifier")
        .replace("\"TAKEN\"]", "\"taken\"]");
    let registry = Registry::new(agmark_aaf::formats());
    let (path, text) = common::parts(&text, "none").remove(0);
    let format = common::format(&registry, &path, &text).expect("a format");
    let document = agmark_syntax::Document::new(format, &text);
    for (space, name) in
        [("schema definition", "seat.book/inputSchema/Row"), ("context prefix", "s"), ("error id", "TAKEN")]
    {
        let name = Name::new(space, name);
        assert_eq!((document.definitions(&name).len(), document.references(&name)), (1, vec![]), "{space}");
    }
}

#[test]
fn new_names_must_have_the_form_of_their_kind() {
    let check = |space: &'static str, name: &str, new: &str| {
        let format: Arc<dyn agmark_syntax::AnyFormat> = Arc::new(agmark_aaf::Manifests);
        format.check_name(&Name::new(space, name), new).unwrap_or_else(|message| message)
    };
    assert_eq!(check("scope", "a.write", "rooms.write"), "rooms.write");
    assert_eq!(check("error id", "A", "auth:expired"), "auth:expired");
    assert_eq!(check("result property", "a.b/code", "a.b/result"), "result");
    assert_eq!(check("schema definition", "a.b/inputSchema/Row", "Line"), "Line");
    expect![[r#"invalid scope name "Rooms:Write": expected lowercase letters, digits, "_" and ".", as in "invoices.write""#]]
        .assert_eq(&check("scope", "a.write", "Rooms:Write"));
    expect![[
        r#"invalid error id name "not found": expected a name without spaces and quotes, as in "NOT_FOUND""#
    ]]
    .assert_eq(&check("error id", "A", "not found"));
    expect![[r#"invalid schema definition name "a/b": expected letters, digits, "_", "-" and ".", as in "invoice_id""#]]
        .assert_eq(&check("schema definition", "a.b/inputSchema/Row", "a/b"));
}
