//! The examples of one command.

/// A command line, and what it does.
pub type Example = (&'static str, &'static str);

/// The words of a command, and its examples.
pub type CommandExamples = (&'static str, [Example; 2]);
