//! VS Code and its kin: the package that lies beside the program is installed by the editor's own command line.

use std::path::PathBuf;

use super::Aim;
use super::places::{Places, on_path};
use super::plan::Plan;

/// The extension's name, as editors list it.
const EXTENSION: &str = "agmark.agmark";
const PACKAGE: &str = "agmark.vsix";
/// The editors that take it, by their command lines.
const EDITORS: &[&str] = &["code", "code-insiders", "codium", "cursor", "windsurf", "code-server"];

/// # Errors
/// Never; the others' plans may fail.
pub fn plan(places: &Places, aim: Aim) -> anyhow::Result<Plan> {
    let mut plan = Plan::new(places);
    let editors: Vec<PathBuf> = EDITORS.iter().filter_map(|name| on_path(name)).collect();
    let package = package(places);
    match (aim, package) {
        (Aim::SetUp, None) => plan.step(format!(
            "no {PACKAGE} lies beside the program: make it with `npm ci && npm run package` in editors/vscode, \
             then `code --install-extension {PACKAGE}`"
        )),
        (Aim::SetUp, Some(package)) => {
            let package = package.to_string_lossy().into_owned();
            for editor in &editors {
                plan.run(editor.clone(), &["--install-extension", &package]);
            }
            if editors.is_empty() {
                plan.step(format!(
                    "no command line of an editor is on the PATH: in VS Code, run \"Extensions: Install from VSIX...\" \
                     and choose {package}"
                ));
            }
        }
        (Aim::Remove, _) => {
            for editor in editors.iter().filter(|editor| has(editor)) {
                plan.run(editor.clone(), &["--uninstall-extension", EXTENSION]);
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

/// Whether an editor has the extension.
fn has(editor: &PathBuf) -> bool {
    let listed = std::process::Command::new(editor).arg("--list-extensions").output();
    listed.is_ok_and(|listed| String::from_utf8_lossy(&listed.stdout).lines().any(|line| line == EXTENSION))
}
