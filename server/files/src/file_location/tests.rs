use super::*;
use crate::{append_line, begin, create, remove, replace, write, write_private, write_with};

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<_> = entries.map(|e| e.unwrap().file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

fn text(path: &Path) -> String {
    fs::read_to_string(path).unwrap()
}

#[test]
fn the_text_is_replaced_and_nothing_is_left_beside() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.toy");
    write(&path, b"one, which is longer").unwrap();
    write(&path, b"two").unwrap();
    replace(&path, b"two", b"three").unwrap();
    assert_eq!(text(&path), "three");
    assert_eq!(names(folder.path()), ["x.toy"]);
}

#[test]
fn what_is_wrong_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("no/x.toy");
    assert!(matches!(write(&path, b""), Err(FileError::NoFolder { .. })));
    assert!(matches!(write(folder.path(), b""), Err(FileError::NotRegular { .. })));
    assert!(matches!(write(&folder.path().join(".."), b""), Err(FileError::NotRegular { .. })));
}

#[test]
fn the_name_of_a_folder_is_not_taken_for_a_file() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("there")).unwrap();
    fs::write(folder.path().join("file"), "old").unwrap();
    for name in ["new/", "new/.", "new//", "file/"] {
        let written = write(&folder.path().join(name), b"x");
        assert!(matches!(written, Err(FileError::Folder { .. })), "{name}: {written:?}");
    }
    assert!(matches!(write(&folder.path().join("there/"), b"x"), Err(FileError::NotRegular { .. })));
    assert_eq!(names(folder.path()), ["file", "there"]);
    assert_eq!(text(&folder.path().join("file")), "old");
}

#[cfg(target_os = "linux")]
#[test]
fn the_file_behind_an_open_file_is_not_replaced() {
    use std::os::fd::AsRawFd;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x");
    fs::write(&path, "old").unwrap();
    let open = fs::File::open(&path).unwrap();
    let own = std::process::id();
    for named in [
        format!("/dev/fd/{}", open.as_raw_fd()),
        format!("/proc/self/fd/{}", open.as_raw_fd()),
        format!("/proc/{own}/fd/{}", open.as_raw_fd()),
    ] {
        let written = write(Path::new(&named), b"new");
        assert!(matches!(written, Err(FileError::NotRegular { .. })), "{named}: {written:?}");
    }
    assert_eq!(text(&path), "old");
}

#[test]
fn a_file_that_is_read_only_stays() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.toy");
    fs::write(&path, "old").unwrap();
    let mut permissions = fs::metadata(&path).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&path, permissions).unwrap();
    assert!(matches!(write(&path, b"new"), Err(FileError::Permission { .. })));
    assert_eq!(text(&path), "old");
    assert_eq!(names(folder.path()), ["x.toy"]);
}

#[test]
fn a_file_that_somebody_saved_meanwhile_stays() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.toy");
    fs::write(&path, "saved").unwrap();
    for old in ["read", "save", "savedd", ""] {
        assert!(matches!(replace(&path, old.as_bytes(), b"new"), Err(FileError::Changed { .. })), "{old}");
        let removed = FileLocation::named(&path).unwrap().remove(Before::Bytes(old.as_bytes()));
        assert!(matches!(removed, Err(FileError::Changed { .. })), "{old}");
    }
    assert!(matches!(create(&path, b"new"), Err(FileError::Exists { .. })));
    assert_eq!(text(&path), "saved");
    fs::remove_file(&path).unwrap();
    assert!(matches!(replace(&path, b"saved", b"new"), Err(FileError::Changed { .. })));
    assert_eq!(names(folder.path()), [""; 0]);
}

