//! Diagnostics and the fixes they offer.

use std::path::Path;
use std::sync::Arc;

use crate::{Ending, Rule, Severity, Span};

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

/// A change that mends a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// What the change does, as an order: `replace "buton" by "button"`.
    pub title: String,
    pub edits: Vec<Edit>,
    /// Whether it may be applied without being looked at (`check --fix`): it changes nothing but what the
    /// finding is about, and there is only one way to mend it.
    pub safe: bool,
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
        }
    }
}

impl Diagnostic {
    /// Adds a fix that is safe to apply unseen.
    #[must_use]
    pub fn fix(mut self, title: impl Into<String>, edits: Vec<Edit>) -> Self {
        self.fixes.push(Fix { title: title.into(), edits, safe: true });
        self
    }

    /// Adds a fix that a person should look at.
    #[must_use]
    pub fn suggest(mut self, title: impl Into<String>, edits: Vec<Edit>) -> Self {
        self.fixes.push(Fix { title: title.into(), edits, safe: false });
        self
    }

    /// Adds `: did you mean "…"?` and the fix that writes it over `span`, when there is a near word.
    #[must_use]
    pub fn nearest(mut self, span: Span, near: Option<&str>) -> Self {
        if let Some(near) = near {
            self.message.push_str(&format!(": did you mean \"{near}\"?"));
            self.fixes.push(Fix {
                title: format!("replace by \"{near}\""),
                edits: vec![Edit { span, text: near.to_owned() }],
                safe: false,
            });
        }
        self
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

    /// The same finding with all spans of its own file moved right: from chunk to document coordinates.
    #[must_use]
    pub fn shifted(mut self, by: usize) -> Self {
        self.span = self.span.shifted(by);
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
        let mut out = String::with_capacity(text.len());
        let mut at = 0;
        for edit in sorted {
            let range = edit.span.range();
            if range.start < at {
                continue;
            }
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
