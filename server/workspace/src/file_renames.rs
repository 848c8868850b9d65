//! Updates links when files are renamed.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use agmark_syntax::{Edit, LinkKind, Span, Text, paths};

use crate::index::{FileLink, Index};

/// The edits that keep the targets of all links when files or folders are renamed (from, to), by file, under their old
/// names. `read` returns the text of a file.
pub fn edits(
    index: &Index,
    renames: &[(PathBuf, PathBuf)],
    read: &mut dyn FnMut(&Path) -> Option<Text>,
) -> Vec<(Arc<Path>, Vec<Edit>)> {
    let moved = |path: &Path| {
        renames.iter().find_map(|(from, to)| {
            let below = path.strip_prefix(from).ok()?;
            Some(if below.as_os_str().is_empty() { to.clone() } else { to.join(below) })
        })
    };
    let mut all = Vec::new();
    for path in index.paths() {
        let Some(file) = index.file(&path).filter(|file| !file.links().is_empty()) else { continue };
        let own = moved(&path);
        let changed: Vec<(FileLink<'_>, String)> = file
            .links()
            .iter()
            .filter(|link| link.kind != LinkKind::Address && !link.path().is_empty())
            .filter_map(|link| {
                let target = paths::beside(&path, link.path());
                let new = moved(&target);
                if new.is_none() && own.is_none() {
                    return None;
                }
                let from = own.as_deref().unwrap_or(&path);
                let written = write(link.path(), from, &new.unwrap_or(target));
                (written != link.path()).then_some((link, written))
            })
            .collect();
        if changed.is_empty() {
            continue;
        }
        let Some(text) = read(&path) else { continue };
        let edits: Vec<_> = changed.iter().filter_map(|(link, new)| edit(&text, *link, new)).collect();
        if !edits.is_empty() {
            all.push((path, edits));
        }
    }
    all
}

/// `target` as written in the file `from`, in the style of `before`.
fn write(before: &str, from: &Path, target: &Path) -> String {
    if Path::new(before).is_absolute() {
        return target.to_string_lossy().into_owned();
    }
    let new = paths::from(from, target);
    let dotted = before.starts_with("./") && !new.starts_with("..");
    if dotted { format!("./{new}") } else { new }
}

/// Replaces the path in the text of a link.
fn edit(text: &Text, link: FileLink<'_>, new: &str) -> Option<Edit> {
    if link.span.end as usize > text.len() {
        return None;
    }
    let shown = text.span(link.span);
    let at = link.span.start as usize + shown.find(link.path())?;
    Some(Edit::replace(Span::new(at, at + link.path().len()), new))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{IndexedFile, toy};

    /// The files with links after `renames`, each as `name: text`.
    fn after(files: &[(&str, &str)], renames: &[(&str, &str)]) -> String {
        let mut index = Index::default();
        for (name, text) in files {
            let analysis = IndexedFile::of(&toy::document(text));
            index.set_closed(toy::path(&format!("/w/{name}")), Some(Arc::new(analysis)));
        }
        let root = Path::new("/w");
        let renames: Vec<_> = renames.iter().map(|(a, b)| (root.join(a), root.join(b))).collect();
        let text = |path: &Path| {
            files.iter().find(|(name, _)| root.join(name) == path).map(|(_, text)| Text::new(text))
        };
        let changed = edits(&index, &renames, &mut |path| text(path));
        let show = |(path, edits): &(Arc<Path>, Vec<Edit>)| {
            let text = text(path).unwrap().to_string();
            format!("{}: {}", path.strip_prefix("/w").unwrap().display(), Edit::apply(&text, edits))
        };
        changed.iter().map(show).collect()
    }

    #[test]
    fn a_file_gets_another_name() {
        let files =
            [("a.toy", "+b.toy\n+./b.toy\n+c.toy\n"), ("sub/d.toy", "+../b.toy\n"), ("b.toy", "+c.toy\n")];
        assert_eq!(
            after(&files, &[("b.toy", "x.toy")]),
            "a.toy: +x.toy\n+./x.toy\n+c.toy\nsub/d.toy: +../x.toy\n"
        );
    }

    #[test]
    fn a_file_goes_to_another_folder() {
        let files = [("a.toy", "+b.toy\n"), ("b.toy", "+c.toy\n+./sub/d.toy\n")];
        assert_eq!(
            after(&files, &[("b.toy", "sub/b.toy")]),
            "a.toy: +sub/b.toy\nb.toy: +../c.toy\n+./d.toy\n"
        );
    }

    #[test]
    fn a_folder_gets_another_name() {
        let files = [("a.toy", "+in/b.toy\n"), ("in/b.toy", "+c.toy\n+../a.toy\n")];
        assert_eq!(
            after(&files, &[("in", "out/deep")]),
            "a.toy: +out/deep/b.toy\nin/b.toy: +c.toy\n+../../a.toy\n"
        );
    }
}
