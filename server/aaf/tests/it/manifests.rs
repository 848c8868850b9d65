//! Diagnostics of manifests.

use std::sync::Arc;

use agmark_aaf::{Manifests, formats};
use agmark_syntax::{Candidate, Registry, testing};
use expect_test::{Expect, expect};

fn diagnostics(text: &str, expect: Expect) {
    expect.assert_eq(&testing::diagnostics(Arc::new(Manifests), text));
}

/// A manifest with everything in its place.
const LIBRARY: &str = r#"{
  "@context": {"schema": "https://schema.org/"},
  "version": "0.1",
  "site": {"name": "Town library", "origin": "https://library.example", "description": "Lends books."},
  "actions": {
    "book.reserve": {
      "title": "Reserve a book",
      "description": "Keeps a book for a week.",
      "scope": "books.write",
      "risk": "low",
      "confirmation": "optional",
      "idempotent": true,
      "inputSchema": {
        "type": "object",
        "required": ["isbn"],
        "properties": {
          "isbn": {"type": "string", "x-semantic": "https://schema.org/isbn"},
          "note": {"type": "string"}
        }
      },
      "outputSchema": {"type": "object", "properties": {"until": {"type": "string", "format": "date"}}},
      "handoff": {
        "target": "https://post.example",
        "targetAction": "parcel.send",
        "fieldMap": {"isbn": "content"}
      }
    }
  },
  "data": {
    "book.list": {
      "title": "Books",
      "scope": "books.read",
      "inputSchema": {"type": "object", "properties": {"author": {"type": "string"}}},
      "outputSchema": {"type": "array"}
    }
  },
  "pages": {
    "/": {"title": "Start", "data": ["book.list"]},
    "/books/:isbn": {"title": "A book", "description": "One book.", "actions": ["book.reserve"]}
  },
  "errors": {"GONE": {"message": "The book is no longer there"}}
}
"#;

#[test]
fn a_manifest_in_order_has_no_findings() {
    diagnostics(LIBRARY, expect![[""]]);
}

