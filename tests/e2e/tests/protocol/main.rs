//! The protocol, spoken with the real program over its standard input and output.

mod assist;
mod capabilities;
mod command_line;
mod edits;
mod faults;
mod features;
mod files;
mod handshakes;
mod lifecycle;
mod order;
mod recordings;
mod site;
mod suppression;
