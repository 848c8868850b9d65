//! `robots.txt` (RFC 9309): which pages of a site a crawl can fetch.

use url::Url;

/// The name of this program in `robots.txt`.
const USER_AGENT: &str = "agmark";

/// Bytes of a file that are read: the minimum of the standard.
const MAX_BYTES: usize = 500 << 10;

/// On which sites a crawl applies `robots.txt`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Obey {
    /// On sites of other machines: sites on this machine belong to the user.
    #[default]
    Remote,
    Everywhere,
    Nowhere,
}

/// The rules of a site.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Robots {
    rules: Vec<Rule>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Rule {
    pattern: String,
    allows: bool,
}

impl Robots {
    /// Forbids all pages; for a site whose `robots.txt` cannot be fetched.
    pub fn nothing() -> Self {
        Robots { rules: vec![Rule { pattern: "/".to_owned(), allows: false }] }
    }

    /// Reads the rules for this program, or the rules for all programs.
    pub fn read(text: &str) -> Self {
        let text =
            text.get(..text.floor_char_boundary(MAX_BYTES)).unwrap_or("").trim_start_matches('\u{feff}');
        let (mut own, mut all) = (Vec::new(), Vec::new());
        let (mut has_own, mut for_own, mut for_all, mut in_rules) = (false, false, false, true);
        for line in text.lines() {
            let line = line.split('#').next().unwrap_or("");
            let Some((key, value)) = line.split_once(':') else { continue };
            let (key, value) = (key.trim().to_ascii_lowercase(), value.trim());
            match key.as_str() {
                "user-agent" => {
                    // Consecutive names share rules.
                    if in_rules {
                        (for_own, for_all, in_rules) = (false, false, false);
                    }
                    for_own |= value.eq_ignore_ascii_case(USER_AGENT);
                    for_all |= value == "*";
                    has_own |= for_own;
                }
                "allow" | "disallow" => {
                    in_rules = true;
                    // A rule without a path forbids nothing.
                    if value.is_empty() {
                        continue;
                    }
                    let rule = Rule { pattern: value.to_owned(), allows: key == "allow" };
                    if for_own {
                        own.push(rule.clone());
                    }
                    if for_all {
                        all.push(rule);
                    }
                }
                _ => {}
            }
        }
        Robots { rules: if has_own { own } else { all } }
    }

    /// Whether a page can be fetched. The longest pattern decides; of two with equal length, the one that allows.
    pub fn allow(&self, url: &Url) -> bool {
        let path = &url[url::Position::BeforePath..url::Position::AfterQuery];
        let fitting = self.rules.iter().filter(|rule| fits(&rule.pattern, path));
        fitting.max_by_key(|rule| (rule.pattern.len(), rule.allows)).is_none_or(|rule| rule.allows)
    }
}

/// Whether a path begins with a pattern. `*` matches any text, `$` at the end matches the end of the path.
fn fits(pattern: &str, path: &str) -> bool {
    let (pattern, to_end) = pattern.strip_suffix('$').map_or((pattern, false), |pattern| (pattern, true));
    let mut parts = pattern.split('*');
    let Some(mut rest) = path.strip_prefix(parts.next().unwrap_or("")) else { return false };
    let mut parts = parts.peekable();
    if parts.peek().is_none() {
        return !to_end || rest.is_empty();
    }
    while let Some(part) = parts.next() {
        if to_end && parts.peek().is_none() {
            return rest.ends_with(part);
        }
        match rest.find(part) {
            Some(at) => rest = rest.get(at + part.len()..).unwrap_or(""),
            None => return false,
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allows(robots: &str, path: &str) -> bool {
        Robots::read(robots).allow(&Url::parse(&format!("https://x.example{path}")).unwrap())
    }

    #[test]
    fn the_longest_rule_decides() {
        let robots = "User-agent: *\nDisallow: /private\nAllow: /private/open\nDisallow: /*.pdf$\nDisallow: /*?sort=\n";
        for (path, allowed) in [
            ("/", true),
            ("/private", false),
            ("/private/x", false),
            ("/private/open/x", true),
            ("/a.pdf", false),
            ("/a.pdf?x", true),
            ("/list?sort=a", false),
            ("/list?page=2", true),
        ] {
            assert_eq!(allows(robots, path), allowed, "{path}");
        }
        assert!(allows("", "/x") && allows("User-agent: *\nDisallow:\n", "/x") && allows("<html>", "/x"));
        assert!(!Robots::nothing().allow(&Url::parse("https://x.example/").unwrap()));
    }

    #[test]
    fn own_rules_come_before_those_for_all() {
        let robots = "# x\nuser-agent: other\nDisallow: /\n\nUser-Agent: *\nDisallow: /a\n\nUser-agent: x\nUser-agent: AGMARK\nDisallow: /b # c\n";
        assert!(allows(robots, "/a") && !allows(robots, "/b") && allows(robots, "/c"));
        let all = "User-agent: other\nDisallow: /\nUser-agent: *\nDisallow: /a\n";
        assert!(!allows(all, "/a") && allows(all, "/b"));
    }
}
