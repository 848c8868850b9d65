//! Fixes that need more than the piece of a finding: an id that the document does not have yet.

use std::collections::{HashMap, HashSet};

use agmark_syntax::{Diagnostic, Document, Edit, Fix, Name, work};

use crate::names::ID;
use crate::rules::duplicate_id;

/// Offers another id for each block whose id an earlier one has.
pub fn add(document: &Document, findings: &mut [Diagnostic]) {
    // For each id the number that was tried last.
    let mut last: HashMap<String, usize> = HashMap::new();
    let mut given: HashSet<String> = HashSet::new();
    for finding in findings.iter_mut().filter(|f| *f.rule == duplicate_id::RULE) {
        let id = document.text().span(finding.span).into_owned();
        let taken = |id: &String| document.names().get(&Name::new(ID, id)).is_some();
        let number = last.entry(id.clone()).or_insert(1);
        let new = loop {
            work::add(1);
            *number += 1;
            let new = format!("{id}-{number}");
            if !taken(&new) && !given.contains(&new) {
                break new;
            }
        };
        let edit = Edit::replace(finding.span, new.clone());
        finding.fixes.push(Fix::offered(format!("name it \"{new}\""), vec![edit]));
        given.insert(new);
    }
}
