//! Files that are not open: the folders, their readings, and the updates after a reading.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use agmark_syntax::Document;
use agmark_workspace::files;
use agmark_workspace::readings::{Extent, Tree};

use super::mailbox::{IndexedFiles, ReadFiles};
use super::{Session, outside_folders};
use crate::session::session_workspace::{self, Watch, WorkspaceReader, holds};
use crate::snapshot::addresses::outermost;
use crate::test_hooks;

impl Session {
    /// Begins to read the workspace.
    pub(super) fn start(&mut self) {
        session_workspace::configuration(&self.now, &self.outgoing, &self.mailbox);
        let roots = self.whole();
        roots.iter().for_each(|tree| self.readings.expect(&tree.root));
        self.now.complete = self.readings.is_complete();
        self.watch();
        self.read_when_watched(roots);
    }

    /// The folders of the workspace, without folders such as `/`.
    pub(super) fn whole(&self) -> Vec<Tree> {
        let roots = self.now.roots.iter().filter(|root| !files::holds_everything(root));
        roots.map(|root| Tree { root: root.clone(), extent: Extent::Whole }).collect()
    }

    /// All folders whose files are read.
    fn trees(&self) -> Vec<Tree> {
        let outside_folders = self.folders.outside_folders.keys().map(|root| outside_folders::tree(root));
        self.whole().into_iter().chain(outside_folders).collect()
    }

    fn watch(&mut self) {
        let trees = self.whole();
        let watching = &mut self.folders.watch;
        watching.ready = false;
        watching.before.extend(watching.by.take());
        watching.by = Some(session_workspace::watch(&trees, &self.now, &self.outgoing, &self.mailbox));
    }

    /// Watches the folders again, because other folders may be included now. A client watches all folders.
    pub(super) fn watch_again(&mut self) {
        if matches!(self.folders.watch.by, Some(Watch::Own { .. })) {
            self.watch();
        }
    }

    /// Reads folders after they are watched, so that no change is missed.
    fn read_when_watched(&mut self, trees: Vec<Tree>) {
        if trees.is_empty() {
            return;
        }
        if self.folders.watch.ready {
            self.readings.want_folders(trees);
            self.read_next();
        } else {
            self.folders.watch.waiting.extend(trees);
        }
    }

    /// Files are watched from now on.
    pub(super) fn watched(&mut self) {
        let watching = &mut self.folders.watch;
        watching.ready = true;
        watching.before.clear();
        let mut trees = std::mem::take(&mut watching.waiting);
        if std::mem::take(&mut watching.unsure) {
            // Earlier changes were not detected.
            trees = self.trees();
        }
        self.read_when_watched(trees);
    }

    /// The client has not confirmed in time that it watches files. They are read anyway.
    pub(super) fn not_watched(&mut self) {
        let watching = &mut self.folders.watch;
        let trees = std::mem::take(&mut watching.waiting);
        if !watching.ready && !trees.is_empty() {
            watching.unsure = true;
            self.readings.want_folders(trees);
            self.read_next();
        }
    }

    /// Starts the next reading, if none runs.
    pub(super) fn read_next(&mut self) {
        let Some(job) = self.readings.begin() else { return };
        let reader = WorkspaceReader {
            snapshot: self.now.clone(),
            trees: self.trees(),
            outgoing: self.outgoing.clone(),
            mailbox: self.mailbox.clone(),
            gate: self.gate.clone(),
            hidden: Arc::clone(&self.hidden),
            waited_for: Arc::clone(&self.waited_for),
        };
        reader.start(job);
    }

    pub(super) fn change_folders(&mut self, added: Vec<PathBuf>, removed: &[PathBuf]) {
        let before = self.whole();
        let told = &mut self.folders.told;
        told.retain(|folder| !removed.contains(folder));
        told.extend(added);
        let roots = outermost(told);
        Arc::make_mut(&mut self.now.addresses).set_roots(&roots);
        self.now.disk = Arc::new(agmark_workspace::Disk::new(self.now.formats.clone(), &roots));
        self.now.roots = Arc::new(roots);
        let now = self.whole();
        before.iter().filter(|tree| !now.contains(tree)).for_each(|tree| self.readings.leave(&tree.root));
        let new: Vec<_> = now.into_iter().filter(|tree| !before.contains(tree)).collect();
        new.iter().for_each(|tree| self.readings.expect(&tree.root));
        if !matches!(self.folders.watch.by, Some(Watch::Client)) {
            self.watch();
        }
        self.read_when_watched(new);
        self.rename_keys();
        self.update_outside_folders();
        self.forget_files_outside();
        self.look_again();
    }

    /// Forgets files outside of the folders.
    pub(super) fn forget_files_outside(&mut self) {
        let trees = self.trees();
        let strangers = self.now.index.known().into_iter().filter(|path| !holds(&trees, path));
        let files: Vec<_> = strangers.map(|path| (path, None)).collect();
        self.take_in(files);
    }

