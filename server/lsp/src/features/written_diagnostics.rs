//! Diagnostics as JSON. What is written of a kept diagnostic is kept with it, so that after an edit only line numbers and
//! severities are written anew: a document with thousands of diagnostics sends all of them after each keystroke.

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
        let written: Vec<_> = findings
            .kept()
            .iter()
            .map(|(start, kept)| {
                Some((first_line(text, *start)?, written(snapshot, path, text, *start, kept)))
            })
            .collect();
        self.out.reserve(USUAL * findings.len());
        for finding in findings.iter() {
            let kept = finding.kept().and_then(|(list, number)| {
                let (line, group) = written.get(list)?.as_ref()?;
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
fn written(
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
