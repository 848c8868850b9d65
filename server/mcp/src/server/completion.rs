//! `completion/complete`: paths, ids, rules.

use rmcp::model::{CompleteRequestParams, CompletionInfo, Reference};

use crate::{Context, FilePath, resource_text};

/// The values for an argument of a prompt or a resource template, those that begin with the written text first.
pub fn complete(context: &Context, request: &CompleteRequestParams) -> CompletionInfo {
    let written = &request.argument.value;
    let known = known(context, request);
    let lower = written.to_lowercase();
    let (mut first, mut later) = (Vec::new(), Vec::new());
    for value in known {
        let value_lower = value.to_lowercase();
        if value_lower.starts_with(&lower) {
            first.push(value);
        } else if value_lower.contains(&lower) {
            later.push(value);
        }
    }
    first.extend(later);
    let total = first.len();
    first.truncate(CompletionInfo::MAX_VALUES);
    let has_more = total > first.len();
    CompletionInfo::with_pagination(first, u32::try_from(total).ok(), has_more).unwrap_or_default()
}

fn known(context: &Context, request: &CompleteRequestParams) -> Vec<String> {
    let registry = context.workspace().registry();
    match request.argument.name.as_str() {
        "path" => paths(context).iter().map(|path| path.shown().to_owned()).collect(),
        "code" | "rule" => registry.rules().iter().map(|rule| rule.code.to_owned()).collect(),
        "format" => registry.formats().map(|format| format.info().title.to_owned()).collect(),
        "id" | "name" => ids(context, request),
        _ => Vec::new(),
    }
}

fn paths(context: &Context) -> Vec<FilePath> {
    let paths = context.index().map(|index| index.paths()).unwrap_or_default();
    paths.iter().filter_map(|path| context.workspace().known_path(path)).collect()
}

/// The defined names of the document in the argument `path`, otherwise of the URI.
fn ids(context: &Context, request: &CompleteRequestParams) -> Vec<String> {
    let argument = request.context.as_ref().and_then(|context| context.get_argument("path").cloned());
    let file = match (argument, &request.r#ref) {
        (Some(path), _) => context.load(&path).ok(),
        (None, Reference::Resource(template)) => resource_text::file_of(context, &template.uri)
            .ok()
            .and_then(|(path, _)| context.workspace().load(&path).ok()),
        _ => None,
    };
    let Some(document) = file.as_ref().and_then(|file| file.document.as_ref()) else { return Vec::new() };
    let mut ids: Vec<String> = document.defined_names().iter().map(|name| name.text.to_string()).collect();
    ids.sort();
    ids.dedup();
    ids
}
