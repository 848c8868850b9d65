//! The files that differ from a revision of git.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use anyhow::{Context, bail};

/// The files below a folder that differ from a revision, and untracked files. What is gone is
/// left out.
///
/// # Errors
/// If git or the repository is missing, or the revision is unknown.
pub fn files(folder: &Path, revision: &str) -> anyhow::Result<Vec<PathBuf>> {
    if revision.starts_with('-') {
        bail!("--changed {revision}: not a revision: name a branch, a tag or a commit");
    }
    let changed = git(
        folder,
        &["diff", "--name-only", "-z", "--relative", "--diff-filter=d", "--no-ext-diff", revision, "--"],
    )
    .with_context(|| format!("--changed {revision}"))?;
    let new = git(folder, &["ls-files", "--others", "--exclude-standard", "-z"])?;
    let mut files: Vec<PathBuf> = names(&changed).chain(names(&new)).map(|name| folder.join(name)).collect();
    files.sort();
    files.dedup();
    Ok(files)
}

fn names(output: &Output) -> impl Iterator<Item = String> {
    let names = output.stdout.split(|&b| b == 0).filter(|name| !name.is_empty());
    names.map(|name| String::from_utf8_lossy(name).into_owned())
}

fn git(folder: &Path, arguments: &[&str]) -> anyhow::Result<Output> {
    let output = Command::new("git")
        // A repository could name a program here: it must not be started.
        .args(["-c", "core.fsmonitor=false"])
        .args(arguments)
        .current_dir(folder)
        .output()
        .context("git cannot be started: install it, or name the files")?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        let first = said.lines().next().unwrap_or("git failed").trim_start_matches("fatal: ");
        bail!("{}", crate::terminal::plain(first));
    }
    Ok(output)
}
