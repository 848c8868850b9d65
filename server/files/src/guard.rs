//! Checks the relative paths that documents name. The check reads only the text of the path and is the same on every
//! platform, so that a document is safe on every machine.

use std::fmt::{self, Display};
use std::path::{Component, Path, PathBuf};

use crate::Foreign;

/// A safe relative path: not absolute, without `..` and without a part that a file system reads as `.git`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SafePath(Vec<String>);

/// Why a path is not safe. Each message says what to write.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PathError {
    #[error("empty path: write a relative path such as `src/main.rs`")]
    Empty,
    #[error("the path \"{}\" is absolute: write it relative to the folder", Foreign(path))]
    Absolute { path: String },
    #[error("the path \"{}\" contains `..`: name a file inside the folder", Foreign(path))]
    Parent { path: String },
    #[error("the path \"{}\" contains `\\`: separate folders with `/`", Foreign(path))]
    Backslash { path: String },
    #[error(
        "the path \"{}\" contains `:`, which names a drive or a hidden stream on Windows: remove it",
        Foreign(path)
    )]
    Colon { path: String },
    #[error("the path \"{}\" contains a control character: remove it", Foreign(path))]
    Control { path: String },
    #[error(
        "\"{}\" in the path \"{}\" names the folder `.git`, which documents must not change",
        Foreign(part),
        Foreign(path)
    )]
    Git { path: String, part: String },
    #[error(
        "\"{}\" in the path \"{}\" is the name of a device on Windows: use another name",
        Foreign(part),
        Foreign(path)
    )]
    Device { path: String, part: String },
    #[error(
        "\"{}\" in the path \"{}\" ends with a dot or a space, which Windows drops: remove it",
        Foreign(part),
        Foreign(path)
    )]
    Ending { path: String, part: String },
    #[error("{} is outside of the folder {}", Foreign(path), Foreign(root))]
    Outside { path: String, root: String },
}

impl SafePath {
    /// Checks a path as a document writes it, with `/` between folders. `.` and repeated `/` are removed.
    ///
    /// # Errors
    /// If the path could lead out of its folder, into `.git` or to a device on any platform.
    pub fn new(path: &str) -> Result<Self, PathError> {
        let owned = || path.to_owned();
        if path.starts_with(['/', '\\']) || has_drive(path) {
            return Err(PathError::Absolute { path: owned() });
        }
        if path.contains(char::is_control) {
            return Err(PathError::Control { path: owned() });
        }
        let mut parts = Vec::new();
        // `\` separates folders on Windows. The parts are checked first, because their errors are more exact.
        for part in path.split(['/', '\\']).filter(|part| !part.is_empty() && *part != ".") {
            check_part(path, part)?;
            parts.push(part.to_owned());
        }
        if path.contains('\\') {
            return Err(PathError::Backslash { path: owned() });
        }
        if path.contains(':') {
            return Err(PathError::Colon { path: owned() });
        }
        // `a/` and `a/.` name a folder.
        if parts.is_empty() || path.ends_with('/') || path.ends_with("/.") {
            return Err(PathError::Empty);
        }
        Ok(Self(parts))
    }

    /// The safe path from the folder `root` to the absolute path `path`. The disk is not read.
    ///
    /// # Errors
    /// If `path` is not in `root`, and as [`SafePath::new`].
    pub fn below(root: &Path, path: &Path) -> Result<Self, PathError> {
        let outside = || PathError::Outside {
            path: path.to_string_lossy().into_owned(),
            root: root.to_string_lossy().into_owned(),
        };
        let rest = path.strip_prefix(root).map_err(|_| outside())?;
        let mut text = String::new();
        for part in rest.components() {
            let part = match part {
                Component::Normal(part) => part.to_str().ok_or_else(outside)?,
                Component::CurDir => continue,
                _ => "..",
            };
            // On Unix a name can contain the separator of another platform.
            if !text.is_empty() {
                text.push('/');
            }
            text.push_str(part);
        }
        Self::new(&text)
    }

    /// The folders, then the name.
    pub fn parts(&self) -> impl ExactSizeIterator<Item = &str> {
        self.0.iter().map(String::as_str)
    }

