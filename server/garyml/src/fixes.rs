//! Fixes that need more than the piece of a finding: an id that the document does not have yet.

use agmark_syntax::{Diagnostic, Document, Edit, Name};

use crate::names::ID;
use crate::rules::duplicate_id;

/// Offers another id for each block whose id an earlier one has.
pub fn add(document: &Document, findings: &mut [Diagnostic]) {
    let mut given: Vec<String> = Vec::new();
    for finding in findings.iter_mut().filter(|f| *f.rule == duplicate_id::RULE) {
        let id = document.text().span(finding.span).into_owned();
        let taken = |id: &String| document.names().get(&Name::new(ID, id)).is_some();
        let Some(new) = (2..).map(|n| format!("{id}-{n}")).find(|id| !taken(id) && !given.contains(id))
        else {
            continue;
        };
        let edit = Edit::replace(finding.span, new.clone());
        *finding = finding.clone().suggest(format!("name it \"{new}\""), vec![edit]);
        given.push(new);
    }
}
