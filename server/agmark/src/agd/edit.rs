//! `agd edit`.

use std::process::ExitCode;

use ::agd::edit::Operation;
use anyhow::{Context, bail};

use super::store::{self, To};
use crate::input::Input;
use crate::terminal;

#[derive(Debug, clap::Args)]
#[command(group = clap::ArgGroup::new("what").required(true).multiple(true))]
pub struct Args {
    /// The document
    file: Input,
    /// Operations as JSON: replace, insert_after, insert_before, delete, set_attr, remove_attr
    #[arg(long, value_name = "JSON", num_args = 1.., group = "what")]
    op: Vec<String>,
    /// Operations of a file, one a line; they come after those of --op
    #[arg(long, value_name = "FILE", group = "what")]
    ops: Option<Input>,
    /// Write the file
    #[arg(short = 'i', long)]
    in_place: bool,
}

pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let operations = operations(args)?;
    store::change(&args.file, To::of(args.in_place), |document| {
        let report = document.apply_all(operations)?;
        for notice in report.notices {
            terminal::note(notice);
        }
        Ok(())
    })
}

fn operations(args: &Args) -> anyhow::Result<Vec<Operation>> {
    let mut out = Vec::new();
    for (index, json) in args.op.iter().enumerate() {
        let operation = serde_json::from_str(json);
        out.push(operation.with_context(|| format!("--op {} is no operation", index + 1))?);
    }
    if let Some(file) = &args.ops {
        if *file == Input::Standard && args.file == Input::Standard {
            bail!("the document and the operations cannot both come from standard input");
        }
        for (index, line) in file.text()?.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let operation = serde_json::from_str(line);
            out.push(operation.with_context(|| format!("{}:{}: no operation", file.name(), index + 1))?);
        }
    }
    Ok(out)
}
