//! Where editors keep things, and where the program itself does.

use std::env;
use std::path::{Path, PathBuf};

use anyhow::Context as _;

/// The folders of the person who runs the program. They need not be there.
#[derive(Clone, Debug)]
pub struct Folders {
    pub home: PathBuf,
    /// `~/.config`, or what stands for it.
    pub config: PathBuf,
    /// `~/.local/share`, or what stands for it.
    pub data: PathBuf,
    /// The running program.
    pub program: PathBuf,
}

impl Folders {
    /// # Errors
    /// When the person has no home.
    pub fn find() -> anyhow::Result<Self> {
        let home = env::home_dir()
            .filter(|home| home.is_absolute())
            .context("the home folder is unknown: set HOME to where your editor's settings are")?;
        let (config, data) = if cfg!(windows) {
            (folder("APPDATA"), folder("LOCALAPPDATA"))
        } else {
            (folder("XDG_CONFIG_HOME"), folder("XDG_DATA_HOME"))
        };
        Ok(Self {
            config: config.unwrap_or_else(|| home.join(".config")),
            data: data.unwrap_or_else(|| home.join(".local/share")),
            program: env::current_exe().context("where the program is cannot be told")?,
            home,
        })
    }

    /// Where files lie that an editor is pointed to.
    pub fn own(&self, editor: &str) -> PathBuf {
        self.data.join("agmark").join(editor)
    }

    /// How an editor's settings should name the program: by its name, if that leads to it, else by its path.
    pub fn command(&self) -> String {
        let path = env::var_os("PATH").unwrap_or_default();
        let name = if cfg!(windows) { "agmark.exe" } else { "agmark" };
        let first = env::split_paths(&path).map(|folder| folder.join(name)).find(|file| file.is_file());
        if first.is_some_and(|first| same_file::is_same_file(first, &self.program).unwrap_or(false)) {
            "agmark".to_owned()
        } else {
            self.program.to_string_lossy().into_owned()
        }
    }
}

/// The folder that a variable of the environment names; a relative one counts for nothing.
pub fn folder(variable: &str) -> Option<PathBuf> {
    env::var_os(variable).map(PathBuf::from).filter(|path| path.is_absolute())
}

/// A program on the `PATH`. Relative folders are left out: they would be looked for in the working folder.
pub fn on_path(name: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    let endings: &[&str] = if cfg!(windows) { &[".exe", ".cmd", ""] } else { &[""] };
    env::split_paths(&path)
        .filter(|folder| folder.is_absolute())
        .flat_map(|folder| endings.iter().map(move |ending| folder.join(format!("{name}{ending}"))))
        .find(|file| is_program(file))
}

#[cfg(unix)]
fn is_program(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    file.metadata().is_ok_and(|about| about.is_file() && about.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_program(file: &Path) -> bool {
    file.is_file()
}
