//! The folders of documents outside of the workspace.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use agmark_workspace::readings::{Extent, Tree};
use agmark_workspace::watch::{self, Watcher};
use lsp_types as lsp;

use super::Session;
use crate::session::mailbox::Message;
use crate::session::session_workspace::{holds, skips};

/// How such a folder is read.
pub(super) fn tree(root: &Path) -> Tree {
    Tree { root: root.to_owned(), extent: Extent::Near }
}

impl Session {
    /// Finds the folders of open documents outside of the workspace. Each is watched and read when its first document
    /// is opened, and forgotten with the last.
    pub(super) fn update_outside_folders(&mut self) {
        let whole = self.whole();
        let outside_folders: BTreeSet<PathBuf> = (self.now.documents.keys())
            .filter(|path| path.is_absolute() && !holds(&whole, path))
            .filter_map(|path| path.parent().map(Path::to_owned))
            .collect();
        let gone: Vec<_> = self
            .folders
            .outside_folders
            .keys()
            .filter(|root| !outside_folders.contains(*root))
            .cloned()
            .collect();
        let new: Vec<_> = outside_folders
            .into_iter()
            .filter(|root| !self.folders.outside_folders.contains_key(root))
            .collect();
        if gone.is_empty() && new.is_empty() {
            return;
        }
        for root in &gone {
            self.folders.outside_folders.remove(root);
            self.readings.leave(root);
        }
        if !gone.is_empty() {
            self.forget_files_outside();
        }
        for root in new {
            self.readings.expect(&root);
            let watcher = self.watch_outside_folder(&root);
            let watched = watcher.is_some();
            self.folders.outside_folders.insert(root.clone(), watcher);
            if !watched {
                self.outside_folder_watched(&root);
            }
        }
        self.look_again();
    }

    /// Watches a folder; `None` if that is not possible. [`Message::OutsideFolderWatched`] is sent when it is watched.
    fn watch_outside_folder(&self, root: &Path) -> Option<Watcher> {
        let (told, ready, folder) = (self.mailbox.clone(), self.mailbox.clone(), root.to_owned());
        let on_change = move |paths| told.send(Message::FilesChanged(paths));
        let on_ready = move || ready.send(Message::OutsideFolderWatched(folder));
        match watch::watch(&[tree(root)], skips(&self.now), on_change, on_ready) {
            Ok(watcher) => Some(watcher),
            Err(error) => {
                let folder = root.display();
                let message = format!("changes outside of the editor are not seen in {folder}: {error}");
                self.outgoing.log(lsp::MessageType::WARNING, message);
                None
            }
        }
    }

    /// Reads a folder after it is watched, so that no change is missed.
    pub(super) fn outside_folder_watched(&mut self, root: &Path) {
        if self.folders.outside_folders.contains_key(root) {
            self.readings.want_folders([tree(root)]);
            self.read_next();
        }
    }
}
