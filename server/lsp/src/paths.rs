//! Addresses of documents, as paths and back.

use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

use lsp_types::Uri;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

/// What a path needs no escape for (RFC 3986, section 3.3, without what some clients stumble over).
const PLAIN: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~').remove(b'/');

/// The key under which a document is kept: its path, or, for a document that is no file (`untitled:…`), its
/// address taken as a path. Two spellings of one address give one key.
pub fn key(uri: &Uri) -> Arc<Path> {
    to_path(uri).unwrap_or_else(|| PathBuf::from(uri.as_str())).into()
}

/// The path of a `file:` address.
pub fn to_path(uri: &Uri) -> Option<PathBuf> {
    let rest = uri.as_str().strip_prefix("file://")?;
    // An authority (`file://host/…`) names another machine, unless it is empty or this one.
    let at = rest.find('/')?;
    if !matches!(&rest[..at], "" | "localhost") {
        return None;
    }
    let path = rest[at..].split(['?', '#']).next()?;
    let path = percent_decode_str(path).decode_utf8_lossy().into_owned();
    let windows = cfg!(windows) && path.as_bytes().get(2) == Some(&b':');
    Some(PathBuf::from(if windows { &path[1..] } else { &path }))
}

/// The address of a path, or of a key of [`key`].
pub fn to_uri(path: &Path) -> Option<Uri> {
    let text = path.to_str()?;
    if !path.is_absolute() {
        return Uri::from_str(text).ok();
    }
    let slash = if cfg!(windows) { "/" } else { "" };
    let text = if cfg!(windows) { text.replace('\\', "/") } else { text.to_owned() };
    Uri::from_str(&format!("file://{slash}{}", utf8_percent_encode(&text, PLAIN))).ok()
}
