//! `agd connect`: a document of a daemon in an editor. Each line of standard output is an event in JSON, each line of
//! standard input a text to save. Editors only show texts and messages; everything else is decided here.

mod save;

use std::io::BufRead;
use std::process::ExitCode;
use std::time::Duration;

use agmark_daemon::{Client, DocumentKeys, Server};
use anyhow::bail;
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc;

use super::redis_server::{RedisArgs, wait_for};
use crate::{examples, interrupt, terminal};

const AFTER: &str = "\
Standard output has one event in JSON per line: {\"event\":\"document\",\"text\":…} now and after each change, \
{\"event\":\"missing\"}, {\"event\":\"problem\",\"message\":…}, and the answers to saves: \
{\"event\":\"saved\",\"complete\":true,\"base\":…,\"text\":…,\"diagnostics\":[{\"line\":…,\"end_line\":…,\"message\":…}]}. \
A line of standard input is a save: {\"base\":…,\"text\":…}, where `base` is the text that the editor got last.";

/// The prefix of the address of a document in an editor.
const SCHEME: &str = "agdd:";
/// The minimum time between two texts, and the time before a new attempt after an error.
const PAUSE: Duration = Duration::from_millis(100);
const RETRY: Duration = Duration::from_secs(1);

#[derive(Debug, clap::Args)]
#[command(after_long_help = examples::after("agd connect", AFTER))]
pub struct Args {
    #[command(flatten)]
    redis: RedisArgs,
    /// Prefix of the keys of the document, for example `agd:doc:rules`, or its address: `agdd:///agd:doc:rules`
    document: String,
    /// Send saved texts to the daemon as operations
    #[arg(long)]
    write: bool,
}

/// What the editor is told.
#[derive(Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
enum Event {
    /// The document as it is now.
    Document { text: String },
    /// The document does not exist.
    Missing,
    /// Nothing can be read at the moment.
    Problem { message: String },
    /// The answer to a save.
    Saved(save::Answer),
}

/// A text to save.
#[derive(Deserialize)]
struct Save {
    /// The text before the edits.
    base: String,
    text: String,
}

pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let server = args.redis.server()?;
    let prefix = prefix(&args.document)?;
    let (sender, saves) = mpsc::channel(1);
    std::thread::spawn(move || read_saves(&sender));
    let keys = DocumentKeys::of_prefix(&prefix);
    wait_for(async {
        tokio::select! {
            // Standard input ends with the editor.
            done = answer_saves(&server, &keys, saves, args.write) => done,
            done = follow(&server, &keys) => done,
            () = interrupt::asked() => Ok(()),
        }
    })?;
    Ok(ExitCode::SUCCESS)
}

/// The prefix in an address, or the prefix itself.
fn prefix(document: &str) -> anyhow::Result<String> {
    let prefix = match document.strip_prefix(SCHEME) {
        Some(address) => {
            let address = address.strip_prefix("//").unwrap_or(address);
            let address = address.strip_prefix('/').unwrap_or(address);
            percent_encoding::percent_decode_str(address).decode_utf8()?.into_owned()
        }
        None => document.to_owned(),
    };
    if prefix.is_empty() {
        bail!("the address has no name: write it like agdd:///agd:doc:rules");
    }
    Ok(prefix)
}

fn read_saves(sender: &mpsc::Sender<Result<Save, String>>) {
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        let save = serde_json::from_str(&line).map_err(|error| format!("not a save: {error}"));
        if sender.blocking_send(save).is_err() {
            return;
        }
    }
}

/// Prints the document now and after each change.
async fn follow(server: &Server, keys: &DocumentKeys) -> anyhow::Result<()> {
    let mut shown = None;
    loop {
        let error = match follow_until_error(server, keys, &mut shown).await {
            Ok(()) => return Ok(()),
            Err(error) => error,
        };
        tell(&Event::Problem { message: format!("{error:#}") })?;
        tokio::time::sleep(RETRY).await;
    }
}

async fn follow_until_error(
    server: &Server,
    keys: &DocumentKeys,
    shown: &mut Option<Option<String>>,
) -> anyhow::Result<()> {
    let mut client = Client::connect(server.clone()).await?;
    let mut after = client.last_result(keys).await?;
    loop {
        let now = client.state(&keys.state).await?.map(|state| state.content);
        if shown.as_ref() != Some(&now) {
            tell(&now.clone().map_or(Event::Missing, |text| Event::Document { text }))?;
            *shown = Some(now);
            tokio::time::sleep(PAUSE).await;
        }
        if let Some(last) = client.results(keys, &after).await?.pop() {
            after = last.id;
        }
    }
}

async fn answer_saves(
    server: &Server,
    keys: &DocumentKeys,
    mut saves: mpsc::Receiver<Result<Save, String>>,
    may_write: bool,
) -> anyhow::Result<()> {
    let mut saver = save::Saver::new(server.clone(), keys.clone());
    while let Some(given) = saves.recv().await {
        let answer = match given {
            Ok(save) if may_write => saver.save(&save.base, &save.text).await,
            Ok(save) => {
                save::Answer::failed(&save.base, &save.text, 0, "the document is read-only".to_owned())
            }
            Err(problem) => {
                tell(&Event::Problem { message: problem })?;
                continue;
            }
        };
        tell(&Event::Saved(answer))?;
    }
    Ok(())
}

fn tell(event: &Event) -> anyhow::Result<()> {
    Ok(terminal::print(format!("{}\n", serde_json::to_string(event)?))?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_name_documents() {
        for address in ["agd:doc:{7}", "agdd:///agd:doc:%7B7%7D", "agdd://agd:doc:{7}", "agdd:/agd:doc:{7}"] {
            assert_eq!(prefix(address).expect("it is valid"), "agd:doc:{7}");
        }
        assert!(prefix("agdd:///").is_err());
    }
}
