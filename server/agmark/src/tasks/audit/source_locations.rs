//! Finds the source of a finding in the workspace: the file of the page's route, or the component that annotates the
//! elements around it with the same names.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

use agmark_aaf::page::Page;
use agmark_aaf::site::routes;
use agmark_aaf::syntax::html::visible_text;
use agmark_aaf::syntax::language::Language;
use agmark_audit::element_identity::{ElementIdentity, MARKS, NAMES, short, words};
use agmark_audit::page::fingerprint;
use agmark_audit::{Audited, Finding, files};
use agmark_lsp::TaskContext;
use agmark_syntax::Span;
use url::Url;

const MANIFEST: &str = "agent-manifest.json";

/// Each component source with annotations contains one of these.
const ANNOTATED: [&str; 2] = ["data-agent-", "<Agent"];

/// The sources of pages in a workspace.
pub struct SourceLocations {
    sources: Vec<File>,
    manifests: Vec<(PathBuf, String)>,
}

struct File {
    path: PathBuf,
    text: String,
    fingerprint: u64,
    kind: Language,
    /// The identities of its elements, read when they are first needed.
    marks: OnceCell<Marks>,
    /// The route that it serves.
    route: Option<String>,
    /// Its name in reports of files.
    shown: Vec<String>,
}

impl SourceLocations {
    pub fn new(context: &TaskContext<'_>) -> Self {
        // Also pages without annotations: missing annotations are reported there.
        let mut paths: Vec<PathBuf> = context.roots().iter().flat_map(|root| files::sources(root)).collect();
        paths.extend(context.path().map(|path| path.to_path_buf()));
        paths.sort();
        paths.dedup();
        let is_manifest = |path: &Path| path.file_name().is_some_and(|name| name == MANIFEST);
        let read = |path: &PathBuf| Some((path.clone(), context.text(path)?));
        let manifests: Vec<_> = paths.iter().filter(|path| is_manifest(path)).filter_map(read).collect();
        let mut roots: Vec<PathBuf> = manifests.iter().flat_map(|(path, _)| routes::roots(path)).collect();
        // Without a manifest, a site is counted from the folder that is open.
        roots.extend(context.roots().iter().flat_map(|root| [root.join("public"), root.clone()]));
        let sources = paths.iter().filter_map(|path| {
            let kind = kind(path)?;
            let text = context.text(path)?;
            if kind.is_component() && !ANNOTATED.iter().any(|word| text.contains(word)) {
                return None;
            }
            let mut shown: Vec<String> =
                context.roots().iter().map(|root| files::shown(path, root)).collect();
            shown.extend(path.parent().map(|own| files::shown(path, own)));
            let (route, fingerprint) = (routes::of_file(path, &roots), fingerprint(&text));
            Some(File { route, path: path.clone(), text, fingerprint, kind, marks: OnceCell::new(), shown })
        });
        SourceLocations { sources: sources.collect(), manifests }
    }

    /// The file and the span of a finding of a page.
    pub fn of(&self, page: &Audited, finding: &Finding) -> Option<(PathBuf, Span)> {
        if let Some((_, text)) = &finding.elsewhere {
            let same = self.manifests.iter().find(|(_, own)| **own == **text);
            // The served manifest differs from the file: the start of the file.
            let other = || Some((self.manifests.first()?.0.clone(), Span::at(0)));
            return same.map(|(path, _)| (path.clone(), finding.span)).or_else(other);
        }
        let own: Vec<&File> = self.sources.iter().filter(|file| file.is_of(page)).collect();
        if let Some(same) = own.iter().find(|file| file.fingerprint == page.fingerprint) {
            return Some((same.path.clone(), finding.span));
        }
        let Some(identity) = &finding.identity else {
            // The finding is about the whole page.
            return own.first().map(|file| (file.path.clone(), Span::at(0)));
        };
        let alike = |file: &&File| Some((file.path.clone(), file.marks().alike(identity)?));
        let around = |file: &File| Some((file.path.clone(), file.marks().around(identity)?));
        let others = || self.sources.iter().filter(|file| file.kind.is_component());
        own.iter()
            .copied()
            .find_map(|file| alike(&file))
            .or_else(|| own.iter().copied().chain(others()).find_map(around))
            .or_else(|| others().find_map(|file| alike(&file)))
            .or_else(|| own.first().map(|file| (file.path.clone(), Span::at(0))))
    }
}

impl File {
    /// Whether a page is served from this file.
    fn is_of(&self, page: &Audited) -> bool {
        match Url::parse(&page.name).ok().filter(Url::has_host) {
            Some(url) => self.route.as_deref().is_some_and(|route| routes::matches(route, url.path())),
            None => self.shown.contains(&page.name),
        }
    }

    fn marks(&self) -> &Marks {
        self.marks.get_or_init(|| Marks::of(&Page::of(&self.text, self.kind)))
    }
}

/// The elements of a file by their identity; the first of each.
#[derive(Default)]
struct Marks {
    /// By tag, attribute and value.
    marks: HashMap<(String, &'static str, String), Span>,
    /// By tag and text.
    words: HashMap<(String, String), Span>,
    /// By annotation and value.
    names: HashMap<(&'static str, String), Span>,
}

impl Marks {
    fn of(page: &Page<'_>) -> Self {
        let mut all = Marks::default();
        for element in &page.dom.elements {
            let tag = element.name(page.text).to_ascii_lowercase();
            let span: Span = element.tag.span.clone().into();
            for mark in MARKS {
                if let Some(value) = element.attribute(page.text, mark) {
                    all.marks.entry((tag.clone(), mark, short(value))).or_insert(span);
                }
            }
            let said = words(&visible_text(page.text, element.content.clone()));
            all.words.entry((tag, said)).or_insert(span);
        }
        for one in &page.annotated {
            for name in NAMES {
                if let (Some(value), Some(annotation)) = (one.text(name), one.get(name)) {
                    all.names.entry((name, value.to_owned())).or_insert(annotation.value_span);
                }
            }
        }
        all
    }

    /// The start tag of the element with the same mark or text.
    fn alike(&self, identity: &ElementIdentity) -> Option<Span> {
        match &identity.mark {
            Some((mark, value)) => self.marks.get(&(identity.tag.clone(), *mark, value.clone())).copied(),
            None if !identity.words.is_empty() => {
                self.words.get(&(identity.tag.clone(), identity.words.clone())).copied()
            }
            None => None,
        }
    }

    /// The innermost annotated name around an element that this file also has.
    fn around(&self, identity: &ElementIdentity) -> Option<Span> {
        identity.names.iter().find_map(|(name, value)| self.names.get(&(*name, value.clone())).copied())
    }
}

/// The language of a file from which pages are made.
fn kind(path: &Path) -> Option<Language> {
    Some(match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
        "html" | "htm" => Language::Html,
        "vue" => Language::Vue,
        "svelte" => Language::Svelte,
        "js" | "jsx" => Language::Jsx,
        "ts" | "tsx" => Language::Tsx,
        _ => return None,
    })
}
