//! AGD: the strict parser, serialisation, edits, conversions.

use agd::edit::Operation;
use agd::{parse, serialize};

use crate::Case;

type Checked = Result<(), String>;

/// What the strict parser takes is written back as it was, and its canonical form means the same.
pub fn strict(case: &Case) -> Checked {
    let text = case.part(0);
    let Ok(document) = parse(text) else { return Ok(()) };
    if document.to_text() != text {
        return Err("a document that nobody edited is written differently".to_owned());
    }
    let canonical = serialize(&document);
    let again = parse(&canonical).map_err(|error| format!("{error}: {canonical:?}"))?;
    if serialize(&again) != canonical {
        return Err(format!("the canonical form is not a fixed point: {canonical:?}"));
    }
    if !document.blocks().map(|b| b.to_owned()).eq(again.blocks().map(|b| b.to_owned())) {
        return Err(format!("the canonical form means something else: {canonical:?}"));
    }
    for block in document.blocks() {
        let json = serde_json::to_string(&block.to_owned()).map_err(|error| error.to_string())?;
        let back: agd::ast::OwnedBlock =
            serde_json::from_str(&json).map_err(|error| format!("{error}: {json}"))?;
        if back != block.to_owned() {
            return Err(format!("a block changes on its way through JSON: {json}"));
        }
    }
    let mut named = parse(text).map_err(|error| error.to_string())?;
    named.add_ids();
    readable(&named.to_text(), "after add_ids")?;
    named.strip_ids();
    readable(&named.to_text(), "after strip_ids")
}

/// Edits apply as a whole or not at all, read back as themselves, and leave other blocks byte for byte.
pub fn edit(case: &Case) -> Checked {
    let text = case.part(0);
    let Ok(mut document) = parse(text) else { return Ok(()) };
    let Some(operations) = operations(case, &document) else { return Ok(()) };
    let touched: Vec<String> = operations.iter().map(|operation| operation.target().id.clone()).collect();
    let before: Vec<(Option<String>, String)> =
        document.blocks().map(|block| (block.id().map(str::to_owned), block.source().to_owned())).collect();
    if document.apply_all(operations).is_err() {
        return match document.to_text() == text {
            true => Ok(()),
            false => Err(format!("a refused edit changed the document to {:?}", document.to_text())),
        };
    }
    let after = document.to_text();
    let again = parse(&after).map_err(|error| format!("{error} in the edited {after:?}"))?;
    if !document.reads_back() {
        return Err(format!("the edited document does not read back: {after:?}"));
    }
    if !document.blocks().map(|b| b.to_owned()).eq(again.blocks().map(|b| b.to_owned())) {
        return Err(format!("the edited document reads as something else: {after:?}"));
    }
    let mut sources = again.blocks().map(|block| block.source().to_owned());
    for (id, source) in before {
        if id.is_some_and(|id| touched.contains(&id)) {
            continue;
        }
        if !sources.any(|other| other == source) {
            return Err(format!(
                "the block {source:?} was not touched and is not there afterwards: {after:?}"
            ));
        }
    }
    Ok(())
}

/// The operations of a case. Ids that the document does not have are replaced by ids that it has.
fn operations(case: &Case, document: &agd::Document<'_>) -> Option<Vec<Operation>> {
    let ids: Vec<String> = document.blocks().filter_map(|block| block.id().map(str::to_owned)).collect();
    let mut all = Vec::new();
    for (index, line) in case.part(1).lines().take(8).enumerate() {
        let Ok(mut value) = serde_json::from_str::<serde_json::Value>(line) else { continue };
        let id = value.get("id").and_then(serde_json::Value::as_str).map(str::to_owned)?;
        if !ids.is_empty() && !ids.contains(&id) && case.number(0, 8) != index {
            value["id"] = ids[case.number(1, ids.len()).wrapping_add(index) % ids.len()].clone().into();
        }
        all.extend(serde_json::from_value::<Operation>(value).ok());
    }
    Some(all)
}

/// Markdown becomes a document without errors, and converting back and forth does too. Where nothing is said to be lost,
/// the second time gives the same document.
pub fn from_markdown(case: &Case) -> Checked {
    let converted = agd::convert::from_md(case.part(0));
    let document = parse(&converted.text).map_err(|error| format!("{error}: {:?}", converted.text))?;
    let markdown = agd::convert::to_md(&document);
    let again = agd::convert::from_md(&markdown.text).text;
    if markdown.losses.is_empty() && again != converted.text {
        return Err(format!("{:?} becomes {:?} and then {again:?}", converted.text, markdown.text));
    }
    readable(&again, "Markdown, AGD, Markdown, AGD")
}

/// A document becomes Markdown and HTML; no text of it becomes a tag.
pub fn to_others(case: &Case) -> Checked {
    let Ok(document) = parse(case.part(0)) else { return Ok(()) };
    let markdown = agd::convert::to_md(&document);
    readable(&agd::convert::from_md(&markdown.text).text, "Markdown made of a document")?;
    let html = agd::convert::to_html(&document).text;
    let raw = document.blocks().any(|block| block.to_owned().kind == "raw");
    if !raw && html.contains("<script") {
        return Err(format!("text became a script: {html:?}"));
    }
    Ok(())
}

fn readable(text: &str, what: &str) -> Checked {
    parse(text).map(drop).map_err(|error| format!("{what}: {error}: {text:?}"))
}