/// Another program saves the file after the comparison, while the content is written.
#[test]
fn a_save_while_the_content_is_written_stays() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.toy");
    fs::write(&path, "read").unwrap();
    let place = FileLocation::named(&path).unwrap();
    let late = place.write_with(Before::Bytes(b"read"), Rights::Usual, |file| {
        fs::write(&path, "saved")?;
        file.write_all(b"new")
    });
    assert!(matches!(late, Err(FileError::Changed { .. })));
    fs::remove_file(&path).unwrap();
    let late = place.write_with(Before::Nothing, Rights::Usual, |file| {
        fs::write(&path, "saved")?;
        file.write_all(b"new")
    });
    assert!(matches!(late, Err(FileError::Exists { .. })));
    assert_eq!(text(&path), "saved");
    assert_eq!(names(folder.path()), ["x.toy"]);
}

/// Another program saves the file after the last comparison: the old file after the swap is not the file that was
/// read.
#[test]
fn a_save_after_the_comparison_is_put_back() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.toy");
    fs::write(&path, "saved").unwrap();
    let place = FileLocation::named(&path).unwrap();
    let mut temporary = Temporary::new(&place.folder, Rights::Usual).unwrap();
    temporary.file.write_all(b"new").unwrap();
    let swapped = place.exchange_if(temporary, b"read");
    assert!(matches!(swapped, Ok(()) | Err(FileError::Changed { .. })));
    if cfg!(target_os = "linux") {
        assert_eq!(text(&path), "saved");
    }
    assert_eq!(names(folder.path()), ["x.toy"]);
}

#[test]
fn a_failed_write_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.toy");
    fs::write(&path, "old").unwrap();
    let failed = write_with(&path, |file| {
        file.write_all(b"half")?;
        Err(io::ErrorKind::StorageFull.into())
    });
    assert!(matches!(failed, Err(FileError::Full { .. })));
    assert_eq!((text(&path).as_str(), names(folder.path())), ("old", vec!["x.toy".to_owned()]));
}

#[test]
fn what_a_killed_run_left_is_removed_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.toy");
    fs::write(folder.path().join(".agmark-0123456789abcdef.tmp"), "left").unwrap();
    let others = [".agmark-0123456789abcde.tmp", ".agmark-notes.tmp", "0123456789abcdef.tmp"];
    for name in others {
        fs::write(folder.path().join(name), "a person's").unwrap();
    }
    fs::create_dir(folder.path().join(".agmark-1123456789abcdef.tmp")).unwrap();
    let other = Folder::open(folder.path()).unwrap();
    let living = Temporary::new(&other, Rights::Usual).unwrap();
    write(&path, b"x").unwrap();
    // A process checks a folder once, and tests of one process may get a folder with the same inode.
    crate::temporary::remove_left(&other);
    let now = names(folder.path());
    assert!(!now.iter().any(|n| n == ".agmark-0123456789abcdef.tmp"), "{now:?}");
    assert_eq!(now.len(), others.len() + 3, "{now:?}");
    assert!(now.iter().any(|n| *n == *living.name.to_string_lossy()));
}

#[test]
fn a_file_grows_by_whole_lines() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x");
    append_line(&path, "one").unwrap();
    append_line(&path, "two").unwrap();
    assert_eq!(text(&path), "one\ntwo\n");
    fs::write(&path, "one\nhal").unwrap();
    append_line(&path, "two").unwrap();
    assert_eq!(text(&path), "one\nhal\ntwo\n");
    begin(&path, "head\n").unwrap().write_all(b"line\n").unwrap();
    assert_eq!(text(&path), "head\nline\n");
}

