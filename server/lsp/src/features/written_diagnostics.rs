//! Diagnostics as JSON. What is written of a kept diagnostic is kept with it, so that after an edit only line numbers and
//! severities are written again: a document with thousands of diagnostics sends all of them after each keystroke.

use std::cell::OnceCell;
use std::path::Path;
use std::sync::Arc;

use agmark_syntax::{Diagnostic, Findings, KeptFindings, Position, Span, Text, work};
use lsp_types as lsp;

use crate::features::rendered_diagnostics::one;
use crate::protocol::client_capabilities::ClientCapabilities;
use crate::protocol::json::JsonWriter;
use crate::protocol::to_proto;
use crate::snapshot::Snapshot;

/// What the library writes before everything that does not depend on the place.
const START: &[u8] =
    br#"{"range":{"start":{"line":0,"character":0},"end":{"line":0,"character":0}},"severity":1"#;

/// About how long a diagnostic is, in bytes.
const USUAL: usize = 256;

/// An array of diagnostics that is being written.
pub struct WrittenDiagnostics {
    out: JsonWriter,
    is_empty: bool,
}

/// The JSON of kept diagnostics.
struct WrittenGroup {
    /// What it depends on besides the group.
    client: Arc<ClientCapabilities>,
    settings: Arc<serde_json::Value>,
    /// For each diagnostic; `None` if it is written each time, because other files or other places are in it.
    all: Vec<Option<WrittenFinding>>,
}

/// A diagnostic. Lines count from the first line of the group.
struct WrittenFinding {
    start: Position,
    end: Position,
    /// What follows after the severity.
    rest: Box<[u8]>,
}

impl WrittenDiagnostics {
    /// Starts an array after other JSON.
    pub fn after(mut out: JsonWriter) -> Self {
        out.raw("[");
        Self { out, is_empty: true }
    }

    /// Ends the array.
    pub fn end(mut self) -> JsonWriter {
        self.out.raw("]");
        self.out
    }

    pub fn push(&mut self, diagnostic: &lsp::Diagnostic) {
        self.separate();
        self.out.value(diagnostic);
    }

    /// Adds diagnostics of a document.
    pub fn extend(&mut self, snapshot: &Snapshot, path: &Path, text: &Text, findings: &Findings) {
        // Only some of the groups have diagnostics that are sent.
        let written: Vec<OnceCell<_>> = findings.kept().iter().map(|_| OnceCell::new()).collect();
        let group = |list: usize| -> Option<&(u32, Arc<WrittenGroup>)> {
            let (start, kept) = findings.kept().get(list)?;
            let write =
                || Some((first_line(text, *start)?, written_group(snapshot, path, text, *start, kept)));
            written.get(list)?.get_or_init(write).as_ref()
        };
        self.out.reserve(USUAL * findings.len());
        for finding in findings.iter() {
            let kept = finding.kept().and_then(|(list, number)| {
                let (line, group) = group(list)?;
                Some((*line, group.all.get(number)?.as_ref()?))
            });
            match kept {
                Some((line, kept)) => {
                    work::add(1);
                    self.separate();
                    kept.write(&mut self.out, line, to_proto::severity_number(finding.severity));
                }
                None => self.push(&one(snapshot, path, text, &finding.to_diagnostic())),
            }
        }
    }

    fn separate(&mut self) {
        if !std::mem::take(&mut self.is_empty) {
            self.out.raw(",");
        }
    }
}

/// The line that starts at an offset; `None` if no line starts there, because lines then count differently.
fn first_line(text: &Text, start: usize) -> Option<u32> {
    let line = text.line_of(start);
    (text.line_start(line) == start).then(|| u32::try_from(line).ok()).flatten()
}

/// The JSON of the kept diagnostics of a group that starts at `start`.
fn written_group(
    snapshot: &Snapshot,
    path: &Path,
    text: &Text,
    start: usize,
    kept: &KeptFindings,
) -> Arc<WrittenGroup> {
    let (client, settings) = (&snapshot.client, &snapshot.client_settings);
    let is_current =
        |last: &WrittenGroup| Arc::ptr_eq(&last.client, client) && Arc::ptr_eq(&last.settings, settings);
    kept.derived(is_current, || {
        let line = text.line_of(start);
        let all = kept.iter().map(|finding| WrittenFinding::of(snapshot, path, text, (start, line), finding));
        WrittenGroup { client: Arc::clone(client), settings: Arc::clone(settings), all: all.collect() }
    })
}

impl WrittenFinding {
    /// A diagnostic of a group with the start and the first line `group`.
    fn of(
        snapshot: &Snapshot,
        path: &Path,
        text: &Text,
        group: (usize, usize),
        finding: &Diagnostic,
    ) -> Option<Self> {
        if snapshot.client.related_information && !finding.related.is_empty() {
            return None;
        }
        let span = finding.span.shifted(group.0);
        // Between the two characters of a line ending, the text after the group decides where a line starts.
        if text.slice(span.end.saturating_sub(1) as usize..span.end as usize).ends_with('\r') {
            return None;
        }
        let place = |offset: u32| {
            let at = text.position(offset as usize, snapshot.encoding());
            Some(Position { line: at.line.checked_sub(u32::try_from(group.1).ok()?)?, ..at })
        };
        let unplaced = lsp::Diagnostic {
            range: lsp::Range::default(),
            severity: Some(lsp::DiagnosticSeverity::ERROR),
            ..one(snapshot, path, text, &Diagnostic { span: Span::at(0), ..finding.clone() })
        };
        let json = serde_json::to_vec(&unplaced).ok()?;
        work::add(json.len());
        let rest = json.strip_prefix(START)?.into();
        Some(Self { start: place(span.start)?, end: place(span.end)?, rest })
    }

