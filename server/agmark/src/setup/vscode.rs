//! VS Code and its kin: the package that lies beside the program is installed by the editor's own command line.

use std::fs;
use std::hash::{Hash as _, Hasher as _};
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Context as _;
use rustc_hash::FxHasher;

use super::Aim;
use super::places::{Places, on_path};
use super::plan::Plan;

/// The extension's name, as editors list it.
const EXTENSION: &str = "agmark.agmark";
const PACKAGE: &str = "agmark.vsix";
/// The editors that take it, by their command lines.
const EDITORS: &[&str] = &["code", "code-insiders", "codium", "cursor", "windsurf", "code-server"];

/// # Errors
/// When the package cannot be read.
pub fn plan(places: &Places, aim: Aim) -> anyhow::Result<Plan> {
    let mut plan = Plan::new(places);
    let editors: Vec<_> = EDITORS.iter().filter_map(|name| Some((*name, on_path(name)?))).collect();
    match (aim, package(places)) {
        (Aim::SetUp, None) => plan.step(format!(
            "no {PACKAGE} lies beside the program: make it with `npm ci && npm run package` in editors/vscode, \
             then `code --install-extension {PACKAGE}`"
        )),
        (Aim::SetUp, Some(package)) => {
            let mark = mark(&package)?;
            let path = package.to_string_lossy().into_owned();
            for (name, editor) in &editors {
                let stamp = stamp(places, name);
                let current = fs::read_to_string(&stamp).is_ok_and(|stamp| stamp == mark);
                if !(current && has(editor)) {
                    // An older package with the same version is replaced, too.
                    plan.run(editor.clone(), &["--install-extension", &path, "--force"]);
                    plan.place(stamp, &mark)?;
                }
            }
            if editors.is_empty() {
                plan.step(format!(
                    "no command line of an editor is on the PATH: in VS Code, run \"Extensions: Install from VSIX...\" \
                     and choose {path}"
                ));
            }
        }
        (Aim::Remove, _) => {
            for (name, editor) in &editors {
                if has(editor) {
                    plan.run(editor.clone(), &["--uninstall-extension", EXTENSION]);
                }
                plan.remove(stamp(places, name));
            }
        }
    }
    Ok(plan)
}

/// The package, beside the program or where packages put shared files.
fn package(places: &Places) -> Option<PathBuf> {
    let folder = places.program.parent()?;
    let all = [folder.join(PACKAGE), folder.join("../share/agmark").join(PACKAGE)];
    all.into_iter().find(|file| file.is_file())
}

/// The file that says which package an editor got.
fn stamp(places: &Places, editor: &str) -> PathBuf {
    places.own("vscode").join(format!("{editor}.installed"))
}

/// What stands in it.
fn mark(package: &Path) -> anyhow::Result<String> {
    let mut hasher = FxHasher::default();
    let bytes = fs::read(package).with_context(|| format!("{} cannot be read", package.display()))?;
    bytes.hash(&mut hasher);
    Ok(format!("{:016x}\n", hasher.finish()))
}

/// Whether an editor has the extension.
fn has(editor: &Path) -> bool {
    let listed = Command::new(editor).arg("--list-extensions").output();
    listed.is_ok_and(|listed| String::from_utf8_lossy(&listed.stdout).lines().any(|line| line == EXTENSION))
}
