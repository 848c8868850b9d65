//! One program for all of these tests: it is linked once.

mod chunks;
mod facts;
mod library;
mod page;
mod rules;
