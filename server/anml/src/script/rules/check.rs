//! What a check of a script looks at.

use std::cell::OnceCell;

use agmark_syntax::nearest::Words;
use agmark_syntax::{ArcStr, Diagnostic, Span};

use crate::cross_file::targets::Targets;
use crate::script::action::{Action, fits};
use crate::vocabulary::Verb;

/// A check, by the part of a script that it looks at.
#[derive(Debug)]
pub enum Check {
    /// An action without its snapshot.
    Action(fn(&Action<'_>, &mut Vec<Diagnostic>)),
    /// An action and the snapshot.
    Element(fn(&ElementContext<'_>, &mut Vec<Diagnostic>)),
    /// Features check links to files.
    Links,
}

/// The element of an action in the snapshot.
pub struct ElementContext<'a> {
    pub verb: &'static Verb,
    /// The ref without its `#`.
    pub name: &'a str,
    /// The ref with its `#`.
    pub span: Span,
    pub targets: &'a Targets,
    /// The refs of the snapshot, sorted when first needed.
    pub refs: &'a OnceCell<Words>,
}

impl<'a> ElementContext<'a> {
    /// The refs of the snapshot, for suggestions.
    pub fn similar_refs(&self) -> &Words {
        self.refs.get_or_init(|| Words::new(self.targets.refs().into_iter().map(ArcStr::from)))
    }

    /// The role of the element if the verb does not apply to it.
    pub fn unfit_role(&self) -> Option<&'a str> {
        let target = self.targets.get(self.name)?;
        (!fits(self.verb, &target.role, target.expandable)).then_some(&*target.role)
    }
}
