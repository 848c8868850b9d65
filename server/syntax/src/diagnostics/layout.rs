//! The diagnostics of layout that is not canonical. The rule for it is off by default.

use crate::format::layout_changes;
use crate::{Diagnostic, Document, Settings};

pub(super) fn findings(document: &Document, settings: &Settings) -> Vec<Diagnostic> {
    let format = &**document.format();
    let Some(rule) = format.info().layout_rule.filter(|rule| settings.severity(rule).is_some()) else {
        return Vec::new();
    };
    if !format.info().can_format {
        return Vec::new();
    }
    let finding = |edit: crate::Edit| {
        rule.at(edit.span, "not in canonical form: format the document").fix("format it", vec![edit])
    };
    layout_changes::changes(document).into_iter().map(|change| finding(change.whole)).collect()
}