    pub(crate) fn split(&self) -> (&[String], &str) {
        let (name, folders) = self.0.split_last().expect("a safe path has a name");
        (folders, name)
    }

    /// The path of the first `parts` parts.
    pub(crate) fn up_to(&self, parts: usize) -> Self {
        Self(self.0.iter().take(parts).cloned().collect())
    }

    /// The path with `/` between folders.
    pub fn text(&self) -> String {
        self.0.join("/")
    }

    /// The path below `root`.
    pub fn under(&self, root: &Path) -> PathBuf {
        let mut path = root.to_path_buf();
        path.extend(self.parts());
        path
    }
}

impl Display for SafePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(&Foreign(self.text()), f)
    }
}

/// Whether a path starts with a Windows drive: `C:`.
fn has_drive(path: &str) -> bool {
    let mut chars = path.chars();
    chars.next().is_some_and(|c| c.is_ascii_alphabetic()) && chars.next() == Some(':')
}

/// Whether HFS+ ignores a character in names, or the character is invisible. A name is still `.git` if it contains
/// them.
fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fff8}'
        | '\u{e0000}'..='\u{e007f}')
}

fn check_part(path: &str, part: &str) -> Result<(), PathError> {
    let (path, owned) = (path.to_owned(), part.to_owned());
    let part: &str = &part.replace(is_invisible, "");
    // `.git::$INDEX_ALLOCATION` is `.git`: a stream name follows a colon.
    let name = part.split(':').next().unwrap_or_default();
    // Windows removes dots and spaces at the end.
    let name = name.trim_end_matches(['.', ' ']);
    if part == ".." || (name.is_empty() && part.starts_with("..")) {
        return Err(PathError::Parent { path });
    }
    if is_git(name) {
        return Err(PathError::Git { path, part: owned });
    }
    if is_device(name) {
        return Err(PathError::Device { path, part: owned });
    }
    if part.ends_with(['.', ' ']) {
        return Err(PathError::Ending { path, part: owned });
    }
    Ok(())
}

/// Whether a name is `.git` or one of its short names on NTFS: `GIT~1` to `GIT~4`, then `GI` with four hexadecimal
/// digits and `~1`.
fn is_git(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let hashed = |text: &str| {
        text.split_once('~').is_some_and(|(hash, number)| {
            hash.len() == 4 && hash.bytes().all(|b| b.is_ascii_hexdigit()) && digits(number)
        })
    };
    name == ".git"
        || name.strip_prefix("git~").is_some_and(digits)
        || name.strip_prefix("gi").is_some_and(hashed)
}

