//! `check --watch`: checks again when files change.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Arc, mpsc};

use agmark_syntax::Registry;
use agmark_workspace::config::{Excludes, FILE_NAME};
use agmark_workspace::readings::{Extent, Tree};
use agmark_workspace::{Configs, paths, watch};
use anyhow::Context;
use same_file::Handle;

use crate::{formats, roots, terminal};

/// Erases the screen and what was scrolled away, and puts the cursor at the top.
const CLEAR: &str = "\u{1b}[2J\u{1b}[3J\u{1b}[H";

/// Calls `check` at once and after each change around `given`. Ends when the process is interrupted.
///
/// # Errors
/// When folders cannot be watched.
pub fn run(given: &[PathBuf], check: impl Fn() -> anyhow::Result<ExitCode>) -> anyhow::Result<ExitCode> {
    let registry = formats::registry();
    let configs = Arc::new(Configs::new(Arc::clone(&registry)));
    let working = std::env::current_dir()?;
    let (tell, changes) = mpsc::channel();
    let (ready, is_ready) = mpsc::channel();
    let on_change = move |changed: Vec<PathBuf>| {
        if changed.iter().any(|path| matters(&registry, path)) {
            // Fails only if the receiver is gone.
            let _ = tell.send(());
        }
    };
    let skips = move |folder: &Path| Excludes::new(&configs).skips(folder);
    let _watcher = watch::watch(&trees(given, &working), skips, on_change, move || _ = ready.send(()))?;
    is_ready.recv().context("the folders cannot be watched")?;
    loop {
        clear()?;
        if let Err(error) = check() {
            terminal::complain(format_args!("{error:#}"));
        }
        terminal::note("waiting for changes; press ctrl-c to stop");
        changes.recv().context("watching the folders stopped")?;
        // Changes that came during the check are part of the next one.
        while changes.try_recv().is_ok() {}
    }
}

/// The folders whose files the findings may depend on.
fn trees(given: &[PathBuf], working: &Path) -> Vec<Tree> {
    let mut trees: Vec<Tree> = given.iter().map(|path| tree(&paths::absolute(path), working)).collect();
    trees.sort();
    trees.dedup();
    trees
}

fn tree(path: &Path, working: &Path) -> Tree {
    let folder = if path.is_dir() { path } else { path.parent().unwrap_or(path) };
    let alone = || Tree { root: folder.to_owned(), extent: Extent::Near };
    roots::tree(path, working).unwrap_or_else(alone)
}

/// Whether findings may change with this file. The file that the report is written to does not count.
fn matters(registry: &Registry, path: &Path) -> bool {
    let is_report = || {
        let (file, report) = (Handle::from_path(path).ok(), Handle::stdout().ok());
        file.is_some() && file == report
    };
    let is_settings = path.file_name().is_some_and(|name| name == FILE_NAME);
    // A folder that is gone is all that is named of the files in it.
    (is_settings || registry.may_be_ours(path) || !path.exists()) && !is_report()
}

fn clear() -> io::Result<()> {
    let mut out = io::stdout();
    if out.is_terminal() {
        out.write_all(CLEAR.as_bytes())?;
        out.flush()?;
    }
    Ok(())
}
