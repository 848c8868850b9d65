//! The diff that actions and commands at the cursor are about.

use super::cursor::CursorContext;
use crate::syntax::structure::Structure;
use crate::syntax::syntax_kind::SyntaxKind;
use crate::syntax::value;

/// The id of the `.Diff` at an offset, or of the one that a parameter there refers to.
pub(crate) fn diff_at(around: &CursorContext, structure: &Structure<'_>, offset: usize) -> Option<String> {
    let at = around.at(offset);
    let index = structure
        .headers
        .iter()
        .rposition(|h| structure.items.get(h.item).is_some_and(|item| item.range.start <= at))?;
    let header = structure.headers.get(index)?;
    let words = |key: &str| {
        let part = structure.parameter(header, key)?.value?;
        match part.kind {
            SyntaxKind::Reference => Some(part.text(structure.text).trim_start_matches('@').to_owned()),
            _ => value::words(part, structure.text).map(|w| w.trim_start_matches('.').to_owned()),
        }
    };
    let id = if header.kind.is("Diff") {
        words("id")
    } else if header.name == "applyPatch" {
        words("diff").or_else(|| words("input"))
    } else {
        None
    };
    id.filter(|id| value::is_id(id))
}
