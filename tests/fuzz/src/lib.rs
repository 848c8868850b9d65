//! Fuzz targets for what reads, writes or judges text from outside.
//!
//! A [`Target`] is a name, the inputs that it takes and a check. The check returns an error, or panics, if a promise does
//! not hold for an input. Inputs are made from the examples of this project by random changes, see [`generate`]. bolero
//! drives the generation: the same targets run with `cargo bolero` under libFuzzer.
//!
//! - `tests/targets.rs` runs each target with a fixed seed and a fixed number of inputs, after all stored failures.
//! - `tests/fuzz/run MINUTES [PART]` runs them for a time with new seeds and stores each new failure in `corpus`.

pub mod case;
pub mod corpus;
pub mod engine;
pub mod generate;
pub mod minimize;
pub mod targets;

pub use case::Case;

/// A check, and what it is run with.
pub struct Target {
    /// `FORMAT-WHAT`; the word before the first dash is the part that `tests/fuzz/run` selects.
    pub name: &'static str,
    /// How each part of the input is made.
    pub parts: &'static [generate::Part],
    /// How many inputs are tried in an ordinary test run.
    pub share: u64,
    /// Whether the promise holds for an input.
    pub check: fn(&Case) -> Result<(), String>,
}

impl Target {
    /// The part of `tests/fuzz/run` that it belongs to.
    pub fn group(&self) -> &'static str {
        self.name.split('-').next().unwrap_or(self.name)
    }

    /// Runs the check; a panic counts as an error.
    ///
    /// # Errors
    /// Why the input fails.
    pub fn run(&self, case: &Case) -> Result<(), String> {
        engine::guarded(|| (self.check)(case))
    }
}
