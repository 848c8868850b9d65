//! The local storage for rendered pages behind a login. It is set for the audited site only.

use serde_json::Value;
use url::Url;

use super::cookies::CookiesError;

/// Keys and values of a site's local storage.
#[derive(Clone, Default)]
pub struct LocalStorage {
    pairs: Vec<(String, String)>,
}

impl std::fmt::Debug for LocalStorage {
    // Values are secrets.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "LocalStorage({})", self.pairs.len())
    }
}

impl LocalStorage {
    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }

    /// Adds `KEY=VALUE`.
    ///
    /// # Errors
    /// If it has another form.
    pub fn add(&mut self, pair: &str) -> Result<(), CookiesError> {
        let (key, value) =
            pair.split_once('=').filter(|(key, _)| !key.is_empty()).ok_or(CookiesError::Pair)?;
        self.pairs.push((key.to_owned(), value.to_owned()));
        Ok(())
    }

    /// Adds the entries for a site in a storage state of Playwright, which may have none.
    ///
    /// # Errors
    /// If it is not JSON.
    pub fn add_state(&mut self, text: &str, name: &str, site: &Url) -> Result<(), CookiesError> {
        let state: Value = serde_json::from_str(text).map_err(|_| CookiesError::State(name.to_owned()))?;
        let own = |one: &&Value| {
            let origin = one.get("origin").and_then(Value::as_str).and_then(|origin| Url::parse(origin).ok());
            origin.is_some_and(|origin| origin.origin() == site.origin())
        };
        for origin in state.get("origins").and_then(Value::as_array).into_iter().flatten().filter(own) {
            for one in origin.get("localStorage").and_then(Value::as_array).into_iter().flatten() {
                let text = |key: &str| one.get(key).and_then(Value::as_str).map(str::to_owned);
                if let (Some(key), Some(value)) = (text("name"), text("value")) {
                    self.pairs.push((key, value));
                }
            }
        }
        Ok(())
    }

    /// Keys and values. The values must not be shown.
    pub fn secrets(&self) -> impl Iterator<Item = (&str, &str)> {
        self.pairs.iter().map(|(key, value)| (key.as_str(), value.as_str()))
    }

    /// A script that sets the entries in pages of the site, unless the page has set them; none if there are no
    /// entries.
    pub fn script(&self, site: &Url) -> Option<String> {
        if self.is_empty() {
            return None;
        }
        let (origin, pairs) =
            (Value::from(site.origin().ascii_serialization()), serde_json::to_string(&self.pairs).ok()?);
        Some(format!(
            "if (location.origin === {origin}) for (const [key, value] of {pairs}) try {{ \
             if (localStorage.getItem(key) === null) localStorage.setItem(key, value); }} catch {{}}"
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_site_s_own_is_taken() {
        let state = r#"{"cookies": [], "origins": [
            {"origin": "https://club.example", "localStorage": [{"name": "token", "value": "a\"b"}]},
            {"origin": "https://other.example", "localStorage": [{"name": "x", "value": "y"}]}]}"#;
        let site = Url::parse("https://club.example/join").unwrap();
        let mut local = LocalStorage::default();
        assert_eq!(local.script(&site), None);
        local.add_state(state, "x", &site).unwrap();
        local.add("seen=1=2").unwrap();
        assert!(local.add("=x").is_err() && local.add("x").is_err());
        let script = local.script(&site).unwrap();
        assert!(script.contains(r#"[["token","a\"b"],["seen","1=2"]]"#), "{script}");
        assert!(script.contains(r#"location.origin === "https://club.example""#), "{script}");
        assert_eq!(format!("{local:?}"), "LocalStorage(2)");
    }
}
