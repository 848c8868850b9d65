//! Runs markdownlang programs.
