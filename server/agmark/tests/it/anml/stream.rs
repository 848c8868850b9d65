//! A snapshot that is larger than any memory should be asked for.

#![cfg(target_os = "linux")]

use std::io::{Read, Write};
use std::process::Stdio;

use crate::support::Folder;

/// How much is streamed, in bytes.
const SIZE: usize = 200 << 20;

/// How much memory the program may have taken at any time, in KiB.
const PEAK: u64 = 32 << 10;

/// A part of a page of a chat: few elements to act on among much text, as long pages are.
fn part(number: usize) -> String {
    let words =
        "In the evening, when the others had left, she heard that the harbour would close for the winter.   ";
    let mut out = format!("  article \"Message {number}\"\n");
    out += &format!("    h3 \"From {number}\"\n    p {:?}\n", words.repeat(9));
    for line in 0..6 {
        out += &format!("    > {line} {}\n", words.repeat(12));
    }
    out += &format!("    link#l{number} \"Answer\" href=/m/{number}\n    ~ 3 images\n");
    out
}

#[test]
fn two_hundred_megabytes_pass_in_constant_memory() {
    let folder = Folder::of(&[]);
    let mut command = folder.command(&["anml", "view", "-", "--filter", "interactive"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut stdout = child.stdout.take().unwrap();
    let reader = std::thread::spawn(move || {
        let (mut lines, mut last, mut block) = (0_usize, Vec::new(), vec![0; 1 << 16]);
        loop {
            let read = stdout.read(&mut block).unwrap();
            if read == 0 {
                return (lines, String::from_utf8_lossy(&last).into_owned());
            }
            lines += block[..read].iter().filter(|byte| **byte == b'\n').count();
            last = block[read.saturating_sub(200)..read].to_vec();
        }
    });
    let mut stdin = child.stdin.take().unwrap();
    let (mut written, mut number) = (0, 0);
    stdin.write_all(b"main\n").unwrap();
    while written < SIZE {
        let mut block = String::new();
        while block.len() < 1 << 18 {
            block += &part(number);
            number += 1;
        }
        stdin.write_all(block.as_bytes()).unwrap();
        written += block.len();
    }
    // All but what a pipe holds is read by now, and the program waits for more.
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    let peak: u64 = peak.trim().trim_end_matches("kB").trim().parse().unwrap();
    drop(stdin);
    let (lines, last) = reader.join().unwrap();
    assert!(child.wait().unwrap().success());
    // Each message keeps its link, under the front matter that says what was done.
    assert_eq!(lines, number + 3);
    assert!(last.ends_with(&format!("link#l{0} \"Answer\" href=/m/{0}\n", number - 1)), "{last}");
    println!("{} MiB in, {peak} KiB of memory at most", written >> 20);
    assert!(peak <= PEAK, "{peak} KiB");
}
