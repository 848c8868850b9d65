//! Diagnostics and their fixes.

use std::path::Path;
use std::sync::Arc;

use crate::diagnostics::nearest::Suggestion;
use crate::{Ending, Rule, Severity, Span, work};

/// A problem that a rule reports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    pub rule: &'static Rule,
    /// The severity of the rule, unless settings change it.
    pub severity: Severity,
    pub span: Span,
    /// The problem, and what is expected. One line without a full stop at the end.
    pub message: String,
    pub related: Vec<Related>,
    pub fixes: Vec<Fix>,
    pub tag: Option<Tag>,
    /// Where more text could resolve the diagnostic; `None` if no further text can.
    pub awaits: Option<Awaits>,
}

/// Where more text could resolve a diagnostic. While a person types there, an editor does not show the diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Awaits {
    /// In the span of the diagnostic or directly after it.
    Here,
    /// Anywhere after the start of the diagnostic, for example a closing line or a definition.
    After,
    /// In this span or directly after it.
    Within(Span),
}

/// How an editor can draw the diagnostic in addition to its severity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tag {
    Unnecessary,
    Deprecated,
}

/// Another place that belongs to a diagnostic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Related {
    /// The file; `None` for the same file.
    pub path: Option<Arc<Path>>,
    pub span: Span,
    pub message: String,
}

/// A change that fixes a diagnostic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// What the change does, in the imperative: `replace with "button"`.
    pub title: String,
    /// In the order of the text, without overlaps.
    pub edits: Vec<Edit>,
    applicability: Applicability,
}

/// Whether a fix can be applied without review.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Applicability {
    /// `check --fix` and "fix all" apply it. It removes nothing that a person wrote, keeps the meaning, and is the
    /// only way to fix the diagnostic.
    Automatic,
    /// It replaces a word that is almost certainly a typo. An editor's "auto fix" applies it, `check --fix` does not.
    /// Only [`crate::nearest`] decides this.
    Likely,
    /// A person has to choose it.
    Offered,
}

/// Replaces the bytes of `span` with `text`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    pub span: Span,
    pub text: String,
}

impl Rule {
    /// A diagnostic of this rule at `span`.
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

    /// A fix that a person has to choose.
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
        // A fix with some of its edits could do damage, so it gets none. A fix without edits is never applied.
        Self { title: title.into(), edits: if apart { edits } else { Vec::new() }, applicability }
    }

    pub fn applicability(&self) -> Applicability {
        self.applicability
    }
}

impl Diagnostic {
    /// Adds a fix that `check --fix` applies. It must remove nothing that a person wrote, keep the meaning, and be the
    /// only way to fix the diagnostic.
    #[must_use]
    pub fn fix(self, title: impl Into<String>, edits: Vec<Edit>) -> Self {
        self.with(Fix::automatic(title, edits))
    }

    /// Adds a fix that a person chooses.
    #[must_use]
    pub fn suggest(self, title: impl Into<String>, edits: Vec<Edit>) -> Self {
        self.with(Fix::offered(title, edits))
    }

    /// Adds `: did you mean "…"?` and the fix that replaces `span`, if there is a similar word. For a plain word the
    /// fix is only offered; [`crate::diagnostics::nearest::suggestion`] can find a likely typo.
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

    /// The fix that `check --fix` applies; `None` if there are several, because they contradict each other.
    pub fn automatic(&self) -> Option<&Fix> {
        self.only(Applicability::Automatic)
    }

    /// The fix that an editor's "auto fix" applies.
    pub fn preferred(&self) -> Option<&Fix> {
        self.automatic().or_else(|| self.only(Applicability::Likely))
    }

    fn only(&self, applicability: Applicability) -> Option<&Fix> {
        let mut fixes = self.fixes.iter().filter(|fix| fix.applicability == applicability);
        fixes.next().filter(|_| fixes.next().is_none())
    }

    /// Makes a likely fix an offered one if it replaces more than the compared word, for example a YAML key over two
    /// lines or a word with an escape.
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

    /// Marks the diagnostic as one that more text could resolve.
    #[must_use]
    pub fn awaiting(mut self, place: Awaits) -> Self {
        self.awaits = Some(place);
        self
    }

    /// The part of the document where more text could resolve the diagnostic.
    pub fn awaited(&self) -> Option<Span> {
        Some(match self.awaits? {
            Awaits::Here => self.span,
            Awaits::After => Span::new(self.span.start as usize, u32::MAX as usize),
            Awaits::Within(span) => span,
        })
    }

    /// The same diagnostic with all spans in the same file moved by `by` bytes, from chunk to document coordinates.
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

    /// `text` with `edits` applied. Inserted text gets the line ending of `text`. Of edits that overlap, the first by
    /// position is applied.
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
            // An edit that starts inside the previous one is skipped.
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