/// Whether Windows reads a name as a device, in every folder and with every extension.
fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default().trim_end_matches(' ').to_ascii_uppercase();
    if matches!(&*stem, "CON" | "PRN" | "AUX" | "NUL" | "CONIN$" | "CONOUT$" | "CLOCK$") {
        return true;
    }
    let number = stem.strip_prefix("COM").or_else(|| stem.strip_prefix("LPT"));
    // Superscript digits count too.
    number.is_some_and(|n| {
        let mut chars = n.chars();
        matches!((chars.next(), chars.next()), (Some('0'..='9' | '¹' | '²' | '³'), None))
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[track_caller]
    fn refused(path: &str, expected: fn(&PathError) -> bool) {
        let error = SafePath::new(path).expect_err(path);
        assert!(expected(&error), "{path:?}: {error:?}");
        assert!(!error.to_string().contains(|c: char| c.is_control()), "{error}");
    }

    #[test]
    fn usual_paths_are_safe() {
        for (path, same) in [
            ("a", "a"),
            ("src/main.rs", "src/main.rs"),
            ("./src//a b.é.rs", "src/a b.é.rs"),
            (".gitignore", ".gitignore"),
            (".github/x.yml", ".github/x.yml"),
            ("git/a", "git/a"),
            ("...a/..b/c..d", "...a/..b/c..d"),
            ("gift~1", "gift~1"),
            ("console/common.rs", "console/common.rs"),
            ("com/lpt10", "com/lpt10"),
            ("[id]/$x.tsx", "[id]/$x.tsx"),
            ("👩\u{200d}💻/می\u{200c}خواهم", "👩\u{200d}💻/می\u{200c}خواهم"),
        ] {
            assert_eq!(SafePath::new(path).map(|p| p.to_string()), Ok(same.to_owned()));
        }
    }

    #[test]
    fn paths_that_lead_out_are_refused() {
        for path in ["..", "../a", "a/../b", "a/..", "a/.. /b", "a/.../b", "..:x", "a\\..\\b"] {
            refused(path, |e| matches!(e, PathError::Parent { .. }));
        }
        for path in ["/a", "//server/a", "\\a", "\\\\server\\a", "\\\\?\\C:\\a", "C:/a", "c:a", "/", "C:"] {
            refused(path, |e| matches!(e, PathError::Absolute { .. }));
        }
        for path in ["", ".", "./", "a/", "a/.", "./."] {
            refused(path, |e| matches!(e, PathError::Empty));
        }
    }

    #[test]
    fn git_is_refused_in_every_disguise() {
        for part in [
            ".git",
            ".GIT",
            ".gIt",
            ".git.",
            ".git ",
            ".git. .",
            "git~1",
            "GIT~1",
            "Git~23",
            ".git::$INDEX_ALLOCATION",
            ".git:x",
            ".git .:x",
            "gi7eba~1",
            "git~1.",
            "git~1:$DATA",
        ] {
            for path in [
                part.to_owned(),
                format!("{part}/config"),
                format!("a/{part}/hooks/x"),
                format!("a\\{part}\\x"),
            ] {
                refused(&path, |e| matches!(e, PathError::Git { .. }));
            }
        }
        for path in [
            ".g\u{200c}it/config",
            ".git\u{200d}",
            "\u{feff}.git",
            ".gi\u{2060}t",
            ".g\u{ad}it",
            ".git\u{200b}.",
        ] {
            refused(path, |e| matches!(e, PathError::Git { .. }));
        }
    }

    #[test]
    fn devices_streams_and_separators_are_refused() {
        for path in [
            "CON",
            "a/nul",
            "nul.txt",
            "Aux.tar.gz",
            "com1",
            "LPT9.x",
            "com²",
            "prn .txt",
            "CONIN$",
            "a/con./b",
        ] {
            refused(path, |e| matches!(e, PathError::Device { .. }));
        }
        refused("a:b", |e| matches!(e, PathError::Absolute { .. }));
        refused("ab:c", |e| matches!(e, PathError::Colon { .. }));
        refused("a/b\\c", |e| matches!(e, PathError::Backslash { .. }));
        for path in ["a\0b", "a\nb", "\u{1b}[2J", "a/\u{9b}x"] {
            refused(path, |e| matches!(e, PathError::Control { .. }));
        }
        for path in ["a.", "a /b", "x/b. "] {
            refused(path, |e| matches!(e, PathError::Ending { .. }));
        }
    }

    #[test]
    fn a_path_below_a_folder_is_checked_the_same() {
        let below = |path: &str| SafePath::below(Path::new("/w"), Path::new(path));
        assert_eq!(below("/w/a/b").map(|p| p.to_string()), Ok("a/b".to_owned()));
        assert!(matches!(below("/v/a"), Err(PathError::Outside { .. })));
        assert!(matches!(below("/w/../a"), Err(PathError::Parent { .. })));
        assert!(matches!(below("/w/.Git/a"), Err(PathError::Git { .. })));
        assert!(matches!(below("/w"), Err(PathError::Empty)));
    }

    proptest! {
        /// A safe path stays in its folder and is accepted again.
        #[test]
        fn what_passes_stays_inside(path in "([.]{0,3}|[a-zA-Z~:\\\\/ .]{0,4}|git|[.]git|\\PC){1,6}(/[^/]{0,6}){0,3}") {
            if let Ok(safe) = SafePath::new(&path) {
                prop_assert!(safe.parts().all(|p| p != ".." && !p.contains(['/', '\\', ':', '\0'])));
                prop_assert!(safe.under(Path::new("/w")).starts_with("/w"));
                let text: Vec<_> = safe.parts().collect();
                prop_assert_eq!(SafePath::new(&text.join("/")), Ok(safe.clone()));
            }
        }
    }
}
