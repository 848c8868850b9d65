//! Code actions: fixes, suppressions, all automatic fixes at once, and actions of formats and tasks.

use std::cell::OnceCell;

use agmark_syntax::{
    Applicability, Change, Diagnostic, Document, Edit, Finding, Findings, Fix, LfDocument, Span,
    SuppressionKind, World, fixing,
};
use lsp_types as lsp;

use crate::features::workspace_edits::{changes, in_file, workspace_edit};
use crate::features::{commands, rendered_diagnostics};
use crate::protocol::from_proto;
use crate::protocol::to_proto;
use crate::snapshot::{RequestedDocument, Snapshot};
use crate::task::{OpenDocument, Tasks};

/// Which edits are computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edits {
    All,
    /// Not those of actions on the whole document, which the client asks for later.
    ForSelection,
}

/// Longer documents are not read as a whole while a person moves the cursor, in bytes.
const LARGEST: usize = 256 << 10;

pub fn actions(
    snapshot: &Snapshot,
    tasks: &Tasks,
    params: &lsp::CodeActionParams,
    edits: Edits,
) -> Option<lsp::CodeActionResponse> {
    let wanted = |kind: &lsp::CodeActionKind| {
        let under = |w: &lsp::CodeActionKind| {
            kind.as_str()
                .strip_prefix(w.as_str())
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        params.context.only.as_ref().is_none_or(|only| only.iter().any(under))
    };
    let uri = &params.text_document.uri;
    let of_format = match snapshot.asked(uri) {
        Some(asked) => Some(of_format(snapshot, &asked, params, &wanted, edits)),
        None => snapshot.guest(uri).map(|guest| of_guest(snapshot, &guest, params.range, &wanted)),
    };
    let of_tasks =
        if wanted(&lsp::CodeActionKind::SOURCE) { of_tasks(snapshot, tasks, uri) } else { Vec::new() };
    match of_format {
        None if of_tasks.is_empty() => None,
        Some(all) if all.is_empty() && of_tasks.is_empty() && snapshot.asked(uri).is_none() => None,
        all => Some(all.into_iter().flatten().chain(of_tasks).collect()),
    }
}

fn of_format(
    snapshot: &Snapshot,
    asked: &RequestedDocument<'_>,
    params: &lsp::CodeActionParams,
    wanted: &dyn Fn(&lsp::CodeActionKind) -> bool,
    edits: Edits,
) -> Vec<lsp::CodeActionOrCommand> {
    let findings = snapshot.findings(asked);
    let span = from_proto::span(asked.document.text(), params.range, snapshot.encoding());
    let view = snapshot.view(&asked.path, &**asked.document.format());
    let mut out = Vec::new();
    if wanted(&lsp::CodeActionKind::QUICKFIX) {
        let mut here: Vec<_> =
            findings.iter().filter(|f| f.span.meets(span)).map(Finding::to_diagnostic).collect();
        asked.document.format().add_fixes(asked.document, &view, &mut here);
        let text = OnceCell::new();
        for finding in &here {
            let preferred = preferred(asked.document, &text, finding);
            let fixes = finding.fixes.iter().map(|fix| {
                let preferred = preferred.is_some_and(|preferred| std::ptr::eq(preferred, fix));
                quick_fix(snapshot, asked, finding, fix, preferred)
            });
            out.extend(fixes);
        }
        let mut silenced: Vec<&str> = Vec::new();
        let plain = LfDocument::of(asked.document);
        for finding in &here {
            if !silenced.contains(&finding.rule.code) {
                silenced.push(finding.rule.code);
                out.extend(silence(snapshot, asked, &plain, finding));
            }
        }
    }
    if wanted(&lsp::CodeActionKind::SOURCE_FIX_ALL) {
        // Without a request for this kind, a client that does not resolve actions gets it for short documents only.
        let is_short = asked.document.text().len() <= LARGEST;
        let is_asked = params.context.only.is_some() || is_short || edits == Edits::ForSelection;
        out.extend(is_asked.then(|| fix_all(snapshot, asked, &findings, edits)).flatten());
    }
    out.extend(offers(snapshot, asked, &view, span, wanted));
    out
}

/// The actions of a format in a document without a format. Nothing is reported there, so there are no fixes.
fn of_guest(
    snapshot: &Snapshot,
    asked: &RequestedDocument<'_>,
    range: lsp::Range,
    wanted: &dyn Fn(&lsp::CodeActionKind) -> bool,
) -> Vec<lsp::CodeActionOrCommand> {
    let span = from_proto::span(asked.document.text(), range, snapshot.encoding());
    let view = snapshot.view(&asked.path, &**asked.document.format());
    offers(snapshot, asked, &view, span, wanted)
}

/// The actions of tasks for an open document of any format.
fn of_tasks(snapshot: &Snapshot, tasks: &Tasks, uri: &lsp::Uri) -> Vec<lsp::CodeActionOrCommand> {
    let Some((path, open)) = snapshot.opened(uri) else { return Vec::new() };
    let format = open.document.as_ref().map(|document| document.format().info().name);
    let looked = OpenDocument { path: &path, text: &open.text, format, asks: snapshot.client.asks };
    let offers = tasks.iter().flat_map(|task| task.offers(&looked));
    let actions = offers.map(|offer| {
        let mut argument = offer.options.as_object().cloned().unwrap_or_default();
        argument.insert("uri".to_owned(), open.uri.as_str().into());
        lsp::CodeActionOrCommand::CodeAction(lsp::CodeAction {
            title: offer.title.clone(),
            kind: Some(lsp::CodeActionKind::SOURCE),
            command: Some(lsp::Command {
                title: offer.title,
                command: offer.command.to_owned(),
                arguments: Some(vec![argument.into()]),
            }),
            ..Default::default()
        })
    });
    actions.collect()
}

/// The fix that an editor's "auto fix" may apply. An automatic fix must keep the meaning of the document, as for "fix
/// all", which is not checked in a long document. `text` caches the text of the document.
fn preferred<'a>(document: &Document, text: &OnceCell<String>, finding: &'a Diagnostic) -> Option<&'a Fix> {
    let text = || text.get_or_init(|| document.text().to_string());
    let is_short = document.text().len() <= LARGEST;
    let keeps = |fix: &Fix| {
        fix.applicability() != Applicability::Automatic || (is_short && fixing::keeps(document, text(), fix))
    };
    finding.preferred().filter(|fix| keeps(fix))
}

