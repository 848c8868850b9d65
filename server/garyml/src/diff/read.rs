//! Reads a diff in any of the formats.

use agmark_syntax::without_ending;

use super::model::{Diff, DiffFormat};
use super::{name, search_replace, unified, v4a};
use crate::syntax::content::ContentLine;

impl DiffFormat {
    /// The format that a text looks like.
    pub fn guess<'a>(lines: impl Iterator<Item = &'a str> + Clone) -> Option<Self> {
        let any = |test: &dyn Fn(&str) -> bool| lines.clone().any(test);
        if any(&|l| l.starts_with("*** ")) {
            Some(Self::V4a)
        } else if any(&|l| search_replace::Marker::of(l).is_some_and(|m| m.names_a_part())) {
            Some(Self::SearchReplace)
        } else if any(&|l| l.starts_with("@@ -") || l.starts_with("--- ")) {
            Some(Self::Unified)
        } else {
            None
        }
    }
}

impl Diff {
    /// Reads the lines of a diff. `path` is the file that it changes if it names none.
    pub fn read(format: DiffFormat, lines: &[ContentLine<'_>], path: Option<&str>) -> Self {
        let mut diff = match format {
            DiffFormat::V4a => v4a::read(lines),
            DiffFormat::SearchReplace => search_replace::read(lines),
            DiffFormat::Unified => unified::read(lines),
        };
        for file in diff.files.iter_mut().filter(|f| f.path.is_none()) {
            file.path = path.map(name::plain);
        }
        diff
    }

    /// Reads the text of a diff. Spans count from its start.
    pub fn parse(format: DiffFormat, text: &str, path: Option<&str>) -> Self {
        let mut at = 0;
        let mut lines = Vec::new();
        for line in text.split('\n') {
            lines.push(ContentLine { at, text: without_ending(line), margin: 0 });
            at += line.len() + 1;
        }
        Self::read(format, &lines, path)
    }
}
