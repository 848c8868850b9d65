//! A folder of files, and the program run in it.

use std::fmt;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// A folder that goes with the test.
pub struct Folder(tempfile::TempDir);

/// What the program did.
pub struct Ran {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Folder {
    pub fn of(files: &[(&str, &str)]) -> Self {
        let folder = Self(tempfile::tempdir().unwrap());
        for (path, text) in files {
            folder.write(path, text.as_bytes());
        }
        folder
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    pub fn write(&self, path: &str, bytes: &[u8]) {
        let path = self.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }

    pub fn read(&self, path: &str) -> String {
        fs::read_to_string(self.path().join(path)).unwrap()
    }

    /// The program with a clean environment, in this folder.
    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_agmark"));
        command.args(args).current_dir(self.path());
        for name in ["AGMARK_LOG", "CLICOLOR_FORCE", "NO_COLOR", "COLUMNS"] {
            command.env_remove(name);
        }
        command
    }

    pub fn run(&self, args: &[&str]) -> Ran {
        self.run_with(args, b"")
    }

    pub fn run_with(&self, args: &[&str], input: &[u8]) -> Ran {
        let mut child = self
            .command(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // The program does not have to read its input.
        let _ = child.stdin.take().unwrap().write_all(input);
        let output = child.wait_with_output().unwrap();
        let text = |bytes: Vec<u8>| {
            // The folder has another name each time.
            let text = String::from_utf8(bytes).unwrap().replace(&*self.path().to_string_lossy(), "FOLDER");
            text.replace(&endings(), "ENDINGS")
        };
        Ran { code: output.status.code().unwrap_or(-1), out: text(output.stdout), err: text(output.stderr) }
    }
}

/// The endings of all formats' files, as messages list them.
fn endings() -> String {
    let formats = agmark_formats::all();
    let all: Vec<_> = formats.iter().flat_map(|format| format.info().extensions).collect();
    let (last, rest) = all.split_last().unwrap();
    let rest: Vec<_> = rest.iter().map(|ending| format!(".{ending}")).collect();
    format!("{} or .{last}", rest.join(", "))
}

impl fmt::Display for Ran {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.out)?;
        for line in self.err.lines() {
            writeln!(f, "2> {line}")?;
        }
        writeln!(f, "exit {}", self.code)
    }
}
