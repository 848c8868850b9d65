//! `agd daemon`, also under the name `agdd`.

use std::process::ExitCode;
use std::time::Duration;

use agmark_daemon::{Daemon, DocumentKeys, Documents, LogEvent, Options};
use tokio_util::sync::CancellationToken;

use super::redis_server::{RedisArgs, wait_for};
use crate::{examples, interrupt, terminal};

const AFTER: &str = "\
A document PREFIX has the keys PREFIX:ops (a stream: one operation in JSON per entry, in the field `data`), \
PREFIX:state (a hash with `content` and `last_id`), PREFIX:results (a stream) and PREFIX:claim. Each daemon of a group \
needs its own --consumer. SIGTERM or Ctrl-C finishes the current batches and gives up the claims.";

#[derive(Debug, clap::Args)]
#[command(version, after_long_help = examples::after("agd daemon", AFTER))]
pub struct Args {
    #[command(flatten)]
    redis: RedisArgs,
    /// Stream of operations of one document
    #[arg(long, value_name = "KEY", required_unless_present = "documents")]
    stream: Option<String>,
    /// State of this document [default: PREFIX:state for the stream PREFIX:ops]
    #[arg(long, value_name = "KEY", requires = "stream")]
    state_key: Option<String>,
    /// All documents whose prefix matches this pattern of Redis, shared with the other daemons: 'agd:doc:*'
    #[arg(long, value_name = "PATTERN", conflicts_with = "stream")]
    documents: Option<String>,
    /// Consumer group, the same for all daemons that share documents
    #[arg(long, value_name = "NAME", default_value = "agdd-group")]
    group: String,
    /// Name of this daemon in the group
    #[arg(long, value_name = "NAME", default_value = "agdd-1")]
    consumer: String,
    /// Time after which another daemon takes over the documents of a dead one
    #[arg(long, value_name = "SECONDS", default_value = "3", value_parser = seconds)]
    lease: Duration,
    /// Remove applied operations from the streams
    #[arg(long)]
    trim: bool,
    /// Results to keep for each document, about
    #[arg(long, value_name = "NUMBER", default_value_t = 100_000)]
    keep_results: usize,
    /// Serve metrics for Prometheus at http://127.0.0.1:PORT/metrics; 0 uses a free port
    #[arg(long, value_name = "PORT")]
    metrics: Option<u16>,
}

/// A time from a tenth of a second to an hour.
fn seconds(given: &str) -> Result<Duration, String> {
    let number: f64 = given.parse().map_err(|_| "must be a number of seconds".to_owned())?;
    if !(0.1..=3600.0).contains(&number) {
        return Err("must be between 0.1 and 3600 seconds".to_owned());
    }
    Ok(Duration::from_secs_f64(number))
}

pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let server = args.redis.server()?;
    let start = format!("{} of {} at {}", args.consumer, args.group, server.address());
    wait_for(async {
        let daemon = Daemon::new(server, args.options()).await?;
        let metrics =
            daemon.metrics_port().map(|port| format!(", metrics at http://127.0.0.1:{port}/metrics"));
        terminal::note(format_args!("{start}{}", metrics.unwrap_or_default()));
        let stop = CancellationToken::new();
        let stopping = async {
            interrupt::asked().await;
            stop.cancel();
            // A second signal does not wait for Redis.
            interrupt::asked().await;
        };
        tokio::select! {
            () = daemon.run(log, stop.clone()) => Ok(ExitCode::SUCCESS),
            () = stopping => Ok(ExitCode::from(interrupt::CODE)),
        }
    })
}

fn log(event: LogEvent) {
    match event {
        LogEvent::Problem(problem) => terminal::complain(problem),
        LogEvent::Progress(progress) => terminal::note(progress),
    }
}

impl Args {
    fn options(&self) -> Options {
        let documents = match (&self.stream, &self.documents) {
            (Some(stream), _) => {
                let prefix = stream.strip_suffix(":ops").unwrap_or(stream);
                let state = self.state_key.clone().unwrap_or_else(|| format!("{prefix}:state"));
                Documents::One(DocumentKeys::named(stream.clone(), state))
            }
            (None, pattern) => Documents::Matching(pattern.clone().unwrap_or_default()),
        };
        Options {
            documents,
            group: self.group.clone(),
            consumer: self.consumer.clone(),
            lease: self.lease,
            trim: self.trim,
            keep_results: self.keep_results,
            metrics: self.metrics,
        }
    }
}
