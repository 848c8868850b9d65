//! Addresses as browsers resolve them: whether a text is an address on a site, and which.
//!
//! Never decide this by the first letters of a text: browsers drop tabs and newlines, read `\` as `/`, and read
//! `//host` and `/\host` as another host. The `url` crate follows the same standard.

use percent_encoding::percent_decode;
use url::Url;

/// How often a path is decoded to find hidden segments. Servers and proxies decode once each.
const DECODINGS: usize = 4;

/// The origin of a site: scheme, host and port.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    base: Url,
}

/// Why a text is not an address on a site.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// It cannot be resolved.
    Malformed,
    /// It is not an address of a page: `javascript:`, `data:`, `mailto:`.
    Scheme,
    /// It leads to another scheme, host or port.
    OtherSite,
    /// It contains a user name or a password.
    Credentials,
    /// Its path is ambiguous: other programs may read another path.
    Path,
}

impl Origin {
    /// Reads the origin of a site. `None` if the text is not an http or https address with a host.
    pub fn read(text: &str) -> Option<Self> {
        let mut base = Url::parse(text.trim()).ok()?;
        if !is_web(&base) || !base.has_host() {
            return None;
        }
        base.set_path("/");
        base.set_query(None);
        base.set_fragment(None);
        base.set_username("").ok()?;
        base.set_password(None).ok()?;
        Some(Origin { base })
    }

    /// Reads a text that is only an origin: `https://example.com`, optionally with a `/` at its end. `None` if it has a
    /// user name, a path, a query or a fragment.
    pub fn exactly(text: &str) -> Option<Self> {
        let url = Url::parse(text.trim()).ok()?;
        let bare = url.username().is_empty()
            && url.password().is_none()
            && url.path() == "/"
            && url.query().is_none()
            && url.fragment().is_none();
        Self::read(text).filter(|_| bare)
    }

    /// The text of the origin: scheme, host, and the port if it is not the default.
    pub fn text(&self) -> String {
        self.base.origin().ascii_serialization()
    }

    /// An origin for pages whose site is unknown. Only relative addresses lead to it.
    pub fn unknown() -> Option<Self> {
        Self::read("https://site.invalid/")
    }

    /// Resolves a text against the origin. Returns path, query and fragment.
    ///
    /// # Errors
    /// If the text does not lead to this site, or if other programs could read the result as another address.
    pub fn route(&self, target: &str) -> Result<String, Refusal> {
        let url = self.base.join(target.trim()).map_err(|_| Refusal::Malformed)?;
        if !is_web(&url) {
            return Err(Refusal::Scheme);
        }
        if url.origin() != self.base.origin() {
            return Err(Refusal::OtherSite);
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err(Refusal::Credentials);
        }
        if is_ambiguous(url.path()) {
            return Err(Refusal::Path);
        }
        let route = url[url::Position::BeforePath..].to_owned();
        // The next program would read a path that begins with `//` as a host.
        match self.base.join(&route) {
            Ok(again) if again == url => Ok(route),
            _ => Err(Refusal::Path),
        }
    }
}

/// Resolves the target of a link on a page whose site is unknown. `None` if it leads elsewhere.
pub fn local(target: &str) -> Option<String> {
    Origin::unknown()?.route(target).ok()
}

/// Whether the target of a link can be a page: not `javascript:`, `mailto:` and the like.
pub fn may_be_page(target: &str) -> bool {
    let resolved = Origin::unknown().and_then(|origin| origin.base.join(target.trim()).ok());
    resolved.is_some_and(|url| is_web(&url))
}

fn is_web(url: &Url) -> bool {
    matches!(url.scheme(), "http" | "https")
}

