//! What holds for the documents of every format.

use std::sync::Arc;

use agmark_syntax::diagnostics::diagnose;
use agmark_syntax::format::format_document;
use agmark_syntax::outline::outline;
use agmark_syntax::world::{EmptyWorld, Settings};
use agmark_syntax::{
    AnyFormat, Change, Document, Edit, Encoding, LensOptions, Request, Span, Splice, SuppressionKind, Text,
    fixing, testing,
};

use crate::Case;
use crate::generate::floor;

type Checked = Result<(), String>;

/// Every text can be read, and everything that is found lies in the text.
pub fn read(format: &Arc<dyn AnyFormat>, case: &Case) -> Checked {
    let text = case.part(0);
    if format.info().name != "aaf" {
        testing::check_total(format, text);
    }
    let document = Document::new(Arc::clone(format), text);
    let mut found = diagnose(&document, &EmptyWorld, &Settings::default());
    format.add_fixes(&document, &EmptyWorld, &mut found);
    for one in &found {
        in_text(one.span, text, one.rule.code)?;
        if one.message.contains('\n') {
            return Err(format!("{}: a message of several lines: {:?}", one.rule.code, one.message));
        }
        for edit in one.fixes.iter().flat_map(|fix| &fix.edits) {
            in_text(edit.span, text, one.rule.code)?;
        }
    }
    for item in outline(&document) {
        in_text(item.span, text, "outline")?;
    }
    for (start, chunk) in document.chunks().iter() {
        let analysis = chunk.analysis();
        for span in
            analysis.definitions.iter().map(|d| d.span).chain(analysis.references.iter().map(|r| r.span))
        {
            in_text(span.shifted(start), text, "name")?;
        }
        for link in &analysis.links {
            in_text(link.span.shifted(start), text, "link")?;
        }
    }
    Ok(())
}

/// After any edits a document equals a new one of the same text.
pub fn edits(format: &Arc<dyn AnyFormat>, case: &Case) -> Checked {
    let mut model = case.part(0).to_owned();
    let mut document = Document::new(Arc::clone(format), &model);
    let steps: Vec<&str> = case.part(1).split_inclusive(['\n', ' ']).take(12).collect();
    for (step, with) in steps.iter().enumerate() {
        let place = Case(vec![format!("{step}{with}{}", model.len())]);
        let start = floor(&model, place.number(0, model.len() + 1));
        let removed = if step % 3 == 0 { 0 } else { place.number(0, 1 + step * 7) };
        let end = floor(&model, start + removed).max(start);
        document.edit(&Splice { start, end, text: (*with).to_owned() });
        model.replace_range(start..end, with);
    }
    let fresh = Document::new(Arc::clone(format), &model);
    if document.text().to_string() != model {
        return Err("the edited text is another one".to_owned());
    }
    let chunks =
        |d: &Document| d.chunks().iter().map(|(at, chunk)| (at, Arc::clone(chunk))).collect::<Vec<_>>();
    if chunks(&document) != chunks(&fresh) {
        return Err(format!("the chunks differ from those of a new document of {model:?}"));
    }
    let found = |d: &Document| diagnose(d, &EmptyWorld, &Settings::default());
    if found(&document) != found(&fresh) {
        return Err(format!("the findings differ from those of a new document of {model:?}"));
    }
    Ok(())
}

/// Formatting is a fixed point and adds no error.
pub fn format(format: &Arc<dyn AnyFormat>, case: &Case) -> Checked {
    let text = case.part(0);
    let once = formatted(format, text);
    let twice = formatted(format, &once);
    if once != twice {
        return Err(format!("not a fixed point:\n{text:?}\n{once:?}\n{twice:?}"));
    }
    let errors = |text: &str| {
        let all = diagnose(&Document::new(Arc::clone(format), text), &EmptyWorld, &Settings::default());
        let errors = all.into_iter().filter(|d| d.severity == agmark_syntax::Severity::Error);
        errors.map(|d| d.rule.code).collect::<Vec<_>>()
    };
    let (before, after) = (errors(text), errors(&once));
    if !after.iter().all(|code| before.contains(code)) {
        return Err(format!(
            "formatting changes the errors from {before:?} to {after:?}:\n{text:?}\n{once:?}"
        ));
    }
    Ok(())
}

/// A document as `fmt` writes it.
pub fn formatted(format: &Arc<dyn AnyFormat>, text: &str) -> String {
    let document = Document::new(Arc::clone(format), text);
    format_document(&document).map_or_else(|| text.to_owned(), |formatted| formatted.text)
}

