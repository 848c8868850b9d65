//! The servers that a program starts and calls.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use crate::fingerprint::FingerprintBuilder;
use crate::process::find_program;
use crate::program::Agent;
use crate::sign_in;
use crate::variables;
use agmark_markdownlang::{Server, Transport};

/// A server that a program starts or calls. A run starts and calls these servers only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedServer {
    /// The file of the program that names it.
    pub program: PathBuf,
    /// The server's name.
    pub server: String,
    pub kind: ServerKind,
}

/// A command, or an address. Values are as written: `${NAME}` is not replaced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ServerKind {
    Command {
        command: String,
        args: Vec<String>,
        /// Names and values, in the order of the text.
        env: Vec<(String, String)>,
        /// The file that is started; `None` if the command does not exist.
        file: Option<PathBuf>,
        /// `file` with symbolic links resolved.
        real: Option<PathBuf>,
        /// The working folder.
        folder: PathBuf,
    },
    Url {
        url: String,
        /// Names and values, in the order of the text.
        headers: Vec<(String, String)>,
    },
}

impl PlannedServer {
    /// A server of a program; `folder` is the working folder.
    pub(super) fn of(agent: &Agent, server: &Server, folder: &Path) -> Self {
        let kind = match &server.transport {
            Transport::Command { command, args, env } => {
                let file = find_program::find(command, &path_of(env), folder);
                let real = file.as_deref().and_then(|file| std::fs::canonicalize(file).ok());
                ServerKind::Command {
                    command: command.clone(),
                    args: args.clone(),
                    env: env.clone(),
                    file,
                    real,
                    folder: folder.to_owned(),
                }
            }
            Transport::Url { url, headers } => ServerKind::Url { url: url.clone(), headers: headers.clone() },
        };
        Self { program: agent.path.clone(), server: server.name.clone(), kind }
    }

    /// The environment variables that the server gets through `${NAME}`, each once.
    pub fn variables(&self) -> Vec<&str> {
        self.variables_in(self.values())
    }

    /// The environment variables in some of its values, each once.
    pub(super) fn variables_in<'a>(&self, values: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
        let mut seen = std::collections::HashSet::new();
        values.flat_map(variables::names).filter(|name| seen.insert(*name)).collect()
    }

    /// The variables in the headers and the query of an address. Most of them are tokens.
    pub(crate) fn secret_variables(&self) -> Vec<&str> {
        let ServerKind::Url { url, headers } = &self.kind else { return Vec::new() };
        let query = url.split_once('?').map(|(_, query)| query);
        self.variables_in(headers.iter().map(|(_, value)| value.as_str()).chain(query))
    }

    /// Whether it is used with a sign-in stored in a folder.
    pub(super) fn has_sign_in(&self, folder: &Path) -> bool {
        let ServerKind::Url { url, headers } = &self.kind else { return false };
        let has_token = headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("authorization"));
        !has_token && sign_in::is_stored(url, folder)
    }

    /// The arguments of a command. Other programs on this machine can see them.
    pub(super) fn arguments(&self) -> impl Iterator<Item = &str> {
        let args: &[String] = match &self.kind {
            ServerKind::Command { args, .. } => args,
            ServerKind::Url { .. } => &[],
        };
        args.iter().map(String::as_str)
    }

    /// All values as they are written, without the names of variables and headers.
    pub(super) fn values(&self) -> impl Iterator<Item = &str> {
        let (pairs, url) = match &self.kind {
            ServerKind::Command { env, .. } => (env, None),
            ServerKind::Url { url, headers } => (headers, Some(url.as_str())),
        };
        self.arguments().chain(pairs.iter().map(|(_, value)| value.as_str())).chain(url)
    }

    /// Adds everything that decides what runs.
    pub(super) fn add_to(&self, fingerprint: &mut FingerprintBuilder) {
        fingerprint.path(Some(&self.program));
        fingerprint.field(self.server.as_bytes());
        match &self.kind {
            ServerKind::Command { command, args, env, file, real, folder } => {
                fingerprint.field(b"command");
                fingerprint.field(command.as_bytes());
                fingerprint.path(file.as_deref());
                fingerprint.path(real.as_deref());
                fingerprint.path(Some(folder));
                fingerprint.texts(args);
                fingerprint.pairs(env);
            }
            ServerKind::Url { url, headers } => {
                fingerprint.field(b"url");
                fingerprint.field(url.as_bytes());
                fingerprint.pairs(headers);
            }
        }
    }
}

/// The PATH that a server gets. It decides which file a command means.
fn path_of(env: &[(String, String)]) -> OsString {
    let is_path = |name: &str| if cfg!(windows) { name.eq_ignore_ascii_case("PATH") } else { name == "PATH" };
    let own = env.iter().rev().find(|(name, _)| is_path(name));
    let own = own.and_then(|(_, value)| variables::expand(value, |name| std::env::var(name).ok()).ok());
    own.map_or_else(|| std::env::var_os("PATH").unwrap_or_default(), OsString::from)
}
