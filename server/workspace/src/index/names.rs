//! The global names of a format, sorted.

use std::path::Path;

use agmark_syntax::completion_list::MOST;
use agmark_syntax::{ArcStr, Name};

use super::Index;
use crate::paths::normal;

impl Index {
    /// The global names of a namespace in files of a format, sorted.
    pub fn names(&self, format: &str, space: &'static str) -> Vec<ArcStr> {
        self.names_but(format, space, None)
    }

    /// Like [`Self::names`], without the file `except`.
    pub(crate) fn names_but(&self, format: &str, space: &'static str, except: Option<&Path>) -> Vec<ArcStr> {
        self.beginning(format, space, "", &others(except), usize::MAX)
    }

    /// The global names of a namespace that a completion offers for a word, in files of a format that `sees` accepts,
    /// without the file `except`: see [`agmark_syntax::World::offered`].
    pub(crate) fn offered(
        &self,
        format: &str,
        space: &'static str,
        word: &str,
        except: Option<&Path>,
        sees: &dyn Fn(&Path) -> bool,
    ) -> Vec<ArcStr> {
        let others = others(except);
        let is_seen = |path: &Path| others(path) && sees(path);
        let all = self.beginning(format, space, "", &is_seen, MOST + 1);
        if all.len() <= MOST { all } else { self.beginning(format, space, word, &is_seen, MOST + 1) }
    }

    /// The first `most` names that begin with a word, in files that `sees` accepts, sorted.
    fn beginning(
        &self,
        format: &str,
        space: &'static str,
        word: &str,
        sees: &dyn Fn(&Path) -> bool,
        most: usize,
    ) -> Vec<ArcStr> {
        let table = self.tables.get(format).into_iter();
        let closed = table.flat_map(|table| {
            let is_seen = |name: &&ArcStr| {
                let full = Name { space: space.into(), text: ArcStr::clone(name) };
                table.files(&full).any(|(number, roles)| {
                    let file = self.files.get(&number).filter(|_| roles.shares);
                    file.is_some_and(|file| !self.is_open(&file.path) && sees(&file.path))
                })
            };
            table.shared(space, word).filter(is_seen).take(most)
        });
        let mut names: Vec<_> = closed.cloned().collect();
        let closed = names.len();
        names.extend(self.open_names(format, space, word, sees, most));
        if names.len() > closed {
            // A stable sort is fast for a list of sorted parts.
            names.sort();
            names.dedup();
            names.truncate(most);
        }
        names
    }
}

/// Whether a file is another one than `except`.
fn others(except: Option<&Path>) -> impl Fn(&Path) -> bool {
    let except = except.map(|path| normal(path).into_owned());
    move |path| except.as_deref() != Some(path)
}
