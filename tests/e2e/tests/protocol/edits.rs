//! Whatever an editor sends, in whatever unit it counts columns: what the server says of the edited document is
//! what it says of the same text opened anew.

use crate::formats::TEXTS;
use agmark_tests::{Client, Setup};
use serde_json::{Value, json};

/// What is typed.
const PARTS: &[&str] = &[
    "",
    "x",
    "é",
    "🎉",
    "\n",
    "\r\n",
    "\r",
    "  ",
    "#",
    "@p ",
    "~~~\n",
    "\"",
    "[#c]",
    "{{",
    "}}",
    "---\n",
    "<b>",
    ".Plan\n",
    "@ref #a\n",
    "|",
    "-",
    "\t",
    "東京\nb",
];

#[test]
fn edits_in_utf_8() {
    edit("utf-8", |text| text.len());
}

#[test]
fn edits_in_utf_16() {
    edit("utf-16", |text| text.encode_utf16().count());
}

#[test]
fn edits_in_utf_32() {
    edit("utf-32", |text| text.chars().count());
}

fn edit(encoding: &str, width: fn(&str) -> usize) {
    let mut client = Setup::default().encoding(encoding).start();
    assert_eq!(client.capabilities["positionEncoding"], encoding);
    let mut random = Random(7);
    for (language, start) in TEXTS {
        for round in 0..6 {
            let mut text = (*start).to_owned();
            let uri = format!("file:///edited/{round}.{language}");
            client.open(&uri, language, &text);
            for _ in 0..12 {
                let changes: Vec<_> =
                    (0..=random.below(3)).map(|_| change(&mut random, &mut text, width)).collect();
                client.change(&uri, json!(changes));
            }
            let fresh = format!("file:///fresh/{round}.{language}");
            client.open(&fresh, language, &text);
            assert_eq!(said(&mut client, &uri), said(&mut client, &fresh), "{encoding} {language}: {text:?}");
            client.close(&uri);
            client.close(&fresh);
        }
    }
    client.finish();
}

/// A change in the client's way, done to `text` too. Some places lie beyond the end of a line or of the text, and
/// some ranges begin after their end.
fn change(random: &mut Random, text: &mut String, width: fn(&str) -> usize) -> Value {
    let with = PARTS[random.below(PARTS.len())];
    let (a, b) = (random.boundary(text), random.boundary(text));
    let b = if random.below(6) == 0 { b } else { next(text, a, random.below(4)) };
    let beyond = random.below(8) == 0;
    let (mut from, mut to) = (position(text, a, width), position(text, b, width));
    let (a, b) = (a.min(b), a.max(b));
    if random.below(4) == 0 {
        std::mem::swap(&mut from, &mut to);
    }
    if beyond && b == text.len() {
        to = json!({ "line": 100_000, "character": 7 });
        from = position(text, a, width);
    }
    text.replace_range(a..b, with);
    json!({ "range": { "start": from, "end": to }, "text": with })
}

/// Everything that depends on the whole document, with the addresses taken out.
fn said(client: &mut Client, uri: &str) -> Vec<Value> {
    let methods = ["documentSymbol", "foldingRange", "documentLink", "semanticTokens/full"];
    let mut all: Vec<_> =
        methods.iter().map(|method| client.about(&format!("textDocument/{method}"), uri)).collect();
    all.push(json!(client.diagnostics(uri)));
    for answer in &mut all {
        if let Some(tokens) = answer.as_object_mut() {
            tokens.remove("resultId");
        }
    }
    let text = Value::Array(all).to_string();
    let text = text.replace("file:///edited/", "file:///").replace("file:///fresh/", "file:///");
    serde_json::from_str(&text).expect("still JSON")
}

/// Lines end at LF, CRLF and CR.
fn position(text: &str, offset: usize, width: fn(&str) -> usize) -> Value {
    let before = &text[..offset];
    let bytes = text.as_bytes();
    let ends = |i: usize| bytes[i] == b'\n' || (bytes[i] == b'\r' && bytes.get(i + 1) != Some(&b'\n'));
    let lines: Vec<_> = (0..offset).filter(|i| ends(*i)).collect();
    let start = lines.last().map_or(0, |i| i + 1);
    json!({ "line": lines.len(), "character": width(&before[start..]) })
}

fn next(text: &str, from: usize, chars: usize) -> usize {
    let mut at = from + text[from..].chars().take(chars).map(char::len_utf8).sum::<usize>();
    // Between CR and LF there is no place.
    if at > 0 && text[..at].ends_with('\r') && text[at..].starts_with('\n') {
        at += 1;
    }
    at
}

struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit.max(1)
    }

    fn boundary(&mut self, text: &str) -> usize {
        let mut at = self.below(text.len() + 1);
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        next(text, at, 0)
    }
}
