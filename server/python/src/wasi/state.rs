//! The state of a guest: its arguments, files and output.

use wasmtime::Memory;

use super::files::Files;
use super::table::Table;

/// The numbers of WASI for a folder and a file.
pub const FOLDER: u8 = 3;
pub const FILE: u8 = 4;

/// The flag for writing at the end of a file.
pub const APPEND: u16 = 1;

/// The guest has ended its process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("exit code {0}")]
pub struct Exit(pub i32);

/// The state of a guest.
pub struct Wasi {
    /// Set after the guest is created.
    pub memory: Option<Memory>,
    pub args: Vec<Vec<u8>>,
    pub files: Files,
    pub table: Table,
    pub stdout: LimitedOutput,
    pub stderr: LimitedOutput,
    /// The number of random numbers until now.
    pub drawn: u64,
}

/// Output up to a limit; the rest is dropped.
pub struct LimitedOutput {
    kept: Vec<u8>,
    most: usize,
    dropped: u64,
}

impl LimitedOutput {
    fn new(most: usize) -> Self {
        Self { kept: Vec::new(), most, dropped: 0 }
    }

    pub fn write(&mut self, bytes: &[u8]) {
        let room = self.most - self.kept.len();
        let kept = bytes.get(..room).unwrap_or(bytes);
        self.kept.extend_from_slice(kept);
        self.dropped += (bytes.len() - kept.len()) as u64;
    }

    fn text(&self) -> String {
        let text = String::from_utf8_lossy(&self.kept);
        match self.dropped {
            0 => text.into_owned(),
            dropped => format!("{text}\n[cut off here: {dropped} more bytes were written]\n"),
        }
    }
}

impl Wasi {
    /// A state with arguments, and limits for files and output in bytes.
    pub fn new(args: &[&str], files: u64, output: usize) -> Self {
        let args = args.iter().map(|arg| [arg.as_bytes(), &[0]].concat()).collect();
        let (stdout, stderr) = (LimitedOutput::new(output), LimitedOutput::new(output));
        Self { memory: None, args, files: Files::new(files), table: Table::new(), stdout, stderr, drawn: 0 }
    }

    /// Standard output and standard error.
    pub fn output(&self) -> (String, String) {
        (self.stdout.text(), self.stderr.text())
    }
}
