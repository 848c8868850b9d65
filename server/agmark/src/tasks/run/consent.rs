//! Consent in an editor: shows the user what a run starts and calls, before it does.

use agmark_lsp::TaskContext;
use agmark_run::{Plan, agreement};
use agmark_syntax::NewDocument;
use serde_json::Value;

use super::input_document;
use crate::saved_consents;

const YES: &str = "Run";
const NO: &str = "Do not run";

/// Some editors cut off messages that are longer, in bytes.
const MAX_MESSAGE_BYTES: usize = 700;

/// The answer of the user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    Yes,
    No,
    /// The editor cannot ask questions: the user must see the document.
    NotAsked,
}

/// Whether the user consents to this run, now or by a saved consent to exactly the same run. `form` is the text of the
/// input document from which the run was started.
///
/// # Errors
/// If the agreement was not accepted; says how to accept it.
pub fn ask(context: &TaskContext<'_>, plan: &Plan, form: Option<&str>) -> Result<Answer, String> {
    let home = std::env::home_dir().ok_or("the home folder is unknown: set HOME")?;
    if !agreement::is_accepted(&agreement::file(&home)) {
        return Err(agreement::reminder("agmark markdownlang"));
    }
    let mark = plan.fingerprint();
    if saved_consents::is_allowed(&mark) {
        return Ok(Answer::Yes);
    }
    let yes = if context.asks() {
        asked(context, plan)
    } else {
        let allowed = context.option("allow").and_then(Value::as_str) == Some(&mark);
        if !allowed || !form.is_some_and(|text| input_document::shows(text, &plan.question())) {
            return Ok(Answer::NotAsked);
        }
        true
    };
    if yes && let Err(error) = saved_consents::allow(&mark) {
        context.log(&format!("the answer cannot be kept: {error}"));
    }
    Ok(if yes { Answer::Yes } else { Answer::No })
}

/// Asks the user. A text that is too long for a message is shown in a document.
fn asked(context: &TaskContext<'_>, plan: &Plan) -> bool {
    let (name, does) = (&plan.agent().program.name, plan.question());
    let question = if does.len() <= MAX_MESSAGE_BYTES || context.asks_at_length() {
        format!("Run {name}? {does}")
    } else {
        context.show(&NewDocument {
            name: "what-it-does.md".to_owned(),
            language: "markdown".to_owned(),
            text: format!("# What a run of {name} does\n\n{does}\n"),
            note: String::new(),
        });
        let count = plan.servers().len();
        let warnings: String =
            plan.warnings().iter().map(|warning| format!(" WARNING: it {warning}.")).collect();
        let mut short = format!(
            "Run {name}? It starts or calls {count} servers. Read the document what-it-does.md first: it shows all \
             that a run does.{warnings}"
        );
        short.truncate(short.floor_char_boundary(MAX_MESSAGE_BYTES));
        short
    };
    context.choose(&question, &[YES, NO]).as_deref() == Some(YES)
}
