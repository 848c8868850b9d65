//! `agmark mcp`: the MCP server for agents.

mod annotate;
mod audit;
mod block_changes;
mod convert;
mod daemon_documents;
mod diff;
mod edit;
mod failure;
mod format_tools;
mod garyml_apply;
mod garyml_prompt;
mod generic_examples;
mod instructions;
mod memory;
mod pages;
mod patch;
mod plan;
mod prompts;
mod render;
mod resolve;
mod run_program;
mod target;
mod text_source;
mod view;

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use agmark_mcp::{Contents, Options, Server, ToolTable, Workspace, http, serve};
use anyhow::Context;

use daemon_documents::DaemonDocuments;

use crate::examples;
use crate::{formats, interrupt, terminal};

/// The environment variable that names the memory document.
const MEMORY_VARIABLE: &str = "AGD_MEMORY_FILE";

const AFTER: &str = "\
Agents reach only files below the roots, and no link leads out of them. Everything that writes is refused with --read-only. \
The network and programs need --allow-fetch and --allow-run; each run is shown to a person first. The server ends when the \
client closes its end, or on a signal.";

#[derive(Debug, clap::Args)]
#[command(after_long_help = examples::after("mcp", AFTER))]
pub struct Args {
    /// Folder whose files agents may use; can be repeated [default: the folders of the client, or the current directory]
    #[arg(long = "root", value_name = "DIR")]
    roots: Vec<PathBuf>,
    /// Refuse everything that writes or runs
    #[arg(long)]
    read_only: bool,
    /// Serve HTTP on this port of the loopback address instead of standard input; 0 is any free port
    #[arg(long, value_name = "PORT")]
    http: Option<u16>,
    /// Allow tools to load pages from the network
    #[arg(long)]
    allow_fetch: bool,
    /// Allow tools to run programs and models, after a person agreed to each run
    #[arg(long)]
    allow_run: bool,
    /// Allow the documents of a daemon, as agdd://NAME. This environment variable has the URL of Redis
    /// [default: AGD_REDIS_URL]
    #[arg(long, value_name = "VARIABLE", num_args = 0..=1, require_equals = true, default_missing_value = "AGD_REDIS_URL")]
    redis: Option<String>,
    /// Document in which agents keep what they learn [env: AGD_MEMORY_FILE]
    #[arg(long, value_name = "FILE")]
    memory: Option<PathBuf>,
}

/// # Errors
/// When a root is not a folder, or standard input fails.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let memory = args.memory.clone().or_else(|| std::env::var_os(MEMORY_VARIABLE).map(PathBuf::from));
    let memory = memory.filter(|file| !file.as_os_str().is_empty());
    let has_memory = memory.is_some();
    let roots = if args.roots.is_empty() { vec![std::env::current_dir()?] } else { args.roots.clone() };
    let options = Options {
        roots,
        // A client that starts the server speaks for the person. A client of HTTP does not.
        client_roots: args.roots.is_empty() && args.http.is_none(),
        read_only: args.read_only,
        allow_fetch: args.allow_fetch,
        allow_run: args.allow_run,
        memory,
        count_tokens: agmark_tokens::count,
        edit_guard: edit::guard,
    };
    let workspace = Workspace::open(formats::registry(), options)?;
    workspace.serve_remote(Arc::new(DaemonDocuments::of_environment(args.redis.as_deref())?));
    let server = Server::new(workspace, contents(has_memory));
    match args.http {
        None => serve::stdio(server, interrupt::asked()).context("the server could not be started")?,
        Some(port) => http::serve(server, port, announce, interrupt::asked())
            .with_context(|| format!("port {port} cannot be used: name another port, or 0 for any"))?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Prints what a client needs. Nothing else goes to standard output.
fn announce(endpoint: &http::Endpoint) {
    let _ = terminal::print(format!("{}\nAuthorization: Bearer {}\n", endpoint.url(), endpoint.token));
}

/// What agmark serves. `has_memory`: whether there is a document for the memory tools.
fn contents(has_memory: bool) -> Contents {
    let mut tools = agmark_mcp::tools::all();
    tools.extend(format_tools::all(has_memory));
    Contents {
        tools: ToolTable::new(tools, generic_examples::ALL),
        prompts: prompts::ALL,
        pages: pages::ALL,
        instructions: instructions::text(&formats::registry()),
        version: env!("CARGO_PKG_VERSION"),
    }
}

#[cfg(test)]
mod tests;
