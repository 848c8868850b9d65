//! A group of adjacent chunks of a page, compared with the manifest. It is kept with the group until the group or the
//! manifest changes.

use std::collections::HashMap;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher, Hash};
use std::path::Path;
use std::sync::Arc;

use agmark_schema::shown;
use agmark_syntax::{Diagnostic, Edit, KeptFindings, Related, Rule, Span, Text, work};

use crate::cross_file::site_manifest::{NameKind, SiteManifest};
use crate::cross_file::summary::{ActionUse, PageParts};
use crate::manifest::model::SpannedText;
use crate::page::wholes;
use crate::rules::{DIFFERS, UNDECLARED_ACTION, UNDECLARED_FIELD, UNKNOWN_ROUTE};
use crate::vocabulary::{CONFIRMATIONS, RISKS};

/// A group that was compared. Offsets count from its start.
pub struct AlignedGroup {
    /// The findings that depend on nothing else.
    pub found: Arc<KeptFindings>,
    /// The names that the manifest does not have: actions and data views, then fields, then routes.
    pub unknown: Vec<UnknownName>,
    /// Their findings without suggestions.
    pub plain: Arc<KeptFindings>,
    pub words: GroupWords,
}

/// A name that the manifest does not have.
pub struct UnknownName {
    pub kind: NameKind,
    pub name: String,
    span: Span,
}

/// The names of actions and fields in a group.
#[derive(Default)]
pub struct GroupWords {
    /// Actions, and those that they are a part of, each with its first place.
    actions: HashMap<String, ActionPlace>,
    /// Whether a template computes the name of an action or a field.
    pub is_dynamic: bool,
    /// A number for all names. The sum over all groups stands for those of the page.
    pub sum: u64,
}

#[derive(Clone, Copy)]
struct ActionPlace {
    span: Span,
    /// Whether an element has exactly this name.
    is_written: bool,
}

/// Where a manifest is: its file, `None` if it is in the page, and where its spans count from.
#[derive(Clone, Copy)]
pub struct ManifestPlace<'a> {
    pub path: Option<&'a Arc<Path>>,
    pub start: usize,
}

impl ManifestPlace<'_> {
    pub fn related(&self, span: Span, message: impl Into<String>) -> Related {
        Related { path: self.path.cloned(), span: span.shifted(self.start), message: message.into() }
    }
}

impl AlignedGroup {
    /// Compares a group that starts at `start` of a text.
    pub fn of(
        text: &Text,
        start: usize,
        page: &PageParts<'_>,
        site: &SiteManifest,
        place: ManifestPlace<'_>,
    ) -> Self {
        let words = GroupWords::of(page);
        let mut aligner = Aligner { site, place, words: &words, found: Vec::new(), unknown: Vec::new() };
        page.actions().for_each(|(start, action)| aligner.action(start, action));
        aligner.fields(page);
        aligner.links(page);
        let Aligner { found, unknown, .. } = aligner;
        let plain = unknown.iter().map(|unknown| unknown.finding(0, site, place, None)).collect();
        Self {
            found: Arc::new(KeptFindings::new(text, start, found)),
            plain: Arc::new(KeptFindings::new(text, start, plain)),
            unknown,
            words,
        }
    }
}

impl UnknownName {
    /// Its finding in a group that starts at `start`, with a suggestion if there is one.
    pub fn finding(
        &self,
        start: usize,
        site: &SiteManifest,
        place: ManifestPlace<'_>,
        near: Option<&str>,
    ) -> Diagnostic {
        let span = self.span.shifted(start);
        let finding = |rule: &'static Rule, message: String| rule.at(span, message).nearest(span, near);
        let name = shown(&self.name);
        match self.kind {
            NameKind::Action | NameKind::View => {
                let (what, entry) = match self.kind {
                    NameKind::View => ("data view", near.and_then(|near| site.view(near))),
                    _ => ("action", near.and_then(|near| site.action(near))),
                };
                let mut finding =
                    finding(&UNDECLARED_ACTION, format!("the manifest has no {what} \"{name}\""));
                finding.related.extend(entry.map(|entry| place.related(entry.span, "declared here")));
                finding
            }
            NameKind::FieldOfAction(_) | NameKind::FieldOfView(_) => {
                let entry = site.entry(self.kind);
                let owner = entry.map_or_else(String::new, |entry| shown(&entry.id));
                let message = format!("action \"{owner}\" has no property \"{name}\" in the manifest");
                let mut finding = finding(&UNDECLARED_FIELD, message);
                let related = entry.map(|entry| place.related(entry.span, "the action in the manifest"));
                finding.related.extend(related);
                finding
            }
            NameKind::Route => {
                let mut finding = finding(&UNKNOWN_ROUTE, format!("the manifest has no page \"{name}\""));
                let first = site.manifest.pages.first();
                finding
                    .related
                    .extend(first.map(|page| place.related(page.span, "the pages of the manifest")));
                finding
            }
        }
    }
}

impl GroupWords {
    fn of(page: &PageParts<'_>) -> Self {
        let mut words = Self { is_dynamic: page.is_dynamic(), ..Self::default() };
        for (start, action) in page.actions() {
            words.count((0, &action.name));
            let span = action.span.shifted(start);
            let written = words.actions.entry(action.name.clone());
            written.or_insert(ActionPlace { span, is_written: true }).is_written = true;
            for whole in wholes(&action.name) {
                work::add(1);
                words.actions.entry(whole.to_owned()).or_insert(ActionPlace { span, is_written: false });
            }
        }
        page.fields().for_each(|(_, field)| words.count((1, &field.action, &field.name)));
        page.iter().flat_map(|(_, part)| &part.loose).for_each(|name| words.count((2, name)));
        words
    }

