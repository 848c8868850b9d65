//! Resources: lists, templates and texts.

use rmcp::model::{
    ErrorData, ListResourceTemplatesResult, ListResourcesResult, ReadResourceResult, Resource,
    ResourceContents, ResourceTemplate,
};

use crate::resource_text::{self, FILE, PAGE, RULE, TextPage};
use crate::{Context, ToolError};

/// The number of documents in one answer.
const LISTED: usize = 200;

/// The pages, then the documents, some at a time.
///
/// # Errors
/// If the cursor is invalid.
pub fn list(
    context: &Context,
    pages: &[TextPage],
    cursor: Option<&str>,
) -> Result<ListResourcesResult, ErrorData> {
    let index = context.index().map_err(invalid)?;
    let paths = index.paths();
    let start: usize = match cursor {
        None => 0,
        Some(cursor) => cursor.parse().map_err(|_| {
            ErrorData::invalid_params("invalid cursor: use the nextCursor of the last answer", None)
        })?,
    };
    let mut resources = Vec::new();
    if start == 0 {
        resources.extend(pages.iter().map(|page| {
            Resource::new(format!("{PAGE}{}", page.name), page.name)
                .with_title(page.title)
                .with_mime_type("text/markdown")
                .with_size(page.text.len() as u64)
        }));
    }
    for path in paths.iter().skip(start).take(LISTED) {
        let Some(known) = context.workspace().known_path(path) else { continue };
        let format = index.file(path).map_or("", |file| file.format);
        let resource = Resource::new(resource_text::uri(&known), known.shown())
            .with_description(format)
            .with_mime_type("text/plain");
        resources.push(resource);
    }
    let next = start.saturating_add(LISTED);
    let mut result = ListResourcesResult::with_all_items(resources);
    result.next_cursor = (next < paths.len()).then(|| next.to_string());
    Ok(result)
}

/// The kinds of resources.
pub fn templates(remote_scheme: Option<&str>) -> ListResourceTemplatesResult {
    let template = |uri: String, name: &str, title: &str| {
        ResourceTemplate::new(uri, name).with_description(title).with_mime_type("text/plain")
    };
    let mut all = vec![
        template(format!("{FILE}{{+path}}"), "document", "A document of the roots"),
        template(
            format!("{FILE}{{+path}}#{{id}}"),
            "element",
            "One element of a document, with what is below it",
        ),
        template(format!("{RULE}{{+code}}"), "rule", "What a rule finds, why, and examples"),
    ];
    if let Some(scheme) = remote_scheme {
        let title = "A document that many edit at once; #id for one element";
        all.push(template(format!("{scheme}///{{+name}}"), "shared document", title));
    }
    ListResourceTemplatesResult::with_all_items(all)
}

/// The text of a resource.
///
/// # Errors
/// If it does not exist.
pub fn read(context: &Context, pages: &[TextPage], uri: &str) -> Result<ReadResourceResult, ErrorData> {
    let text = resource_text::text(context, pages, uri)
        .map_err(|error| ErrorData::resource_not_found(error.to_string(), None))?;
    let mime_type = if uri.starts_with(PAGE) { "text/markdown" } else { "text/plain" };
    let contents = ResourceContents::text(text, uri).with_mime_type(mime_type);
    Ok(ReadResourceResult::new(vec![contents]))
}

fn invalid(error: ToolError) -> ErrorData {
    ErrorData::invalid_params(error.to_string(), None)
}
