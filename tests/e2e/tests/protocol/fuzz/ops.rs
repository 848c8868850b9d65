//! What a client does, as JSON, so that a session can be kept in a file; and the making of it at random.

use agmark_syntax::testing::Random;
use serde_json::{Value, json};

pub use crate::formats::FILES;

use super::model::{Model, line_starts};

/// What is typed.
const PARTS: &[&str] = &[
    "",
    "x",
    "é",
    "🎉",
    "\n",
    "\r\n",
    "\r",
    "\u{2028}",
    "\u{85}",
    "\0",
    "\u{feff}",
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
    "\u{e000}",
    "\u{e001}",
    "\u{e000}\u{e001}",
    "e\u{301}",
];

const METHODS: &[&str] = &[
    "textDocument/hover",
    "textDocument/completion",
    "textDocument/definition",
    "textDocument/references",
    "textDocument/documentHighlight",
    "textDocument/prepareRename",
    "textDocument/signatureHelp",
    "textDocument/prepareCallHierarchy",
    "textDocument/documentSymbol",
    "textDocument/foldingRange",
    "textDocument/documentLink",
    "textDocument/codeLens",
    "textDocument/formatting",
    "textDocument/rename",
    "textDocument/codeAction",
    "textDocument/inlayHint",
    "textDocument/semanticTokens/full",
    "textDocument/semanticTokens/range",
    "textDocument/selectionRange",
    "textDocument/diagnostic",
    "workspace/symbol",
    "workspace/diagnostic",
    "agmark/test/panic",
];

const RULES: &[&str] = &["agd/duplicate-id", "agd/undefined-id", "anml/unknown-state"];

const FAULTS: &[&str] = &["open", "change", "index", "settings", "close", "indexed", "publish"];

/// Makes sessions.
pub struct Maker {
    random: Random,
}

impl Maker {
    pub fn new(seed: u64) -> Self {
        let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        random.below(2);
        Self { random }
    }

    fn one_in(&mut self, n: usize) -> bool {
        self.random.below(n) == 0
    }

    fn pick<'a, T: ?Sized>(&mut self, list: &[&'a T]) -> &'a T {
        list[self.random.below(list.len())]
    }

    /// How a session begins.
    pub fn start(&mut self) -> Value {
        let encoding = self.pick(&["utf-8", "utf-16", "utf-16", "utf-32"]);
        json!({ "op": "start", "encoding": encoding, "pushed": self.one_in(3) })
    }

    /// The next thing that a client does.
    pub fn next(&mut self, model: &Model) -> Value {
        let (file, _, text) = FILES[self.random.below(FILES.len())];
        let (other, _, _) = FILES[self.random.below(FILES.len())];
        let told = !self.one_in(3);
        match self.random.below(40) {
            0..=3 => json!({ "op": "open", "file": file, "text": self.text(text) }),
            4 | 5 => json!({ "op": "close", "file": file }),
            6 => json!({ "op": "write", "file": file, "text": self.text(text), "told": told }),
            7 => json!({ "op": "remove", "file": file, "told": told }),
            8 => json!({ "op": "rename", "file": file, "to": other, "told": told }),
            9 => {
                let level = self.pick(&["off", "error", "hint"]);
                json!({ "op": "configure", "rules": { self.pick(RULES): level } })
            }
            10 => json!({ "op": "fault", "at": self.pick(FAULTS) }),
            11 => self.unreadable(file),
            12..=17 => json!({
                "op": "ask", "method": self.pick(METHODS), "file": file, "cancel": self.one_in(4),
                "line": self.random.below(9), "character": self.random.below(20),
            }),
            _ => self.change(file, model, text),
        }
    }

    fn unreadable(&mut self, file: &str) -> Value {
        let body = self.pick(&[
            "{",
            "[]",
            "{\"jsonrpc\":\"2.0\",\"id\":1.5}",
            "\"",
            "null",
            "{\"jsonrpc\":\"2.0\"}",
        ]);
        if self.one_in(3) {
            json!({ "op": "lose", "file": file })
        } else {
            json!({ "op": "unreadable", "body": body })
        }
    }

    fn text(&mut self, start: &str) -> String {
        if self.one_in(3) {
            return (0..self.random.below(30)).map(|_| self.pick(PARTS)).collect();
        }
        let mut text = start.to_owned();
        if self.one_in(2) {
            text.push_str(self.pick(PARTS));
        }
        // Long enough for several chunks.
        if self.one_in(4) { text.repeat(30) } else { text }
    }

    fn change(&mut self, file: &str, model: &Model, start: &str) -> Value {
        let text = model.docs.get(file).map_or("", |doc| &doc.text);
        let chars: Vec<char> = text.chars().collect();
        let lines = line_starts(&chars).len();
        let changes: Vec<Value> = (0..=self.random.below(3))
            .map(|_| {
                if self.one_in(20) {
                    return json!({ "text": self.text(start) });
                }
                let with: String = (0..=self.random.below(2)).map(|_| self.pick(PARTS)).collect();
                let a = self.position(lines);
                let b =
                    if self.one_in(3) { self.position(lines) } else { near(&a, self.random.below(4) as u64) };
                let (a, b) = if self.one_in(5) { (b, a) } else { (a, b) };
                json!({ "range": { "start": a, "end": b }, "text": with })
            })
            .collect();
        json!({ "op": "change", "file": file, "by": 1 + self.random.below(3), "changes": changes })
    }

    fn position(&mut self, lines: usize) -> Value {
        let line = self.random.below(lines + 1);
        let character = if self.one_in(10) { u32::MAX as usize } else { self.random.below(24) };
        json!({ "line": line, "character": character })
    }
}

fn near(at: &Value, further: u64) -> Value {
    let character = at["character"].as_u64().unwrap_or_default().saturating_add(further);
    json!({ "line": at["line"], "character": character.min(u64::from(u32::MAX)) })
}
