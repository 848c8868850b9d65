//! Programs, run by the program itself.

mod agents;
mod agreement;
mod broken;
mod client;
mod command;
mod consent;
mod editor;
mod ends;
mod failures;
mod form;
mod hostile;
mod install;
mod key;
mod npx;
mod output;
mod python;
mod servers;
mod sign_in;
pub mod support;
mod terminal;