/// Whether servers may read a path as another one: it has an empty segment, or decoding it gives `.` or `..` segments
/// (`%252e%252e`, `..%2f`, `..;`), more separators (`%2f`, `%5c`), control characters (`%00`), or bytes that are not
/// UTF-8, which some readers take for dots (`%c0%ae`).
fn is_ambiguous(path: &str) -> bool {
    let separators = path.matches('/').count();
    let mut bytes = path.as_bytes().to_vec();
    for _ in 0..=DECODINGS {
        let Ok(text) = std::str::from_utf8(&bytes) else { return true };
        let is_dots = |segment: &str| matches!(segment.split(';').next(), Some("." | ".."));
        let hides = text.contains("//")
            || text.contains(|c: char| c == '\\' || c.is_control())
            || text.matches('/').count() != separators
            || text.split('/').any(is_dots);
        if hides {
            return true;
        }
        let decoded: Vec<u8> = percent_decode(&bytes).collect();
        if decoded == bytes {
            return false;
        }
        bytes = decoded;
    }
    // No legitimate name is encoded that often.
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    fn route(target: &str) -> Result<String, Refusal> {
        Origin::read("http://localhost:5173/app")
            .map_or(Err(Refusal::Malformed), |origin| origin.route(target))
    }

    #[test]
    fn places_on_the_site_are_resolved() {
        for (target, expected) in [
            ("/a/b?c=d#e", "/a/b?c=d#e"),
            ("a", "/a"),
            ("./a", "/a"),
            ("../a", "/a"),
            ("http://localhost:5173/a", "/a"),
            ("HTTP://LOCALHOST:5173/a", "/a"),
            ("http:\\\\localhost:5173\\a", "/a"),
            ("//localhost:5173/a", "/a"),
            ("/settings/../admin", "/admin"),
            ("/settings/%2e%2E/admin", "/admin"),
            ("/a\tb\n", "/ab"),
            ("/é", "/%C3%A9"),
            ("?q=//x", "/?q=//x"),
            ("/a:b", "/a:b"),
            ("/caf%C3%A9/100%25", "/caf%C3%A9/100%25"),
            ("/a%20b/", "/a%20b/"),
            ("/%", "/%"),
            ("/a?next=//x%2f%00", "/a?next=//x%2f%00"),
        ] {
            assert_eq!(route(target), Ok(expected.to_owned()), "{target:?}");
        }
        let shop = Origin::read("https://bücher.example")
            .map(|origin| origin.route("https://xn--bcher-kva.example:443/x"));
        assert_eq!(shop, Some(Ok("/x".to_owned())));
    }

    #[test]
    fn other_places_are_refused() {
        use Refusal::*;
        for (target, expected) in [
            ("//evil.example/x", OtherSite),
            ("/\\evil.example", OtherSite),
            ("\\\\evil.example", OtherSite),
            ("/\t/evil.example", OtherSite),
            ("/\n\\evil.example", OtherSite),
            ("\u{a0}//evil.example", OtherSite),
            (".///evil.example", Path),
            ("./\\\\evil.example", Path),
            ("/a/..//evil.example", Path),
            ("/%2e//evil.example", Path),
            ("http://localhost:5173//evil.example/x", Path),
            ("http://localhost:5173@evil.example/", OtherSite),
            ("http://localhost:5173\\@evil.example/", Path),
            ("http://me:x@localhost:5173/", Credentials),
            ("http://localhost/", OtherSite),
            ("https://localhost:5173/", OtherSite),
            ("http://localhost.:5173/", OtherSite),
            ("http://localhost.evil.example:5173/", OtherSite),
            ("ws://localhost:5173/", Scheme),
            ("javascript:alert(1)", Scheme),
            ("java\tscript:alert(1)", Scheme),
            (" JavaScript:alert(1)", Scheme),
            ("data:text/html,x", Scheme),
            ("blob:http://localhost:5173/x", Scheme),
            ("file:///etc/passwd", Scheme),
            ("http://[", Malformed),
            ("/a/%252e%252e/admin", Path),
            ("/a/..%2fadmin", Path),
            ("/a/..%5cadmin", Path),
            ("/a/..;/admin", Path),
            ("/users/a%2fb", Path),
            ("/users/a%252Fb", Path),
            ("/users/a%5cb", Path),
            ("/users/%00", Path),
            ("/users/7%0d%0aX", Path),
            ("/users/%7f", Path),
            ("/users/%c2%85", Path),
            ("/users/%c0%ae%c0%ae", Path),
            ("/users/%25c0%25ae", Path),
            ("/users/%e0%80%ae", Path),
            ("/users/%ff", Path),
            ("/users//x", Path),
            ("/users//", Path),
            ("/users/%25252525252541", Path),
        ] {
            let got = route(target);
            // What a `\` before `@` makes of an address differs from parser to parser: both ends are refused or ours.
            if target.contains("\\@") {
                assert!(
                    got.as_ref().is_ok_and(|route| route.starts_with("/@")) || got.is_err(),
                    "{target:?} {got:?}"
                );
                continue;
            }
            assert_eq!(got, Err(expected), "{target:?}");
        }
        for none in ["", "localhost", "ftp://x/", "data:x", "file:///x"] {
            assert_eq!(Origin::read(none), None, "{none}");
        }
    }

    #[test]
    fn an_origin_is_scheme_host_and_port() {
        let read = |text: &str| Origin::exactly(text).map(|origin| origin.text());
        assert_eq!(read("HTTPS://Shop.Example/").as_deref(), Some("https://shop.example"));
        assert_eq!(read("http://localhost:5173").as_deref(), Some("http://localhost:5173"));
        for none in [
            "shop.example",
            "ftp://x",
            "https://x/app",
            "https://me@x",
            "https://x?a",
            "https://x/#a",
            "https://",
        ] {
            assert_eq!(read(none), None, "{none}");
        }
    }

    #[test]
    fn links_of_pages_without_a_known_site() {
        assert_eq!(local("/a?b"), Some("/a?b".to_owned()));
        for elsewhere in ["//x.example", "/\\x.example", "https://x.example/", "mailto:a@b", "/\t/x"] {
            assert_eq!(local(elsewhere), None, "{elsewhere:?}");
        }
        assert!(may_be_page("/a") && may_be_page("https://x.example"));
        assert!(!may_be_page(" java\nscript:x()") && !may_be_page("mailto:a@b") && !may_be_page("DATA:x"));
    }
}
