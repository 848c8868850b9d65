//! One program for all of these tests: it is linked once.

mod analysis;
mod chunks;
mod endings;
mod library;
mod page;
mod readmes;
mod rules;
