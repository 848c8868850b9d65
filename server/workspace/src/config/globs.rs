//! Compiles globs of the configuration into globs that match absolute paths.

use std::path::Path;

use globset::{Glob, GlobBuilder, GlobSet, GlobSetBuilder};

/// A list of globs as one set.
#[derive(Clone, Debug, Default)]
pub(super) struct Globs {
    patterns: Vec<String>,
    set: GlobSet,
}

impl Globs {
    /// The globs of `patterns`, relative to the folder `base`, or to any folder if `None`.
    ///
    /// # Errors
    /// The index of an invalid pattern and the message.
    pub fn new<'a>(
        patterns: impl Iterator<Item = &'a str>,
        base: Option<&Path>,
    ) -> Result<Self, (usize, String)> {
        let mut globs = Self::default();
        let mut set = GlobSetBuilder::new();
        for (at, pattern) in patterns.enumerate() {
            for glob in compile(pattern, base).map_err(|message| (at, message))? {
                set.add(glob);
            }
            globs.patterns.push(pattern.to_owned());
        }
        globs.set = set.build().map_err(|e| (0, format!("the globs are too large together: {e}")))?;
        Ok(globs)
    }

    /// The patterns as written.
    pub fn patterns(&self) -> &[String] {
        &self.patterns
    }

    pub fn set(&self) -> &GlobSet {
        &self.set
    }
}

/// A glob for the files of a pattern, and one for everything in its folders.
fn compile(pattern: &str, base: Option<&Path>) -> Result<[Glob; 2], String> {
    if is_absolute(pattern) {
        return Err(format!(
            "\"{pattern}\" is an absolute path: write it relative to the folder, as in \"./drafts\""
        ));
    }
    let inner = pattern.strip_prefix("./").unwrap_or(pattern).trim_matches('/');
    if inner.is_empty() {
        return Err(format!(
            "\"{pattern}\" matches nothing: write a file, a folder or a glob such as \"*.tmp.*\""
        ));
    }
    if let Some(rest) = pattern.strip_prefix('!') {
        return Err(format!(
            "\"{pattern}\": a glob cannot include files again: remove it, and exclude less than \"{rest}\" does"
        ));
    }
    // Also as an alternative: `{..,a}/b`.
    if inner.split(['/', '\\', '{', ',', '}']).any(|part| part == "..") {
        return Err(format!("\"{pattern}\" leads out of the folder: write it in an agmark.toml further up"));
    }
    let base = base.map_or_else(|| "**".to_owned(), literal);
    // A pattern without a slash matches in any folder.
    let anywhere = !pattern.trim_end_matches('/').contains('/');
    let between = if anywhere { "/**/" } else { "/" };
    let whole = format!("{}{between}{inner}", base.trim_end_matches('/'));
    let glob = |text: &str| {
        let built = GlobBuilder::new(text).literal_separator(true).build();
        built.map_err(|e| format!("invalid glob \"{pattern}\": {}", e.kind()))
    };
    Ok([glob(&whole)?, glob(&format!("{whole}/**"))?])
}

/// Whether a pattern, or one of the alternatives at its start, starts at the root of a disk or at the home folder.
fn is_absolute(pattern: &str) -> bool {
    let starts: Vec<&str> = match pattern.strip_prefix('{') {
        Some(rest) => rest.split('}').next().unwrap_or("").split(',').collect(),
        None => vec![pattern],
    };
    let drive = |start: &str| {
        let mut chars = start.chars();
        chars.next().is_some_and(|c| c.is_ascii_alphabetic()) && chars.next() == Some(':')
    };
    starts.into_iter().any(|start| {
        (start.starts_with('/') && start.len() > 1)
            || start.starts_with(r"\\")
            || start.starts_with("~/")
            || drive(start)
    })
}

/// A folder as a glob that matches only this folder.
fn literal(folder: &Path) -> String {
    let text = folder.to_string_lossy();
    globset::escape(&if cfg!(windows) { text.replace('\\', "/").into() } else { text })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(pattern: &str, yes: &[&str], no: &[&str]) {
        let globs = Globs::new([pattern].into_iter(), Some(Path::new("/w [1]/in"))).unwrap();
        for path in yes {
            assert!(globs.set().is_match(path), "{pattern} should match {path}");
        }
        for path in no {
            assert!(!globs.set().is_match(path), "{pattern} should not match {path}");
        }
    }

    #[test]
    fn a_name_is_meant_in_any_folder() {
        let yes = ["/w [1]/in/old", "/w [1]/in/old/a/b.toy", "/w [1]/in/a/old/b.toy"];
        check("old", &yes, &["/w [1]/in/older", "/w [1]/old", "/old/x", "/w 1/in/old"]);
        check("old/", &yes, &["/w [1]/in/older"]);
        check("*.tmp.toy", &["/w [1]/in/x.tmp.toy", "/w [1]/in/a/x.tmp.toy"], &["/w [1]/in/x.toy"]);
    }

    #[test]
    fn a_path_counts_from_the_folder() {
        let yes = ["/w [1]/in/a/old", "/w [1]/in/a/old/x.toy"];
        let no = ["/w [1]/in/b/a/old", "/a/old"];
        for pattern in ["a/old", "./a/old", "a/old/"] {
            check(pattern, &yes, &no);
        }
        check("./old", &["/w [1]/in/old"], &["/w [1]/in/a/old"]);
        check("a/*.toy", &["/w [1]/in/a/x.toy"], &["/w [1]/in/a/b/x.toy"]);
        check("a/**/x.toy", &["/w [1]/in/a/x.toy", "/w [1]/in/a/b/c/x.toy"], &["/w [1]/in/x.toy"]);
        check("**", &["/w [1]/in/x"], &["/w [1]/x"]);
    }

    #[test]
    fn without_a_folder_any_will_do() {
        let globs = Globs::new(["a/old", "*.tmp"].into_iter(), None).unwrap();
        for path in ["/a/old", "/x/y/a/old/z", "/x.tmp", "/x/y.tmp/z"] {
            assert!(globs.set().is_match(path), "{path}");
        }
        assert!(!globs.set().is_match("/a/x/old"));
        assert_eq!(globs.patterns(), ["a/old", "*.tmp"]);
    }

    #[test]
    fn the_root_may_be_the_folder() {
        let globs = Globs::new(["a/x", "y"].into_iter(), Some(Path::new("/"))).unwrap();
        for path in ["/a/x", "/y", "/b/y/c"] {
            assert!(globs.set().is_match(path), "{path}");
        }
    }

    #[test]
    fn what_is_no_glob_is_told() {
        let say = |pattern: &str| Globs::new(["ok", pattern].into_iter(), None).unwrap_err();
        assert_eq!(say("[a").0, 1);
        assert!(say("[a").1.starts_with("invalid glob \"[a\": unclosed character class"), "{}", say("[a").1);
        assert!(say("./").1.contains("matches nothing"));
        assert!(say("").1.contains("matches nothing"));
        for outside in ["a/../b", "..", "../x", "{..,a}/b", "..\\x"] {
            assert!(say(outside).1.contains("leads out of the folder"), "{outside}");
        }
        for absolute in ["/etc", "/etc/*", "{/etc,/usr}/x", "{a,/etc}", "C:/x", "c:\\x", "\\\\host\\x", "~/x"]
        {
            assert!(say(absolute).1.contains("is an absolute path"), "{absolute}");
        }
        assert!(say("!a").1.contains("cannot include files again"));
    }
}