#[cfg(unix)]
mod unix {
    use std::fs::Permissions;
    use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};

    use super::*;
    use crate::{Missing, Root, SafePath};

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().permissions().mode() & 0o7777
    }

    #[test]
    fn permissions_stay_and_new_files_have_the_usual_ones() {
        let folder = tempfile::tempdir().unwrap();
        let (old, new, plain) =
            (folder.path().join("old"), folder.path().join("new"), folder.path().join("plain"));
        fs::write(&old, "").unwrap();
        fs::set_permissions(&old, Permissions::from_mode(0o751)).unwrap();
        write(&old, b"x").unwrap();
        replace(&old, b"x", b"y").unwrap();
        assert_eq!(mode(&old), 0o751);
        fs::write(&plain, "").unwrap();
        write(&new, b"x").unwrap();
        assert_eq!(mode(&new), mode(&plain));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn access_lists_stay_and_none_comes_from_the_folder() {
        use rustix::fs::{XattrFlags, getxattr, setxattr};
        // The owner, a named user, the group, the mask, all others.
        let list =
            [(1u16, 6u16, u32::MAX), (2, 6, 1234), (4, 0, u32::MAX), (16, 6, u32::MAX), (32, 0, u32::MAX)];
        let mut access = 2u32.to_le_bytes().to_vec();
        for (tag, rights, id) in list {
            access.extend(tag.to_le_bytes());
            access.extend(rights.to_le_bytes());
            access.extend(id.to_le_bytes());
        }
        let set = |path: &Path, name: &str, value: &[u8]| setxattr(path, name, value, XattrFlags::empty());
        let get = |path: &Path, name: &str| {
            let mut room = [0; 256];
            getxattr(path, name, &mut room[..]).ok().map(|length| room[..length].to_vec())
        };
        let folder = tempfile::tempdir().unwrap();
        let [listed, unlisted] = ["a", "b"].map(|name| folder.path().join(name));
        fs::write(&listed, "x").unwrap();
        fs::write(&unlisted, "x").unwrap();
        fs::set_permissions(&unlisted, Permissions::from_mode(0o660)).unwrap();
        if set(&listed, "system.posix_acl_access", &access).is_err() {
            // The file system has no access lists.
            return;
        }
        let noted = set(&listed, "user.note", b"1").is_ok();
        set(folder.path(), "system.posix_acl_default", &access).unwrap();
        replace(&listed, b"x", b"y").unwrap();
        replace(&unlisted, b"x", b"y").unwrap();
        assert_eq!(get(&listed, "system.posix_acl_access"), Some(access));
        assert_eq!(get(&listed, "user.note"), noted.then(|| b"1".to_vec()));
        assert_eq!(get(&unlisted, "system.posix_acl_access"), None);
        assert_eq!((mode(&listed), mode(&unlisted)), (0o660, 0o660));
    }

    #[test]
    fn the_owner_stays_where_that_is_permitted() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x");
        fs::write(&path, "").unwrap();
        if std::os::unix::fs::chown(&path, Some(1234), Some(2345)).is_err() {
            return;
        }
        fs::set_permissions(&path, Permissions::from_mode(0o6771)).unwrap();
        replace(&path, b"", b"x").unwrap();
        let about = fs::metadata(&path).unwrap();
        assert_eq!((about.uid(), about.gid(), mode(&path)), (1234, 2345, 0o6771));
    }

    #[test]
    fn a_link_of_a_person_stays_a_link() {
        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (folder.path().join("file"), folder.path().join("link"));
        symlink("file", &link).unwrap();
        create(&link, b"through a link to nothing").unwrap();
        write(&link, b"through a link").unwrap();
        assert!(link.is_symlink() && !file.is_symlink());
        assert_eq!(text(&file), "through a link");
        assert!(remove(&link, Before::Bytes(b"other")).is_err());
        remove(&link, Before::Bytes(b"through a link")).unwrap();
        assert_eq!(names(folder.path()), ["file"]);
    }

    #[test]
    fn what_is_private_is_its_owners_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x");
        write_private(&path, "secret").unwrap();
        assert_eq!(mode(&path), 0o600);
    }

    #[test]
    fn all_names_of_a_file_get_the_new_text() {
        let folder = tempfile::tempdir().unwrap();
        let (one, other) = (folder.path().join("one"), folder.path().join("other"));
        fs::write(&one, "old and longer").unwrap();
        fs::hard_link(&one, &other).unwrap();
        replace(&one, b"old and longer", b"new").unwrap();
        assert_eq!((text(&one).as_str(), text(&other).as_str()), ("new", "new"));
        assert!(matches!(replace(&one, b"x", b"y"), Err(FileError::Changed { .. })));
        assert_eq!(names(folder.path()), ["one", "other"]);
    }

    #[test]
    fn links_in_a_circle_end() {
        let folder = tempfile::tempdir().unwrap();
        let (a, b) = (folder.path().join("a"), folder.path().join("b"));
        symlink(&a, &b).unwrap();
        symlink(&b, &a).unwrap();
        assert!(matches!(write(&a, b"x"), Err(FileError::Circle { .. })));
    }

    #[test]
    fn no_link_is_followed_below_a_root() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir_all(at("root/in")).unwrap();
        fs::create_dir(at("out")).unwrap();
        fs::write(at("out/old"), "old").unwrap();
        symlink(at("out"), at("root/folder")).unwrap();
        symlink("in", at("root/inner")).unwrap();
        symlink(at("out/old"), at("root/file")).unwrap();
        symlink(at("out/new"), at("root/dangling")).unwrap();
        let root = Root::open(&at("root")).unwrap();
        for path in ["folder/old", "folder/new", "inner/x", "file", "dangling", "in/../file"] {
            let Ok(path) = SafePath::new(path) else { continue };
            let refused = |error: FileError| matches!(error, FileError::Link { .. });
            assert!(root.check(&path).is_err_and(refused), "{path}");
            assert!(root.read(&path, 99).is_err_and(refused), "{path}");
            for before in [Before::Anything, Before::Nothing, Before::Bytes(b"old")] {
                let written = root
                    .place(&path, Missing::Create)
                    .and_then(|(p, _)| p.write(before, Rights::Usual, b"bad"));
                assert!(written.is_err_and(refused), "{path}");
                let removed = root.place(&path, Missing::Create).and_then(|(p, _)| p.remove(before));
                assert!(removed.is_err_and(refused), "{path}");
            }
        }
        assert_eq!((text(&at("out/old")).as_str(), names(&at("out"))), ("old", vec!["old".to_owned()]));
        assert_eq!(names(&at("root")), ["dangling", "file", "folder", "in", "inner"]);
    }

    /// A link that is created after the place was opened is not followed.
    #[test]
    fn a_folder_that_becomes_a_link_is_still_the_folder() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir_all(at("root/a/b")).unwrap();
        fs::create_dir_all(at("out/b")).unwrap();
        let root = Root::open(&at("root")).unwrap();
        let (place, made) = root.place(&SafePath::new("a/b/x").unwrap(), Missing::Create).unwrap();
        assert!(made.is_empty());
        fs::rename(at("root/a"), at("root/moved")).unwrap();
        symlink(at("out"), at("root/a")).unwrap();
        place.write(Before::Nothing, Rights::Usual, b"text").unwrap();
        assert_eq!(text(&at("root/moved/b/x")), "text");
        assert_eq!(names(&at("out/b")), [""; 0]);
    }

    #[test]
    fn folders_are_made_and_named() {
        let folder = tempfile::tempdir().unwrap();
        let root = Root::open(folder.path()).unwrap();
        let path = SafePath::new("a/b/x").unwrap();
        assert!(root.read(&path, 9).unwrap().is_none());
        root.check(&path).unwrap();
        assert!(matches!(root.place(&path, Missing::Refuse), Err(FileError::NoFolder { .. })));
        let (place, made) = root.place(&path, Missing::Create).unwrap();
        assert_eq!(made, [SafePath::new("a").unwrap(), SafePath::new("a/b").unwrap()]);
        place.write(Before::Nothing, Rights::Usual, b"x").unwrap();
        assert_eq!(root.read(&path, 9).unwrap().as_deref(), Some(&b"x"[..]));
        fs::write(folder.path().join("plain"), "").unwrap();
        let below = root.place(&SafePath::new("plain/x").unwrap(), Missing::Create);
        assert!(matches!(below, Err(FileError::NotRegular { .. })));
    }

    #[test]
    fn a_pipe_is_not_waited_for() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&path).status();
        if made.is_ok_and(|status| status.success()) {
            assert!(matches!(write(&path, b"x"), Err(FileError::NotRegular { .. })));
            assert!(matches!(FileLocation::named(&path).unwrap().read(9), Err(FileError::NotRegular { .. })));
        }
    }
}
