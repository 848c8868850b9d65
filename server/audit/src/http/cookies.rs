//! Cookies for pages behind a login. They go to the audited site only.

use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};
use url::Url;

/// Cookies of a user.
#[derive(Clone, Default)]
pub struct Cookies {
    all: Vec<Cookie>,
}

#[derive(Clone)]
struct Cookie {
    name: String,
    value: String,
    /// The host, with a leading dot if subdomains are included; none for the host of the audited site.
    domain: Option<String>,
    path: String,
    secure: bool,
    /// Whether scripts cannot read it.
    http_only: bool,
}

/// Why cookies cannot be read. The messages do not contain the values.
#[derive(Clone, Debug, thiserror::Error, PartialEq, Eq)]
pub enum CookiesError {
    #[error("--auth-cookie: write it as NAME=VALUE")]
    Shape,
    #[error("--auth-local-storage: write it as KEY=VALUE")]
    Pair,
    #[error(
        "--auth-cookie: a cookie holds no blanks, quotes, commas, semicolons, backslashes or other signs"
    )]
    Signs,
    #[error("{0}: not a storage state: expected a JSON object with \"cookies\", as Playwright writes it")]
    State(String),
}

impl std::fmt::Debug for Cookies {
    // Values are secrets.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Cookies({})", self.all.len())
    }
}

impl Cookies {
    /// Whether there are no cookies.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Adds `NAME=VALUE`, for every page of the audited site.
    ///
    /// # Errors
    /// If it has another form, or contains characters that are not allowed in a cookie.
    pub fn add(&mut self, pair: &str) -> Result<(), CookiesError> {
        let (name, value) = pair.split_once('=').ok_or(CookiesError::Shape)?;
        if name.is_empty() {
            return Err(CookiesError::Shape);
        }
        if !is_name(name) || !is_value(value) {
            return Err(CookiesError::Signs);
        }
        let (name, value, path) = (name.to_owned(), value.to_owned(), "/".to_owned());
        self.all.push(Cookie { name, value, domain: None, path, secure: false, http_only: false });
        Ok(())
    }

    /// Adds the cookies of a storage state except expired ones. `name` is the name of the file.
    ///
    /// # Errors
    /// If it is not a storage state.
    pub fn add_state(&mut self, text: &str, name: &str) -> Result<(), CookiesError> {
        let state: Value = serde_json::from_str(text).map_err(|_| CookiesError::State(name.to_owned()))?;
        let cookies = state.get("cookies").and_then(Value::as_array);
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0.0, |since| since.as_secs_f64());
        for one in cookies.ok_or_else(|| CookiesError::State(name.to_owned()))? {
            let text = |key: &str| one.get(key).and_then(Value::as_str).map(str::to_owned);
            let (Some(name), Some(value)) = (text("name"), text("value")) else { continue };
            let expires = one.get("expires").and_then(Value::as_f64).unwrap_or(-1.0);
            let over = expires >= 0.0 && expires < now;
            if over || !is_name(&name) || !is_value(&value) {
                continue;
            }
            // A cookie without a host would be sent to all hosts.
            let Some(domain) = text("domain") else { continue };
            let path = text("path").unwrap_or_else(|| "/".to_owned());
            let is = |key: &str| one.get(key).and_then(Value::as_bool).unwrap_or(false);
            let (secure, http_only) = (is("secure"), is("httpOnly"));
            self.all.push(Cookie { name, value, domain: Some(domain), path, secure, http_only });
        }
        Ok(())
    }

    /// The value of the header `Cookie` for a request, if there are cookies for it.
    pub fn header(&self, url: &Url) -> Option<String> {
        let fitting: Vec<String> = self
            .all
            .iter()
            .filter(|cookie| cookie.fits(url))
            .map(|cookie| format!("{}={}", cookie.name, cookie.value))
            .collect();
        (!fitting.is_empty()).then(|| fitting.join("; "))
    }

    /// The cookies in the form that a browser takes: only for the host and port of the site.
    pub fn for_browser(&self, site: &Url) -> Vec<Value> {
        let port = site.port_or_known_default();
        let scheme = if site.scheme() == "https" { "Secure" } else { "NonSecure" };
        let of = |cookie: &Cookie| {
            let mut address = site.clone();
            address.set_path(&cookie.path);
            json!({
                "name": cookie.name, "value": cookie.value, "url": address.as_str(), "path": cookie.path,
                "secure": cookie.secure, "httpOnly": cookie.http_only, "sourceScheme": scheme, "sourcePort": port,
            })
        };
        self.all.iter().filter(|cookie| cookie.is_of_host(site) && cookie.is_safe(site)).map(of).collect()
    }

    /// Names and values. The values must not be shown.
    pub fn secrets(&self) -> impl Iterator<Item = (&str, &str)> {
        self.all.iter().map(|cookie| (cookie.name.as_str(), cookie.value.as_str()))
    }
}

