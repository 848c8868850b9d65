//! Where the built program is.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// The program that was built beside the tests: `target/debug/agmark` for tests in `target/debug/deps`.
///
/// # Panics
/// When it was not built, saying how to.
pub fn path() -> PathBuf {
    let tests = std::env::current_exe().expect("a running test has a path");
    let folder = tests.parent().and_then(Path::parent).expect("tests run from target/PROFILE/deps");
    let program = folder.join(format!("agmark{}", std::env::consts::EXE_SUFFIX));
    let Some(built) = modified(&program) else {
        panic!(
            "{} is missing: build it first with `cargo build --package agmark`, or run `bash tests/run rust`",
            program.display()
        );
    };
    let server = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../server");
    if newest(&server).is_some_and(|changed| changed > built) {
        eprintln!("{} is older than its sources: `cargo build --package agmark`", program.display());
    }
    program
}

fn modified(path: &Path) -> Option<SystemTime> {
    path.metadata().and_then(|m| m.modified()).ok()
}

/// When the youngest Rust source below `folder` was written.
fn newest(folder: &Path) -> Option<SystemTime> {
    let entries = std::fs::read_dir(folder).ok()?.filter_map(Result::ok).map(|e| e.path());
    entries
        .filter_map(|path| match path.extension() {
            _ if path.is_dir() => newest(&path),
            Some(ending) if ending == "rs" => modified(&path),
            _ => None,
        })
        .max()
}
