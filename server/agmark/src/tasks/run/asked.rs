//! Consent: what a run would start and call, shown whole to the person before it does.

use std::sync::Arc;

use agmark_lsp::Context;
use agmark_run::{Agent, Endpoint, Redactor, agreement, consent};
use serde_json::Value;

use super::{form, kept};

const YES: &str = "Run";
const NO: &str = "Do not run";

/// What a person is asked of a run.
pub struct Question {
    /// What tells this set of programs, commands and addresses from every other.
    pub mark: String,
    /// What it does, for people.
    pub does: String,
    name: String,
}

/// What came of the question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    Yes,
    No,
    /// The editor asks no questions: the document is what the person must see.
    Unasked,
}

impl Question {
    /// What is asked before a program is run.
    pub fn of(agent: &Arc<Agent>, endpoint: &Endpoint) -> Self {
        let wanted = consent::wanted(agent);
        let set =
            format!("{}\n{}\n{}", consent::fingerprint(&wanted), endpoint.base_url, agent.path.display());
        let redactor = Redactor::new(endpoint.key.as_ref());
        let name = agent.program.name.clone();
        Self { mark: consent::mark(set.as_bytes()), does: redactor.text(&does(endpoint, &wanted)), name }
    }

    /// Whether the person wants this run: now, or by an earlier yes to exactly the same. `form` is the document that
    /// they asked from.
    ///
    /// # Errors
    /// When they have not agreed to the agreement; says how.
    pub fn ask(&self, context: &Context<'_>, form: Option<&str>) -> Result<Answer, String> {
        let home = std::env::home_dir().ok_or("there is no home folder: set HOME")?;
        if !agreement::is_accepted(&agreement::file(&home)) {
            return Err(agreement::REMINDER.to_owned());
        }
        if kept::is_allowed(&self.mark) {
            return Ok(Answer::Yes);
        }
        let yes = if context.asks() {
            let question = format!("Run {}? {}", self.name, self.does);
            context.choose(&question, &[YES, NO]).as_deref() == Some(YES)
        } else {
            let allowed = context.option("allow").and_then(Value::as_str) == Some(&self.mark);
            if !allowed || !form.is_some_and(|text| form::shows(text, &self.does)) {
                return Ok(Answer::Unasked);
            }
            true
        };
        if yes && let Err(error) = kept::allow(&self.mark) {
            context.log(&format!("the answer cannot be kept: {error}"));
        }
        Ok(if yes { Answer::Yes } else { Answer::No })
    }
}

fn does(endpoint: &Endpoint, wanted: &[consent::Wanted]) -> String {
    let mut text = format!("It asks a model at {}", shown(&endpoint.base_url));
    if wanted.is_empty() {
        text.push_str(" and starts nothing.");
        return text;
    }
    text.push_str(", and it:");
    for one in wanted {
        let program = one.program.file_name().unwrap_or_default().to_string_lossy();
        let what = match &one.what {
            consent::What::Command { command, args, env } => {
                let words: Vec<_> = std::iter::once(command).chain(args).map(|word| shown(word)).collect();
                let env =
                    if env.is_empty() { String::new() } else { format!(", with {} set", env.join(", ")) };
                format!("starts `{}`{env}", words.join(" "))
            }
            consent::What::Url { url } => format!("calls {}", shown(url)),
        };
        text.push_str(&format!("\n- {what} ({}, server {})", shown(&program), shown(&one.server)));
    }
    text
}

/// A word as it is, in quotes if it could be taken for several or for something else.
fn shown(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "@%+=:,./_-$?&#~[]*!{}".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) { word.to_owned() } else { format!("{word:?}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_what_they_seem() {
        assert_eq!(shown("@scope/server@1.0"), "@scope/server@1.0");
        assert_eq!(shown("http://localhost:3/mcp?a=b&c"), "http://localhost:3/mcp?a=b&c");
        assert_eq!(shown("a b"), "\"a b\"");
        assert_eq!(shown("x` (safe)\n- starts `y"), "\"x` (safe)\\n- starts `y\"");
        assert_eq!(shown("\u{202e}x"), "\"\\u{202e}x\"");
        assert_eq!(shown(""), "\"\"");
    }
}
