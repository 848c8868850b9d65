//! A few words on what a name stands for.

use agmark_syntax::Name;

use crate::analysis::namespaces::ID;
use crate::syntax::content::header_content;
use crate::syntax::whole::Whole;

/// How many tokens the content of a block costs; nothing for a command.
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
