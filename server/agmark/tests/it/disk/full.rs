//! On a full disk every command fails, says so, and leaves all files as they were.

use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::process::Command;

use super::{cases, files};

/// A disk of one megabyte, gone with the test.
struct Disk(tempfile::TempDir);

impl Disk {
    /// None where this user must not mount one.
    fn new() -> Option<Self> {
        let folder = tempfile::tempdir().unwrap();
        let mounted =
            Command::new("mount").args(["-t", "tmpfs", "-o", "size=1m", "tmpfs"]).arg(folder.path()).output();
        let disk = Self(folder);
        mounted.is_ok_and(|ran| ran.status.success()).then_some(disk)
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    /// Takes all the room that is left.
    fn fill(&self) {
        let mut file = File::create(self.path().join("filler")).unwrap();
        for size in [4096, 512, 64, 1] {
            while file.write_all(&vec![b'x'; size]).is_ok() {}
        }
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(self.0.path()).output();
    }
}

#[test]
fn a_full_disk_leaves_all_as_it_was() {
    for case in cases() {
        let Some(disk) = Disk::new() else {
            eprintln!("skipped: a disk of 1 MB can be mounted by root on Linux only");
            return;
        };
        case.lay_out(disk.path());
        disk.fill();
        let before = files(disk.path());
        let ran = case.command(disk.path()).output().unwrap();
        let said = String::from_utf8_lossy(&ran.stderr);
        assert!(!ran.status.success(), "{}: {said}", case.name);
        assert!(said.contains("no space left"), "{}: {said}", case.name);
        assert!(files(disk.path()) == before, "{}: {:?}", case.name, files(disk.path()).keys());
    }
}
