//! The folders of editors and of the program.

use std::env;
use std::path::{Path, PathBuf};

use anyhow::Context as _;

/// The folders of the user. They do not have to exist.
#[derive(Clone, Debug)]
pub struct Folders {
    pub home: PathBuf,
    /// `~/.config` or its replacement.
    pub config: PathBuf,
    /// `~/.local/share` or its replacement.
    pub data: PathBuf,
    /// The running program.
    pub program: PathBuf,
}

impl Folders {
    /// # Errors
    /// If the home folder is unknown.
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
            program: env::current_exe().context("the path of the program is unknown")?,
            home,
        })
    }

    /// The folder of the files that an editor's settings refer to.
    pub fn own(&self, editor: &str) -> PathBuf {
        self.data.join("agmark").join(editor)
    }

    /// The command for an editor's settings: the name of the program if it is on PATH, else its path.
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

/// The folder in an environment variable; a relative path is ignored.
pub fn folder(variable: &str) -> Option<PathBuf> {
    env::var_os(variable).map(PathBuf::from).filter(|path| path.is_absolute())
}

/// A program on the `PATH`. Relative folders are skipped, because they depend on the working folder.
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
