//! The destination of a result. It is checked before the work begins. If the result cannot be written there in the end, it
//! is printed, so that long or expensive work is never lost.

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use agmark_files::{Before, FileError, FileLocation, Rights};

use crate::terminal::{self, Look};

/// Standard output, or a file that can be written.
pub enum Destination {
    Printed,
    File(FileLocation, Before<'static>),
}

impl Destination {
    /// The file, which may exist; standard output without a file, and for `-` and `/dev/stdout`.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn check(file: Option<&Path>) -> Result<Self, FileError> {
        Self::named(file, Before::Anything)
    }

    /// As [`Destination::check`], for a file that must not exist.
    ///
    /// # Errors
    /// When the file exists or cannot be written.
    pub fn check_new(file: Option<&Path>) -> Result<Self, FileError> {
        Self::named(file, Before::Nothing)
    }

    fn named(file: Option<&Path>, before: Before<'static>) -> Result<Self, FileError> {
        match file {
            Some(path) if !is_standard_output(path) => Self::at(FileLocation::named(path)?, before),
            _ => Ok(Self::Printed),
        }
    }

    /// A place, whose content must be `before` when it is written.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn at(place: FileLocation, before: Before<'static>) -> Result<Self, FileError> {
        place.check(before)?;
        Ok(Self::File(place, before))
    }

    /// Writes the result. If that fails, the reason and the result are printed, and the exit code is 1. It is not an error
    /// if the reader of standard output has ended.
    pub fn put(&self, text: &str) -> ExitCode {
        match self {
            Self::Printed => match terminal::print(text) {
                Ok(()) => ExitCode::SUCCESS,
                Err(error) => unprinted(text, &error),
            },
            Self::File(..) => self.put_paid(text),
        }
    }

    /// As [`Destination::put`], for an expensive result: it is printed to standard error if the reader of standard output
    /// has ended.
    pub fn put_paid(&self, text: &str) -> ExitCode {
        let Self::File(place, before) = self else { return printed(text) };
        match place.write(*before, Rights::Usual, text.as_bytes()) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                terminal::complain(format_args!("{error}. The result is printed instead"));
                printed(text);
                ExitCode::FAILURE
            }
        }
    }
}

/// Whether a path means standard output: `-`, or a name of the open file itself. The file that standard output was
/// redirected to is then written through, like by every other program, and not replaced.
pub fn is_standard_output(path: &Path) -> bool {
    path == Path::new("-") || agmark_files::descriptor(path) == Some(1)
}

/// Prints a result: to standard error if standard output cannot be written.
fn printed(text: &str) -> ExitCode {
    let mut out = terminal::stdout(Look::of_stdout());
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => unprinted(text, &error),
    }
}

fn unprinted(text: &str, error: &io::Error) -> ExitCode {
    terminal::complain(format_args!("standard output cannot be written: {error}. The result is:"));
    let mut out = terminal::stderr(Look::of_stderr());
    // If standard error cannot be written either, there is no way to report it.
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    ExitCode::FAILURE
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn refused(path: &Path) -> String {
        Destination::check(Some(path)).err().map(|error| error.to_string()).unwrap_or_default()
    }

    #[test]
    fn places_that_cannot_be_written_are_refused_before_the_work() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::write(at("file"), "old").unwrap();
        assert!(refused(&at("gone/x.json")).contains("the folder does not exist"));
        assert!(refused(&at("file/x.json")).contains("the folder does not exist"));
        for path in [folder.path(), Path::new(""), Path::new("/"), Path::new("..")] {
            assert!(refused(path).contains("not a regular file"), "{}", path.display());
        }
        let error = Destination::check_new(Some(&at("file"))).err().unwrap().to_string();
        assert!(error.contains("the file exists"), "{error}");
        let mut about = fs::metadata(at("file")).unwrap().permissions();
        about.set_readonly(true);
        fs::set_permissions(at("file"), about).unwrap();
        assert!(refused(&at("file")).contains("permission denied"));
        assert!(Destination::check(Some(&at("new.json"))).is_ok());
        let names: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|e| e.unwrap().file_name()).collect();
        assert_eq!(names, ["file"], "a check leaves nothing behind");
        assert_eq!(fs::read_to_string(at("file")).unwrap(), "old");
    }

    #[cfg(unix)]
    #[test]
    fn devices_are_not_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let link = folder.path().join("link");
        std::os::unix::fs::symlink("/dev/null", &link).unwrap();
        assert!(refused(&link).contains("not a regular file"));
        assert!(refused(Path::new("/dev/null")).contains("not a regular file"));
    }

    #[test]
    fn a_new_file_never_replaces_one_that_came_meanwhile() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("p.md");
        let destination = Destination::check_new(Some(&path)).unwrap();
        fs::write(&path, "other text").unwrap();
        assert_eq!(destination.put(""), ExitCode::FAILURE);
        assert_eq!(fs::read_to_string(&path).unwrap(), "other text");
    }
}
