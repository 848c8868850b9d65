//! Files of a workspace as documents, and what the other files say to them.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use agmark_syntax::diagnostics::diagnose;
use agmark_syntax::{AnyFormat, Diagnostic, Document, Registry, registry};
use agmark_workspace::config::Excludes;
use agmark_workspace::readings::{Extent, Tree};
use agmark_workspace::{
    ConfigError, Configs, Disk, Formats, Index, IndexedFile, ReadError, View, files, scan,
};
use rayon::prelude::*;
use rustc_hash::FxHashSet;

use crate::log;
use crate::report::counted;
use crate::roots;
use crate::selection::Selection;
use crate::targets::{Target, is_foreign};

/// The files that are worked on, among all files of their workspaces.
pub struct Project {
    registry: Arc<Registry>,
    configs: Arc<Configs>,
    formats: Formats,
    index: Index,
    /// The disk below the workspaces of the files.
    disk: Disk,
    working: PathBuf,
    /// Folders and files around them that were not read, because there is too much.
    left: Vec<PathBuf>,
    /// The language whose files are worked on, if not all are.
    only: Option<&'static str>,
    selection: Selection,
}

/// A file that is worked on.
pub struct Subject {
    pub path: Arc<Path>,
    pub document: Document,
}

/// What became of the files that were to be read.
#[derive(Default)]
pub struct Loaded {
    /// How many are of one of our formats.
    pub ours: usize,
    /// Those of them that may have something to report, sorted by path.
    pub subjects: Vec<Subject>,
    /// Named files that are of no format.
    pub foreign: Vec<Arc<Path>>,
    pub failed: Vec<ReadError>,
}

enum Read {
    Ours(Document),
    Foreign,
    Failed(ReadError),
}

impl Project {
    pub fn new(registry: Arc<Registry>, working: PathBuf) -> Self {
        let configs = Arc::new(Configs::new(Arc::clone(&registry)));
        let formats = Formats::new(Arc::clone(&registry), Arc::clone(&configs));
        let selection = Selection::default();
        let (index, disk) = (Index::default(), Disk::new(formats.clone(), &[]));
        Self { registry, configs, formats, index, disk, working, left: Vec::new(), only: None, selection }
    }

    /// The same for files of one language, by its id: files that are named are taken to be of it, as far as their
    /// names allow.
    #[must_use]
    pub fn only(self, language: Option<&'static str>) -> Self {
        Self { only: language, ..self }
    }

    /// The same with only these rules.
    #[must_use]
    pub fn checking(self, selection: Selection) -> Self {
        Self { selection, ..self }
    }

    pub fn registry(&self) -> &Registry {
        &self.registry
    }

    pub fn configs(&self) -> &Configs {
        &self.configs
    }

    /// Folders and files around those that are worked on that were not read, because there is too much.
    pub fn left(&self) -> &[PathBuf] {
        &self.left
    }

    /// Reads the files and as much around them as they need.
    pub fn load(&mut self, targets: &[Target]) -> Loaded {
        let read: Vec<_> = targets.par_iter().map(|target| self.read(target)).collect();
        let mut loaded = Loaded::default();
        let mut foreign = Vec::new();
        for (target, (read, analysis)) in targets.iter().zip(read) {
            match read {
                Read::Ours(document) => {
                    let quiet = analysis.as_ref().is_some_and(|analysis| analysis.quiet)
                        && !self.checks_layout(&target.path, &document);
                    self.index.set_closed(Arc::clone(&target.path), analysis);
                    loaded.take(Arc::clone(&target.path), document, quiet);
                }
                Read::Foreign => foreign.push(target),
                Read::Failed(error) => loaded.failed.push(error),
            }
        }
        let puzzled = |target: &&&Target| target.named && self.registry.may_be_ours(&target.path);
        if loaded.subjects.iter().any(|s| asks(&s.document)) || foreign.iter().any(|t| puzzled(&t)) {
            let around = self.around(targets);
            self.index_all(around);
        }
        self.adopt(&mut foreign, &mut loaded);
        loaded.foreign = foreign.iter().filter(|t| t.named).map(|t| Arc::clone(&t.path)).collect();
        loaded.subjects.sort_by(|a, b| a.path.cmp(&b.path));
        loaded
    }

