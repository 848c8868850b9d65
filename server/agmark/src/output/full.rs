//! Each finding drawn under its source, with the places that belong to it and the fix.

use std::io::{self, Write};

use agmark_files::styled;
use agmark_syntax::{Diagnostic, Fix, Severity, Span};
use annotate_snippets::{
    Annotation, AnnotationKind, Element, Group, Level, Origin, Patch, Renderer, Snippet,
};
use rayon::prelude::*;

use super::excerpt::Excerpt;
use crate::report::{Checked, Point, Report, ReportedFile, first_fix};
use crate::terminal::{Look, plain};

/// A span over more lines than this is marked at its first line only.
const MAX_MARKED_LINES: usize = 8;
/// Places further apart than this, in lines, are drawn in separate excerpts.
const MAX_LINES_APART: usize = 12;
/// How many files are drawn at a time: by all processors, and written in order.
const BATCH: usize = 64;

pub fn write(report: &Report, look: Look, out: &mut dyn Write) -> io::Result<()> {
    let renderer = if look.colour { Renderer::styled() } else { Renderer::plain() };
    let renderer = renderer.term_width(look.width);
    let draw = |file: &Checked| -> String {
        file.findings
            .iter()
            .map(|finding| styled(&one(&renderer, report, file, finding), look.colour).into_owned() + "\n\n")
            .collect()
    };
    for batch in report.files.chunks(BATCH) {
        let drawn: Vec<String> = batch.par_iter().map(draw).collect();
        drawn.iter().try_for_each(|text| out.write_all(text.as_bytes()))?;
    }
    Ok(())
}

fn one(renderer: &Renderer, report: &Report, file: &Checked, finding: &Diagnostic) -> String {
    let source = &file.source;
    let name = source.shown.to_string();
    let near = |span: Span| source.line(span).abs_diff(source.line(finding.span)) <= MAX_LINES_APART;
    let (beside, apart): (Vec<_>, Vec<_>) =
        finding.related.iter().partition(|related| related.path.is_none() && near(related.span));

    let mut spans = vec![finding.span];
    spans.extend(beside.iter().map(|related| related.span));
    let (excerpt, spans) = source.excerpt(&spans);
    let at = source.point(finding.span.start);
    let message = plain(&finding.message);
    let labels: Vec<_> = beside.iter().map(|related| plain(&related.message)).collect();
    let mut snippet = Snippet::source(&excerpt.text)
        .line_start(excerpt.first_line)
        .annotation(AnnotationKind::Primary.span(excerpt.map(spans[0])));
    for (span, label) in spans[1..].iter().zip(&labels) {
        snippet = snippet.annotation(AnnotationKind::Context.span(excerpt.map(*span)).label(label.as_ref()));
    }
    let main = level(finding.severity)
        .primary_title(message)
        .id(finding.rule.code)
        .elements(placed(&name, at, &excerpt, snippet));
    let mut groups = vec![main];

    // The drawing borrows the sources of places in other files.
    let elsewhere: Vec<_> = apart
        .iter()
        .filter_map(|related| {
            let other = match &related.path {
                Some(path) => report.other(path)?,
                None => report.other(&source.path)?,
            };
            let (excerpt, spans) = other.excerpt(&[related.span]);
            let at = other.point(related.span.start);
            let name = other.shown.to_string();
            Some((plain(&related.message), name, at, excerpt, spans))
        })
        .collect();
    for (message, name, at, excerpt, spans) in &elsewhere {
        let snippet = Snippet::source(&excerpt.text)
            .line_start(excerpt.first_line)
            .annotation(AnnotationKind::Context.span(excerpt.map(spans[0])));
        let title = Level::NOTE.secondary_title(message.as_ref());
        groups.push(title.elements(placed(name, *at, excerpt, snippet)));
    }

    let fix = first_fix(finding);
    let mended = fix.and_then(|fix| mended(source, fix));
    if let Some(fix) = fix {
        let how = if finding.automatic().is_some() { " (fixed by --fix)" } else { "" };
        let title = Level::HELP.secondary_title(format!("{}{how}", plain(&fix.title)));
        groups.push(match &mended {
            Some(excerpt) => {
                title.element(Snippet::source(&excerpt.text).line_start(excerpt.first_line).patches(
                    fix.edits.iter().map(|edit| Patch::new(excerpt.map(edit.span), edit.text.as_str())),
                ))
            }
            None => Group::with_title(title),
        });
    }
    renderer.render(&groups)
}

fn level(severity: Severity) -> Level<'static> {
    match severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Information => Level::INFO.with_name(severity.word()),
        Severity::Hint => Level::NOTE.with_name(severity.word()),
    }
}

/// A snippet with the place that it shows over it. The library reads the place off the snippet; of a line
/// that is shown in part it would be the wrong one.
fn placed<'a>(
    path: &'a str,
    at: Point,
    excerpt: &Excerpt,
    snippet: Snippet<'a, Annotation<'a>>,
) -> Vec<Element<'a>> {
    if excerpt.is_whole {
        return vec![snippet.path(path).into()];
    }
    let origin = Origin::path(path).line(at.line as usize).char_column(at.column as usize);
    vec![origin.into(), snippet.into()]
}

/// The lines that a fix changes, if they are few enough to be drawn as they will be.
fn mended(source: &ReportedFile, fix: &Fix) -> Option<Excerpt> {
    let first = fix.edits.iter().map(|edit| source.line(edit.span)).min()?;
    let last = fix.edits.iter().map(|edit| source.text.line_of(edit.span.end as usize)).max()?;
    let written: usize = fix.edits.iter().map(|edit| edit.text.lines().count()).sum();
    let excerpt = (last - first <= MAX_MARKED_LINES && written <= MAX_MARKED_LINES)
        .then(|| Excerpt::new(&source.text, first..=last, &[]))
        .filter(|excerpt| excerpt.is_whole)?;
    Some(excerpt)
}

impl ReportedFile {
    fn line(&self, span: Span) -> usize {
        self.text.line_of(span.start as usize)
    }

    /// The lines of `spans`, and the spans as they are to be marked: none over too many lines.
    fn excerpt(&self, spans: &[Span]) -> (Excerpt, Vec<Span>) {
        let last_line = |span: Span| self.text.line_of((span.end as usize).saturating_sub(1));
        let marked: Vec<_> = spans
            .iter()
            .map(|span| {
                let first = self.line(*span);
                if last_line(*span).saturating_sub(first) < MAX_MARKED_LINES {
                    return *span;
                }
                Span::new(span.start as usize, self.text.line_range(first).end)
            })
            .collect();
        let first = marked.iter().map(|span| self.line(*span)).min().unwrap_or(0);
        let last = marked.iter().map(|span| last_line(*span)).max().unwrap_or(0).max(first);
        (Excerpt::new(&self.text, first..=last, &marked), marked)
    }
}
