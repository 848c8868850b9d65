//! `agmark markdownlang run`, `agree`, `login` and `logout`, also under the name `markdownlang`.

mod agree;
mod args;
mod consent;
mod execute;
mod flags;
pub mod guard;
mod progress;
mod python;
mod sign_in;
mod status_line;
mod units;

pub use agree::run as agree;
pub use args::Args;
pub use execute::run;
pub use flags::arguments;
pub use python::sandbox;
pub use sign_in::{LoginArgs, LogoutArgs, folder as sign_ins, login, logout};