    fn write(&self, out: &mut JsonWriter, line: u32, severity: u32) {
        let at = |place: Position| Position { line: place.line + line, ..place };
        out.raw("{\"range\":{\"start\":");
        out.position(at(self.start));
        out.raw(",\"end\":");
        out.position(at(self.end));
        out.raw("},\"severity\":");
        out.number(severity);
        out.bytes(&self.rest);
    }
}

#[cfg(test)]
mod tests {
    use agmark_syntax::diagnostics::find;
    use agmark_syntax::testing::Random;
    use agmark_syntax::world::{EmptyWorld, Settings};
    use agmark_syntax::{Document, Encoding, Splice};
    use agmark_workspace::toy;
    use serde_json::{Value, json};

    use super::*;
    use crate::features::rendered_diagnostics::render;
    use crate::session;

    fn snapshot(encoding: Encoding) -> Snapshot {
        let client = ClientCapabilities { encoding, ..ClientCapabilities::default() };
        session::first(Arc::new(toy::registry()), client, &[], json!({}))
    }

    fn findings(document: &Document) -> Findings {
        find(document, &EmptyWorld, &Settings::default())
    }

    fn written(snapshot: &Snapshot, document: &Document) -> Vec<u8> {
        let mut out = WrittenDiagnostics::after(JsonWriter::default());
        out.extend(snapshot, Path::new("/a.toy"), document.text(), &findings(document));
        out.end().into_bytes()
    }

    fn read(json: &[u8]) -> Value {
        serde_json::from_slice(json).expect("JSON")
    }

    /// The same without anything that is kept.
    fn expected(snapshot: &Snapshot, text: &str) -> Value {
        let document = toy::document(text);
        json!(render(snapshot, Path::new("/a.toy"), document.text(), &findings(&document)))
    }

    /// A text of some groups of chunks, with a diagnostic in each fifth line.
    fn long(size: usize, ending: &str) -> String {
        let line = |number: usize| match number % 5 {
            0 => format!("-\"é😀\\ {number}{ending}"),
            _ => format!("{number} wörds that say something{ending}"),
        };
        let (mut text, mut number) = (String::new(), 0);
        while text.len() < size {
            text.push_str(&line(number));
            number += 1;
        }
        text
    }

    #[test]
    fn what_is_written_after_edits_is_what_a_new_document_renders() {
        for (encoding, ending) in [(Encoding::Utf8, "\n"), (Encoding::Utf16, "\r\n"), (Encoding::Utf32, "\n")]
        {
            let snapshot = snapshot(encoding);
            let mut random = Random(7);
            let mut model = long(300_000, ending);
            let mut document = toy::document(&model);
            for _ in 0..16 {
                // What is written before an edit is kept.
                written(&snapshot, &document);
                let borders: Vec<_> = document.chunks().groups().map(|group| group.start).collect();
                assert!(borders.len() > 2, "{borders:?}");
                let border = borders[random.below(borders.len())] + random.below(3);
                let place = [border.saturating_sub(1), random.below(model.len() + 1)][random.below(2)];
                let at = document.text().floor(place);
                let end = document.text().floor((at + [0, 1, 3000][random.below(3)]).min(model.len()));
                let text = random.text(&["\n", "\r", "\r\n", "-é", "x", "?a", "=b\n=b\n"], 5);
                model.replace_range(at..end, &text);
                document.edit(&Splice { start: at, end, text });
                assert_eq!(read(&written(&snapshot, &document)), expected(&snapshot, &model), "{encoding:?}");
            }
        }
    }

    #[test]
    fn an_edit_writes_the_diagnostics_of_its_group_alone() {
        let snapshot = snapshot(Encoding::Utf16);
        let after_an_edit = |size: usize| {
            let mut document = toy::document(&long(size, "\n"));
            written(&snapshot, &document);
            document.edit(&Splice { start: size / 2, end: size / 2, text: "x".to_owned() });
            let steps = work::count(|| written(&snapshot, &document));
            // Each kept diagnostic takes a step in the check and one here.
            let one_each = 2 * findings(&document).len() as u64;
            (steps, one_each)
        };
        let ((small, _), (large, one_each)) = (after_an_edit(100_000), after_an_edit(2_000_000));
        assert!(large <= 2 * small + one_each, "{small} steps, in a large document {large}");
    }

    #[test]
    fn with_other_settings_all_are_written_again() {
        let document = toy::document("-x\n");
        let mut snapshot = snapshot(Encoding::Utf16);
        Arc::make_mut(&mut snapshot.client).rule_links = true;
        let link = |snapshot: &Snapshot| {
            read(&written(snapshot, &document))[0]["codeDescription"]["href"].as_str().map(str::to_owned)
        };
        assert_eq!(link(&snapshot), None);
        for site in ["https://one.example", "https://two.example"] {
            snapshot.client_settings = Arc::new(json!({ "documentation": { "url": site } }));
            assert_eq!(link(&snapshot), Some(format!("{site}/rules/toy/missing/")));
        }
    }
}
