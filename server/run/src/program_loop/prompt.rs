//! The messages to the model in addition to the text of the program.

use crate::program::Agent;
use crate::schema::{Mismatch, list};

/// The system message: the program and the format of the reply. Recordings contain it, so a change makes them invalid.
pub fn system(agent: &Agent) -> String {
    let (name, description) = (&agent.program.name, &agent.program.description);
    let schema = &agent.derived.shown;
    format!(
        "You carry out the program `{name}`: {description}\n\n\
         The user's message is the program. Do what it says, with the tools where they help. Your last reply must be \
         a single JSON value and nothing else: no explanation, no code fence. It must fit this JSON Schema:\n\n{schema}"
    )
}

/// What is wrong with a reply, for the model and for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Complaint {
    pub to_model: String,
    pub to_people: String,
}

/// The end of a complaint.
const REPLY_AGAIN: &str = "Reply again with only a JSON value that fits the schema.";

impl Complaint {
    /// The reply is empty.
    pub fn empty() -> Self {
        Self {
            to_model: "Your reply is empty. Reply with a JSON value that fits the schema.".to_owned(),
            to_people: "the last reply was empty".to_owned(),
        }
    }

    /// The reply is incomplete.
    pub fn cut(reason: &str) -> Self {
        Self {
            to_model: format!("Your reply is incomplete: {reason}. {REPLY_AGAIN}"),
            to_people: format!("the last reply was incomplete: {reason}"),
        }
    }

    /// The reply is not JSON.
    pub fn not_json(error: &serde_json::Error) -> Self {
        Self {
            to_model: format!("Your reply is not JSON: {error}. {REPLY_AGAIN}"),
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
            to_model: format!("Your reply does not fit the schema:\n{}\n{REPLY_AGAIN}", list(mismatches)),
            to_people: format!("the last reply did not fit the schema: {first}{more}"),
        }
    }

    /// The model called tools in the last round.
    pub fn still_calling() -> Self {
        Self { to_model: String::new(), to_people: "the model was still calling tools".to_owned() }
    }
}
