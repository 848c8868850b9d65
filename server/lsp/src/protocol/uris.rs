//! Converts between URIs and paths of files.

#[cfg(any(test, not(unix)))]
mod windows;

use std::path::{Path, PathBuf};
use std::str::FromStr;

use agmark_workspace::paths::normal;
use lsp_types::Uri;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, percent_encode};

/// The characters of a path that are not escaped (RFC 3986, section 3.3, without those that some clients do not
/// handle).
const PLAIN: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~').remove(b'/');

/// The path of a `file:` URI; `None` for another scheme. It is the same for each spelling: case of the scheme,
/// `localhost`, unnecessary escapes, `.` and `..`.
pub fn to_path(uri: &Uri) -> Option<PathBuf> {
    let (scheme, rest) = uri.as_str().split_once(':')?;
    if !scheme.eq_ignore_ascii_case("file") {
        return None;
    }
    let (host, path) = match rest.strip_prefix("//") {
        Some(rest) => rest.split_at(rest.find('/')?),
        // The short form (RFC 8089, section 2).
        None if rest.starts_with('/') => ("", rest),
        None => return None,
    };
    let host = if host.eq_ignore_ascii_case("localhost") { "" } else { host };
    let path = from_bytes(host, percent_decode_str(path.split(['?', '#']).next()?).collect())?;
    // Collected from components, because a path with repeated separators would be equal but written differently.
    Some(normal(&path).components().collect())
}

/// The URI of a path, or of the key of a document without a path.
pub fn to_uri(path: &Path) -> Option<Uri> {
    if !path.is_absolute() {
        return Uri::from_str(path.to_str()?).ok();
    }
    Uri::from_str(&format!("file://{}", percent_encode(&to_bytes(path)?, PLAIN))).ok()
}

/// The path of a decoded URI. A name does not have to be UTF-8 on systems that accept any bytes. Another machine
/// (`file://host/…`) has no paths there.
#[cfg(unix)]
fn from_bytes(host: &str, bytes: Vec<u8>) -> Option<PathBuf> {
    use std::os::unix::ffi::OsStringExt;
    host.is_empty().then(|| std::ffi::OsString::from_vec(bytes).into())
}

/// What comes after `file://`.
#[cfg(unix)]
#[allow(clippy::unnecessary_wraps)]
fn to_bytes(path: &Path) -> Option<Vec<u8>> {
    use std::os::unix::ffi::OsStrExt;
    Some(path.as_os_str().as_bytes().to_vec())
}

#[cfg(not(unix))]
#[allow(clippy::unnecessary_wraps)]
fn from_bytes(host: &str, bytes: Vec<u8>) -> Option<PathBuf> {
    Some(PathBuf::from(windows::to_path(host, &String::from_utf8_lossy(&bytes))))
}

#[cfg(not(unix))]
fn to_bytes(path: &Path) -> Option<Vec<u8>> {
    Some(windows::to_uri(path.to_str()?).into_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn path(uri: &str) -> Option<String> {
        Some(to_path(&uri.parse().expect("an address"))?.to_str()?.to_owned())
    }

    #[cfg(unix)]
    #[test]
    fn each_spelling_of_an_address_is_one_path() {
        for uri in [
            "file:///w/a.agd",
            "FILE:///w/a.agd",
            "file://localhost/w/a.agd",
            "file://LOCALHOST/w/a.agd",
            "file:/w/a.agd",
            "file:///w/./a.agd",
            "file:///w/x/../a.agd",
            "file:///w//a.agd",
            "file:///w/%61.agd",
            "file:///%77%2Fa%2eagd",
            "file:///w/a.agd?version=1",
            "file:///w/a.agd#id",
        ] {
            assert_eq!(path(uri).as_deref(), Some("/w/a.agd"), "{uri}");
        }
    }

    #[test]
    fn other_addresses_are_no_files() {
        for uri in ["untitled:Untitled-1", "git:/w/a.agd", "vscode-vfs://github/a"] {
            assert_eq!(path(uri), None, "{uri}");
        }
        let remote = path("file://host/w/a.agd");
        assert_eq!(remote.is_some(), cfg!(windows), "only Windows has paths on other machines");
    }

    #[cfg(unix)]
    #[test]
    fn a_name_that_is_not_utf_8_keeps_its_bytes() {
        let path = |uri: &str| to_path(&uri.parse().expect("an address")).expect("a path");
        let (one, two) = (path("file:///w/%ff.agd"), path("file:///w/%fe.agd"));
        assert_ne!(one, two);
        assert_eq!(to_uri(&one).expect("an address").as_str(), "file:///w/%FF.agd");
    }
}
