//! The planner of an agent: what it tells its model, and what the model's reply means.

mod arguments;
pub mod plan;
pub mod prompt;
mod selectors;
