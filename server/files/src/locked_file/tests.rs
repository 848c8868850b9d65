//! What happens while a program waits for a lock.

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::thread;

use tempfile::TempDir;

use super::LockedFile;
use crate::{Before, FileError, Missing, Rights, Root, SafePath};

/// A folder with the file `a`.
fn folder() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a");
    fs::write(&file, "0").unwrap();
    (folder, file)
}

fn place(folder: &TempDir, name: &str) -> crate::FileLocation {
    Root::open(folder.path()).unwrap().place(&SafePath::new(name).unwrap(), Missing::Refuse).unwrap().0
}

/// What a waiter gets if `change` happens while it waits for the lock of `a`.
fn meanwhile(change: impl FnOnce(&TempDir)) -> Result<Vec<u8>, FileError> {
    let (folder, file) = folder();
    let held = LockedFile::named(&file).unwrap();
    let place = place(&folder, "a");
    let (waits, waiting) = channel();
    thread::scope(|scope| {
        let waiter = scope.spawn(|| {
            let wait = || {
                let _ = waits.send(());
                Ok::<_, FileError>(())
            };
            let locked = LockedFile::at(&place, wait)?;
            Ok(locked.location().read(100)?.unwrap_or_default())
        });
        waiting.recv().unwrap();
        change(&folder);
        drop(held);
        waiter.join().unwrap()
    })
}

#[test]
fn a_replaced_file_is_locked_again() {
    let replace = |folder: &TempDir| {
        fs::write(folder.path().join("new"), "new").unwrap();
        fs::rename(folder.path().join("new"), folder.path().join("a")).unwrap();
    };
    assert_eq!(meanwhile(replace).unwrap(), b"new");
}

#[test]
fn a_removed_file_is_an_error() {
    let removed = meanwhile(|folder| fs::remove_file(folder.path().join("a")).unwrap());
    assert!(matches!(removed, Err(FileError::NotFound { .. })), "{removed:?}");
}

#[cfg(unix)]
#[test]
fn a_link_in_its_place_is_not_followed() {
    let linked = meanwhile(|folder| {
        fs::write(folder.path().join("secret"), "secret").unwrap();
        fs::remove_file(folder.path().join("a")).unwrap();
        std::os::unix::fs::symlink("secret", folder.path().join("a")).unwrap();
    });
    assert!(matches!(linked, Err(FileError::Link { .. })), "{linked:?}");
}

/// A person may name a link. It may lead elsewhere after the wait.
#[cfg(unix)]
#[test]
fn a_named_link_is_followed_again() {
    use std::os::unix::fs::symlink;
    let (folder, file) = folder();
    let link = folder.path().join("link");
    symlink("a", &link).unwrap();
    let held = LockedFile::named(&file).unwrap();
    thread::scope(|scope| {
        let waiter = scope.spawn(|| LockedFile::named(&link).unwrap());
        thread::sleep(super::PAUSE * 20);
        fs::write(folder.path().join("b"), "b").unwrap();
        // As a write replaces it, so that the waiter looks again.
        fs::write(folder.path().join("new"), "1").unwrap();
        fs::rename(folder.path().join("new"), &file).unwrap();
        fs::remove_file(&link).unwrap();
        symlink("b", &link).unwrap();
        drop(held);
        assert_eq!(waiter.join().unwrap().location().read(9).unwrap().unwrap(), b"b");
    });
}

#[test]
fn waiting_can_be_ended() {
    let (folder, file) = folder();
    let _held = LockedFile::named(&file).unwrap();
    let tries = AtomicUsize::new(0);
    let wait = || match tries.fetch_add(1, Ordering::SeqCst) {
        0..3 => Ok(()),
        _ => Err(FileError::Changed { path: "ended".into() }),
    };
    let ended = LockedFile::at(&place(&folder, "a"), wait);
    assert!(matches!(ended, Err(FileError::Changed { .. })), "{ended:?}");
}

/// Half of the writers named the file, the others got it from an agent.
#[test]
fn twenty_writers_lose_nothing() {
    let (folder, file) = folder();
    thread::scope(|scope| {
        for number in 0..20 {
            let (folder, file) = (&folder, &file);
            scope.spawn(move || {
                for _ in 0..20 {
                    let locked = match number % 2 {
                        0 => LockedFile::named(file).unwrap(),
                        _ => LockedFile::at(&place(folder, "a"), || Ok::<_, FileError>(())).unwrap(),
                    };
                    let before = locked.location().read(100).unwrap().unwrap();
                    let count: usize = String::from_utf8(before.clone()).unwrap().parse().unwrap();
                    let after = (count + 1).to_string();
                    let before = Before::Bytes(&before);
                    locked.location().write(before, Rights::Usual, after.as_bytes()).unwrap();
                }
            });
        }
    });
    assert_eq!(fs::read_to_string(file).unwrap(), "400");
}
