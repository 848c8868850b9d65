//! Adds annotations to pages and components that have none, and makes a manifest for a folder. Nothing is written here.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use agmark_aaf::edit::annotate::{Annotator, Unnamed};
use agmark_aaf::edit::folder;
use agmark_aaf::edit::naming::{self, ActionNames};
use agmark_aaf::manifest::model::Manifest;
use agmark_aaf::page::Page;
use agmark_aaf::page::read_options::NAME;
use agmark_aaf::site::routes::{self, WELL_KNOWN};
use agmark_aaf::syntax::language::Language;
use agmark_aaf::syntax::libraries::ComponentMap;
use agmark_syntax::{Edit, Text};
use agmark_workspace::{Configs, Formats, files};

use crate::formats;
use crate::report::{file_message, shown};
use crate::targets::{self, Target};
use crate::terminal::plain;

/// Where pages are read.
#[derive(Clone, Copy)]
pub struct Surroundings<'a> {
    /// Names are relative to this folder.
    pub working: &'a Path,
    /// No manifest above this folder is read. Without it, that is the workspace of each file.
    pub limit: Option<&'a Path>,
    /// Whether a page or a manifest may be read. It is asked for each file before it is read.
    pub may_read: &'a dyn Fn(&Path) -> bool,
}

/// Pages and components, read to be annotated.
pub struct PageSet<'a> {
    around: Surroundings<'a>,
    /// Sorted by path.
    pages: Vec<SourcePage>,
    names: ActionNames,
    /// Notes on files that are left out.
    pub notes: Vec<String>,
    /// Files and settings that cannot be read.
    pub errors: Vec<String>,
}

/// A file that is annotated.
struct SourcePage {
    path: Arc<Path>,
    text: String,
    source: Language,
    mapping: ComponentMap,
}

/// The annotations of a file.
pub struct AnnotatedFile {
    /// The number of the file in its set.
    number: usize,
    pub path: Arc<Path>,
    /// The name of the file in messages.
    pub name: String,
    /// The text without the annotations.
    pub before: String,
    pub after: String,
    /// The number of annotated elements.
    pub elements: usize,
    pub warnings: Vec<String>,
}

/// A manifest for a folder that has none.
pub struct NewManifest {
    pub path: PathBuf,
    pub text: String,
}

/// Adds components, written as `NAME=ELEMENT`, to those of the settings.
///
/// # Errors
/// When one is invalid.
pub fn with_components(mut mapping: ComponentMap, given: &[String]) -> anyhow::Result<ComponentMap> {
    for pair in given {
        let (name, element) = pair
            .split_once('=')
            .ok_or_else(|| anyhow::anyhow!("--component {}: write it as NAME=ELEMENT", plain(pair)))?;
        mapping.add(name, element).map_err(|why| anyhow::anyhow!("--component {}: {why}", plain(pair)))?;
    }
    Ok(mapping)
}

impl<'a> PageSet<'a> {
    /// Reads the pages and components of files and folders.
    ///
    /// # Errors
    /// When a path does not exist, or a component is invalid.
    pub fn read(paths: &[PathBuf], components: &[String], around: Surroundings<'a>) -> anyhow::Result<Self> {
        // Reports errors in it before any page is read.
        with_components(ComponentMap::default(), components)?;
        if let Some(path) = paths.iter().find(|path| !path.exists()) {
            anyhow::bail!("{} does not exist: check the spelling", plain(&shown(path, around.working)));
        }
        let registry = formats::registry();
        let configs = Arc::new(Configs::new(Arc::clone(&registry)));
        let gathered = targets::gather(paths, &registry, &configs).with_settings(&configs);
        let mut set = Self {
            around,
            pages: Vec::new(),
            names: ActionNames::default(),
            notes: gathered.notes(around.working),
            errors: gathered.errors(),
        };
        let formats = Formats::new(registry, configs);
        for target in gathered.targets {
            let settings = ComponentMap::of(formats.settings(&target.path).format(NAME));
            set.add(target, with_components(settings, components)?);
        }
        set.names = set.known_names();
        Ok(set)
    }

    fn add(&mut self, target: Target, mapping: ComponentMap) {
        let ending = target.path.extension().and_then(|ending| ending.to_str());
        let Some(source) = ending.and_then(Language::of_ending) else {
            if target.named {
                let name = shown(&target.path, self.around.working);
                self.notes.push(format!("{}: not HTML, JSX, TSX, Vue or Svelte, skipped", plain(&name)));
            }
            return;
        };
        if !(self.around.may_read)(&target.path) {
            let name = shown(&target.path, self.around.working);
            self.errors.push(format!("{}: outside of the folders that may be read", plain(&name)));
            return;
        }
        match files::read(&target.path) {
            Ok(text) => self.pages.push(SourcePage { path: target.path, text, source, mapping }),
            Err(error) => self.errors.push(file_message(&target.path, &error, self.around.working)),
        }
    }

