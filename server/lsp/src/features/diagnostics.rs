//! Diagnostics: pushed after a change, or pulled for a document or the whole workspace.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;

use agmark_syntax::{Diagnostic, Document, Span, common_rules};
use agmark_workspace::ConfigError;
use lsp_types as lsp;

use crate::cancel::Cancel;
use crate::features::nearest_diagnostics::nearest;
use crate::features::rendered_diagnostics::{one, render};
use crate::features::shown_diagnostics::shown;
use crate::features::written_diagnostics::WrittenDiagnostics;
use crate::outgoing::Outgoing;
use crate::protocol::json::JsonWriter;
use crate::protocol::to_proto;
use crate::snapshot::{Open, RequestedDocument, Snapshot, out_of_step};
use crate::typing::Typing;

/// Sends the diagnostics of a document, unless it has changed.
pub fn publish(
    snapshot: &Snapshot,
    outgoing: &Outgoing,
    path: &Arc<Path>,
    open: &Arc<Open>,
    current: Arc<impl Fn(&Path) -> bool + Send + Sync + 'static>,
) {
    if !current(path) {
        return;
    }
    let found = catch_unwind(AssertUnwindSafe(|| pushed(snapshot, path, open)));
    let diagnostics = found.unwrap_or_else(|_| {
        let message = "internal error: this document is not checked".to_owned();
        let mut all = WrittenDiagnostics::after(start(open));
        all.push(&one(snapshot, path, &open.text, &common_rules::FAULT.at(Span::at(0), message)));
        all
    });
    let mut params = diagnostics.end();
    if snapshot.client.diagnostic_versions {
        params.raw(",\"version\":");
        params.value(&open.version);
    }
    params.raw("}");
    let path = Arc::clone(path);
    outgoing.publish_written(params.into_bytes(), move || !current(&path));
}

/// The start of the parameters of a notification, up to the list of diagnostics.
fn start(open: &Open) -> JsonWriter {
    let mut params = JsonWriter::default();
    params.raw("{\"uri\":");
    params.value(&open.uri);
    params.raw(",\"diagnostics\":");
    params
}

/// The answer to a pull for one document, as JSON.
pub fn document(snapshot: &Snapshot, params: &lsp::DocumentDiagnosticParams) -> Vec<u8> {
    let mut report = JsonWriter::default();
    let path = snapshot.key(&params.text_document.uri);
    let open = snapshot.opened(&params.text_document.uri).map(|(_, open)| open);
    let id = open.map(|open| state(snapshot, &path, open));
    if id.is_some() && id == params.previous_result_id {
        report.raw("{\"kind\":\"unchanged\",\"resultId\":");
        report.value(&id);
        report.raw("}");
        return report.into_bytes();
    }
    report.raw("{\"kind\":\"full\",\"items\":");
    let mut items = WrittenDiagnostics::after(report);
    match snapshot.asked(&params.text_document.uri) {
        Some(asked) => send(snapshot, &asked, &mut items),
        None => open.and_then(|open| unchecked(snapshot, &path, open)).iter().for_each(|one| items.push(one)),
    }
    let mut report = items.end();
    // Only now it is known whether diagnostics wait.
    if let Some(open) = open {
        report.raw(",\"resultId\":");
        report.value(&state(snapshot, &path, open));
    }
    report.raw("}");
    report.into_bytes()
}

/// All diagnostics to send for a document.
fn pushed(snapshot: &Snapshot, path: &Arc<Path>, open: &Open) -> WrittenDiagnostics {
    let mut all = WrittenDiagnostics::after(start(open));
    match &open.document {
        Some(document) => {
            let asked = RequestedDocument { path: Arc::clone(path), open, document };
            send(snapshot, &asked, &mut all);
        }
        None => unchecked(snapshot, path, open).iter().for_each(|one| all.push(one)),
    }
    extras(snapshot, path).iter().for_each(|extra| all.push(extra));
    all
}

/// Writes the diagnostics of a document's own text: those that are shown, or the nearest of them if there are too many.
fn send(snapshot: &Snapshot, asked: &RequestedDocument<'_>, out: &mut WrittenDiagnostics) {
    let place = asked.open.typing.as_ref().and_then(Typing::last_change).unwrap_or_default();
    let (near, left_out) = nearest(shown(snapshot, asked), place);
    if let Some(left_out) = left_out {
        out.push(&left_out.diagnostic());
    }
    out.extend(snapshot, &asked.path, asked.document.text(), &near);
}

/// The diagnostic of a document that is not checked, because its text is unknown or does not have the format of its
/// name.
fn unchecked(snapshot: &Snapshot, path: &Path, open: &Open) -> Option<lsp::Diagnostic> {
    let finding = if open.lost {
        common_rules::OUT_OF_STEP.at(Span::at(0), out_of_step(path))
    } else {
        // The first lines of a text that a person types may look like any language.
        if open.typing.as_ref().is_some_and(Typing::waits_for_format) {
            return None;
        }
        let format = snapshot.registry.refused(&open.candidate(path))?;
        let rule = &common_rules::OTHER_LANGUAGE;
        let title = format.info().title;
        let message = format!("the first lines are not {title}: agmark ignores this file");
        Diagnostic { severity: open.settings.severity(rule)?, ..rule.at(Span::at(0), message) }
    };
    Some(one(snapshot, path, &open.text, &finding))
}

