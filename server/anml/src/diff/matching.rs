//! How a line of a diff finds the line of the base that it means.

use crate::diff::snapshot::Snapshot;

/// Whether a line without ref means a line of the base: an element by role and name, with attributes and states if it
/// shows some; anything else means its like.
pub fn fits(line: &Snapshot, index: usize, base: &Snapshot, theirs: usize) -> bool {
    let (text, head) = (line.text(index), line.head(index));
    line.lines[index].kind == base.lines[theirs].kind
        && head == base.head(theirs)
        && (text == head || text == base.text(theirs))
}

/// The number in `... 3 unchanged`. 0 means that the next line must match exactly here.
pub fn skipped(summary: &str) -> Option<usize> {
    summary.strip_prefix("~ ... ")?.strip_suffix(" unchanged")?.parse().ok()
}