#[test]
fn outline_of_a_manifest() {
    expect![[r#"
        site Town library Object 4-4
        actions  Module 5-27
          book.reserve Reserve a book Function 6-27
            isbn string Field 17-17
            note string Field 18-18
        data  Module 29-35
          book.list Books Interface 30-35
            author string Field 33-33
        pages  Module 37-40
          / Start File 38-38
          /books/:isbn A book File 39-39
        errors  Module 41-41
          GONE The book is no longer there Event 41-41
    "#]]
    .assert_eq(&testing::symbols(Arc::new(Manifests), LIBRARY));
}

#[test]
fn names_of_a_manifest() {
    expect![[r#"
        2:17-2:23 def context prefix schema global
        4:47-4:70 link Address https://library.example
        6:6-6:18 def agent action book.reserve global
        6:6-6:18 def action book.reserve global
        9:17-9:28 def scope books.write global
        17:12-17:16 def field book.reserve/isbn global
        18:12-18:16 def field book.reserve/note global
        21:58-21:63 def result property book.reserve/until global
        15:23-15:27 ref field book.reserve/isbn File
        25:23-25:27 ref field book.reserve/isbn File
        17:53-17:76 link Address https://schema.org/isbn
        23:20-23:40 link Address https://post.example
        30:6-30:15 def data view book.list global
        30:6-30:15 def action book.list global
        32:17-32:27 def scope books.read global
        33:57-33:63 def field book.list/author global
        38:6-38:7 def page / global
        39:6-39:18 def page /books/:isbn global
        41:15-41:19 def error id GONE global
        38:39-38:48 ref data view book.list File
        39:82-39:94 ref agent action book.reserve File
        38:6-38:7 link Import ../index.html
        38:6-38:7 link Address https://library.example/
    "#]]
    .assert_eq(&testing::names(Arc::new(Manifests), LIBRARY));
}

#[test]
fn keys_that_are_missing_or_do_not_exist() {
    diagnostics(
        r#"{
  "version": "0.1",
  "site": {"title": "Town library", "url": "https://library.example"},
  "action": {},
  "pages": {"/": {"actions": [], "colour": "red"}},
  "errors": {"GONE": {}}
}
"#,
        expect![[r#"
            3:13-3:18 error aaf/manifest-unknown-key /site/title: unknown key "title" of a site: did you mean "name"?
              suggestion: replace with "name": 3:13-3:18 "name"
            3:38-3:41 error aaf/manifest-unknown-key /site/url: unknown key "url" of a site: did you mean "origin"?
              suggestion: replace with "origin": 3:38-3:41 "origin"
            4:4-4:10 error aaf/manifest-unknown-key /action: unknown key "action" of the manifest: did you mean "actions"?
              suggestion: replace with "actions": 4:4-4:10 "actions"
            5:14-5:15 error aaf/manifest-missing-key /pages/~1: missing key "title" of a page (the title of the page)
            5:35-5:41 error aaf/manifest-unknown-key /pages/~1/colour: unknown key "colour" of a page: its keys are title, description, actions, data
            6:15-6:19 error aaf/manifest-missing-key /errors/GONE: missing key "message" of an error (the message for the user)
        "#]],
    );
}

#[test]
fn values_of_a_wrong_type_or_form() {
    diagnostics(
        r#"{
  "version": 0.1,
  "site": {"name": 7, "origin": "library.example"},
  "actions": {
    "Book.Reserve": {
      "title": "Reserve", "scope": "books:write", "risk": "hihg", "confirmation": "yes", "idempotent": "no",
      "inputSchema": "x", "outputSchema": true,
      "handoff": {"target": "post", "targetAction": "Parcel", "fieldMap": {}}
    },
    "book.return": null
  },
  "data": [],
  "pages": {"books": {"title": "Books", "actions": "book.return", "data": [1]}}
}
"#,
        expect![[r#"
            2:14-2:17 error aaf/manifest-type /version: expected a string, found a number
              suggestion: replace with "0.1": 2:14-2:17 "\"0.1\""
            3:20-3:21 error aaf/manifest-type /site/name: expected a string, found an integer
              suggestion: replace with "7": 3:20-3:21 "\"7\""
            3:34-3:49 error aaf/manifest-value /site/origin: invalid value "library.example": expected a URI, as in "https://example.com": did you mean "https://library.example"?
              suggestion: replace with "https://library.example": 3:34-3:49 "https://library.example"
            5:6-5:18 warning aaf/manifest-name /actions/Book.Reserve: invalid name "Book.Reserve": expected lowercase letters, digits and "-", in parts joined by ".", as in "invoice.create": did you mean "book.reserve"?
              suggestion: replace with "book.reserve": 5:6-5:18 "book.reserve"
            6:37-6:48 error aaf/manifest-value /actions/Book.Reserve/scope: invalid value "books:write": expected lowercase letters, digits, "_" and ".", as in "invoices.write": did you mean "books.write"?
              suggestion: replace with "books.write": 6:37-6:48 "books.write"
            6:60-6:64 error aaf/manifest-value /actions/Book.Reserve/risk: unknown risk "hihg": expected one of none, low, high: did you mean "high"?
              suggestion: replace with "high": 6:60-6:64 "high"
            6:84-6:87 error aaf/manifest-value /actions/Book.Reserve/confirmation: unknown confirmation "yes": expected one of never, optional, review, required: did you mean "required"?
              suggestion: replace with "required": 6:84-6:87 "required"
            6:104-6:108 error aaf/manifest-type /actions/Book.Reserve/idempotent: expected a boolean, found a string
              suggestion: replace with false: 6:104-6:108 "false"
            7:22-7:25 error aaf/manifest-type /actions/Book.Reserve/inputSchema: expected a JSON Schema (an object), found a string
            8:30-8:34 error aaf/manifest-value /actions/Book.Reserve/handoff/target: invalid value "post": expected a URI, as in "https://example.com"
            8:54-8:60 error aaf/manifest-value /actions/Book.Reserve/handoff/targetAction: invalid value "Parcel": expected lowercase letters, digits and "-", in parts joined by ".", as in "invoice.create": did you mean "parcel"?
              suggestion: replace with "parcel": 8:54-8:60 "parcel"
            8:64-8:72 error aaf/manifest-value /actions/Book.Reserve/handoff/fieldMap: expected at least one member
            10:20-10:24 error aaf/manifest-type /actions/book.return: expected an object, found null
            12:11-12:13 error aaf/manifest-type /data: expected an object, found an array
            13:14-13:19 warning aaf/manifest-name /pages/books: invalid route "books": expected a route that begins with "/", as in "/invoices/new": did you mean "/books"?
              suggestion: replace with "/books": 13:14-13:19 "/books"
            13:52-13:65 error aaf/manifest-type /pages/books/actions: expected an array, found a string
              suggestion: replace with ["book.return"]: 13:52-13:65 "[\"book.return\"]"
            13:76-13:77 error aaf/manifest-type /pages/books/data/0: expected a string, found an integer
              suggestion: replace with "1": 13:76-13:77 "\"1\""
        "#]],
    );
}

#[test]
fn pages_that_name_what_is_not_there() {
    diagnostics(
        r#"{"version": "0.1", "site": {"name": "x", "origin": "https://x.example"},
  "actions": {"book.return": {"title": "Return", "scope": "books.write", "risk": "none", "confirmation": "never", "idempotent": true, "inputSchema": {}, "outputSchema": {}}},
  "pages": {"/": {"title": "Start", "actions": ["book.retrun", "book.return"], "data": ["book.return"]}}}
"#,
        expect![[r#"
            3:50-3:61 error aaf/unknown-page-entry agent action "book.retrun" is not defined
            3:90-3:101 error aaf/unknown-page-entry data view "book.return" is not defined
        "#]],
    );
}

#[test]
fn json_that_is_none() {
    diagnostics(
        r#"{
  // the town library
  "version": "0.1"
  "site": {"name": "Town library, "origin": 'https://library.example'},
  "actions": {},
  "actions": {},
}
"#,
        expect![[r#"
            2:3-2:22 error aaf/json-syntax JSON has no comments: remove it
              suggestion: remove the comment: 2:3-2:22 ""
            3:19-3:19 error aaf/json-syntax a comma is missing before "site"
              fix: insert ',': 3:19-3:19 ","
            4:20-4:33 error aaf/json-syntax this string is not closed: add the closing '"'
              suggestion: insert '"': 4:33-4:33 "\""
            4:45-4:70 error aaf/json-syntax single quotes around a JSON string: use double quotes
              suggestion: use double quotes: 4:45-4:70 "\"https://library.example\""
            6:3-6:12 error aaf/duplicate-key the key "actions" is given twice: keep one
              5:3-5:12 it is given here first
            6:16-6:17 error aaf/json-syntax a comma too many: nothing follows before '}'
              fix: remove the comma: 6:16-6:17 ""
        "#]],
    );
    diagnostics(
        "",
        expect![[r#"
        1:1-1:1 error aaf/json-syntax a JSON value is expected: the text is empty
    "#]],
    );
    diagnostics(
        "[]\n",
        expect![[r#"
            1:1-1:3 error aaf/manifest-type the manifest: expected an object, found an array
        "#]],
    );
    diagnostics(
        "<html></html>\n",
        expect![[r#"
        1:1-1:2 error aaf/json-syntax unexpected <: a value is expected here
        1:2-1:6 error aaf/json-syntax unknown word html: put text in double quotes
          suggestion: write "html": 1:2-1:6 "\"html\""
        1:6-1:8 error aaf/json-syntax unexpected >< after the end of the value
    "#]],
    );
}

/// Without its end an action takes in what follows. What seems to be missing in it, or to be too much, is not said.
#[test]
fn an_object_without_its_end_is_not_judged() {
    diagnostics(
        r#"{
  "version": "0.1",
  "site": {"name": "Seats", "origin": "https://seats.example"},
  "actions": {
    "seat.book": {"title": "Book", "risk": "lwo"
  },
  "pages": {"/": {"title": "Seats"}}
}
"#,
        expect![[r#"
            1:1-1:2 error aaf/json-syntax '{' is not closed: add '}'
              suggestion: insert '}': 8:2-8:2 "}"
            5:45-5:48 error aaf/manifest-value /actions/seat.book/risk: unknown risk "lwo": expected one of none, low, high: did you mean "low"?
              suggestion: replace with "low": 5:45-5:48 "low"
        "#]],
    );
}

#[test]
fn manifests_of_others_are_left_alone() {
    let registry = Registry::new(formats());
    let is_ours = |path: &str, text: &str| {
        registry.detect_file(std::path::Path::new(path), text, agmark_syntax::Surroundings::NONE).is_some()
    };
    assert!(is_ours(".well-known/agent-manifest.json", LIBRARY));
    assert!(is_ours("shop.agent-manifest.json", LIBRARY));
    assert!(!is_ours("my-agent-manifest.json", LIBRARY) && !is_ours("package.json", LIBRARY));
    for text in [
        "",
        "{}",
        r#"{"name": "weather", "version": "1.0", "actions": [{"name": "forecast"}], "endpoint": "https://x.example"}"#,
        r#"{"schema_version": "v1", "capabilities": {"actions": {}}, "site": "https://x.example"}"#,
    ] {
        assert!(!is_ours(".well-known/agent-manifest.json", text), "{text}");
        let file = std::path::Path::new("agent-manifest.json");
        let candidate = Candidate {
            path: Some(file),
            language: None,
            text: &text,
            surroundings: agmark_syntax::Surroundings::NONE,
        };
        assert!(registry.helper(&candidate).is_some(), "a person may begin one");
    }
}
