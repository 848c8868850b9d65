//! What a guest may ask for: WASI preview 1, over files in memory and without a network.

mod errno;
mod files;
mod link;
mod memory;
mod poll;
mod table;

use wasmtime::Memory;

pub use errno::Errno;
pub use link::link;

use files::Files;
use table::Table;

/// The guest has ended itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("exit code {0}")]
pub struct Exit(pub i32);

/// One guest's world.
pub struct Wasi {
    /// Known once the guest has been made.
    pub memory: Option<Memory>,
    args: Vec<Vec<u8>>,
    files: Files,
    table: Table,
    stdout: Capped,
    stderr: Capped,
    /// Random numbers so far.
    drawn: u64,
}

/// Output up to a limit.
struct Capped {
    kept: Vec<u8>,
    most: usize,
    dropped: u64,
}

impl Capped {
    fn new(most: usize) -> Self {
        Self { kept: Vec::new(), most, dropped: 0 }
    }

    fn write(&mut self, bytes: &[u8]) {
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
    /// A world with arguments, room for so many bytes of files, and for so many of output.
    pub fn new(args: &[&str], files: u64, output: usize) -> Self {
        let args = args.iter().map(|arg| [arg.as_bytes(), &[0]].concat()).collect();
        let (stdout, stderr) = (Capped::new(output), Capped::new(output));
        Self { memory: None, args, files: Files::new(files), table: Table::new(), stdout, stderr, drawn: 0 }
    }

    /// What was written to standard output and standard error.
    pub fn output(&self) -> (String, String) {
        (self.stdout.text(), self.stderr.text())
    }
}
