//! Formatting is a fixed point and keeps the meaning of a document.

mod layout;
mod meaning;
mod unit;

use std::sync::Arc;

use agmark_syntax::testing::formatted;
use agmark_syntax::{AnyFormat, FormatSettings};

fn format(text: &str) -> String {
    formatted(agmark_garyml::format(), text)
}

/// The format with a unit that is set.
fn indented(unit: u32) -> Arc<dyn AnyFormat> {
    let mut set = FormatSettings::default();
    set.set_number("indent", unit);
    agmark_garyml::format().configured(&set).expect("it has settings")
}
