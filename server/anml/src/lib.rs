//! The anml format.
