//! One program for all of these tests: it is linked once.

mod chunks;
mod endings;
mod facts;
mod library;
mod page;
mod readmes;
mod rules;
