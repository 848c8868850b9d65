//! Diagnostics and the fixes they offer.

use std::path::Path;
use std::sync::Arc;

use crate::diagnostics::nearest::Suggestion;
use crate::{Ending, Rule, Severity, Span, work};

/// Something that a rule found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    pub rule: &'static Rule,
    /// The rule's own severity, until settings change it.
    pub severity: Severity,
    pub span: Span,
    /// What is wrong, and what is allowed; no line break, no full stop at the end.
    pub message: String,
    pub related: Vec<Related>,
    pub fixes: Vec<Fix>,
    pub tag: Option<Tag>,
    /// Where text may still come that resolves the finding; none if it holds whatever is written.
    pub awaits: Option<Awaits>,
}

/// Where text may still come that resolves a finding. While a person writes there, an editor does not show it yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Awaits {
    /// In the finding itself, or right after it.
    Here,
    /// Anywhere after the start of the finding: a closing line, a use, a definition.
    After,
    /// In this part of the document, or right after it.
    Within(Span),
}

/// How an editor may draw it besides its severity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tag {
    Unnecessary,
    Deprecated,
}

/// Another place that belongs to the finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Related {
    /// The file; none means the same one.
    pub path: Option<Arc<Path>>,
    pub span: Span,
    pub message: String,
}

/// A change that fixes a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// What the change does, as an order: `replace "buton" by "button"`.
    pub title: String,
    /// In the order of the text. None overlaps another.
    pub edits: Vec<Edit>,
    applicability: Applicability,
}

/// Who may apply a fix without a person who looks at it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Applicability {
    /// `check --fix` and "fix all" apply it. It keeps everything that a person wrote and what it means, and there is
    /// only one way to fix the finding.
    Automatic,
    /// It replaces a word that is almost certainly a typo. An editor may prefer it ("auto fix"), `check --fix` leaves
    /// it alone. Only [`crate::nearest`] decides this.
    Likely,
    /// A person chooses it.
    Offered,
}

/// Replace the bytes of `span` by `text`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    pub span: Span,
    pub text: String,
}

impl Rule {
    /// A finding of this rule at `span`.
    pub fn at(&'static self, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            rule: self,
            severity: self.severity,
            span,
            message: message.into(),
            related: Vec::new(),
            fixes: Vec::new(),
            tag: None,
            awaits: None,
        }
    }
}

impl Fix {
    /// A fix that `check --fix` applies: see [`Diagnostic::fix`].
    pub fn automatic(title: impl Into<String>, edits: Vec<Edit>) -> Self {
        Self::new(title, edits, Applicability::Automatic)
    }

    /// A fix that a person chooses.
    pub fn offered(title: impl Into<String>, edits: Vec<Edit>) -> Self {
        Self::new(title, edits, Applicability::Offered)
    }

    fn new(title: impl Into<String>, mut edits: Vec<Edit>, applicability: Applicability) -> Self {
        edits.sort_by_key(|edit| edit.span);
        let apart = edits.windows(2).all(|two| match two {
            [one, next] => one.span.end <= next.span.start,
            _ => true,
        });
        debug_assert!(apart, "edits of one fix overlap: {edits:?}");
        // Half of a fix is no fix: nobody applies one without edits.
        Self { title: title.into(), edits: if apart { edits } else { Vec::new() }, applicability }
    }

    pub fn applicability(&self) -> Applicability {
        self.applicability
    }
}

impl Diagnostic {
    /// Adds a fix that `check --fix` applies. It must keep everything that a person wrote, and what it means; there
    /// must be only one way to fix the finding.
    #[must_use]
    pub fn fix(self, title: impl Into<String>, edits: Vec<Edit>) -> Self {
        self.with(Fix::automatic(title, edits))
    }

    /// Adds a fix that a person chooses.
    #[must_use]
    pub fn suggest(self, title: impl Into<String>, edits: Vec<Edit>) -> Self {
        self.with(Fix::offered(title, edits))
    }

    /// Adds `: did you mean "…"?` and the fix that writes it over `span`, when there is a near word. A plain word is
    /// only offered; what [`crate::diagnostics::nearest::suggestion`] gives may be a likely typo.
    #[must_use]
    pub fn nearest(mut self, span: Span, near: Option<impl Into<Suggestion>>) -> Self {
        let Some(near) = near.map(Into::into) else { return self };
        let word = near.word();
        self.message.push_str(&format!(": did you mean \"{word}\"?"));
        let likely = if near.is_typo() { Applicability::Likely } else { Applicability::Offered };
        let edits = vec![Edit { span, text: word.to_owned() }];
        let title = format!("replace with \"{word}\"");
        self.with(Fix::new(title, edits, likely))
    }