/// Applying the automatic fixes ends, and no fix has edits that overlap.
pub fn fixes(format: &Arc<dyn AnyFormat>, case: &Case) -> Checked {
    const ROUNDS: usize = 24;
    let mut text = case.part(0).to_owned();
    for _ in 0..ROUNDS {
        let document = Document::new(Arc::clone(format), &text);
        let mut found = diagnose(&document, &EmptyWorld, &Settings::default());
        format.add_fixes(&document, &EmptyWorld, &mut found);
        for fix in found.iter().flat_map(|one| &one.fixes) {
            apart(&fix.edits, &fix.title)?;
            // Every fix gives a text that can be read.
            drop(Document::new(Arc::clone(format), &Edit::apply(&text, &fix.edits)));
        }
        let next = Edit::apply(&text, &fixing::automatic(&document, &found).edits);
        if next == text {
            return Ok(());
        }
        if next.len() > 4 * case.part(0).len() + 4096 {
            return Err(format!("automatic fixes make the text longer and longer: {next:?}"));
        }
        text = next;
    }
    // A long chain of fixes that depend on each other is no circle: the text differs each time.
    Ok(())
}

/// Nothing that a person asks for at a place fails, and all edits lie in the text.
pub fn assist(format: &Arc<dyn AnyFormat>, case: &Case) -> Checked {
    let text = case.part(0);
    let document = Document::new(Arc::clone(format), text);
    let world = EmptyWorld;
    let at = floor(text, case.number(1, text.len() + 1));
    let to = floor(text, at + case.number(1, 40)).max(at);
    if let Some(hover) = format.hover(&document, &world, at) {
        in_text(hover.span, text, "hover")?;
    }
    for item in format.completions(&document, &world, at) {
        in_text(item.edit.span, text, &item.label)?;
    }
    drop(format.signature(&document, &world, at));
    for span in format.partners(&document, at) {
        in_text(span, text, "partner")?;
    }
    if let Some(typed) = text[..at].chars().next_back() {
        let edits = format.on_type(&document, at, typed);
        inside(&edits, text, "typing")?;
    }
    for lens in format.code_lenses(&document, &world, LensOptions::default()) {
        in_text(lens.span, text, "lens")?;
    }
    for hint in format.inlay_hints(&document, &world, Span::new(0, text.len())) {
        in_text(Span::at(hint.at), text, "hint")?;
    }
    for action in format.code_actions(&document, &world, Span::new(at, to)) {
        if let Change::Edits(edits) = &action.change {
            inside(edits, text, &action.title)?;
        }
    }
    drop(format.resolve(&document, &world, at, agmark_syntax::WantedUses::Places));
    for one in diagnose(&document, &world, &Settings::default()).iter().take(8) {
        for kind in SuppressionKind::ALL {
            if let Some(edit) = format.suppress(&document, one.span, one.rule.code, kind) {
                inside(std::slice::from_ref(&edit), text, "allow")?;
            }
        }
    }
    let commands = format.info().commands;
    if !commands.is_empty() {
        let command = commands[case.number(1, commands.len())].id;
        let options = serde_json::Value::Null;
        let request =
            Request { document: &document, world: &world, selection: Span::new(at, to), options: &options };
        drop(format.execute(command, &request));
    }
    Ok(())
}

/// Positions and offsets mean each other, in every encoding.
pub fn positions(case: &Case) -> Checked {
    let string = case.part(0);
    let text = Text::new(string);
    for encoding in [Encoding::Utf8, Encoding::Utf16, Encoding::Utf32] {
        for (offset, _) in string.char_indices().step_by(7).chain([(string.len(), '\0')]) {
            let position = text.position(offset, encoding);
            let back = text.offset(position, encoding);
            // Between CR and LF there is no position: it means the end of the line before both.
            let in_ending = string[..offset].ends_with('\r') && string[offset..].starts_with('\n');
            if back != offset - usize::from(in_ending) {
                return Err(format!(
                    "{offset} is {position:?} ({encoding:?}), and that is {back} in {string:?}"
                ));
            }
        }
    }
    Ok(())
}

fn in_text(span: Span, text: &str, what: &str) -> Checked {
    match text.get(span.range()) {
        Some(_) => Ok(()),
        None => Err(format!("{what}: {span:?} is not a part of the text of {} bytes", text.len())),
    }
}

fn inside(edits: &[Edit], text: &str, what: &str) -> Checked {
    edits.iter().try_for_each(|edit| in_text(edit.span, text, what))?;
    apart(edits, what)
}

fn apart(edits: &[Edit], what: &str) -> Checked {
    let mut spans: Vec<Span> = edits.iter().map(|edit| edit.span).collect();
    spans.sort();
    match spans.windows(2).find(|pair| overlap(pair[0], pair[1])) {
        Some(pair) => Err(format!("{what}: the edits {:?} and {:?} overlap", pair[0], pair[1])),
        None => Ok(()),
    }
}

fn overlap(one: Span, other: Span) -> bool {
    one.start < other.end && other.start < one.end || one == other && !one.is_empty()
}