    /// Takes a text of a format for the file at `path`, and reads what is around it.
    pub fn take(&mut self, path: Arc<Path>, format: Arc<dyn AnyFormat>, text: &str) -> Subject {
        let document = Document::new(self.formats.configured(format, &path), text);
        let target = Target { path: Arc::clone(&path), named: true };
        if asks(&document) {
            let around = self.around(&[target]);
            self.index_all(around);
        }
        let subject = Subject { path, document };
        self.update(&subject);
        subject
    }

    /// Tells the other files what the file says now.
    pub fn update(&mut self, subject: &Subject) {
        let analysis = Arc::new(IndexedFile::of(&subject.document));
        self.index.set_closed(Arc::clone(&subject.path), Some(analysis));
    }

    /// What is to be reported of the file.
    ///
    /// # Errors
    /// When an `agmark.toml` is wrong.
    pub fn findings(&self, subject: &Subject) -> Result<Vec<Diagnostic>, ConfigError> {
        let config = self.configs.nearest(&subject.path)?;
        let mut settings = config.settings(&subject.path);
        self.selection.switch_on(&mut settings);
        let format = subject.document.format();
        let view = View::new(&self.index, Some(&subject.path), format.info().name).on(&self.disk);
        let view = if self.left.is_empty() { view } else { view.incomplete() };
        let mut found = diagnose(&subject.document, &view, &settings);
        format.add_fixes(&subject.document, &view, &mut found);
        found.retain(|finding| self.selection.includes(finding.rule));
        let by = config.path().map_or_else(String::new, |path| format!(", with {}", path.display()));
        log::step(format_args!("{}: {}{by}", subject.path.display(), counted(found.len(), "finding")));
        Ok(found)
    }

    fn read(&self, target: &Target) -> (Read, Option<Arc<IndexedFile>>) {
        let (read, analysis) = self.read_quietly(target);
        let path = target.path.display();
        match &read {
            Read::Ours(document) => {
                let (title, bytes) = (document.format().info().title, document.text().len());
                log::step(format_args!("{path}: read as {title}, {}", counted(bytes, "byte")));
            }
            Read::Foreign => log::step(format_args!("{path}: in none of agmark's formats")),
            Read::Failed(error) => log::step(format_args!("{path}: cannot be read: {error}")),
        }
        (read, analysis)
    }

    fn read_quietly(&self, target: &Target) -> (Read, Option<Arc<IndexedFile>>) {
        let text = match files::read(&target.path) {
            Ok(text) => text,
            Err(error) if is_foreign(&error, target, &self.registry) => return (Read::Foreign, None),
            Err(error) => return (Read::Failed(error), None),
        };
        match self.format_of(target, &text) {
            Some(format) => {
                let document = Document::new(format, &text);
                let analysis = Arc::new(IndexedFile::of(&document));
                (Read::Ours(document), Some(analysis))
            }
            None => (Read::Foreign, None),
        }
    }

    fn format_of(&self, target: &Target, text: &str) -> Option<Arc<dyn AnyFormat>> {
        Some(self.formats.configured(self.plain_format_of(target, text)?, &target.path))
    }

    /// The format without what is set for it.
    fn plain_format_of(&self, target: &Target, text: &str) -> Option<Arc<dyn AnyFormat>> {
        let found = self.registry.detect_file(&target.path, text, false);
        let Some(only) = self.only else { return found };
        let wanted = self.registry.of_language(only)?;
        match found {
            Some(found) => Some(found).filter(|format| format.info().language_ids.contains(&only)),
            None => Some(wanted).filter(|format| target.named && registry::may_be(&**format, &target.path)),
        }
    }

