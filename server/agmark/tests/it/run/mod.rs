//! Programs, run by the program itself.

mod agreement;
mod broken;
mod command;
mod editor;
mod ends;
mod install;
mod key;
mod python;
mod servers;
mod support;
