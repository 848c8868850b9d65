//! All diagnostics of a document: those of its chunks, of its names and of other files, without those that comments
//! and settings silence.

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

pub mod common_rules;
mod cross_file;
pub mod diagnostic;
pub mod findings;
pub mod fixing;
mod layout;
pub mod nearest;
pub mod rule;
mod suppressions;

use crate::diagnostics::findings::{Findings, KeptFindings};
use crate::diagnostics::nearest::Words;
use crate::world::NameInFile;
use crate::{
    Awaits, CheckNeeds, Chunk, ChunkGroup, ChunkId, Definition, Diagnostic, Document, Name, Reference,
    Related, Rule, Settings, Severity, Span, Target, World, work,
};
use suppressions::Allows;

/// The largest distance between adjacent items of a list, in bytes.
const FAR: usize = 80;

/// The diagnostics of `document`, in the order of the text. Diagnostics that depend on other files are left out until
/// all files have been read ([`World::is_complete`]).
pub fn diagnose(document: &Document, world: &dyn World, settings: &Settings) -> Vec<Diagnostic> {
    find(document, world, settings).to_vec()
}

/// Like [`diagnose`], without copies of the diagnostics that did not change since the last time. The work depends on the
/// number of groups of chunks and of diagnostics, not on the size of the document.
pub fn find(document: &Document, world: &dyn World, settings: &Settings) -> Findings {
    let mut all = Findings::default();
    for group in document.chunks().groups().filter(|group| group.have(CheckNeeds::OWN)) {
        all.keep(group.start, &own(document, &group));
    }
    let names = Questions::new(document, world);
    for (start, chunk) in names.chunks() {
        work::add(1);
        let analysis = chunk.analysis();
        all.extend(analysis.definitions.iter().filter_map(|d| names.repeated(d, start)));
        all.extend(
            analysis.references.iter().filter_map(|r| names.unresolved(r, &analysis.references, start)),
        );
    }
    let complete = world.is_complete();
    all.append(cross_file::findings(document, world));
    all.extend(layout::findings(document, settings));
    work::add(all.len());
    let mut suppressions = Allows::new(document);
    suppressions.silence(&mut all);
    // Unused comments are reported only if everything was checked. Otherwise a comment may silence a diagnostic that
    // is not known yet.
    if complete
        && !suppressions.is_empty()
        && !all.iter().any(|finding| common_rules::UNCHECKED.contains(&finding.rule()))
    {
        all.extend(suppressions.leftovers(document, settings));
    }
    all.conclude(document.text(), |rule, own| settings.severity_of(rule, own));
    all
}

/// The diagnostics of the analyses of a group of chunks.
fn own(document: &Document, group: &ChunkGroup<'_>) -> Arc<KeptFindings> {
    group.cached(|| {
        let chunks = group.chunks_with(CheckNeeds::OWN);
        let all = chunks.flat_map(|(start, chunk)| {
            chunk.analysis().diagnostics.iter().map(move |one| one.clone().shifted(start))
        });
        KeptFindings::new(document.text(), group.start, all.collect())
    })
}

/// If a document has more names than this in a namespace, an undefined one is compared with some of them only.
const MANY: usize = 2 << 10;

/// How many names before and after an undefined one it is then compared with, in the order of their first letters and
/// in that of their last letters.
const BESIDE: usize = 64;

/// Checks the names of a document.
struct Questions<'a> {
    document: &'a Document,
    world: &'a dyn World,
    /// The chunks with repeated and undefined names.
    chunks: Arc<[ChunkId]>,
    /// Names with several definitions, each with the span of the first.
    repeated: FxHashMap<&'a Name, Span>,
    dangling: FxHashSet<&'a Name>,
    /// The words to suggest, by namespace. Filled when first needed.
    words: RefCell<FxHashMap<(&'static str, bool), Rc<KnownWords>>>,
    /// The lists of names. Filled when first needed.
    lists: OnceCell<Lists>,
}

