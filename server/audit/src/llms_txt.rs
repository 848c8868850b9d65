//! `llms.txt`: the description of a site for models, which should name the manifest.

use url::Url;

use crate::http::Client;

/// The properties of a site's `llms.txt`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Llms {
    /// Its address.
    pub address: String,
    pub exists: bool,
    /// Whether it begins with a heading.
    pub heading: bool,
    /// Whether it names the manifest.
    pub manifest: bool,
    /// Whether it has a section about actions or data.
    pub sections: bool,
}

impl Llms {
    /// Fetches the file of a site.
    pub fn fetch(client: &Client, site: &Url) -> Self {
        let Ok(address) = site.join("/llms.txt") else { return Self::default() };
        // Some servers send a page for every address: it is not a `llms.txt`.
        let fetched =
            client.text(&address).ok().filter(|got| got.content_type.as_deref() != Some("text/html"));
        let found = fetched.map(|got| Self::of(&got.text)).unwrap_or_default();
        Self { address: address.into(), ..found }
    }

    /// Reads the properties of a text.
    pub fn of(text: &str) -> Self {
        let text = text.trim_start_matches('\u{feff}');
        let heading = |line: &str| line == "## Actions" || line == "## Data";
        Self {
            address: String::new(),
            exists: true,
            heading: text.trim_start().lines().next().is_some_and(|line| line.starts_with("# ")),
            manifest: text.contains("agent-manifest.json"),
            sections: text.lines().map(str::trim_end).any(heading),
        }
    }

    /// Each property as a sentence, and whether it is met.
    pub fn points(&self) -> Vec<(bool, &'static str)> {
        if !self.exists {
            return vec![(false, "llms.txt does not exist")];
        }
        let said = |met, yes, no| (met, if met { yes } else { no });
        vec![
            (true, "llms.txt exists"),
            said(self.heading, "Begins with a # heading", "Does not begin with a # heading"),
            said(self.manifest, "Names agent-manifest.json", "Does not name agent-manifest.json"),
            said(self.sections, "Has ## Actions or ## Data", "Has neither ## Actions nor ## Data"),
        ]
    }

    /// Each property as a key, and whether it is met.
    pub fn keys(&self) -> impl Iterator<Item = (&'static str, bool)> {
        let all = [
            ("exists", self.exists),
            ("heading", self.heading),
            ("manifest", self.manifest),
            ("sections", self.sections),
        ];
        all.into_iter()
    }
}

#[cfg(test)]
mod tests {
    use super::Llms;

    #[test]
    fn each_point_is_looked_for() {
        let points = |text: &str| Llms::of(text).keys().map(|(_, met)| met).collect::<Vec<_>>();
        let whole = "# Club\n\nSee /.well-known/agent-manifest.json\n\n## Actions\n";
        assert_eq!(points(whole), [true, true, true, true]);
        assert_eq!(points("## Data\r\nx"), [true, false, false, true]);
        assert_eq!(points("# Club\n### Actions"), [true, true, false, false]);
        assert_eq!(points(""), [true, false, false, false]);
    }
}
