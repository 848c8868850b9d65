//! Zed: an extension's folder, which Zed itself installs. Zed takes grammars from git repositories only, so that their
//! sources become one.

use std::path::Path;

use anyhow::Context as _;

use super::action::Action;
use super::files::{GRAMMARS, ZED};
use super::folders::{Folders, on_path};
use super::plan::Plan;

/// The placeholder in the extension for the repository of the grammars.
const GRAMMARS_PLACE: &str = "GRAMMARS";

/// # Errors
/// When a file cannot be read, or there is no git.
pub fn plan(folders: &Folders, action: Action) -> anyhow::Result<Plan> {
    let root = folders.own("zed");
    let mut plan = Plan::new(folders);
    if action == Action::Remove {
        plan.remove_folder(root);
        plan.step("in Zed, uninstall the extension \"agmark\" where it lists extensions");
        return Ok(plan);
    }
    let (extension, repository) = (root.join("extension"), root.join("grammars"));
    let url = url::Url::from_file_path(&repository).map(String::from).unwrap_or_default();
    for file in ZED {
        plan.place(extension.join(file.name), &file.text().replace(GRAMMARS_PLACE, &url))?;
    }
    let before = plan.count();
    for grammar in GRAMMARS {
        for source in grammar.sources {
            plan.place(repository.join(grammar.folder).join("src").join(source.name), source.text())?;
        }
    }
    let changed = plan.count() > before;
    if changed || !repository.join(".git").is_dir() {
        commit(&mut plan, &repository)?;
    }
    plan.step(format!(
        "in Zed, run \"zed: install dev extension\" and choose {}; the extension starts the `agmark` on the PATH",
        extension.display()
    ));
    Ok(plan)
}

/// Makes a commit of all that is in a folder, on the branch `main`.
fn commit(plan: &mut Plan, repository: &Path) -> anyhow::Result<()> {
    let git =
        on_path("git").context("git was not found: install it (Zed reads grammars from git repositories)")?;
    let folder = repository.to_string_lossy();
    let named = ["-c", "user.name=agmark", "-c", "user.email=agmark@localhost", "-c", "commit.gpgsign=false"];
    plan.run(git.clone(), &["init", "--quiet", "--initial-branch=main", &folder]);
    plan.run(git.clone(), &["-C", &folder, "add", "--all"]);
    let mut arguments = vec!["-C", &folder];
    arguments.extend(named);
    arguments.extend(["commit", "--quiet", "--message", "The grammars"]);
    plan.run(git, &arguments);
    Ok(())
}