/// The words to suggest in a namespace.
struct KnownWords {
    words: Words,
    /// Whether the names of the document are in it, because there are not many.
    is_all: bool,
}

/// References grouped by list.
#[derive(Default)]
struct Lists {
    /// The list of each reference, by the start of the reference.
    of: FxHashMap<u32, usize>,
    names: FxHashSet<(usize, Name)>,
}

impl<'a> Questions<'a> {
    fn new(document: &'a Document, world: &'a dyn World) -> Self {
        let names = document.names();
        let (mut chunks, mut repeated) = (FxHashSet::default(), FxHashMap::default());
        let repeating = names.repeated().filter_map(|name| Some((name, names.get(name)?)));
        for (name, found) in repeating.filter(|(_, found)| found.unique > 0) {
            chunks.extend(&found.definitions);
            repeated.insert(name, Span::default());
        }
        let repeating = sorted(&chunks);
        for (start, chunk) in document.chunks().marked_or(CheckNeeds::NONE, repeating) {
            work::add(1);
            for definition in &chunk.analysis().definitions {
                if let Some(first) = repeated.get_mut(&definition.name)
                    && *first == Span::default()
                {
                    *first = definition.span.shifted(start);
                }
            }
        }
        let dangling: FxHashSet<_> = names.dangling().collect();
        for name in &dangling {
            chunks.extend(names.get(name).iter().flat_map(|o| &o.references));
        }
        Self {
            document,
            world,
            chunks: sorted(&chunks),
            repeated,
            dangling,
            words: RefCell::default(),
            lists: OnceCell::new(),
        }
    }

