//! VS Code and its derivatives: their command line installs a package that the program writes.

use std::env;
use std::fs;
use std::hash::{Hash as _, Hasher as _};
use std::path::{Path, PathBuf};
use std::process::Command;

use rustc_hash::FxHasher;

use super::action::Action;
use super::folders::{Folders, on_path};
use super::package;
use super::plan::Plan;

/// The extension's name, as editors list it.
const EXTENSION: &str = "agmark.agmark";

/// An editor that accepts the package.
struct Editor {
    /// Its command line.
    name: &'static str,
    /// The application on macOS.
    application: &'static str,
    /// The folder of the program on Windows.
    folder: &'static str,
}

const EDITORS: &[Editor] = &[
    Editor { name: "code", application: "Visual Studio Code", folder: "Microsoft VS Code" },
    Editor {
        name: "code-insiders",
        application: "Visual Studio Code - Insiders",
        folder: "Microsoft VS Code Insiders",
    },
    Editor { name: "codium", application: "VSCodium", folder: "VSCodium" },
    Editor { name: "cursor", application: "Cursor", folder: "cursor" },
    Editor { name: "windsurf", application: "Windsurf", folder: "Windsurf" },
    Editor { name: "code-server", application: "code-server", folder: "code-server" },
];

/// # Errors
/// When a file that setup wrote cannot be read.
pub fn plan(folders: &Folders, action: Action) -> anyhow::Result<Plan> {
    let mut plan = Plan::new(folders);
    let editors: Vec<_> =
        EDITORS.iter().filter_map(|editor| Some((editor.name, editor.find(folders)?))).collect();
    let package = folders.own("vscode").join("agmark.vsix");
    match action {
        Action::SetUp => set_up(&mut plan, folders, package, &editors)?,
        Action::Remove => {
            for (name, editor) in &editors {
                if has(editor) {
                    plan.run(editor.clone(), &["--uninstall-extension", EXTENSION]);
                }
                plan.remove(stamp(folders, name));
            }
            plan.remove(package);
        }
    }
    Ok(plan)
}

fn set_up(
    plan: &mut Plan,
    folders: &Folders,
    package: PathBuf,
    editors: &[(&str, PathBuf)],
) -> anyhow::Result<()> {
    let bytes = package::bytes(folders);
    let (path, mark) = (package.to_string_lossy().into_owned(), mark(&bytes));
    plan.place_bytes(package, bytes)?;
    for (name, editor) in editors {
        let stamp = stamp(folders, name);
        let current = fs::read_to_string(&stamp).is_ok_and(|stamp| stamp == mark);
        if !(current && has(editor)) {
            // An older package with the same version is replaced, too.
            plan.run(editor.clone(), &["--install-extension", &path, "--force"]);
            plan.place(stamp, &mark)?;
        }
    }
    if editors.is_empty() {
        let names: Vec<_> = EDITORS.iter().map(|editor| editor.name).collect();
        plan.unfinished(format!(
            "no editor was found: none of {} is on the PATH. Either put the command line of your editor on the PATH (in \
             VS Code: \"Shell Command: Install 'code' command in PATH\") and run this again, or run \"Extensions: \
             Install from VSIX...\" in the editor and choose {path}",
            names.join(", ")
        ));
    }
    Ok(())
}

impl Editor {
    /// Its command, on the `PATH` or in the usual folders.
    fn find(&self, folders: &Folders) -> Option<PathBuf> {
        on_path(self.name).or_else(|| self.usual(folders).into_iter().find(|file| file.is_file()))
    }

    fn usual(&self, folders: &Folders) -> Vec<PathBuf> {
        if cfg!(target_os = "macos") {
            let inside = format!("{}.app/Contents/Resources/app/bin", self.application);
            let folders = [PathBuf::from("/Applications"), folders.home.join("Applications")];
            // An application of any name has its command line under its own or as `code`.
            let names = [self.name, "code"];
            folders.iter().flat_map(|folder| names.map(|name| folder.join(&inside).join(name))).collect()
        } else if cfg!(windows) {
            let roots = ["LOCALAPPDATA", "ProgramFiles"].map(env::var_os);
            let [own, all] = roots.map(Option::unwrap_or_default).map(PathBuf::from);
            let file = format!("{}.cmd", self.name);
            [own.join("Programs"), all]
                .iter()
                .flat_map(|root| {
                    ["bin", "resources/app/bin"].map(|bin| root.join(self.folder).join(bin).join(&file))
                })
                .collect()
        } else {
            Vec::new()
        }
    }
}

/// The file that says which package an editor got.
fn stamp(folders: &Folders, editor: &str) -> PathBuf {
    folders.own("vscode").join(format!("{editor}.installed"))
}

/// Its content.
fn mark(package: &[u8]) -> String {
    let mut hasher = FxHasher::default();
    package.hash(&mut hasher);
    format!("{:016x}\n", hasher.finish())
}

/// Whether an editor has the extension.
fn has(editor: &Path) -> bool {
    let listed = Command::new(editor).arg("--list-extensions").output();
    listed.is_ok_and(|listed| String::from_utf8_lossy(&listed.stdout).lines().any(|line| line == EXTENSION))
}
