//! Programs, run by the program itself.

mod agreement;
mod command;
mod key;
mod support;
