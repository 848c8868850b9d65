//! Files of a workspace as documents, and what the other files say to them.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use agmark_syntax::diagnostics::diagnose;
use agmark_syntax::{AnyFormat, Diagnostic, Document, Registry, Surroundings, registry};
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

/// A file that is of no format by itself.
struct Foreign<'a> {
    target: &'a Target,
    /// Whether it is of a format if another file describes its folder.
    asks: bool,
}

enum Read {
    Ours(Document),
    Foreign { asks: bool },
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
        let alone = targets.len() == 1;
        let read: Vec<_> = targets.par_iter().map(|target| self.read(target, alone)).collect();
        let mut loaded = Loaded::default();
        let (mut foreign, mut puzzling) = (Vec::new(), false);
        for (target, (read, analysis)) in targets.iter().zip(read) {
            match read {
                Read::Ours(document) => {
                    let quiet = analysis.as_ref().map_or_else(|| is_quiet(&document), |file| file.quiet)
                        && !self.checks_layout(&target.path, &document);
                    self.index.set_closed(Arc::clone(&target.path), analysis);
                    loaded.take(Arc::clone(&target.path), document, quiet);
                }
                Read::Foreign { asks } => {
                    puzzling |= asks || (target.named && self.registry.may_be_ours(&target.path));
                    foreign.push(Foreign { target, asks });
                }
                Read::Failed(error) => loaded.failed.push(error),
            }
        }
        if puzzling || loaded.subjects.iter().any(|s| asks(&s.document)) {
            let around = self.around(targets);
            self.index_all(around);
        }
        self.adopt(&mut foreign, &mut loaded);
        loaded.foreign =
            foreign.iter().map(|f| f.target).filter(|t| t.named).map(|t| Arc::clone(&t.path)).collect();
        loaded.subjects.sort_by(|a, b| a.path.cmp(&b.path));
        loaded
    }

    /// Adds a text as the file at `path`, and reads the files around it.
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

    /// Takes a text that is of no format by itself for the file at `path`, if it is of one because of what other files
    /// say about it.
    pub fn take_surrounded(&mut self, path: Arc<Path>, text: &str) -> Option<Subject> {
        if !self.registry.may_be_ours(&path) {
            return None;
        }
        let target = Target { path, named: true };
        let around = self.around(std::slice::from_ref(&target));
        self.index_all(around);
        let format = self.detect(&target, text, self.index.surroundings(&target.path))?;
        let subject = Subject { path: target.path, document: Document::new(format, text) };
        self.update(&subject);
        Some(subject)
    }

    /// Tells the other files what the file says now.
    pub fn update(&mut self, subject: &Subject) {
        let analysis = Arc::new(IndexedFile::of(&subject.document));
        self.index.set_closed(Arc::clone(&subject.path), Some(analysis));
    }

    /// The findings of the file.
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

    /// Reads a file, with its analysis for other files. A file that is `alone` has one only if it needs other files:
    /// the analysis of a large file takes as much memory as its text.
    fn read(&self, target: &Target, alone: bool) -> (Read, Option<Arc<IndexedFile>>) {
        let (read, analysis) = self.read_quietly(target, alone);
        let path = target.path.display();
        match &read {
            Read::Ours(document) => {
                let (title, bytes) = (document.format().info().title, document.text().len());
                log::step(format_args!("{path}: read as {title}, {}", counted(bytes, "byte")));
            }
            Read::Foreign { .. } => log::step(format_args!("{path}: in none of agmark's formats")),
            Read::Failed(error) => log::step(format_args!("{path}: cannot be read: {error}")),
        }
        (read, analysis)
    }

    fn read_quietly(&self, target: &Target, alone: bool) -> (Read, Option<Arc<IndexedFile>>) {
        let text = match files::read(&target.path) {
            Ok(text) => text,
            Err(error) if is_foreign(&error, target, &self.registry) => {
                return (Read::Foreign { asks: false }, None);
            }
            Err(error) => return (Read::Failed(error), None),
        };
        match self.detect(target, &text, Surroundings::NONE) {
            Some(format) => {
                let document = Document::of_string(format, text);
                let is_needed = !alone || asks(&document);
                let analysis = is_needed.then(|| Arc::new(IndexedFile::of(&document)));
                (Read::Ours(document), analysis)
            }
            None => {
                let described = Surroundings { described: true, ..Surroundings::NONE };
                let asks = self.detect(target, &text, described).is_some();
                (Read::Foreign { asks }, None)
            }
        }
    }

    fn detect(&self, target: &Target, text: &str, surroundings: Surroundings) -> Option<Arc<dyn AnyFormat>> {
        Some(self.formats.configured(self.detect_plain(target, text, surroundings)?, &target.path))
    }

    /// The format without settings.
    fn detect_plain(
        &self,
        target: &Target,
        text: &str,
        surroundings: Surroundings,
    ) -> Option<Arc<dyn AnyFormat>> {
        let found = self.registry.detect_file(&target.path, text, surroundings);
        let Some(only) = self.only else { return found };
        let wanted = self.registry.of_language(only)?;
        match found {
            Some(found) => Some(found).filter(|format| format.info().language_ids.contains(&only)),
            None => Some(wanted).filter(|format| target.named && registry::may_be(&**format, &target.path)),
        }
    }

    /// The other files of the workspaces of the targets.
    fn around(&mut self, targets: &[Target]) -> Vec<PathBuf> {
        let folders: FxHashSet<&Path> = targets.iter().filter_map(|target| target.path.parent()).collect();
        let trees = folders.iter().filter_map(|folder| roots::tree(&folder.join("x"), &self.working));
        let mut trees: Vec<Tree> = trees.collect();
        // A folder inside another one is read with it, if the other one is read completely.
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
        for (path, analysis) in
            scan::index_files(paths, &self.index, &self.formats, &|_| false, &|_, _| (), &|| false)
        {
            self.index.set_closed(path, analysis);
        }
    }

    /// Whether the settings of a file enable the rule for its layout, which the index does not know.
    fn checks_layout(&self, path: &Path, document: &Document) -> bool {
        let Some(rule) = document.format().info().layout_rule else { return false };
        self.formats.settings(path).severity(rule).is_some()
    }

    /// Files that are of a format because others import or describe them; what they import in turn, too.
    fn adopt(&mut self, foreign: &mut Vec<Foreign<'_>>, loaded: &mut Loaded) {
        let mut asked: FxHashSet<(Arc<Path>, Surroundings)> = FxHashSet::default();
        loop {
            let mut grown = false;
            for one in std::mem::take(foreign) {
                let target = one.target;
                let surroundings = self.index.surroundings(&target.path);
                let can_be = surroundings.imported || (surroundings.described && one.asks);
                if !can_be || !asked.insert((Arc::clone(&target.path), surroundings)) {
                    foreign.push(one);
                    continue;
                }
                let text = files::read(&target.path).unwrap_or_default();
                let Some(format) = self.detect(target, &text, surroundings) else {
                    foreign.push(one);
                    continue;
                };
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

/// Whether the document has no findings, if it does not depend on other files.
fn is_quiet(document: &Document) -> bool {
    let mut chunks = document.chunks().iter();
    document.names().repeated().next().is_none() && !chunks.any(|(_, chunk)| chunk.is_marked())
}

/// Whether findings of the document depend on other files.
fn asks(document: &Document) -> bool {
    document.names().dangling().next().is_some() || document.depends_on_other_files()
}
