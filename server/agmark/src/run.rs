//! `agmark markdownlang run`, `agree`, `login` and `logout`, also under the name `markdownlang`.

mod agree;
mod args;
mod consent;
mod execute;
mod flags;
pub mod follow;
pub mod guard;
mod plan;
mod progress;
mod python;
mod sign_in;
mod status_line;
mod units;

pub use agree::run as agree;
pub use args::Args;
pub use execute::run;
pub use flags::arguments;
pub use plan::{plan, plan_allowed};
pub use python::sandbox;
pub use sign_in::{LoginArgs, LogoutArgs, login, logout};
