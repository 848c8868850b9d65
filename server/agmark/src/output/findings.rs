//! The findings of a report in order, and the places that belong to them.

use agmark_files::Foreign;
use agmark_syntax::{Diagnostic, Related};

use crate::report::{Area, Checked, Report};

/// Each finding with its file, in order.
pub fn each(report: &Report) -> impl Iterator<Item = (&Checked, &Diagnostic)> {
    report.files.iter().flat_map(|file| file.findings.iter().map(move |finding| (file, finding)))
}

/// The file name and the area of a related place; none if its file does not exist any more.
pub fn related_place(report: &Report, file: &Checked, related: &Related) -> Option<(Foreign<String>, Area)> {
    match &related.path {
        None => Some((file.source.shown.clone(), file.source.area(related.span))),
        Some(path) => report.other(path).map(|other| (other.shown.clone(), other.area(related.span))),
    }
}
