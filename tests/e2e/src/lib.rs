//! What the tests that cross crates stand on: a client that speaks to the real program over its standard
//! input and output, and that is strict about what it hears.

pub mod client;
pub mod frames;
pub mod manners;
pub mod place;
pub mod program;
pub mod setup;
pub mod wire;
pub mod workspace;

pub use client::Client;
pub use manners::Manners;
pub use setup::Setup;
pub use workspace::Workspace;
