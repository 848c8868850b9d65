//! One program for all of these tests: it is linked once.

mod agreement;
mod comments;
mod common;
mod convert;
mod detection;
mod editor;
mod faults;
mod format;
mod front_matter;
mod imports;
mod names;
mod pieces;
mod render;
mod resolve;
mod rules;
mod template;