    /// The chunks whose names may have diagnostics.
    fn chunks(&self) -> impl Iterator<Item = (usize, &'a Arc<Chunk>)> + use<'a> {
        self.document.chunks().marked_or(CheckNeeds::OTHER_FILES, Arc::clone(&self.chunks))
    }

    fn repeated(&self, definition: &Definition, start: usize) -> Option<Diagnostic> {
        let rule = definition.unique?;
        let first = *self.repeated.get(&definition.name)?;
        let span = definition.span.shifted(start);
        if span == first {
            return None;
        }
        let name = &definition.name;
        let line = self.document.text().line_of(first.start as usize) + 1;
        let message = format!("{} \"{name}\" is already defined on line {line}", name.space);
        Some(rule.at(span, message).related(first, "first defined here"))
    }

    /// Reports a name that nothing defines. `all` are the references of the chunk.
    fn unresolved(&self, reference: &Reference, all: &[Reference], start: usize) -> Option<Diagnostic> {
        let rule = reference.resolved?;
        let name = &reference.name;
        let span = reference.span.shifted(start);
        match &reference.target {
            Target::Other(path) => match self.world.in_file(path, name) {
                NameInFile::Found(_) | NameInFile::Unknown => None,
                NameInFile::Missing => {
                    Some(rule.at(span, format!("\"{path}\" has no {} \"{name}\"", name.space)))
                }
                NameInFile::NoFile => {
                    Some(rule.at(span, format!("\"{path}\" does not exist: cannot look up \"{name}\"")))
                }
            },
            Target::Workspace if !self.world.is_complete() => None,
            Target::Workspace if !self.dangling.contains(name) || self.world.defines(name) => None,
            Target::File | Target::IfDefined if !self.dangling.contains(name) => None,
            _ if self.is_another_name(reference, all) => None,
            target => Some(self.no_definition(rule, name, span, target)),
        }
    }

    /// Whether the text of a reference is another name, which the file defines.
    fn is_another_name(&self, reference: &Reference, all: &[Reference]) -> bool {
        let is_other = |one: &Reference| one.span == reference.span && one.target == Target::IfDefined;
        let defined =
            |name: &Name| self.document.names().get(name).is_some_and(|one| !one.definitions.is_empty());
        all.iter().any(|one| is_other(one) && defined(&one.name))
    }

    fn no_definition(&self, rule: &'static Rule, name: &Name, span: Span, target: &Target) -> Diagnostic {
        let mut finding = rule.at(span, format!("{} \"{name}\" is not defined", name.space));
        // A global definition of the same name in another file is a better hint than a similar name in this file.
        let places = self.world.definitions(name, true);
        if let Some(place) = places.first() {
            let file = place.path.file_name().unwrap_or_default().to_string_lossy();
            finding.message.push_str(&format!(" in this file: it is defined in \"{file}\""));
            finding.related.extend(places.into_iter().take(8).map(|place| Related {
                path: Some(place.path),
                span: place.span,
                message: "defined here".to_owned(),
            }));
            return finding;
        }
        let words = self.words(name.space.word(), *target == Target::Workspace);
        let used = |word: &str| self.is_used_beside(span, &Name::new(name.space, word));
        let near = match words.is_all {
            true => words.words.suggestion(&name.text, used),
            false => {
                let beside = || self.document.names().beside(name.space.word(), &name.text, BESIDE);
                words.words.suggestion_with(&name.text, beside, used)
            }
        };
        let finding = finding.nearest(span, near);
        // A likely typo is not a name that will be defined later.
        if finding.preferred().is_some() { finding } else { finding.awaiting(Awaits::After) }
    }

    /// Whether a name is in the same list as the one at `span`. Only punctuation and blanks are between items of a
    /// list: `refs="#a #b"`, `[a, b]`, lines that begin with a dash. A list does not contain a name twice.
    fn is_used_beside(&self, span: Span, name: &Name) -> bool {
        let lists = self.lists.get_or_init(|| self.lists());
        lists.of.get(&span.start).is_some_and(|list| lists.names.contains(&(*list, name.clone())))
    }

    fn lists(&self) -> Lists {
        let mut lists = Lists::default();
        // The previous reference that a rule checks: the rule, the end and the list.
        let mut last: Option<(&Rule, usize, usize)> = None;
        for (start, chunk) in self.chunks() {
            for reference in &chunk.analysis().references {
                let Some(rule) = reference.resolved else { continue };
                work::add(1);
                let span = reference.span.shifted(start).range();
                let list = match last {
                    Some((before, end, list)) if before == rule && self.are_beside(end, span.start) => list,
                    _ => lists.of.len(),
                };
                last = Some((rule, span.end, list));
                lists.of.insert(reference.span.shifted(start).start, list);
                lists.names.insert((list, reference.name.clone()));
            }
        }
        lists
    }

    /// Whether there are only punctuation and blanks between two places.
    fn are_beside(&self, end: usize, start: usize) -> bool {
        let near = start >= end && start - end <= FAR;
        near && !self.document.text().slice(end..start).contains(char::is_alphanumeric)
    }

    fn words(&self, space: &'static str, everywhere: bool) -> Rc<KnownWords> {
        let collect = || {
            let own = self.document.names().all_if_few(space, MANY);
            let is_all = own.is_some();
            let mut words: Vec<_> = own.into_iter().flatten().map(|name| name.text.clone()).collect();
            if everywhere {
                words.extend(self.world.names(space));
            }
            let words = if is_all { Words::new(words) } else { Words::among_many(words) };
            Rc::new(KnownWords { words, is_all })
        };
        Rc::clone(self.words.borrow_mut().entry((space, everywhere)).or_insert_with(collect))
    }
}

fn sorted(chunks: &FxHashSet<ChunkId>) -> Arc<[ChunkId]> {
    let mut ids: Vec<_> = chunks.iter().copied().collect();
    ids.sort_unstable();
    ids.into()
}

/// Whether any of the diagnostics is an error.
pub fn has_errors(findings: &[Diagnostic]) -> bool {
    findings.iter().any(|f| f.severity == Severity::Error)
}