    /// The other files of the workspaces that the targets lie in.
    fn around(&mut self, targets: &[Target]) -> Vec<PathBuf> {
        let folders: FxHashSet<&Path> = targets.iter().filter_map(|target| target.path.parent()).collect();
        let trees = folders.iter().filter_map(|folder| roots::tree(&folder.join("x"), &self.working));
        let mut trees: Vec<Tree> = trees.collect();
        // A folder that lies in another one is read with it, if all of that one is.
        trees.sort();
        trees.dedup_by(|later, first| {
            later.root.starts_with(&first.root)
                && (first.extent == Extent::Whole || later.extent == Extent::Near)
        });
        let roots: Vec<PathBuf> = trees.iter().map(|tree| tree.root.clone()).collect();
        self.disk = Disk::new(self.formats.clone(), &roots);
        let known: FxHashSet<&Path> = targets.iter().map(|target| &*target.path).collect();
        let mut around = Vec::new();
        for tree in &trees {
            let found = files::folder_files(tree, &self.registry, &Excludes::new(&self.configs));
            log::step(format_args!("walked {}: {}", tree.root.display(), counted(found.files.len(), "file")));
            around.extend(found.files.into_iter().filter(|file| !known.contains(&**file)));
            self.left.extend(found.left.into_iter().filter(|left| !known.contains(&**left)));
        }
        self.left.sort();
        self.left.dedup();
        around
    }

    fn index_all(&mut self, paths: Vec<PathBuf>) {
        log::step(format_args!("reading {} around them", counted(paths.len(), "other file")));
        let mut foreign = Vec::new();
        for (path, analysis) in scan::index_files(paths, &self.formats, &|_, _| (), &|| false) {
            if analysis.is_none() {
                foreign.push(Arc::clone(&path));
            }
            self.index.set_closed(path, analysis);
        }
        // What is of a format because a file that is worked on imports it, and what that imports in turn.
        loop {
            let (imported, rest): (Vec<_>, Vec<_>) =
                foreign.into_iter().partition(|path| self.index.imported(path));
            foreign = rest;
            if imported.is_empty() {
                break;
            }
            for path in imported {
                let analysis = scan::index_file(&path, &self.formats, true);
                self.index.set_closed(path, analysis);
            }
        }
    }

    /// Whether the settings of a file enable the rule for its layout, which the index does not know.
    fn checks_layout(&self, path: &Path, document: &Document) -> bool {
        let Some(rule) = document.format().info().layout_rule else { return false };
        self.formats.settings(path).severity(rule).is_some()
    }

    /// Files that are of a format because others of it import them; what they import in turn, too.
    fn adopt(&mut self, foreign: &mut Vec<&Target>, loaded: &mut Loaded) {
        loop {
            let (imported, rest): (Vec<&Target>, Vec<_>) =
                foreign.iter().copied().partition(|target| self.index.imported(&target.path));
            *foreign = rest;
            let mut grown = false;
            for target in imported {
                let text = files::read(&target.path).unwrap_or_default();
                let Some(format) = self.formats.detect_file(&target.path, &text, true) else { continue };
                let subject =
                    Subject { path: Arc::clone(&target.path), document: Document::new(format, &text) };
                self.update(&subject);
                let quiet = self.index.file(&subject.path).is_some_and(|analysis| analysis.quiet)
                    && !self.checks_layout(&subject.path, &subject.document);
                loaded.take(subject.path, subject.document, quiet);
                grown = true;
            }
            if !grown {
                break;
            }
        }
    }
}

impl Loaded {
    fn take(&mut self, path: Arc<Path>, document: Document, quiet: bool) {
        self.ours += 1;
        // Most files have nothing to report whatever others say: their documents can go.
        if !quiet {
            self.subjects.push(Subject { path, document });
        }
    }
}

/// Whether findings of the document depend on other files.
fn asks(document: &Document) -> bool {
    document.names().dangling().next().is_some() || document.depends_on_other_files()
}
