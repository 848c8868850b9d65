//! Look-ups that need other files.

use agmark_syntax::{Diagnostic, Document, Edit, Fix, Name, World};

use crate::analysis::ID;

/// The largest number of files to offer for an id.
const OFFERED: usize = 8;

/// Adds fixes to the diagnostic of an entry without a file: the files that define its id.
pub fn name_its_file(document: &Document, world: &dyn World, finding: &mut Diagnostic) {
    let start = finding.span.start as usize;
    let Some(sharp) = start.checked_sub(1) else { return };
    // An entry with a file has another error.
    let before = document.text().slice(sharp.saturating_sub(1)..start).into_owned();
    if !matches!(before.as_bytes(), [b'"' | b',' | b' ' | b'=', b'#']) {
        return;
    }
    let id = document.text().span(finding.span).into_owned();
    for place in world.definitions(&Name::new(ID, &id), true).into_iter().take(OFFERED) {
        let file = world.relative(&place.path);
        // An entry contains nothing that can be escaped.
        if !file.contains([',', '"', '#', '\\', ' ']) {
            let edits = vec![Edit::insert(sharp, &*file)];
            finding.fixes.push(Fix::offered(format!("refer to {file}#{id}"), edits));
        }
    }
}
