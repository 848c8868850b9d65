//! The resources of a server: documents, their elements, rules and pages.

use std::sync::Arc;

use crate::tools::{elements, rule_page};
use crate::workspace::percent_decoded;
use crate::{Context, FilePath, LoadedFile, ToolError};

/// The start of the URI of a document.
pub const FILE: &str = "agmark://file/";
/// The start of the URI of a rule.
pub const RULE: &str = "agmark://rule/";
/// The start of the URI of a page.
pub const PAGE: &str = "agmark://page/";

/// A page that the program contains.
#[derive(Clone, Copy, Debug)]
pub struct TextPage {
    /// The last part of its URI.
    pub name: &'static str,
    pub title: &'static str,
    pub text: &'static str,
}

/// The URI of a document.
pub fn uri(path: &FilePath) -> String {
    let mut uri = FILE.to_owned();
    for byte in path.shown().bytes() {
        match byte {
            b'/' | b'-' | b'_' | b'.' | b'~' | b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => {
                uri.push(char::from(byte));
            }
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}

/// The file of a URI and, after `#`, the name of an element.
///
/// # Errors
/// If the URI is not the URI of a document in a root.
pub fn file_of(context: &Context, uri: &str) -> Result<(FilePath, Option<String>), ToolError> {
    let (file, element) = match uri.split_once('#') {
        Some((file, element)) => (file, Some(element.to_owned())),
        None => (uri, None),
    };
    if file.starts_with(FILE) {
        return Ok((context.file_path(file)?, element));
    }
    match context.workspace().remote_scheme() {
        Some(scheme) if file.starts_with(scheme) => {
            let address = percent_decoded(file).ok_or_else(|| unknown(uri))?;
            Ok((context.file_path(&address)?, element))
        }
        _ => Err(unknown(uri)),
    }
}

/// The text of a resource.
///
/// # Errors
/// If it does not exist.
pub fn text(context: &Context, pages: &[TextPage], uri: &str) -> Result<String, ToolError> {
    if let Some(code) = uri.strip_prefix(RULE) {
        let rule = context.workspace().registry().rule(code);
        return rule.map(rule_page).ok_or_else(|| {
            ToolError::new(
                format_args!("no rule {code}"),
                "call the tool `explain` without a rule for all rules",
            )
        });
    }
    if let Some(name) = uri.strip_prefix(PAGE) {
        let page = pages.iter().find(|page| page.name == name);
        let names = pages.iter().map(|page| page.name);
        let what = format_args!("no page {name}");
        return page
            .map(|page| page.text.to_owned())
            .ok_or_else(|| ToolError::unknown(what, name, names, "list the resources"));
    }
    let (path, element) = file_of(context, uri)?;
    let file = context.workspace().load(&path)?;
    part(&file, element.as_deref())
}

/// The text of a file or of one of its elements.
///
/// # Errors
/// If it has no such element.
pub fn part(file: &Arc<LoadedFile>, element: Option<&str>) -> Result<String, ToolError> {
    let Some(name) = element else { return Ok(file.text.to_string()) };
    let document = file.document()?;
    let found = elements::find(file, name)?;
    let texts = found.iter().map(|element| document.text().span(element.span).trim_end().to_owned());
    Ok(texts.collect::<Vec<_>>().join("\n"))
}

fn unknown(uri: &str) -> ToolError {
    ToolError::new(
        format_args!("unknown resource {uri}"),
        format_args!("resources begin with {FILE}, {RULE} or {PAGE}"),
    )
}
