//! Where in the workspace a finding comes from: the file of the page's route, or the source that annotates what is
//! around it with the same names.

use std::path::{Path, PathBuf};

use agmark_aaf::html::{Element, visible_text};
use agmark_aaf::page::Page;
use agmark_aaf::routes;
use agmark_aaf::script::Source;
use agmark_audit::{Audited, Finding, files};
use agmark_lsp::Context;
use agmark_syntax::Span;
use url::Url;

const MANIFEST: &str = "agent-manifest.json";

/// What is in every source of a component that is annotated.
const ANNOTATED: [&str; 2] = ["data-agent-", "<Agent"];

/// What a person tells an element by, the best first.
const MARKS: [&str; 8] = ["id", "name", "data-testid", "aria-label", "placeholder", "href", "action", "for"];

/// The annotations that name something.
const NAMES: [&str; 4] = ["action", "field", "output", "for-action"];

/// The sources of pages in a workspace.
pub struct Places {
    sources: Vec<File>,
    manifests: Vec<(PathBuf, String)>,
}

struct File {
    path: PathBuf,
    text: String,
    kind: Source,
    /// The route that it is the page of.
    route: Option<String>,
    /// Its name in reports of files.
    shown: Vec<String>,
}

impl Places {
    pub fn new(context: &Context<'_>) -> Self {
        // Also those without annotations: what is missing is missing there.
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
            Some(File { route: routes::of_file(path, &roots), path: path.clone(), text, kind, shown })
        });
        Places { sources: sources.collect(), manifests }
    }

    /// The file and the place in it that a finding of a page comes from.
    pub fn of(&self, page: &Audited, finding: &Finding) -> Option<(PathBuf, Span)> {
        if let Some((_, text)) = &finding.elsewhere {
            let same = self.manifests.iter().find(|(_, own)| **own == **text);
            // One that is served otherwise than it is written: at its beginning.
            let other = || Some((self.manifests.first()?.0.clone(), Span::at(0)));
            return same.map(|(path, _)| (path.clone(), finding.span)).or_else(other);
        }
        let own: Vec<&File> = self.sources.iter().filter(|file| file.is_of(page)).collect();
        if let Some(same) = own.iter().find(|file| *file.text == *page.text) {
            return Some((same.path.clone(), finding.span));
        }
        let served = Page::new(&page.text);
        let element =
            served.dom.elements.iter().position(|one| Span::from(one.tag.span.clone()) == finding.span);
        let Some(index) = element else {
            // It is about the page as a whole.
            return own.first().map(|file| (file.path.clone(), Span::at(0)));
        };
        let alike = |file: &&File| Some((file.path.clone(), file.alike(&served, index)?));
        let others = || self.sources.iter().filter(|file| file.kind.is_component());
        own.iter()
            .copied()
            .find_map(|file| alike(&file))
            .or_else(|| own.iter().copied().chain(others()).find_map(|file| file.around(&served, index)))
            .or_else(|| others().find_map(|file| alike(&file)))
            .or_else(|| own.first().map(|file| (file.path.clone(), Span::at(0))))
    }
}

impl File {
    /// Whether it is what a page is served from.
    fn is_of(&self, page: &Audited) -> bool {
        match Url::parse(&page.name).ok().filter(Url::has_host) {
            Some(url) => self.route.as_deref().is_some_and(|route| routes::matches(route, url.path())),
            None => self.shown.contains(&page.name),
        }
    }

    /// The start tag of the element that is told by the same as one of a page.
    fn alike(&self, served: &Page<'_>, index: usize) -> Option<Span> {
        let element = served.dom.elements.get(index)?;
        let name = element.name(served.text);
        let source = Page::of(&self.text, self.kind);
        let same = |one: &&Element| one.is(source.text, name);
        let mark = MARKS.iter().find_map(|mark| Some((*mark, element.attribute(served.text, mark)?)));
        let words = visible_text(served.text, element.content.clone());
        let found = match mark.filter(|(_, value)| !value.trim().is_empty()) {
            Some((mark, value)) => {
                let marked = |one: &&Element| one.attribute(source.text, mark) == Some(value);
                source.dom.elements.iter().filter(same).find(marked)
            }
            None if !words.is_empty() => {
                let says = |one: &&Element| visible_text(source.text, one.content.clone()) == words;
                source.dom.elements.iter().filter(same).find(says)
            }
            None => None,
        };
        found.map(|one| one.tag.span.clone().into())
    }

    /// The place of the innermost name around an element that this file annotates, too.
    fn around(&self, served: &Page<'_>, index: usize) -> Option<(PathBuf, Span)> {
        let source = Page::of(&self.text, self.kind);
        let ancestors = served.dom.ancestors(index).map(|(above, _)| above);
        for annotated in std::iter::once(index).chain(ancestors).filter_map(|one| served.annotated_at(one)) {
            for name in NAMES {
                let Some(value) = annotated.text(name) else { continue };
                let same = source.annotated.iter().find(|one| one.text(name) == Some(value));
                if let Some(found) = same.and_then(|one| one.get(name)) {
                    return Some((self.path.clone(), found.value_span));
                }
            }
        }
        None
    }
}

/// What a file is written in, where pages are made from such files.
fn kind(path: &Path) -> Option<Source> {
    Some(match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
        "html" | "htm" => Source::Html,
        "vue" => Source::Vue,
        "svelte" => Source::Svelte,
        "js" | "jsx" => Source::Jsx,
        "ts" | "tsx" => Source::Tsx,
        _ => return None,
    })
}