    fn count(&mut self, name: impl Hash) {
        work::add(1);
        self.sum = self.sum.wrapping_add(BuildHasherDefault::<DefaultHasher>::new().hash_one(name));
    }

    /// Whether an element has an action with exactly this name.
    pub fn is_action(&self, action: &str) -> bool {
        self.actions.get(action).is_some_and(|one| one.is_written)
    }

    /// The names of actions as they are written.
    pub fn written(&self) -> impl Iterator<Item = &str> {
        let written = self.actions.iter().filter(|(_, one)| one.is_written);
        written.inspect(|_| work::add(1)).map(|(name, _)| name.as_str())
    }

    /// The first element that carries an action or a part of it.
    pub fn place(&self, action: &str) -> Option<Span> {
        self.actions.get(action).map(|one| one.span)
    }
}

struct Aligner<'a> {
    site: &'a SiteManifest,
    place: ManifestPlace<'a>,
    words: &'a GroupWords,
    found: Vec<Diagnostic>,
    unknown: Vec<UnknownName>,
}

impl Aligner<'_> {
    fn unknown(&mut self, kind: NameKind, name: &str, span: Span) {
        self.unknown.push(UnknownName { kind, name: name.to_owned(), span });
    }

    /// Whether a name is a part of an action of the group.
    fn is_part(&self, name: &str) -> bool {
        wholes(name).any(|whole| self.words.is_action(whole))
    }

    /// Compares an element with the manifest; `start` is the start of its piece.
    fn action(&mut self, start: usize, action: &ActionUse) {
        work::add(1);
        let (site, span) = (self.site, action.span.shifted(start));
        if action.view {
            return self.view(start, action);
        }
        let Some(entry) = site.action(&action.name) else {
            if let Some(view) = site.view(&action.name) {
                let message = format!(
                    "\"{}\" is a data view of the manifest, not an action: add data-agent-kind=\"collection\" to the \
                     element that shows it",
                    shown(&action.name)
                );
                let mut finding = UNDECLARED_ACTION.at(span, message);
                finding.related.push(self.place.related(view.span, "declared here"));
                self.found.push(finding);
            } else if !(site.action_of(&action.name).is_some() || action.part || self.is_part(&action.name)) {
                self.unknown(NameKind::Action, &action.name, span);
            }
            return;
        };
        let stated = [
            ("danger", "risk", &action.danger, &entry.risk),
            ("confirm", "confirmation", &action.confirm, &entry.confirmation),
            ("scope", "scope", &action.scope, &entry.scope),
            ("idempotent", "idempotent", &action.idempotent, &entry.idempotent),
        ];
        for (attribute, key, here, there) in stated {
            if let (Some(here), Some(there)) = (here, there)
                && here.text != there.text
                && is_word(attribute, &here.text)
                && is_word(attribute, &there.text)
            {
                self.differs(&action.name, attribute, key, &here.shifted(start), there);
            }
        }
    }

    /// Compares an element that shows a data view.
    fn view(&mut self, start: usize, used: &ActionUse) {
        // A list of the results of an action has the name of the action.
        let known = self.site.view(&used.name).or_else(|| self.site.action_of(&used.name));
        if let Some(entry) = known {
            if let (Some(here), Some(there)) = (&used.scope, &entry.scope)
                && here.text != there.text
            {
                self.differs(&used.name, "scope", "scope", &here.shifted(start), there);
            }
        } else if !self.is_part(&used.name) {
            self.unknown(NameKind::View, &used.name, used.span.shifted(start));
        }
    }

    fn differs(&mut self, action: &str, attribute: &str, key: &str, here: &SpannedText, there: &SpannedText) {
        let message = format!(
            "data-agent-{attribute} of action \"{action}\" is \"{}\", but {key} in the manifest is \"{}\"",
            shown(&here.text),
            shown(&there.text)
        );
        let title = format!("replace with \"{}\", as in the manifest", there.text);
        let mut finding =
            DIFFERS.at(here.span, message).suggest(title, vec![Edit::replace(here.span, &there.text)]);
        finding.related.push(self.place.related(there.span, format!("the manifest's {key}")));
        self.found.push(finding);
    }

    fn fields(&mut self, page: &PageParts<'_>) {
        for (start, field) in page.fields() {
            work::add(1);
            let Some((kind, entry)) = self.site.owner(&field.action).filter(|(_, entry)| !entry.open) else {
                continue;
            };
            if !self.site.has_field(&entry.id, &field.name) {
                self.unknown(kind, &field.name, field.span.shifted(start));
            }
        }
    }

    fn links(&mut self, page: &PageParts<'_>) {
        if self.site.manifest.pages.is_empty() {
            return;
        }
        for (start, part) in page.iter() {
            for link in part.links.iter().filter(|link| self.site.page(&link.text).is_none()) {
                let (text, span) = (link.text.as_str(), link.span.shifted(start));
                self.unknown.push(UnknownName { kind: NameKind::Route, name: text.to_owned(), span });
            }
        }
    }
}

/// Whether a value of an attribute with a fixed set of words is one of them. Unknown words have their own diagnostic.
fn is_word(attribute: &str, value: &str) -> bool {
    let words = match attribute {
        "danger" => RISKS,
        "confirm" => CONFIRMATIONS,
        _ => return true,
    };
    words.iter().any(|word| word.word == value)
}
