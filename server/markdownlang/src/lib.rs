//! The markdownlang format.
