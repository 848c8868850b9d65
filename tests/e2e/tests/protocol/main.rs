//! The protocol, spoken with the real program over its standard input and output.

mod addresses;
mod assist;
mod capabilities;
mod command_line;
mod edits;
mod faults;
mod features;
mod files;
mod formats;
mod fuzz;
mod handshakes;
mod ids;
mod lifecycle;
mod order;
mod programs;
mod recordings;
mod settings;
mod site;
mod suppression;
mod transport;
mod typing;
mod waiting;
