//! Saves a text as operations: the edits of the person are merged into the document as it is now.

use std::time::Duration;

use ::agd::edit::Operation;
use agmark_daemon::{Client, DocumentKeys, Outcome, Server};
use serde::Serialize;

use crate::agd::merge::{self, Conflict, Marked};

/// The time in which a daemon must answer.
const WAITING: Duration = Duration::from_secs(5);
/// Attempts while others change the same blocks.
const ATTEMPTS: usize = 3;

/// The answer to a save.
#[derive(Debug, Serialize)]
pub struct Answer {
    /// Whether the document has all edits.
    pub complete: bool,
    /// The document as it is now: the base of the next save.
    base: String,
    /// What the editor shows now: the document with the edits that are not saved.
    text: String,
    diagnostics: Vec<Diagnostic>,
}

/// Lines count from 0; `end_line` is the last one.
#[derive(Debug, Serialize)]
struct Diagnostic {
    line: usize,
    end_line: usize,
    message: String,
}

impl Answer {
    /// Nothing was saved, and the editor shows the text as before.
    pub fn failed(base: &str, text: &str, line: usize, message: String) -> Self {
        let diagnostics = vec![Diagnostic { line, end_line: line, message }];
        Self { complete: false, base: base.to_owned(), text: text.to_owned(), diagnostics }
    }
}

/// Saves texts of one document.
pub struct Saver {
    server: Server,
    keys: DocumentKeys,
    client: Option<Client>,
    /// Operations without results: sending their edits again could apply them twice.
    waiting: Option<Sent>,
}

/// Operations that were sent.
struct Sent {
    /// The last result before them.
    after: String,
    ids: Vec<String>,
}

/// What became of an attempt.
enum Attempt {
    Complete(String),
    /// The document, and what could not be saved.
    Incomplete(String, Vec<Conflict>),
    /// Others have changed a block in the meantime.
    Again,
}

impl Saver {
    pub fn new(server: Server, keys: DocumentKeys) -> Self {
        Self { server, keys, client: None, waiting: None }
    }

    /// Saves the edits between two texts.
    pub async fn save(&mut self, base: &str, text: &str) -> Answer {
        if let Err(error) = ::agd::parse(text) {
            return Answer::failed(base, text, error.line.saturating_sub(1), format!("not saved: {error}"));
        }
        self.saved(base, text).await.unwrap_or_else(|error| {
            self.client = None;
            Answer::failed(base, text, 0, format!("not saved: {error:#}"))
        })
    }

    async fn saved(&mut self, base: &str, text: &str) -> anyhow::Result<Answer> {
        let mut client = match self.client.take() {
            Some(client) => client,
            None => Client::connect(self.server.clone()).await?,
        };
        let mut attempt = Attempt::Again;
        for number in 1..=ATTEMPTS {
            attempt = self.attempt(&mut client, base, text, number == ATTEMPTS).await?;
            if !matches!(attempt, Attempt::Again) {
                break;
            }
        }
        self.client = Some(client);
        let (now, conflicts) = match attempt {
            Attempt::Complete(now) => (now, Vec::new()),
            Attempt::Incomplete(now, conflicts) => (now, conflicts),
            Attempt::Again => anyhow::bail!("others change the same blocks all the time: save again"),
        };
        let (text, marked) = merge::kept_text(&now, &conflicts);
        let diagnostics = marked.into_iter().map(Diagnostic::from).collect();
        Ok(Answer { complete: conflicts.is_empty(), base: now, text, diagnostics })
    }

    async fn attempt(
        &mut self,
        client: &mut Client,
        base: &str,
        text: &str,
        is_last: bool,
    ) -> anyhow::Result<Attempt> {
        if let Some(sent) = self.waiting.take() {
            self.outcome(client, sent).await?;
        }
        let theirs = self.content(client).await?;
        let (operations, conflicts) = merged(base, text, &theirs)?;
        if operations.is_empty() {
            return Ok(if conflicts.is_empty() {
                Attempt::Complete(theirs)
            } else {
                Attempt::Incomplete(theirs, conflicts)
            });
        }
        let after = client.last_result(&self.keys).await?;
        let lines = operations.iter().map(serde_json::to_string).collect::<Result<Vec<_>, _>>()?;
        let ids = client.push(&self.keys.stream, &lines).await?;
        let failed = self.outcome(client, Sent { after, ids }).await?;
        if !failed.is_empty() && !is_last {
            return Ok(Attempt::Again);
        }
        let refused = failed.iter().filter_map(|(index, reason)| {
            operations.get(*index).map(|operation| Conflict::refused(operation, reason))
        });
        let conflicts: Vec<Conflict> = conflicts.into_iter().chain(refused).collect();
        let now = self.content(client).await?;
        Ok(if conflicts.is_empty() { Attempt::Complete(now) } else { Attempt::Incomplete(now, conflicts) })
    }

    /// The operations that were not applied, with the reasons.
    async fn outcome(&mut self, client: &mut Client, sent: Sent) -> anyhow::Result<Vec<(usize, String)>> {
        match client.outcome(&self.keys, sent.after.clone(), &sent.ids, WAITING).await {
            Ok(Outcome::Done(failed)) => {
                Ok(failed.into_iter().map(|(index, result)| (index, result.reason)).collect())
            }
            unknown => {
                self.waiting = Some(sent);
                unknown?;
                anyhow::bail!(
                    "no daemon has applied the edits yet, which wait in {}: start `agmark agd daemon`, then save again",
                    self.keys.stream
                )
            }
        }
    }

    async fn content(&self, client: &mut Client) -> anyhow::Result<String> {
        Ok(client.state(&self.keys.state).await?.unwrap_or_default().content)
    }
}

/// The operations for the edits, and the edits that cannot be merged.
fn merged(base: &str, text: &str, theirs: &str) -> anyhow::Result<(Vec<Operation>, Vec<Conflict>)> {
    let merge = merge::merge(&::agd::parse(base)?, &::agd::parse(text)?, &::agd::parse(theirs)?);
    Ok((merge.operations, merge.conflicts))
}

impl From<Marked> for Diagnostic {
    fn from(Marked { line, end_line, message }: Marked) -> Self {
        Self { line, end_line, message }
    }
}
