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

/// What is wrong with a reply: once for the model, which is to reply again, and once for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Complaint {
    pub to_model: String,
    pub to_people: String,
}

/// What every complaint ends with.
const AGAIN: &str = "Reply again, with nothing but a JSON value that fits the schema.";

impl Complaint {
    /// The reply says nothing.
    pub fn empty() -> Self {
        Self {
            to_model: "That is empty. Reply with a JSON value that fits the schema.".to_owned(),
            to_people: "the last reply was empty".to_owned(),
        }
    }

    /// The reply is only a beginning.
    pub fn cut(reason: &str) -> Self {
        Self {
            to_model: format!("There is no whole reply: {reason}. {AGAIN}"),
            to_people: format!("the last reply was not whole: {reason}"),
        }
    }

    /// The reply is not JSON.
    pub fn not_json(error: &serde_json::Error) -> Self {
        Self {
            to_model: format!("That is not JSON: {error}. {AGAIN}"),
            to_people: format!("the last reply was not JSON: {error}"),
        }
    }

    /// The reply does not fit the schema.
    pub fn misfit(mismatches: &[Mismatch]) -> Self {
        let first = mismatches.first().map(ToString::to_string).unwrap_or_default();
        let more = match mismatches.len().saturating_sub(1) {
            0 => String::new(),
            1 => ", and one more error".to_owned(),
            more => format!(", and {more} more errors"),
        };
        Self {
            to_model: format!("That does not fit the schema:\n{}\n{AGAIN}", crate::error::list(mismatches)),
            to_people: format!("the last reply did not fit the schema: {first}{more}"),
        }
    }

    /// The model called tools to the end.
    pub fn still_calling() -> Self {
        Self { to_model: String::new(), to_people: "the model was still calling tools".to_owned() }
    }
}
