//! One program for all of these tests: it is linked once.

mod files;
mod reports;
mod rules;
mod sites;
