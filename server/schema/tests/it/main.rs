//! One program for all of these tests: it is linked once.

mod json;
mod yaml;
