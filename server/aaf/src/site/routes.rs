//! Routes: which file is the page of which route, and where the manifest of a page is.

use std::borrow::Cow;
use std::path::{Component, Path, PathBuf};

use percent_encoding::percent_decode_str;

use crate::manifest::model::{Manifest, PageEntry};

/// The path of a manifest below the folder that its site is served from.
pub const WELL_KNOWN: &str = ".well-known/agent-manifest.json";

/// The paths where the manifest of a page may be, in order: two for each folder, from the page's folder up. `levels` is
/// the number of folders above the page's folder.
pub fn manifest_places(levels: usize) -> impl Iterator<Item = String> {
    (0..=levels).flat_map(|level| {
        let up = "../".repeat(level);
        [format!("{up}{WELL_KNOWN}"), format!("{up}public/{WELL_KNOWN}")]
    })
}

/// The root folders of a site, the innermost first: the one that contains `.well-known`, and, if that is `public`, the
/// one around it.
pub fn roots(manifest: &Path) -> Vec<PathBuf> {
    let Some(folder) = manifest.parent() else { return Vec::new() };
    if folder.file_name().and_then(|name| name.to_str()) != Some(".well-known") {
        return Vec::new();
    }
    let Some(site) = folder.parent() else { return Vec::new() };
    let mut roots = vec![site.to_owned()];
    if site.file_name().and_then(|name| name.to_str()) == Some("public") {
        roots.extend(site.parent().map(Path::to_owned));
    }
    roots
}

/// The route of a page of HTML: `/invoices/new` for `invoices/new.html` and `invoices/new/index.html`. `None`
/// for components, whose route only their router knows, and for files outside the site.
pub fn of_file(page: &Path, roots: &[PathBuf]) -> Option<String> {
    let ending = page.extension()?.to_str()?.to_ascii_lowercase();
    if !matches!(ending.as_str(), "html" | "htm") {
        return None;
    }
    let inside = roots.iter().find_map(|root| page.strip_prefix(root).ok())?.with_extension("");
    let mut parts = Vec::new();
    for part in inside.components() {
        match part {
            Component::Normal(part) => parts.push(part.to_str()?),
            _ => return None,
        }
    }
    if parts.last() == Some(&"index") {
        parts.pop();
    }
    Some(format!("/{}", parts.join("/")))
}

/// The files that may be the page of a route, relative to the folder that the site is served from. Empty for a route
/// with parameters.
pub fn files(route: &str) -> Vec<String> {
    let plain = plain(route);
    let inside = plain.trim_matches('/');
    if inside.split('/').any(|part| part.starts_with(':') || part == "..") {
        return Vec::new();
    }
    match inside {
        "" => vec!["index.html".to_owned()],
        inside => vec![format!("{inside}.html"), format!("{inside}/index.html")],
    }
}

/// Whether a route of the manifest matches that of a page or a link. `:id` matches anything.
pub fn matches(key: &str, route: &str) -> bool {
    let (key, route) = (segments(key), segments(route));
    key.len() == route.len() && key.iter().zip(&route).all(|(key, part)| key.starts_with(':') || key == part)
}

impl Manifest {
    /// The page of a route: an exact match, otherwise the first match with parameters.
    pub fn page(&self, route: &str) -> Option<&PageEntry> {
        let exact = |one: &&PageEntry| segments(&one.route) == segments(route);
        self.pages.iter().find(exact).or_else(|| self.pages.iter().find(|one| matches(&one.route, route)))
    }
}

/// A route without query, fragment and the ending of a file.
fn plain(route: &str) -> &str {
    let plain = route.split(['?', '#']).next().unwrap_or("");
    plain.strip_suffix(".html").or_else(|| plain.strip_suffix(".htm")).unwrap_or(plain)
}

/// The segments of a route, decoded one by one: `/caf%C3%A9` is `/café`, and `%2F` does not separate segments.
pub(crate) fn segments(route: &str) -> Vec<Cow<'_, str>> {
    let written = plain(route).split('/').filter(|part| !part.is_empty());
    let decoded = |part| percent_decode_str(part).decode_utf8().unwrap_or(Cow::Borrowed(part));
    let mut parts: Vec<_> = written.map(decoded).collect();
    if parts.last().is_some_and(|last| last == "index") {
        parts.pop();
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_the_page_of_a_route() {
        let roots = roots(Path::new("/w/.well-known/agent-manifest.json"));
        let route = |page: &str| of_file(Path::new(page), &roots).unwrap_or_default();
        assert_eq!(route("/w/invoices/new.html"), "/invoices/new");
        assert_eq!(route("/w/invoices/new/index.html"), "/invoices/new");
        assert_eq!(route("/w/index.htm"), "/");
        assert_eq!(route("/w/src/New.jsx"), "");
        assert_eq!(route("/else/new.html"), "");
        let public = super::roots(Path::new("/w/public/.well-known/agent-manifest.json"));
        assert_eq!(of_file(Path::new("/w/public/a.html"), &public).as_deref(), Some("/a"));
        assert_eq!(of_file(Path::new("/w/b.html"), &public).as_deref(), Some("/b"));
        assert!(super::roots(Path::new("/w/agent-manifest.json")).is_empty());
    }

    #[test]
    fn routes_match_by_segment() {
        assert!(matches("/invoices/", "/invoices") && matches("/", "/index.html"));
        assert!(matches("/invoices/:id", "/invoices/7?tab=a#b") && !matches("/invoices/:id", "/invoices"));
        assert!(!matches("/a", "/b") && !matches("/a", "/a/b"));
        assert!(matches("/café", "/caf%C3%A9") && !matches("/a/b", "/a%2Fb"));
        assert_eq!(files("/invoices/new"), ["invoices/new.html", "invoices/new/index.html"]);
        assert_eq!((files("/"), files("/a/:b")), (vec!["index.html".to_owned()], vec![]));
        let places: Vec<_> = manifest_places(1).collect();
        assert_eq!(places.len(), 4);
        assert_eq!(places.last().map(String::as_str), Some("../public/.well-known/agent-manifest.json"));
    }
}
