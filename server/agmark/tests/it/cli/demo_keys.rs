//! `agmark demo` on a terminal: keys, signals, and nothing left behind.

use std::io::{Read, Write};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};

use crate::support::Folder;

const PATIENCE: Duration = Duration::from_secs(30);
const PROMPT: &str = "q: quit";
const STEPS: usize = 14;

/// The demo in a terminal of 80 columns and 24 lines.
struct Terminal {
    folder: Folder,
    child: Child,
    keys: ChildStdin,
    shown: Receiver<Vec<u8>>,
    unread: String,
}

impl Terminal {
    fn start() -> Self {
        let folder = Folder::of(&[]);
        std::fs::create_dir(folder.path().join("tmp")).unwrap();
        let demo = format!(
            "stty cols 80 rows 24; echo $$ >pid; exec env TMPDIR='{}' '{}' demo",
            folder.path().join("tmp").display(),
            env!("CARGO_BIN_EXE_agmark"),
        );
        let mut child = std::process::Command::new("script")
            .args(["--quiet", "--flush", "--return", "--command", &demo, "/dev/null"])
            .current_dir(folder.path())
            .env("SHELL", "/bin/sh")
            .env("TERM", "xterm")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let keys = child.stdin.take().unwrap();
        let mut output = child.stdout.take().unwrap();
        let (send, shown) = mpsc::channel();
        std::thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(length @ 1..) = output.read(&mut buffer) {
                let _ = send.send(buffer[..length].to_vec());
            }
        });
        Self { folder, child, keys, shown, unread: String::new() }
    }

    /// What is shown up to and with the next prompt.
    fn step(&mut self) -> String {
        loop {
            if let Some(at) = self.unread.find(PROMPT) {
                return self.unread.drain(..at + PROMPT.len()).collect();
            }
            let more = self.shown.recv_timeout(PATIENCE);
            let more = more.unwrap_or_else(|error| panic!("no prompt, {error}: {}", self.unread));
            self.unread += &String::from_utf8_lossy(&more);
        }
    }

    fn press(&mut self, key: &str) {
        self.keys.write_all(key.as_bytes()).unwrap();
    }

    fn signal(&self, signal: Signal) {
        let pid = self.folder.read("pid").trim().parse().unwrap();
        kill_process(Pid::from_raw(pid).unwrap(), signal).unwrap();
    }

    /// Waits for the end: the exit code, what is shown until then, and what is left of the demo's files.
    fn end(mut self) -> (Option<i32>, String, usize) {
        while let Ok(more) = self.shown.recv_timeout(PATIENCE) {
            self.unread += &String::from_utf8_lossy(&more);
        }
        let left = std::fs::read_dir(self.folder.path().join("tmp")).unwrap().count();
        (self.child.wait().unwrap().code(), self.unread, left)
    }
}

/// Text as a person sees it.
fn plain(text: &str) -> String {
    let mut out = String::new();
    let mut characters = text.chars();
    while let Some(c) = characters.next() {
        match c {
            '\u{1b}' => drop(characters.by_ref().find(char::is_ascii_alphabetic)),
            '\r' => {}
            c => out.push(c),
        }
    }
    out
}

#[test]
fn a_key_continues_and_each_step_fits() {
    let mut terminal = Terminal::start();
    for step in 1..STEPS {
        let shown = plain(&terminal.step());
        let (_, step_shown) = shown.split_once("\n── ").unwrap_or_else(|| panic!("no title: {shown}"));
        // The empty line, the title and the prompt included.
        let lines = 2 + step_shown.lines().skip(1).count();
        assert!(lines <= 24, "{lines} lines:\n{shown}");
        let long =
            step_shown.lines().skip(1).find(|line| line.chars().count() > 80 && !line.contains("/tmp"));
        assert_eq!(long, None);
        assert!(shown.contains(&format!("({step} of {STEPS})")), "{shown}");
        // An arrow key is one key.
        terminal.press(if step % 2 == 0 { " " } else { "\u{1b}[C" });
    }
    let (code, last, left) = terminal.end();
    assert_eq!((code, left), (Some(0), 0), "{last}");
    let last = plain(&last);
    assert!(last.contains("agmark setup EDITOR") && last.lines().count() <= 24, "{last}");
}

#[test]
fn a_person_can_leave_and_nothing_is_left() {
    for (key, expected) in [("q", 0), ("\u{1b}", 0), ("\u{4}", 0), ("\u{3}", 130)] {
        let mut terminal = Terminal::start();
        terminal.step();
        terminal.press(" ");
        terminal.step();
        terminal.press(key);
        let (code, shown, left) = terminal.end();
        assert_eq!((code, left), (Some(expected), 0), "{key:?}: {shown}");
        assert!(!shown.contains("error"), "{shown}");
    }
}

#[test]
fn keys_that_are_typed_ahead_count_one_by_one() {
    let mut terminal = Terminal::start();
    terminal.step();
    terminal.press("  \u{1b}[Bq");
    let (code, shown, left) = terminal.end();
    assert_eq!((code, left), (Some(0), 0), "{shown}");
    assert_eq!(shown.matches(PROMPT).count(), 3, "{shown}");
}

#[test]
fn a_signal_leaves_nothing_behind() {
    for signal in [Signal::INT, Signal::TERM, Signal::HUP] {
        let mut terminal = Terminal::start();
        terminal.step();
        terminal.signal(signal);
        let (code, shown, left) = terminal.end();
        assert_eq!((code, left), (Some(130), 0), "{signal:?}: {shown}");
    }
}

#[test]
fn the_end_of_the_terminal_leaves_nothing_behind() {
    let mut terminal = Terminal::start();
    terminal.step();
    let pid = Pid::from_child(&terminal.child);
    kill_process(pid, Signal::KILL).unwrap();
    let place = terminal.folder.path().join("tmp");
    let begun = std::time::Instant::now();
    while std::fs::read_dir(&place).unwrap().count() > 0 {
        assert!(begun.elapsed() < PATIENCE, "the files are still there");
        std::thread::sleep(Duration::from_millis(20));
    }
    terminal.child.wait().unwrap();
}
