//! The short description of a name.

use agmark_syntax::Name;

use crate::analysis::namespaces::ID;
use crate::syntax::content::header_content;
use crate::syntax::whole::Whole;

/// The number of tokens of the content of a block; empty for a command.
pub(crate) fn describe(name: &Name, whole: &str) -> String {
    if name.space != ID {
        return String::new();
    }
    let Some(read) = Whole::new(whole) else { return String::new() };
    match header_content(&read.structure(), 0).filter(|text| !text.trim().is_empty()) {
        Some(text) => agmark_tokens::words(agmark_tokens::count(&text)),
        None => String::new(),
    }
}
