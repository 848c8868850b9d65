//! Runs targets: with bolero's generators, from seeds that anybody can repeat.

use std::time::{Duration, Instant};

use bolero::bolero_engine::{Engine, Test, input::Bytes, panic};
use bolero::generator::bolero_generator::driver;

use crate::generate::Inputs;
use crate::{Case, Target};

/// How many bytes of randomness one input may use.
const ENTROPY: usize = 2048;

/// When to stop.
#[derive(Clone, Copy, Debug)]
pub enum Until {
    /// After so many inputs.
    Count(u64),
    /// After so much time. At least one input is tried.
    Time(Duration),
}

/// What happened.
#[derive(Debug)]
pub struct Outcome {
    pub executions: u64,
    pub failure: Option<Failure>,
}

/// An input that fails.
#[derive(Debug)]
pub struct Failure {
    /// The seed of this one input.
    pub seed: u64,
    pub case: Case,
    pub why: String,
}

/// Runs a target on inputs `seed`, `seed + 1`, … until one fails.
pub fn run(target: &'static Target, seed: u64, until: Until) -> Outcome {
    let engine = Seeded { seed, until };
    let check = |case: &Case| target.run(case).map_err(Message);
    bolero::TestTarget::new(engine).with_generator(Inputs::new(target)).for_each(check)
}

/// Runs `check` and turns a panic into an error.
///
/// # Errors
/// What the check says, or where and why it panicked.
pub fn guarded(check: impl FnOnce() -> Result<(), String>) -> Result<(), String> {
    panic::set_hook();
    let forward = panic::forward_panic(false);
    let mut said = Ok(());
    let caught = panic::catch(std::panic::AssertUnwindSafe(|| {
        said = check();
        Ok(true)
    }));
    panic::forward_panic(forward);
    match caught {
        Ok(_) => said,
        Err(error) => Err(error.to_string()),
    }
}

/// An error of a check, as bolero takes it.
#[derive(Debug)]
struct Message(String);

impl std::fmt::Display for Message {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Message {}

/// bolero's own engine takes its seeds from the system. This one counts on from a given one.
struct Seeded {
    seed: u64,
    until: Until,
}

impl<T: Test<Value = Case>> Engine<T> for Seeded {
    type Output = Outcome;

    fn run(self, mut test: T, options: driver::Options) -> Outcome {
        let start = Instant::now();
        let mut executions = 0;
        loop {
            let seed = self.seed.wrapping_add(executions);
            let bytes = entropy(seed);
            let result = test.test(&mut Bytes::new(&bytes, &options));
            executions += 1;
            if let Err(error) = result {
                let case = test.generate_value(&mut Bytes::new(&bytes, &options));
                let failure = Failure { seed, case, why: error.to_string() };
                return Outcome { executions, failure: Some(failure) };
            }
            let done = match self.until {
                Until::Count(count) => executions >= count,
                Until::Time(limit) => start.elapsed() >= limit,
            };
            if done {
                return Outcome { executions, failure: None };
            }
        }
    }
}

/// The bytes of a seed (SplitMix64).
fn entropy(seed: u64) -> Vec<u8> {
    let mut state = seed;
    let mut bytes = Vec::with_capacity(ENTROPY);
    while bytes.len() < ENTROPY {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = state;
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bytes.extend((word ^ (word >> 31)).to_le_bytes());
    }
    bytes
}