    /// Adds a fix.
    #[must_use]
    pub fn with(mut self, fix: Fix) -> Self {
        if !fix.edits.is_empty() {
            self.fixes.push(fix);
        }
        self
    }

    /// The fix that `check --fix` applies. Two of them contradict each other: then there is none.
    pub fn automatic(&self) -> Option<&Fix> {
        self.only(Applicability::Automatic)
    }

    /// The fix that an editor may apply when a person asks for "auto fix".
    pub fn preferred(&self) -> Option<&Fix> {
        self.automatic().or_else(|| self.only(Applicability::Likely))
    }

    fn only(&self, applicability: Applicability) -> Option<&Fix> {
        let mut fixes = self.fixes.iter().filter(|fix| fix.applicability == applicability);
        fixes.next().filter(|_| fixes.next().is_none())
    }

    /// Offers what was likely, where the text that a fix replaces is not the word that was compared: a key of YAML over
    /// two lines, a word with an escape.
    pub(crate) fn doubt(&mut self, is_typo: impl Fn(Span, &str) -> bool) {
        for fix in self.fixes.iter_mut().filter(|fix| fix.applicability == Applicability::Likely) {
            let typo = matches!(fix.edits.as_slice(), [edit] if is_typo(edit.span, &edit.text));
            if !typo {
                fix.applicability = Applicability::Offered;
            }
        }
    }

    /// Adds another place in the same file.
    #[must_use]
    pub fn related(mut self, span: Span, message: impl Into<String>) -> Self {
        self.related.push(Related { path: None, span, message: message.into() });
        self
    }

    #[must_use]
    pub fn tagged(mut self, tag: Tag) -> Self {
        self.tag = Some(tag);
        self
    }

    /// Says that the finding is about unfinished text: what resolves it may still be written there.
    #[must_use]
    pub fn awaiting(mut self, place: Awaits) -> Self {
        self.awaits = Some(place);
        self
    }

    /// The part of the document where text may still come that resolves the finding.
    pub fn awaited(&self) -> Option<Span> {
        Some(match self.awaits? {
            Awaits::Here => self.span,
            Awaits::After => Span::new(self.span.start as usize, u32::MAX as usize),
            Awaits::Within(span) => span,
        })
    }

    /// The same finding with all spans of its own file moved right: from chunk to document coordinates.
    #[must_use]
    pub fn shifted(mut self, by: usize) -> Self {
        self.span = self.span.shifted(by);
        if let Some(Awaits::Within(span)) = &mut self.awaits {
            *span = span.shifted(by);
        }
        for related in self.related.iter_mut().filter(|r| r.path.is_none()) {
            related.span = related.span.shifted(by);
        }
        for edit in self.fixes.iter_mut().flat_map(|f| &mut f.edits) {
            edit.span = edit.span.shifted(by);
        }
        self
    }
}

impl Edit {
    pub fn insert(at: usize, text: impl Into<String>) -> Self {
        Self { span: Span::at(at), text: text.into() }
    }

    pub fn replace(span: Span, text: impl Into<String>) -> Self {
        Self { span, text: text.into() }
    }

    pub fn delete(span: Span) -> Self {
        Self { span, text: String::new() }
    }

    /// `text` with `edits` applied; what they put in gets its line ending. Of edits that overlap, the first by position
    /// is taken.
    pub fn apply(text: &str, edits: &[Edit]) -> String {
        let breaks = edits.iter().any(|edit| edit.text.contains('\n'));
        let ending = if breaks { Ending::of(text) } else { Ending::Lf };
        let mut sorted: Vec<_> = edits.iter().collect();
        sorted.sort_by_key(|e| e.span);
        work::add(text.len());
        let mut out = String::with_capacity(text.len());
        let mut at = 0;
        for edit in sorted {
            let range = edit.span.range();
            // Nothing is kept before an edit that begins inside of the one before: it is left out.
            if let Some(kept) = text.get(at..range.start) {
                out.push_str(kept);
                out.push_str(&ending.write(&edit.text));
                at = range.end;
            }
        }
        out.push_str(text.get(at..).unwrap_or(""));
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_edits_that_overlap_the_first_is_applied() {
        let edit = |start, end, text: &str| Edit::replace(Span::new(start, end), text);
        let edits = [edit(3, 5, "y"), edit(1, 4, "x"), edit(4, 4, "z"), edit(2, 6, "w")];
        assert_eq!(Edit::apply("abcdef", &edits), "axzef");
    }
}
