//! A list of diagnostics. Most of them are kept with groups of chunks, and the list only refers to them: an edit computes
//! those of one or two groups, and copies no others.

use std::any::Any;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use crate::diagnostics::nearest::is_typo;
use crate::{CachedPart, Diagnostic, Rule, Severity, Span, Text, work};

/// Diagnostics that depend only on a group of adjacent chunks. Offsets count from the start of the group.
pub struct KeptFindings {
    all: Box<[KeptFinding]>,
    /// See [`Self::derived`].
    derived: Mutex<Option<Arc<dyn Any + Send + Sync>>>,
}

struct KeptFinding {
    diagnostic: Diagnostic,
    identity: u64,
}

/// Diagnostics of a document.
#[derive(Default)]
pub struct Findings {
    /// The kept diagnostics, each with the start of their group.
    kept: Vec<(usize, Arc<KeptFindings>)>,
    /// All others, in document coordinates.
    own: Vec<Diagnostic>,
    places: Vec<Place>,
}

/// Where a diagnostic of the list is.
#[derive(Clone, Copy)]
struct Place {
    span: Span,
    severity: Severity,
    /// The index in `kept`; [`OWN`] for `own`.
    list: u32,
    number: u32,
}

const OWN: u32 = u32::MAX;

/// A diagnostic of a list, in document coordinates.
#[derive(Clone, Copy)]
pub struct Finding<'a> {
    pub span: Span,
    /// With the settings of the file.
    pub severity: Severity,
    place: Place,
    start: usize,
    diagnostic: &'a Diagnostic,
    identity: Option<u64>,
}

impl KeptFindings {
    /// Keeps the diagnostics of a group that starts at `start` of a text.
    pub fn new(text: &Text, start: usize, diagnostics: Vec<Diagnostic>) -> Self {
        let keep = |mut diagnostic: Diagnostic| {
            work::add(1);
            complete(&mut diagnostic, text, start);
            let identity = identity(diagnostic.rule, &diagnostic.message);
            KeptFinding { diagnostic, identity }
        };
        Self { all: diagnostics.into_iter().map(keep).collect(), derived: Mutex::new(None) }
    }

    pub fn len(&self) -> usize {
        self.all.len()
    }

    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    pub fn iter(&self) -> impl Iterator<Item = &Diagnostic> {
        self.all.iter().map(|kept| &kept.diagnostic)
    }

    /// What is derived from these diagnostics, such as their JSON: the last one if `is_current`, otherwise a new one.
    pub fn derived<T: Any + Send + Sync>(
        &self,
        is_current: impl FnOnce(&T) -> bool,
        make: impl FnOnce() -> T,
    ) -> Arc<T> {
        let last = || self.derived.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = last().as_ref().and_then(|kept| Arc::clone(kept).downcast::<T>().ok());
        if let Some(kept) = kept.filter(|kept| is_current(kept)) {
            return kept;
        }
        // Other threads must not wait for this one.
        let made = Arc::new(make());
        *last() = Some(Arc::clone(&made) as _);
        made
    }
}

impl CachedPart for KeptFindings {
    /// With the JSON of the diagnostics.
    fn size(&self) -> usize {
        let texts = |one: &Diagnostic| {
            let fixes = one.fixes.iter().map(|fix| 150 + fix.title.len()).sum::<usize>();
            2 * one.message.len() + fixes + 150 * one.related.len()
        };
        self.iter().map(|one| size_of::<KeptFinding>() + 200 + texts(one)).sum()
    }
}

impl Findings {
    /// Adds kept diagnostics of a group that starts at `start`.
    pub fn keep(&mut self, start: usize, kept: &Arc<KeptFindings>) {
        self.keep_if(start, kept, |_| true);
    }

    /// Adds those of the kept diagnostics whose index fulfills a condition.
    pub fn keep_if(&mut self, start: usize, kept: &Arc<KeptFindings>, is_wanted: impl Fn(usize) -> bool) {
        let list = index(self.kept.len());
        let wanted = kept.iter().enumerate().filter(|(number, _)| is_wanted(*number));
        let before = self.places.len();
        self.places.extend(wanted.map(|(number, one)| Place {
            span: one.span.shifted(start),
            severity: one.severity,
            list,
            number: index(number),
        }));
        if self.places.len() > before {
            self.kept.push((start, Arc::clone(kept)));
        }
    }

    pub fn push(&mut self, diagnostic: Diagnostic) {
        let (span, severity) = (diagnostic.span, diagnostic.severity);
        self.places.push(Place { span, severity, list: OWN, number: index(self.own.len()) });
        self.own.push(diagnostic);
    }

    /// Adds the diagnostics of another list.
    pub fn append(&mut self, other: Findings) {
        let (lists, own) = (index(self.kept.len()), index(self.own.len()));
        self.kept.extend(other.kept);
        self.own.extend(other.own);
        self.places.extend(other.places.into_iter().map(|place| match place.list {
            OWN => Place { number: place.number + own, ..place },
            list => Place { list: list + lists, ..place },
        }));
    }

