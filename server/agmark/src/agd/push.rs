//! `agd push`.

use std::collections::HashMap;
use std::process::ExitCode;

use ::agd::edit::StreamOperation;
use agmark_daemon::{Client, DocumentKeys, MAX_OPERATION, is_before};
use anyhow::bail;

use super::redis_server::{RedisArgs, wait_for};
use crate::input::Input;
use crate::report::counted;
use crate::{examples, terminal};

const AFTER: &str = "\
The file has one operation per line: an operation of `agmark agd edit`, or a logical one: \
{\"kind\":\"append_item\",\"target\":\"gear\",\"payload\":{\"text\":\"ropes\"}}, \
{\"kind\":\"rename_section\",\"target\":\"gear\",\"payload\":{\"new_name\":\"Tools\"}}. All lines are checked before \
the first one is sent.";

/// The number of invalid lines that are printed.
const SHOWN: usize = 20;

#[derive(Debug, clap::Args)]
#[command(after_long_help = examples::after("agd push", AFTER))]
pub struct Args {
    #[command(flatten)]
    redis: RedisArgs,
    /// Stream of operations of the document
    #[arg(long, value_name = "KEY")]
    stream: String,
    /// File with one operation per line
    operations: Input,
    /// Wait for the results. Exit with 1 if an operation was not applied
    #[arg(long)]
    wait: bool,
}

pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let (numbers, operations): (Vec<usize>, Vec<String>) = read(&args.operations)?.into_iter().unzip();
    wait_for(async {
        let mut client = args.redis.client().await?;
        let keys = DocumentKeys::named(args.stream.clone(), String::new());
        let before = if args.wait { client.last_result(&keys).await? } else { String::new() };
        let ids = client.push(&args.stream, &operations).await?;
        terminal::note(format_args!("{} sent to {}", counted(ids.len(), "operation"), args.stream));
        let Some(last) = ids.last().filter(|_| args.wait).cloned() else { return Ok(ExitCode::SUCCESS) };
        let sent = Sent { numbers: ids.into_iter().zip(numbers).collect(), last };
        results(&mut client, &keys, before, &sent, &args.operations.name()).await
    })
}

/// The operations with their line numbers. Each is checked.
fn read(file: &Input) -> anyhow::Result<Vec<(usize, String)>> {
    let text = file.text()?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let mut invalid = 0;
    let mut operations = Vec::new();
    for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let problem = if line.len() > MAX_OPERATION {
            Some(format!("{} bytes: an operation has at most {MAX_OPERATION}", line.len()))
        } else {
            StreamOperation::read(line).err().map(|error| error.to_string())
        };
        match problem {
            None => operations.push((index + 1, line.to_owned())),
            Some(problem) => {
                invalid += 1;
                if invalid <= SHOWN {
                    terminal::complain(format_args!("{}:{}: {problem}", file.name(), index + 1));
                }
            }
        }
    }
    if invalid > 0 {
        bail!("{}: nothing was sent", counted(invalid, "invalid operation"));
    }
    Ok(operations)
}

/// Operations that were sent.
struct Sent {
    /// The line numbers by the ids of the entries.
    numbers: HashMap<String, usize>,
    /// The id of the last one.
    last: String,
}

/// Waits for the results of operations, and prints those that were not applied.
async fn results(
    client: &mut Client,
    keys: &DocumentKeys,
    mut after: String,
    sent: &Sent,
    name: &str,
) -> anyhow::Result<ExitCode> {
    let (mut failed, mut is_noted) = (0, false);
    loop {
        let found = client.results(keys, &after).await?;
        if found.is_empty() && !is_noted {
            is_noted = true;
            terminal::note("no results yet: does a daemon run for this document? Ctrl-C ends the wait");
        }
        for result in found {
            if result.status != "applied"
                && let Some(number) = sent.numbers.get(&result.first)
            {
                failed += 1;
                terminal::complain(format_args!("{name}:{number}: {}: {}", result.status, result.reason));
            }
            if !is_before(&result.last, &sent.last) {
                terminal::note(format_args!("{} applied, {failed} not applied", sent.numbers.len() - failed));
                return Ok(if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE });
            }
            after = result.id;
        }
    }
}
