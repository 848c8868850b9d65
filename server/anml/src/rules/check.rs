//! What a check looks at.

use agmark_syntax::{Diagnostic, Span};

use super::line_context::LineContext;
use crate::syntax::element::{Attribute, Element, Part};
use crate::syntax::front_matter::FrontMatter;
use crate::syntax::row::Row;

/// A check, by the part of a document that it looks at.
#[derive(Debug)]
pub enum Check {
    /// A line of the body: its indent and prefix.
    Line(fn(&mut LineContext<'_>)),
    /// A line that is not ANML.
    Unknown(fn(&mut LineContext<'_>, Span)),
    Row(fn(&mut LineContext<'_>, &Row)),
    /// An element, in a line or in a cell.
    Element(fn(&mut LineContext<'_>, &Element)),
    /// An element that has attributes, states or unexpected parts.
    Items(fn(&mut LineContext<'_>, &Element)),
    Attribute(fn(&mut LineContext<'_>, Attribute)),
    /// The name of an element, the value of an attribute, or a part that is not an attribute.
    Part(fn(&mut LineContext<'_>, &Element, Part)),
    FrontMatter(fn(&str, &FrontMatter, &mut Vec<Diagnostic>)),
    /// Features check definitions and references.
    Names,
    /// The comparison of a diff or script with another file checks it.
    CrossFile,
    /// The analysis of a chunk checks it while it reads the lines.
    Reader,
}
