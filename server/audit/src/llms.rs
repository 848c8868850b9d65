//! `llms.txt`: what a site tells models of itself, and whether it leads them to the manifest.

use url::Url;

use crate::http::Client;

/// What a site's `llms.txt` is like.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Llms {
    /// Where it was looked for.
    pub address: String,
    pub exists: bool,
    /// It begins with a heading.
    pub heading: bool,
    /// It names the manifest.
    pub manifest: bool,
    /// It has a part about actions or data.
    pub sections: bool,
}

impl Llms {
    /// Fetches the file of a site and looks at it.
    pub fn fetch(client: &Client, site: &Url) -> Self {
        let Ok(address) = site.join("/llms.txt") else { return Self::default() };
        // A page that a server gives for whatever is asked is none.
        let fetched =
            client.text(&address).ok().filter(|got| got.content_type.as_deref() != Some("text/html"));
        let found = fetched.map(|got| Self::of(&got.text)).unwrap_or_default();
        Self { address: address.into(), ..found }
    }

    /// Looks at a text.
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

    /// What holds and what does not, for people.
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

    /// The same, for programs.
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
