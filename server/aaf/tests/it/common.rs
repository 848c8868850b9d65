//! What the tests share: a workspace in memory, in which each file is of the format that its name says.

#![allow(dead_code)]

use std::path::Path;
use std::sync::Arc;

use agmark_aaf::formats;
use agmark_syntax::testing::Files;
use agmark_syntax::{AnyFormat, Candidate, Registry};

/// The files of a text: after a line `=== NAME` follows the text of a file of that name; what comes before is `first`.
/// Where nothing comes before, the first file named is the own one.
pub fn files(text: &str, first: &str) -> Files {
    let parts = parts(text, first);
    let borrowed: Vec<_> = parts.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let registry = Registry::new(formats());
    Files::new(&borrowed, &|path| {
        let text = parts.iter().find(|(name, _)| name == path).map_or("", |(_, text)| text);
        format(&registry, path, text)
    })
}

/// The format of a file; in these workspaces every page of HTML is named by a manifest, and what is of no format is read
/// by the one that helps there.
pub fn format(registry: &Registry, path: &str, text: &str) -> Option<Arc<dyn AnyFormat>> {
    let candidate = Candidate {
        path: Some(Path::new(path)),
        language: None,
        text: &text,
        surroundings: agmark_syntax::Surroundings { imported: true, described: false },
    };
    registry.detect(&candidate).or_else(|| registry.helper(&candidate))
}

/// The names and the texts.
pub fn parts(text: &str, first: &str) -> Vec<(String, String)> {
    let mut parts = vec![(first.to_owned(), String::new())];
    for line in text.split_inclusive('\n') {
        match line.trim_end().strip_prefix("=== ") {
            Some(name) => parts.push((name.to_owned(), String::new())),
            None => {
                if let Some((_, text)) = parts.last_mut() {
                    text.push_str(line);
                }
            }
        }
    }
    if text.starts_with("=== ") {
        parts.remove(0);
    }
    parts
}

/// The text without its cursor `$0`, and where that was.
pub fn cursor(text: &str) -> (String, usize) {
    let at = text.find("$0").expect("a cursor");
    (text.replacen("$0", "", 1), at)
}