    pub(super) fn files_changed(&mut self, paths: Vec<PathBuf>) {
        let named =
            |p: &PathBuf, names: &[&str]| p.file_name().is_some_and(|n| names.iter().any(|x| n == *x));
        // A client may name a file by another path than the workspace.
        let known = |path: PathBuf| match self.now.roots.iter().any(|root| path.starts_with(root)) {
            true => path,
            false => self.now.addresses.named(&path),
        };
        let paths: Vec<_> = paths.into_iter().map(known).collect();
        let (configs, files): (Vec<_>, Vec<_>) = paths.into_iter().partition(|p| named(p, &["agmark.toml"]));
        for path in &configs {
            self.now.configs.forget(path);
        }
        if !configs.is_empty() {
            self.settings_changed();
            self.watch_again();
        }
        if configs.iter().chain(&files).any(|p| named(p, &["agmark.toml", ".gitignore", ".ignore"])) {
            // Other files may belong to the workspace now.
            self.read_all_again();
        } else if !files.is_empty() {
            self.read_files(files);
        }
    }

    /// Reads files that may have changed.
    pub(super) fn read_files(&mut self, paths: Vec<PathBuf>) {
        self.readings.want_files(paths);
        self.read_next();
    }

    pub(super) fn read_all_again(&mut self) {
        self.readings.want_folders(self.trees());
        self.read_next();
    }

    /// A reading has ended; `None` after a panic, which changes nothing.
    pub(super) fn read(&mut self, read: Option<ReadFiles>) {
        let done = self.readings.finish();
        if let Some(ReadFiles { mut files, partly }) = read {
            self.note_partly(&done, partly);
            self.note_read(text_of(&files));
            let trees = self.trees();
            files.retain(|(path, _)| holds(&trees, path));
            let covered = covered(&files);
            self.guarded(|this| this.take_in(files));
            self.read_imports(&covered);
        }
        // After any failure, the next reading starts and no question waits for this one.
        self.guarded(Self::look_again);
        self.read_next();
    }

    /// Takes some files of a reading that has not ended.
    pub(super) fn read_part(&mut self, mut files: IndexedFiles) {
        self.note_read(text_of(&files));
        let trees = self.trees();
        files.retain(|(path, _)| holds(&trees, path));
        let covered = covered(&files);
        self.update_index(files);
        self.read_imports(&covered);
    }

    /// Reads files that may have a format only because one of these open documents imports them: the reading did not
    /// know what they import.
    fn read_imports(&mut self, documents: &[Arc<Path>]) {
        let imports = documents.iter().flat_map(|path| self.now.index.imports(path));
        let unknown: Vec<_> = imports.filter(|path| self.now.index.file(path).is_none()).collect();
        if !unknown.is_empty() {
            self.read_files(unknown);
        }
    }

    fn note_partly(&mut self, done: &[Tree], partly: Vec<PathBuf>) {
        let all = Arc::make_mut(&mut self.now.partly);
        all.retain(|folder| !done.iter().any(|tree| tree.root == *folder));
        all.extend(partly);
    }

    /// Updates the index with files.
    fn take_in(&mut self, files: IndexedFiles) {
        self.update_index(files);
        let Some(names) = self.changed_names.take() else { return };
        self.refresh = true;
        self.now.disk.forget();
        self.changed_elsewhere(Path::new(""), Document::depends_on_other_files);
        self.definitions_changed(&names);
        self.detect_surrounded();
    }

    /// Updates the index without a look at the open documents.
    fn update_index(&mut self, files: IndexedFiles) {
        if files.is_empty() {
            return;
        }
        let mut names = self.changed_names.take().unwrap_or_default();
        for (path, file) in files {
            let named = path.display().to_string();
            // A panic in one file must not affect the others.
            let set = catch_unwind(AssertUnwindSafe(|| {
                test_hooks::point("indexed");
                self.now.index.set_closed(path, file)
            }));
            match set {
                Ok(changed) => names.extend(changed),
                Err(_) => tracing::error!("{named} could not be indexed because of a panic"),
            }
        }
        self.now.generation += 1;
        self.changed_names = Some(names);
    }

    /// Publishes the diagnostics that need all files, after all have been read.
    pub(super) fn look_again(&mut self) {
        let complete = self.readings.is_complete();
        if complete != self.now.complete {
            self.now.complete = complete;
            self.now.generation += 1;
            self.refresh = true;
            self.dirty.extend(self.now.documents.keys().cloned());
        }
    }
}

/// The length of the texts of these files, in bytes.
fn text_of(files: &IndexedFiles) -> usize {
    files.iter().filter_map(|(_, file)| file.as_ref()).map(|file| file.text_len()).sum()
}

/// The files that were not analyzed, because an open document hides them.
fn covered(files: &IndexedFiles) -> Vec<Arc<Path>> {
    let covered = files.iter().filter(|(_, file)| file.as_ref().is_some_and(|file| file.is_covered()));
    covered.map(|(path, _)| Arc::clone(path)).collect()
}
