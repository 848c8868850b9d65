//! `agmark setup`: sets up an editor with the files of `editors/`, which are part of the program, or a client of the MCP
//! server.

mod action;
mod archive;
mod codex;
mod commands;
mod emacs;
mod files;
mod folders;
mod grammars;
mod helix;
mod json_member;
mod kakoune;
mod languages_toml;
mod lisp;
mod marked_block;
mod mcp_clients;
mod neovim;
mod package;
mod plan;
mod toml_list;
mod vscode;
mod zed;

use std::process::ExitCode;

use crate::examples;
use crate::log;
use crate::report::counted;
use crate::terminal::{self, Look};
use action::Action;
use folders::Folders;
use mcp_clients::McpClient;

const AFTER: &str = "\
All changes are printed before they are written. In your own files, comments and other entries are kept. The grammars for \
Neovim and Helix are built with a C compiler: $CC, cc, gcc or clang. --remove removes only what setup wrote.\n\n\
Exit codes: 0 the editor is ready, or only the printed steps remain; 1 the editor was not found; 2 invalid usage, or a \
file that cannot be read or written.";

#[derive(Debug, clap::Args)]
#[command(after_long_help = examples::after("setup", AFTER))]
pub struct Args {
    /// Editor, or client of the MCP server, to set up
    #[arg(value_enum)]
    editor: Editor,
    /// Print the changes without writing them
    #[arg(long)]
    print: bool,
    /// Remove what setup wrote
    #[arg(long)]
    remove: bool,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Editor {
    Vscode,
    Neovim,
    Helix,
    Zed,
    Emacs,
    Kakoune,
    /// Claude Code: the MCP server
    Claude,
    /// Claude Desktop: the MCP server
    ClaudeDesktop,
    /// Cursor: the MCP server
    Cursor,
    /// VS Code: the MCP server
    VscodeMcp,
    /// Windsurf: the MCP server
    Windsurf,
    /// Gemini CLI: the MCP server
    Gemini,
    /// Codex: the MCP server
    Codex,
    /// Zed: the MCP server
    ZedMcp,
    /// Prints all commands of the server as JSON: what the package for VS Code is made from
    #[value(hide = true)]
    Commands,
}

/// # Errors
/// If a file cannot be read or written, a user's file is not valid TOML, or a grammar cannot be built.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let action = if args.remove { Action::Remove } else { Action::SetUp };
    let folders = Folders::find()?;
    let plan = match args.editor {
        Editor::Vscode => vscode::plan(&folders, action)?,
        Editor::Neovim => neovim::plan(&folders, action)?,
        Editor::Helix => helix::plan(&folders, action)?,
        Editor::Zed => zed::plan(&folders, action)?,
        Editor::Emacs => emacs::plan(&folders, action)?,
        Editor::Kakoune => kakoune::plan(&folders, action)?,
        Editor::Claude => mcp_clients::plan(&folders, McpClient::ClaudeCode, action)?,
        Editor::ClaudeDesktop => mcp_clients::plan(&folders, McpClient::ClaudeDesktop, action)?,
        Editor::Cursor => mcp_clients::plan(&folders, McpClient::Cursor, action)?,
        Editor::VscodeMcp => mcp_clients::plan(&folders, McpClient::VsCode, action)?,
        Editor::Windsurf => mcp_clients::plan(&folders, McpClient::Windsurf, action)?,
        Editor::Gemini => mcp_clients::plan(&folders, McpClient::Gemini, action)?,
        Editor::Codex => codex::plan(&folders, action)?,
        Editor::ZedMcp => mcp_clients::plan(&folders, McpClient::Zed, action)?,
        Editor::Commands => {
            terminal::print(commands::json()?)?;
            return Ok(ExitCode::SUCCESS);
        }
    };
    log::step(format_args!(
        "{} to make, home is {}",
        counted(plan.count(), "change"),
        folders.home.display()
    ));
    terminal::print(plan.show(Look::of_stdout()))?;
    if plan.is_empty() {
        terminal::note("nothing to do");
    } else if !args.print {
        plan.carry_out()?;
        terminal::note("done");
    }
    for step in plan.steps() {
        terminal::note(step);
    }
    if let Some(why) = plan.why_unfinished() {
        terminal::complain(why);
        return Ok(ExitCode::FAILURE);
    }
    Ok(ExitCode::SUCCESS)
}