    pub fn len(&self) -> usize {
        self.places.len()
    }

    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    pub fn iter(&self) -> impl Iterator<Item = Finding<'_>> {
        self.places.iter().filter_map(|place| self.finding(*place))
    }

    fn finding(&self, place: Place) -> Option<Finding<'_>> {
        let Place { span, severity, number, .. } = place;
        let (start, diagnostic, identity) = match place.list {
            OWN => (0, self.own.get(number as usize)?, None),
            list => {
                let (start, kept) = self.kept.get(list as usize)?;
                let one = kept.all.get(number as usize)?;
                (*start, &one.diagnostic, Some(one.identity))
            }
        };
        Some(Finding { span, severity, place, start, diagnostic, identity })
    }

    /// The groups of kept diagnostics, each with its start.
    pub fn kept(&self) -> &[(usize, Arc<KeptFindings>)] {
        &self.kept
    }

    /// Removes all diagnostics that do not fulfill a condition.
    pub fn retain(&mut self, mut is_wanted: impl FnMut(&Finding<'_>) -> bool) {
        let mut places = std::mem::take(&mut self.places);
        places.retain(|place| self.finding(*place).is_some_and(|finding| is_wanted(&finding)));
        self.places = places;
    }

    /// Removes all diagnostics but those with these indexes.
    pub fn keep_range(&mut self, range: Range<usize>) {
        self.places.truncate(range.end);
        self.places.drain(..range.start.min(self.places.len()));
    }

    /// Sets severities, `None` for a rule that is off, completes the diagnostics that are not kept, and sorts all by
    /// their places.
    pub(crate) fn conclude(
        &mut self,
        text: &Text,
        severity_of: impl Fn(&'static Rule, Severity) -> Option<Severity>,
    ) {
        self.own.iter_mut().for_each(|own| complete(own, text, 0));
        let mut places = std::mem::take(&mut self.places);
        places.retain_mut(|place| {
            let Some(finding) = self.finding(*place) else { return false };
            let severity = severity_of(finding.diagnostic.rule, place.severity);
            place.severity = severity.unwrap_or(place.severity);
            severity.is_some()
        });
        places.sort_by_key(|place| (place.span, std::cmp::Reverse(place.severity)));
        self.places = places;
    }

    /// Copies of all diagnostics.
    pub fn to_vec(&self) -> Vec<Diagnostic> {
        self.iter().map(Finding::to_diagnostic).collect()
    }
}

impl From<Vec<Diagnostic>> for Findings {
    fn from(diagnostics: Vec<Diagnostic>) -> Self {
        let mut all = Self::default();
        diagnostics.into_iter().for_each(|one| all.push(one));
        all
    }
}

impl Extend<Diagnostic> for Findings {
    fn extend<T: IntoIterator<Item = Diagnostic>>(&mut self, diagnostics: T) {
        diagnostics.into_iter().for_each(|one| self.push(one));
    }
}

impl<'a> Finding<'a> {
    pub fn rule(&self) -> &'static Rule {
        self.diagnostic.rule
    }

    pub fn message(&self) -> &'a str {
        &self.diagnostic.message
    }

    /// A number for the rule and the message.
    pub fn identity(&self) -> u64 {
        self.identity.unwrap_or_else(|| identity(self.rule(), self.message()))
    }

    /// As [`Diagnostic::awaited`].
    pub fn awaited(&self) -> Option<Span> {
        self.diagnostic.awaited().map(|span| span.shifted(self.start))
    }

    /// The index in [`Findings::kept`] and the index there; `None` if the diagnostic is not kept.
    pub fn kept(&self) -> Option<(usize, usize)> {
        (self.place.list != OWN).then_some((self.place.list as usize, self.place.number as usize))
    }

    /// Whether it has one automatic fix.
    pub fn has_automatic_fix(&self) -> bool {
        self.diagnostic.automatic().is_some()
    }

    /// A copy in document coordinates.
    pub fn to_diagnostic(self) -> Diagnostic {
        work::add(1);
        Diagnostic { severity: self.severity, ..self.diagnostic.clone().shifted(self.start) }
    }
}

/// A number for diagnostics of the same rule with the same message.
fn identity(rule: &Rule, message: &str) -> u64 {
    BuildHasherDefault::<DefaultHasher>::new().hash_one((rule.code, message))
}

fn index(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX - 1)
}

/// What all diagnostics get at the end. Offsets count from `start` of the text.
fn complete(diagnostic: &mut Diagnostic, text: &Text, start: usize) {
    in_one_line(diagnostic);
    diagnostic.doubt(|span, word| is_typo(&text.span(span.shifted(start)), word));
}

/// Escapes control characters, because messages quote the document and a name can contain a line break.
fn in_one_line(finding: &mut Diagnostic) {
    let related = finding.related.iter_mut().map(|one| &mut one.message);
    let titles = finding.fixes.iter_mut().map(|fix| &mut fix.title);
    for text in related.chain(titles).chain([&mut finding.message]) {
        // Control characters are these bytes, or begin with this one.
        let may_be_control = |byte: u8| byte < b' ' || byte == 0x7f || byte == 0xc2;
        if text.bytes().any(may_be_control) && text.contains(char::is_control) {
            let escape =
                |c: char| if c.is_control() { c.escape_default().to_string() } else { c.to_string() };
            *text = text.chars().map(escape).collect();
        }
    }
}