impl Cookie {
    fn fits(&self, url: &Url) -> bool {
        let below = url.path().strip_prefix(self.path.trim_end_matches('/'));
        let of_path = below.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
        self.is_of_host(url) && of_path && self.is_safe(url)
    }

    fn is_of_host(&self, url: &Url) -> bool {
        let host = url.host_str().unwrap_or("");
        match self.domain.as_deref().map(|domain| (domain, domain.strip_prefix('.'))) {
            None => true,
            Some((_, Some(above))) => {
                host.eq_ignore_ascii_case(above)
                    || host.to_ascii_lowercase().ends_with(&format!(".{}", above.to_ascii_lowercase()))
            }
            Some((domain, None)) => host.eq_ignore_ascii_case(domain),
        }
    }

    /// Whether it can be sent to an address: some cookies are sent only over https.
    fn is_safe(&self, url: &Url) -> bool {
        let here = matches!(url.host_str().unwrap_or(""), "localhost" | "127.0.0.1" | "[::1]");
        !self.secure || url.scheme() == "https" || here
    }
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && is_value(text) && !text.contains('=')
}

/// Whether a text is valid in the header without escapes (RFC 6265, 4.1.1).
fn is_value(text: &str) -> bool {
    text.bytes().all(|b| b.is_ascii_graphic() && !matches!(b, b'"' | b',' | b';' | b'\\'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sent(cookies: &Cookies, url: &str) -> String {
        cookies.header(&Url::parse(url).unwrap()).unwrap_or_default()
    }

    #[test]
    fn cookies_go_where_they_belong() {
        let state = r#"{"cookies": [
            {"name": "s", "value": "1", "domain": "club.example", "path": "/", "expires": -1},
            {"name": "wide", "value": "2", "domain": ".club.example", "path": "/my", "expires": 99999999999},
            {"name": "over", "value": "3", "domain": "club.example", "path": "/", "expires": 1000},
            {"name": "safe", "value": "4", "domain": "club.example", "path": "/", "secure": true},
            {"name": "odd", "value": "5;\r\nx: y", "domain": "club.example", "path": "/"},
            {"name": "nobody's", "value": "6"}
        ], "origins": []}"#;
        let mut cookies = Cookies::default();
        cookies.add_state(state, "x").unwrap();
        assert_eq!(sent(&cookies, "http://club.example/"), "s=1");
        assert_eq!(sent(&cookies, "https://club.example/my/x"), "s=1; wide=2; safe=4");
        assert_eq!(sent(&cookies, "http://www.club.example/my"), "wide=2");
        assert_eq!(sent(&cookies, "http://www.club.example/mine"), "");
        assert_eq!(sent(&cookies, "http://notclub.example/my"), "");
        cookies.add("t=a=b").unwrap();
        assert_eq!(sent(&cookies, "http://other.example/"), "t=a=b");
        assert_eq!(format!("{cookies:?}"), "Cookies(4)");
    }

    #[test]
    fn what_is_no_cookie_is_said_without_its_value() {
        let mut cookies = Cookies::default();
        assert_eq!(cookies.add("secret"), Err(CookiesError::Shape));
        assert_eq!(cookies.add("=secret"), Err(CookiesError::Shape));
        assert_eq!(cookies.add("a=secret; b"), Err(CookiesError::Signs));
        assert_eq!(cookies.add("a=b\r\nc: d"), Err(CookiesError::Signs));
        let state = Err(CookiesError::State("x".to_owned()));
        assert_eq!((cookies.add_state("[]", "x"), cookies.add_state("{", "x")), (state.clone(), state));
        assert!(cookies.is_empty());
    }
}