    /// The names of the actions that the files have already, and those of the manifests beside them.
    fn known_names(&self) -> ActionNames {
        let mut known = ActionNames::default();
        let mut manifests: Vec<PathBuf> = Vec::new();
        for one in &self.pages {
            let page = Page::with(&one.text, one.source, &one.mapping);
            page.actions.iter().for_each(|action| known.declare(action));
            let root = match self.around.limit {
                Some(limit) => Some(limit.to_owned()),
                None => crate::roots::root(&one.path, self.around.working),
            };
            let root = root.as_deref().or(one.path.parent()).unwrap_or(self.around.working);
            manifests.extend(agmark_audit::manifest::beside(&one.path, root));
        }
        manifests.sort();
        manifests.dedup();
        manifests.retain(|manifest| (self.around.may_read)(manifest));
        for manifest in manifests {
            let site = files::read(&manifest).map(|text| Manifest::read(&text, 0)).unwrap_or_default();
            site.actions.iter().chain(&site.views).for_each(|entry| known.declare(&entry.id));
        }
        known
    }

    /// The paths of the files.
    pub fn paths(&self) -> impl Iterator<Item = &Path> {
        self.pages.iter().map(|page| &*page.path)
    }

    /// Annotates all files, in order. The files that get annotations or warnings are returned.
    pub fn annotate(&mut self) -> Vec<AnnotatedFile> {
        (0..self.pages.len()).filter_map(|number| self.annotate_one(number)).collect()
    }

    fn annotate_one(&mut self, number: usize) -> Option<AnnotatedFile> {
        let working = self.around.working;
        let one = self.pages.get_mut(number)?;
        let name = plain(&shown(&one.path, working)).into_owned();
        let place = naming::place(one.path.strip_prefix(working).unwrap_or(&one.path));
        let page = Page::with(&one.text, one.source, &one.mapping);
        let done = Annotator::new(&page, place, &mut self.names).whole();
        let lines = Text::new(&one.text);
        let position = |index: usize| {
            let start = page.dom.elements.get(index).map_or(0, |element| element.span.start);
            format!("{name}:{}", lines.line_of(start) + 1)
        };
        let mut warnings: Vec<String> =
            done.unnamed.iter().map(|one| format!("{}: {}", position(one.index), unnamed(one))).collect();
        if let Some(element) = done.unclosed {
            warnings.push(format!(
                "{}: the quote is not closed, so this element and the rest of the file are skipped: close the quote",
                position(element)
            ));
        }
        let elements = done.edits.len();
        if elements == 0 && warnings.is_empty() {
            return None;
        }
        let after = Edit::apply(&one.text, &done.edits);
        let before = std::mem::replace(&mut one.text, after.clone());
        Some(AnnotatedFile { number, path: Arc::clone(&one.path), name, before, after, elements, warnings })
    }

    /// Takes back the annotations of a file that could not be written.
    pub fn restore(&mut self, file: AnnotatedFile) {
        if let Some(one) = self.pages.get_mut(file.number) {
            one.text = file.before;
        }
    }

    /// A manifest for a folder that has none: with the actions of the files as they are by now.
    pub fn manifest(&self, folder: &Path) -> Option<NewManifest> {
        let mut roots = vec![folder.to_owned()];
        let public = folder.join("public");
        if public.is_dir() {
            roots.insert(0, public);
        }
        let site_root = roots.first()?.clone();
        if roots.iter().any(|root| root.join(WELL_KNOWN).exists()) {
            return None;
        }
        let below: Vec<_> = self
            .pages
            .iter()
            .filter(|one| one.path.starts_with(folder))
            .map(|one| folder::FolderPage {
                route: routes::of_file(&one.path, &roots),
                page: Page::with(&one.text, one.source, &one.mapping),
            })
            .collect();
        if below.iter().all(|one| one.page.actions.is_empty()) {
            return None;
        }
        let site =
            folder.file_name().map_or_else(|| "Site".to_owned(), |name| name.to_string_lossy().into_owned());
        let text = folder::written(&folder::manifest(&site, "https://example.com", &below));
        Some(NewManifest { path: site_root.join(WELL_KNOWN), text })
    }
}

fn unnamed(one: &Unnamed) -> String {
    match &one.called {
        Some(called) => format!(
            "no name can be made of \"{}\" for this {}, because names have letters from a to z only: \
             give it an id or a name with such letters",
            plain(called),
            one.what
        ),
        None => "nothing says what this form does: give it a name, an id or an aria-label".to_owned(),
    }
}
