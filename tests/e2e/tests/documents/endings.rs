//! Line endings: what is done to a document with CRLF is what is done to the same one with LF, in CRLF.

use std::sync::Arc;

use agmark_syntax::diagnostics::diagnose;
use agmark_syntax::format::format_document;
use agmark_syntax::testing::{Files, Random};
use agmark_syntax::{
    AnyFormat, Change, Document, Edit, Ending, LfDocument, Outcome, Request, Settings, Span, SuppressionKind,
};

use crate::formats::{all, examples, rule_examples};

fn crlf(text: &str) -> String {
    text.replace('\n', "\r\n")
}

/// All texts of a format, with LF.
fn texts(format: &Arc<dyn AnyFormat>) -> Vec<String> {
    let endings: Vec<_> = format.info().extensions.iter().chain(format.info().candidate_extensions).collect();
    let corpus = examples(format.info().name).into_iter();
    let ours = corpus.filter(|(path, _)| endings.iter().any(|ending| path.ends_with(&format!(".{ending}"))));
    let mut all = rule_examples(&**format);
    all.extend(ours.map(|(_, text)| text));
    all.into_iter().filter(|text| !text.contains('\r')).collect()
}

/// What can be done to a document, each with its title and the text that it leads to.
fn done(format: &Arc<dyn AnyFormat>, example: &str) -> Vec<(String, String)> {
    let files = Files::example(format, example);
    let Some(document) = files.own() else { return Vec::new() };
    let text = document.text().to_string();
    // Formats are asked about the text with LF, as the server does it.
    let plain = LfDocument::of(document);
    let shown = plain.document();
    let mut out = Vec::new();
    let mut push = |title: String, edits: &[Edit]| out.push((title, Edit::apply(&text, edits)));
    let mut settings = Settings::default();
    for code in format.info().off_by_default {
        settings.set(code, None);
    }
    let mut found = diagnose(document, &files, &settings);
    format.add_fixes(document, &files, &mut found);
    for finding in &found {
        for fix in &finding.fixes {
            push(format!("{} {}", finding.rule.code, fix.title), &fix.edits);
        }
        for kind in SuppressionKind::ALL {
            let span = plain.span(finding.span);
            let edit = format.suppress(shown, span, finding.rule.code, kind);
            push(format!("allow {}", finding.rule.code), plain.edits(edit.into_iter().collect()).as_slice());
        }
    }
    // Where lines begin: the same places in both documents.
    let starts = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1));
    for (number, start) in starts.enumerate().take(60) {
        let line = text[start..].lines().next().unwrap_or("");
        let at = Span::at(start + line.trim_end_matches('\r').len());
        let span = Span::new(start, at.end as usize);
        for selection in [Span::at(start), at, span] {
            for action in format.code_actions(shown, &files, plain.span(selection)) {
                if let Change::Edits(edits) = action.change {
                    push(format!("{number} {}", action.title), &plain.edits(edits));
                }
            }
        }
        for typed in format.info().triggers.on_type {
            for at in [start, at.end as usize] {
                let edits = format.on_type(shown, plain.offset(at), *typed);
                push(format!("{number} typed {typed:?}"), &plain.edits(edits));
            }
        }
        for offer in format.completions(shown, &files, plain.offset(at.end as usize)).into_iter().take(20) {
            push(format!("{number} completed {}", offer.label), &[plain.edit(offer.edit)]);
        }
    }
    for command in format.info().commands {
        let whole = Span::new(0, text.len());
        let options = serde_json::Value::Null;
        let selection = plain.span(whole);
        let request = Request { document: shown, world: &files, selection, options: &options };
        if let Ok(Outcome::Edits(edits)) = format.execute(command.id, &request) {
            push(command.id.to_owned(), &plain.edits(edits));
        }
    }
    if let Some(formatted) = format_document(document) {
        out.push(("formatted".to_owned(), formatted.text));
    }
    out
}

#[test]
fn everything_keeps_the_line_ending_of_the_document() {
    let (mut count, mut wrong) = (0, Vec::new());
    for format in all() {
        for text in texts(&format) {
            let (lf, with_cr) = (done(&format, &text), done(&format, &crlf(&text)));
            let titles = |all: &[(String, String)]| all.iter().map(|(t, _)| t.clone()).collect::<Vec<_>>();
            if titles(&lf) != titles(&with_cr) {
                let (a, b) = (titles(&lf), titles(&with_cr));
                let first = a.iter().zip(&b).find(|(a, b)| a != b);
                wrong.push(format!(
                    "{}: other titles: {first:?} {} {}:\n{text:?}",
                    format.info().title,
                    a.len(),
                    b.len()
                ));
                continue;
            }
            for ((title, lf), (_, with_cr)) in lf.into_iter().zip(with_cr) {
                // A text of one line has no line ending to keep.
                let own = text.split("=== ").next().unwrap_or("");
                if own.contains('\n') {
                    if crlf(&lf) != with_cr {
                        wrong.push(format!(
                            "{}: {title}:\n{text:?}\n{lf:?}\n{with_cr:?}",
                            format.info().title
                        ));
                    }
                    count += 1;
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {count} are not the same:\n{}", wrong.len(), wrong.join("\n\n"));
    assert!(count > 1000, "{count}");
}

/// Whatever endings a document mixes, formatting leaves one, and that of most lines.
#[test]
fn formatting_leaves_no_mixture() {
    let mut random = Random(99);
    for format in all().into_iter().filter(|format| format.info().can_format) {
        for text in texts(&format) {
            let mixed: String = text
                .split_inclusive('\n')
                .map(|line| if random.below(2) == 0 { line.to_owned() } else { crlf(line) })
                .collect();
            let document = Document::new(Arc::clone(&format), &mixed);
            let Some(formatted) = format_document(&document) else { continue };
            let ending = Ending::of(&mixed);
            assert_eq!(ending.write(&formatted.text), formatted.text, "{}:\n{mixed:?}", format.info().title);
            let plain = Document::new(Arc::clone(&format), &text);
            let expected = format_document(&plain).expect("it has formatting").text;
            assert_eq!(ending.write(&expected), formatted.text, "{}:\n{mixed:?}", format.info().title);
            let lines = |document: &Document, spans: &[Span]| {
                let line = |at: u32| document.text().line_of(at as usize);
                spans.iter().map(|s| (line(s.start), line(s.end))).collect::<Vec<_>>()
            };
            let skipped = format_document(&plain).expect("it has formatting").skipped;
            assert_eq!(lines(&plain, &skipped), lines(&document, &formatted.skipped), "{mixed:?}");
        }
    }
}
