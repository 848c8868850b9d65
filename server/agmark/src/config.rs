//! `agmark config`: the settings of a file, and the schema of all settings.

use std::path::PathBuf;
use std::process::ExitCode;

use agmark_workspace::{Configs, config, paths};

use crate::examples;
use crate::{formats, terminal};

#[derive(Debug, clap::Args)]
#[command(after_long_help = examples::after("config", ""))]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// Print the settings for a file and the origin of each
    #[command(after_long_help = examples::after("config show", ""))]
    Show {
        /// File; it does not have to exist
        file: PathBuf,
    },
    /// Print the JSON Schema of `agmark.toml`
    #[command(after_long_help = examples::after("config schema", ""))]
    Schema,
}

/// # Errors
/// When an `agmark.toml` is wrong.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let text = match &args.command {
        Command::Show { file } => {
            let file = paths::absolute(file);
            Configs::new(formats::registry()).nearest(&file)?.show(&file)
        }
        Command::Schema => serde_json::to_string_pretty(&config::schema(&formats::registry()))? + "\n",
    };
    terminal::print(text)?;
    Ok(ExitCode::SUCCESS)
}