/// The answer to a pull for all files of the workspace.
pub fn workspace(
    snapshot: &Snapshot,
    params: &lsp::WorkspaceDiagnosticParams,
    cancel: &Cancel,
) -> lsp::WorkspaceDiagnosticReport {
    let before = |uri: &lsp::Uri| params.previous_result_ids.iter().find(|p| p.uri == *uri).map(|p| &p.value);
    let mut items = Vec::new();
    for path in snapshot.index.paths() {
        if cancel.is_cancelled() {
            break;
        }
        let Some(uri) = snapshot.uri(&path) else { continue };
        let open = snapshot.documents.get(&path);
        // Files that are not open change with the index, and so with its generation.
        let id =
            open.map_or_else(|| format!("0.{}", snapshot.generation), |open| state(snapshot, &path, open));
        let version = open.map(|o| i64::from(o.version));
        if before(&uri) == Some(&id) {
            items.push(lsp::WorkspaceDocumentDiagnosticReport::Unchanged(
                lsp::WorkspaceUnchangedDocumentDiagnosticReport {
                    uri,
                    version,
                    unchanged_document_diagnostic_report: lsp::UnchangedDocumentDiagnosticReport {
                        result_id: id,
                    },
                },
            ));
            continue;
        }
        let found = match (snapshot.asked(&uri), open) {
            (Some(asked), _) => render(snapshot, &path, asked.document.text(), &shown(snapshot, &asked)),
            (None, Some(open)) => unchecked(snapshot, &path, open).into_iter().collect(),
            (None, None) if snapshot.index.file(&path).is_some_and(|file| file.quiet) => Vec::new(),
            (None, None) => match snapshot.findings_in_file(&path) {
                Some((document, found)) => render(snapshot, &path, document.text(), &found),
                None => Vec::new(),
            },
        };
        // Only now it is known whether diagnostics wait.
        let id = open.map_or(id, |open| state(snapshot, &path, open));
        items.push(lsp::WorkspaceDocumentDiagnosticReport::Full(
            lsp::WorkspaceFullDocumentDiagnosticReport {
                uri,
                version,
                full_document_diagnostic_report: lsp::FullDocumentDiagnosticReport {
                    result_id: Some(id),
                    items: found,
                },
            },
        ));
    }
    lsp::WorkspaceDiagnosticReport { items }
}

/// An id for everything that the diagnostics of an open document depend on. Equal ids mean equal diagnostics.
fn state(snapshot: &Snapshot, path: &Path, open: &Open) -> String {
    let looks = open.document.as_ref().is_some_and(Document::depends_on_other_files);
    let elsewhere = if looks { snapshot.elsewhere } else { 0 };
    let known = if snapshot.complete { "" } else { ".incomplete" };
    // Waiting diagnostics follow under another id.
    let phase = match &open.typing {
        Some(typing) if typing.is_typing() => ".typing",
        Some(typing) if typing.is_paused() => ".paused",
        _ if snapshot.before_typing.as_ref().is_some_and(|before_typing| before_typing.holds(path)) => {
            ".held"
        }
        _ => "",
    };
    format!("{}.{}.{elsewhere}{known}{phase}", open.state, snapshot.generation)
}

/// The diagnostics of tasks in a file, with the severities of the settings.
pub fn extras(snapshot: &Snapshot, path: &Path) -> Vec<lsp::Diagnostic> {
    let mut all = Vec::new();
    if !snapshot.extras.values().any(|files| files.contains_key(path)) {
        return all;
    }
    let Some(text) = snapshot.text(path) else { return all };
    let settings = snapshot.settings(path);
    for (source, files) in &*snapshot.extras {
        for finding in files.get(path).into_iter().flatten() {
            let Some(severity) = settings.severity_of(finding.rule, finding.severity) else { continue };
            let shown = one(snapshot, path, &text, finding);
            let (severity, source) = (Some(to_proto::severity(severity)), Some((*source).to_owned()));
            all.push(lsp::Diagnostic { severity, source, ..shown });
        }
    }
    all
}

/// Sends the diagnostics of tasks in a file without other diagnostics.
pub fn publish_extras(snapshot: &Snapshot, outgoing: &Outgoing, path: &Path) {
    let Some(uri) = snapshot.uri(path) else { return };
    let diagnostics = extras(snapshot, path);
    outgoing.publish(lsp::PublishDiagnosticsParams { uri, diagnostics, version: None }, || false);
}

/// Sends the error of a configuration file, or that it has none. It is always pushed, because a configuration file is
/// not a document of a format.
pub fn publish_configuration(
    outgoing: &Outgoing,
    snapshot: &Snapshot,
    path: &Path,
    error: Option<&ConfigError>,
) {
    let Some(uri) = snapshot.uri(path) else { return };
    let text = snapshot.text(path).unwrap_or_default();
    let diagnostics = error.into_iter().map(|error| lsp::Diagnostic {
        range: to_proto::range(&text, error.span.unwrap_or_default(), snapshot.encoding()),
        severity: Some(lsp::DiagnosticSeverity::ERROR),
        source: Some("agmark".to_owned()),
        message: error.message.clone(),
        ..Default::default()
    });
    let params = lsp::PublishDiagnosticsParams { uri, diagnostics: diagnostics.collect(), version: None };
    outgoing.publish(params, || false);
}
