//! Addresses on the command line, and addresses that pages link to.

use std::collections::BTreeSet;

use agmark_aaf::syntax::html::{Dom, decode};
use url::Url;

use super::secrets::bare_address;

/// Maximum length of an address, in bytes. Servers do not answer longer ones.
const MAX_ADDRESS_BYTES: usize = 8 << 10;

/// Words in a path that probably end a session.
const ENDS: [&str; 3] = ["logout", "signout", "delete"];

/// Why a text is not the address of a page.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum AddressError {
    #[error("{0}: not an address: write it as in https://example.com/page")]
    Malformed(String),
    #[error("{0}: only http and https are fetched")]
    Scheme(String),
    #[error("an address must not contain a user name or a password: use --auth-cookie")]
    Credentials,
}

/// Whether a text is an address, not a file name.
pub fn is_address(text: &str) -> bool {
    text.contains("://")
}

/// Reads an address from the command line.
///
/// # Errors
/// If it is not the address of a page on a server.
pub fn parse(text: &str) -> Result<Url, AddressError> {
    let url = Url::parse(text).map_err(|_| AddressError::Malformed(bare_address(text)))?;
    if !url.username().is_empty() || url.password().is_some() {
        return Err(AddressError::Credentials);
    }
    if !matches!(url.scheme(), "http" | "https") {
        return Err(AddressError::Scheme(bare_address(text)));
    }
    Ok(bare(url))
}

/// Whether two addresses have the same scheme, host and port.
pub fn same_site(one: &Url, other: &Url) -> bool {
    one.origin() == other.origin()
}

/// The pages of the same site that a page links to, sorted, without duplicates: the first `most` that `follow` accepts.
pub fn links(page: &Url, text: &str, most: usize, follow: impl Fn(&Url) -> bool) -> BTreeSet<Url> {
    let dom = Dom::new(text);
    let attribute = |name: &'static str, attribute: &'static str| {
        let elements = dom.elements.iter().filter(move |element| element.is(text, name));
        elements.filter_map(move |element| element.attribute(text, attribute)).map(decode)
    };
    let base = attribute("base", "href").find_map(|base| page.join(base.trim()).ok());
    let base = base.as_ref().unwrap_or(page);
    let targets = attribute("a", "href").chain(attribute("area", "href"));
    targets
        .filter(|target| target.len() <= MAX_ADDRESS_BYTES)
        .filter_map(|target| base.join(target.trim()).ok())
        .filter(|target| same_site(target, page) && target.as_str().len() <= MAX_ADDRESS_BYTES)
        .filter(|target| target.username().is_empty() && target.password().is_none())
        .map(bare)
        .filter(follow)
        .fold(BTreeSet::new(), |mut first, target| {
            first.insert(target);
            if first.len() > most {
                first.pop_last();
            }
            first
        })
}

/// Whether following a link may end a session: `/logout`, `/sign-out`, `/users/delete`.
pub fn ends_session(url: &Url) -> bool {
    let path: String = url.path().chars().filter(|c| !matches!(c, '-' | '_')).collect();
    let path = path.to_ascii_lowercase();
    ENDS.iter().any(|word| path.contains(word))
}

/// The address without its fragment.
fn bare(mut url: Url) -> Url {
    url.set_fragment(None);
    url
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_of_the_same_site_are_found_once() {
        let page = parse("http://club.example:81/a/b?x#top").unwrap();
        let found = |text: &str| {
            let links = links(&page, text, 100, |_| true);
            links
                .iter()
                .map(|link| link.as_str().trim_start_matches("http://club.example:81").to_owned())
                .collect::<Vec<_>>()
        };
        let text = "<a href=c>1</a><a href='/z?q=1&amp;r=2'>2</a><a href='c#d'>3</a><a href=#e>4</a><a name=f>5</a>
            <a href=https://club.example:81/>6</a><a href=http://club.example/>7</a><a href=mailto:a@b>8</a>
            <a href=//club.example:81/m>9</a><a href='javascript:x()'>10</a><area href=../area><a href=http://u:p@club.example:81/>
            <!-- <a href=no> --><script>'<a href=no>'</script>";
        assert_eq!(found(text), ["/a/b?x", "/a/c", "/area", "/m", "/z?q=1&r=2"]);
        assert_eq!(found("<base href=/root/><a href=x>"), ["/root/x"]);
        let first = links(&page, "<a href=d><a href=b><a href=c><a href=a>", 2, |url| url.path() != "/a/a");
        assert_eq!(first.iter().map(Url::path).collect::<Vec<_>>(), ["/a/b", "/a/c"]);
        assert_eq!(found("<base href=//elsewhere.example/><a href=x><a href=/y>"), [""; 0]);
    }

    #[test]
    fn only_addresses_of_pages_are_taken() {
        assert_eq!(parse("HTTP://Club.example").map(String::from), Ok("http://club.example/".to_owned()));
        assert_eq!(parse("ftp://x/"), Err(AddressError::Scheme("ftp://x/".to_owned())));
        assert_eq!(parse("http://"), Err(AddressError::Malformed("http://".to_owned())));
        assert_eq!(parse("http://me:secret@x/"), Err(AddressError::Credentials));
        // The error must not contain the secret.
        for odd in
            ["http://me:secret@x:port/", "http://me:secret@/", "me:secret@x", "http://x:y/?token=secret"]
        {
            let error = parse(odd).map_or_else(|error| error.to_string(), String::from);
            assert!(!error.contains("secret"), "{error}");
        }
    }

    #[test]
    fn links_that_end_a_session_are_told() {
        let ends = |path: &str| ends_session(&parse(&format!("http://x{path}")).unwrap());
        assert!(ends("/logout") && ends("/users/Sign-Out/now") && ends("/a/delete") && ends("/log_out"));
        assert!(!ends("/login") && !ends("/x?next=logout"));
    }
}
