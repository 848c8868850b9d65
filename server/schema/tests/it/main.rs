//! One program for all of these tests: it is linked once.

mod json;
mod json_pieces;
mod yaml;
