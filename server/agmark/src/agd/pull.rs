//! `agd pull`, `agd seed`: documents between files and Redis.

use std::path::PathBuf;
use std::process::ExitCode;

use agmark_daemon::DocumentKeys;
use anyhow::bail;

use super::redis_server::{RedisArgs, wait_for};
use crate::destination::Destination;
use crate::input::Input;
use crate::{examples, terminal};

#[derive(Debug, clap::Args)]
#[command(after_long_help = examples::after("agd pull", ""))]
pub struct Pull {
    #[command(flatten)]
    redis: RedisArgs,
    /// Prefix of the keys of the document, for example `agd:doc:rules`
    document: String,
    /// File to write [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Debug, clap::Args)]
#[command(after_long_help = examples::after("agd seed", ""))]
pub struct Seed {
    #[command(flatten)]
    redis: RedisArgs,
    /// Prefix of the keys of the document, for example `agd:doc:rules`
    document: String,
    /// The document
    file: Input,
    /// Replace the content of a document that has one already
    #[arg(long)]
    replace: bool,
}

pub fn pull(args: &Pull) -> anyhow::Result<ExitCode> {
    let destination = Destination::check(args.output.as_deref())?;
    let keys = DocumentKeys::of_prefix(&args.document);
    let state = wait_for(async { Ok(args.redis.client().await?.state(&keys.state).await?) })?;
    match state {
        Some(state) => Ok(destination.put(&state.content)),
        None => bail!("document {} does not exist: {} has no content", args.document, keys.state),
    }
}

pub fn seed(args: &Seed) -> anyhow::Result<ExitCode> {
    let text = args.file.text()?;
    let content = ::agd::serialize(&args.file.document(&text)?);
    let keys = DocumentKeys::of_prefix(&args.document);
    let stored =
        wait_for(async { Ok(args.redis.client().await?.seed(&keys.state, &content, args.replace).await?) })?;
    if !stored {
        bail!("document {} exists already: --replace replaces its content", args.document);
    }
    terminal::note(format_args!("{} stored in {}", args.file.name(), keys.state));
    Ok(ExitCode::SUCCESS)
}
