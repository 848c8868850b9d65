//! What the model is told besides the program's own words.

use crate::program::Agent;
use crate::schema::Mismatch;

/// What the program is and what its reply must be.
pub fn system(agent: &Agent) -> String {
    let (name, description) = (&agent.program.name, &agent.program.description);
    let schema = &agent.derived.told;
    format!(
        "You carry out the program `{name}`: {description}\n\n\
         The user's message is the program. Do what it says, with the tools where they help. Your last reply must be \
         a single JSON value and nothing else: no explanation, no code fence. It must fit this JSON Schema:\n\n{schema}"
    )
}

/// What is wrong with a reply that is no JSON.
pub fn no_json(error: &str) -> String {
    format!("That is no JSON: {error}. Reply again, with nothing but a JSON value that fits the schema.")
}

/// What is wrong with a reply that does not fit.
pub fn misfit(mismatches: &[Mismatch]) -> String {
    format!(
        "That does not fit the schema:\n{}\nReply again, with nothing but a JSON value that fits the schema.",
        crate::error::list(mismatches)
    )
}

/// A reply that says nothing.
pub const EMPTY: &str = "That is empty. Reply with a JSON value that fits the schema.";
