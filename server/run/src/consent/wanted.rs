//! What a program starts and calls.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use agmark_markdownlang::{Server, Transport};
use sha2::{Digest, Sha256};

use crate::mcp::{expanded, names};
use crate::process::lookup;
use crate::program::Agent;
use crate::sign_in;

/// A server that a program starts or calls. Runs start what stands here and nothing else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// The program that wants it.
    pub program: PathBuf,
    /// The server's name.
    pub server: String,
    pub what: What,
}

/// A command, or an address. Values are as written: `${NAME}` is not replaced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    Command {
        command: String,
        args: Vec<String>,
        /// Names and values, in the order of the text.
        env: Vec<(String, String)>,
        /// The file that the command means; nothing if there is none.
        file: Option<PathBuf>,
        /// Where a link leads that `file` is; `file` itself if it is none.
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

impl Wanted {
    /// What a server of a program is, with `folder` as the working folder.
    pub(super) fn of(agent: &Agent, server: &Server, folder: &Path) -> Self {
        let what = match &server.transport {
            Transport::Command { command, args, env } => {
                let file = lookup::located(command, &path_of(env), folder);
                let real = file.as_deref().and_then(|file| std::fs::canonicalize(file).ok());
                What::Command {
                    command: command.clone(),
                    args: args.clone(),
                    env: env.clone(),
                    file,
                    real,
                    folder: folder.to_owned(),
                }
            }
            Transport::Url { url, headers } => What::Url { url: url.clone(), headers: headers.clone() },
        };
        Self { program: agent.path.clone(), server: server.name.clone(), what }
    }

    /// The variables of the person's environment that it is given by `${NAME}`, each once.
    pub fn handed_over(&self) -> Vec<&str> {
        self.handed_over_in(self.values())
    }

    /// Those of its variables that some of its values give it, each once.
    pub(super) fn handed_over_in<'a>(&self, values: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
        let mut seen = std::collections::HashSet::new();
        values.flat_map(names).filter(|name| seen.insert(*name)).collect()
    }

    /// The variables that a server at an address gets in headers or in the query: most of them are tokens.
    pub(crate) fn sent(&self) -> Vec<&str> {
        let What::Url { url, headers } = &self.what else { return Vec::new() };
        let query = url.split_once('?').map(|(_, query)| query);
        self.handed_over_in(headers.iter().map(|(_, value)| value.as_str()).chain(query))
    }

    /// Whether it is used with a sign-in that is kept in a folder.
    pub(super) fn has_sign_in(&self, folder: &Path) -> bool {
        let What::Url { url, headers } = &self.what else { return false };
        let has_token = headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("authorization"));
        !has_token && sign_in::is_kept(url, folder)
    }

    /// What every other program on this machine can see: the arguments of a command.
    pub(super) fn arguments(&self) -> impl Iterator<Item = &str> {
        let args: &[String] = match &self.what {
            What::Command { args, .. } => args,
            What::Url { .. } => &[],
        };
        args.iter().map(String::as_str)
    }

    /// All values as written, without the names of variables and headers.
    pub(super) fn values(&self) -> impl Iterator<Item = &str> {
        let (pairs, url) = match &self.what {
            What::Command { env, .. } => (env, None),
            What::Url { url, headers } => (headers, Some(url.as_str())),
        };
        self.arguments().chain(pairs.iter().map(|(_, value)| value.as_str())).chain(url)
    }
}

/// The PATH that a server gets: it decides which file a command means.
fn path_of(env: &[(String, String)]) -> OsString {
    let is_path = |name: &str| if cfg!(windows) { name.eq_ignore_ascii_case("PATH") } else { name == "PATH" };
    let own = env.iter().rev().find(|(name, _)| is_path(name));
    let own = own.and_then(|(_, value)| expanded(value, |name| std::env::var(name).ok()).ok());
    own.map_or_else(|| std::env::var_os("PATH").unwrap_or_default(), OsString::from)
}

/// A short word that tells `bytes` from all others.
pub fn mark(bytes: &[u8]) -> String {
    Marker::hex(&Sha256::digest(bytes))
}

/// Makes a mark of several fields. Each is written with its length, so that no two lists of fields give the same.
#[derive(Default)]
pub(super) struct Marker(Sha256);

impl Marker {
    pub fn field(&mut self, bytes: &[u8]) {
        self.0.update((bytes.len() as u64).to_le_bytes());
        self.0.update(bytes);
    }

    pub fn number(&mut self, number: usize) {
        self.field(&(number as u64).to_le_bytes());
    }

    pub fn path(&mut self, path: Option<&Path>) {
        self.number(usize::from(path.is_some()));
        self.field(path.map(|path| path.as_os_str().as_encoded_bytes()).unwrap_or_default());
    }

    pub fn wanted(&mut self, wanted: &Wanted) {
        self.path(Some(&wanted.program));
        self.field(wanted.server.as_bytes());
        match &wanted.what {
            What::Command { command, args, env, file, real, folder } => {
                self.field(b"command");
                self.field(command.as_bytes());
                [file.as_deref(), real.as_deref(), Some(folder)].into_iter().for_each(|path| self.path(path));
                self.number(args.len());
                args.iter().for_each(|arg| self.field(arg.as_bytes()));
                self.pairs(env);
            }
            What::Url { url, headers } => {
                self.field(b"url");
                self.field(url.as_bytes());
                self.pairs(headers);
            }
        }
    }

    fn pairs(&mut self, pairs: &[(String, String)]) {
        self.number(pairs.len());
        for (name, value) in pairs {
            self.field(name.as_bytes());
            self.field(value.as_bytes());
        }
    }

    pub fn done(self) -> String {
        Self::hex(&self.0.finalize())
    }

    fn hex(hash: &[u8]) -> String {
        hash.iter().map(|byte| format!("{byte:02x}")).collect()
    }
}
