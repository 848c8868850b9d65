//! What others wrote and tests talk to: installed once for each version, into a cache.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

/// Packages of npm, with versions.
const PACKAGES: [&str; 2] = [
    "@modelcontextprotocol/server-everything@2026.8.31",
    "@modelcontextprotocol/server-filesystem@2026.8.31",
];

static SERVERS: LazyLock<PathBuf> = LazyLock::new(|| {
    let cache = std::env::var_os("XDG_CACHE_HOME").map(PathBuf::from).filter(|folder| folder.is_absolute());
    let cache = cache.unwrap_or_else(|| std::env::home_dir().unwrap().join(".cache"));
    let folder = cache.join("agmark-tests").join("mcp-servers-2026.8.31");
    std::fs::create_dir_all(&folder).unwrap();
    // Each test is a process: one installs, the others wait.
    let lock = std::fs::File::create(folder.join("lock")).unwrap();
    lock.lock().unwrap();
    let bin = folder.join("node_modules/.bin");
    if !folder.join("complete").exists() {
        let mut npm = Command::new("npm");
        npm.arg("install").arg("--prefix").arg(&folder).args([
            "--no-audit",
            "--no-fund",
            "--no-package-lock",
        ]);
        let status = npm.args(PACKAGES).stdout(std::process::Stdio::null()).status().unwrap();
        assert!(status.success(), "the MCP servers cannot be installed");
        std::fs::write(folder.join("complete"), "").unwrap();
    }
    bin
});

/// The folder in which `npx --prefix` finds them.
pub fn prefix() -> PathBuf {
    server("mcp-server-everything").ancestors().nth(3).unwrap().to_owned()
}

/// The path of a program of the installed packages.
pub fn server(name: &str) -> PathBuf {
    let path = Path::new(&*SERVERS).join(name);
    assert!(path.exists(), "{} is not there", path.display());
    path
}