fn quick_fix(
    snapshot: &Snapshot,
    asked: &RequestedDocument<'_>,
    finding: &Diagnostic,
    fix: &Fix,
    preferred: bool,
) -> lsp::CodeActionOrCommand {
    action(
        snapshot,
        asked,
        fix.title.clone(),
        lsp::CodeActionKind::QUICKFIX,
        &fix.edits,
        Some(finding),
        preferred,
    )
}

/// The actions "allow … here" and "allow … in this file", if the format has comments.
fn silence(
    snapshot: &Snapshot,
    asked: &RequestedDocument<'_>,
    plain: &LfDocument<'_>,
    finding: &Diagnostic,
) -> Vec<lsp::CodeActionOrCommand> {
    let rule = finding.rule.code;
    let places = [(SuppressionKind::Local, "here"), (SuppressionKind::File, "in this file")];
    let edits = places.into_iter().filter_map(|(kind, place)| {
        let span = plain.span(finding.span);
        let edit = plain.edit(asked.document.format().suppress(plain.document(), span, rule, kind)?);
        let title = format!("allow {rule} {place}");
        let kind = lsp::CodeActionKind::QUICKFIX;
        Some(action(snapshot, asked, title, kind, &[edit], Some(finding), false))
    });
    edits.collect()
}

/// All automatic fixes that do not touch each other.
fn fix_all(
    snapshot: &Snapshot,
    asked: &RequestedDocument<'_>,
    findings: &Findings,
    edits: Edits,
) -> Option<lsp::CodeActionOrCommand> {
    let title = "apply all automatic fixes".to_owned();
    let kind = lsp::CodeActionKind::SOURCE_FIX_ALL;
    if edits == Edits::ForSelection {
        let any = findings.iter().any(|finding| finding.has_automatic_fix());
        return any.then(|| action(snapshot, asked, title, kind, &[], None, false));
    }
    let edits = fixing::automatic(asked.document, &findings.to_vec()).edits;
    (!edits.is_empty()).then(|| action(snapshot, asked, title, kind, &edits, None, false))
}

fn action(
    snapshot: &Snapshot,
    asked: &RequestedDocument<'_>,
    title: String,
    kind: lsp::CodeActionKind,
    edits: &[Edit],
    finding: Option<&Diagnostic>,
    preferred: bool,
) -> lsp::CodeActionOrCommand {
    let text = asked.document.text();
    let edits = edits.iter().map(|e| to_proto::text_edit(text, e, snapshot.encoding())).collect();
    let edit = workspace_edit(snapshot, vec![(asked.open.uri.clone(), Some(asked.open.version), edits)]);
    lsp::CodeActionOrCommand::CodeAction(lsp::CodeAction {
        title,
        kind: Some(kind),
        diagnostics: finding.map(|f| vec![rendered_diagnostics::one(snapshot, &asked.path, text, f)]),
        edit: Some(edit),
        is_preferred: preferred.then_some(true),
        ..Default::default()
    })
}

/// The actions of the format for the selection, in addition to fixes.
fn offers(
    snapshot: &Snapshot,
    asked: &RequestedDocument<'_>,
    view: &dyn World,
    span: Span,
    wanted: &dyn Fn(&lsp::CodeActionKind) -> bool,
) -> Vec<lsp::CodeActionOrCommand> {
    let text = asked.document.text();
    let plain = LfDocument::of(asked.document);
    let selection = plain.span(span);
    let offered = asked.document.format().code_actions(plain.document(), view, selection).into_iter();
    let actions = offered.filter_map(|offer| {
        let kind = to_proto::action_kind(offer.kind);
        if !wanted(&kind) {
            return None;
        }
        let mut action =
            lsp::CodeAction { title: offer.title.clone(), kind: Some(kind), ..Default::default() };
        match offer.change {
            Change::Edits(edits) => {
                let file = in_file(snapshot, &asked.path, text, &plain.edits(edits))?;
                action.edit = Some(workspace_edit(snapshot, vec![file]));
            }
            // Actions that cannot be done are not offered.
            Change::Files(files) => {
                action.edit = Some(changes(snapshot, &plain.files(&asked.path, files)).ok()?);
            }
            Change::Command(id, options) => {
                action.command = Some(commands::request(snapshot, asked, offer.title, id, span, &options));
            }
        }
        Some(lsp::CodeActionOrCommand::CodeAction(action))
    });
    actions.collect()
}
