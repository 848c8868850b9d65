//! `agmark garyml commands`: what a host needs to offer commands that begin with a dot.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use agmark_garyml::analysis::defined_commands::{self, DefinedCommand};
use agmark_garyml::syntax::whole::Whole;
use agmark_syntax::{Registry, Text};
use agmark_workspace::{Configs, files};
use serde_json::json;

use crate::examples;
use crate::report::shown;
use crate::result_format::ResultFormat;
use crate::targets;
use crate::terminal::{self, BOLD, DIM, Look, plain};

const AFTER: &str = "\
Commands are defined in `.Documentation`: `.name: \"what it does\"`, with parameters below. In a folder, all \
GaryML files are read. JSON is an array of {\"name\", \"doc\", \"parameters\": [{\"name\", \"doc\"}], \"file\", \"line\"}.";

#[derive(Debug, clap::Args)]
#[command(after_long_help = examples::after("garyml commands", AFTER))]
pub struct Args {
    /// File or folder [default: current directory]
    #[arg(value_name = "PATH")]
    path: Option<PathBuf>,
    #[command(flatten)]
    format: ResultFormat,
}

/// A command and its definition.
struct Found {
    command: DefinedCommand,
    file: String,
    /// From 1.
    line: usize,
}

/// # Errors
/// When a path cannot be read.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let path = args.path.clone().unwrap_or_else(|| PathBuf::from("."));
    let registry = Arc::new(Registry::new(vec![agmark_garyml::format()]));
    let configs = Configs::new(Arc::clone(&registry));
    let mut found = Vec::new();
    let gathered = targets::gather(std::slice::from_ref(&path), &registry, &configs);
    let broken = gathered.complain(&std::env::current_dir()?);
    for target in gathered.targets {
        let text = match files::read(&target.path) {
            Ok(text) => text,
            Err(error) if target.named => return Err(error.into()),
            Err(error) => {
                terminal::warn(plain(&error.to_string()));
                continue;
            }
        };
        found.extend(read(&target.path, text));
    }
    let out = if args.format.is_json() { as_json(&found) } else { as_text(&found, Look::of_stdout()) };
    terminal::print(out)?;
    Ok(if broken { ExitCode::from(crate::UNUSABLE) } else { ExitCode::SUCCESS })
}

fn read(path: &Path, text: String) -> Vec<Found> {
    let lines = Text::new(&text);
    let Some(whole) = Whole::new(text) else { return Vec::new() };
    let working = std::env::current_dir().unwrap_or_default();
    let file = shown(path, &working);
    let defined = defined_commands::defined(&whole.structure());
    let found = |command: DefinedCommand| {
        let line = lines.line_of(command.span.start as usize) + 1;
        Found { command, file: file.clone(), line }
    };
    defined.into_iter().map(found).collect()
}

fn as_json(found: &[Found]) -> String {
    let one = |f: &Found| {
        let parameter = |(name, doc): &(String, String)| json!({ "name": name, "doc": doc });
        let parameters: Vec<_> = f.command.parameters.iter().map(parameter).collect();
        json!({
            "name": f.command.name,
            "doc": f.command.doc,
            "parameters": parameters,
            "file": f.file,
            "line": f.line,
        })
    };
    format!("{}\n", serde_json::Value::Array(found.iter().map(one).collect()))
}

fn as_text(found: &[Found], look: Look) -> String {
    let mut out = String::new();
    for Found { command, file, line } in found {
        let name = look.paint(BOLD, format_args!(".{}", command.name));
        let doc = first_line(&command.doc);
        let place = look.paint(DIM, format_args!("{}:{line}", plain(file)));
        let between = if doc.is_empty() { "" } else { "  " };
        let _ = writeln!(out, "{name}{between}{doc}  {place}");
        for (name, doc) in &command.parameters {
            let _ = writeln!(out, "  {name}: {}", first_line(doc));
        }
    }
    out
}

fn first_line(text: &str) -> String {
    plain(text.trim().lines().next().unwrap_or("")).into_owned()
}
