//! The files that the command line names.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use agmark_syntax::Registry;
use agmark_syntax::text::MAX_BYTES;
use agmark_workspace::config::Excludes;
use agmark_workspace::files::{self, Ours};
use agmark_workspace::readings::{Extent, Tree};
use agmark_workspace::{ConfigError, Configs, ReadError, paths};

use crate::log;
use crate::report::counted;

/// The path that stands for standard input.
const STANDARD_INPUT: &str = "-";

/// A file to be worked on.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Target {
    /// Absolute.
    pub path: Arc<Path>,
    /// Whether a person named it: then it is worked on whatever ignore files and settings say.
    pub named: bool,
}

/// What the paths on a command line mean.
#[derive(Debug)]
pub enum Given {
    /// Standard input, and the name that its text goes by.
    StandardInput { name: Option<PathBuf> },
    /// Files and folders.
    Paths(Vec<PathBuf>),
}

#[derive(Debug, thiserror::Error)]
pub enum UsageError {
    #[error("`-` is standard input and stands alone: check the other paths in a run of their own")]
    MixedInput,
    #[error("--stdin-path names what comes from standard input: add `-`, or leave it out")]
    NameWithoutInput,
    #[error(
        "standard input: its format cannot be told from the text: say what it is with --stdin-path NAME \
         (for example `--stdin-path x.agd`)"
    )]
    UnknownInput,
    #[error(
        "{name}: agmark has no format for this name: files end in {endings}; \
         --stdin-path gives the text of another file a name"
    )]
    UnknownName { name: String, endings: String },
    #[error("standard input: not UTF-8 from byte {0} on: convert it, for example with iconv")]
    InputNotUtf8(usize),
}

impl Given {
    /// Reads the paths of a command line; none means the working folder.
    ///
    /// # Errors
    /// Where `-` stands beside other paths, and a name is given without it.
    pub fn new(paths: &[PathBuf], stdin_path: Option<&Path>) -> Result<Self, UsageError> {
        let input = Path::new(STANDARD_INPUT);
        match paths {
            [one] if one == input => Ok(Self::StandardInput { name: stdin_path.map(Path::to_owned) }),
            _ if paths.iter().any(|path| path == input) => Err(UsageError::MixedInput),
            _ if stdin_path.is_some() => Err(UsageError::NameWithoutInput),
            [] => Ok(Self::Paths(vec![PathBuf::from(".")])),
            _ => Ok(Self::Paths(paths.to_vec())),
        }
    }
}

/// All files that `paths` mean, sorted: folders are walked, files stand for themselves.
///
/// # Errors
/// When an `agmark.toml` is wrong.
pub fn gather(given: &[PathBuf], registry: &Registry, configs: &Configs) -> Result<Vec<Target>, ConfigError> {
    let mut targets = Vec::new();
    for path in given {
        let path = paths::absolute(path);
        if !path.is_dir() {
            targets.push(Target { path: path.into(), named: true });
            continue;
        }
        for file in walk(&path, registry, configs)? {
            targets.push(Target { path: file.into(), named: false });
        }
    }
    // Of a file that is named and found, the name counts.
    targets.sort_by(|a, b| a.path.cmp(&b.path).then(b.named.cmp(&a.named)));
    targets.dedup_by(|later, first| later.path == first.path);
    log::step(format_args!("{} to look at", counted(targets.len(), "file")));
    Ok(targets)
}

/// The files below a folder that may be of a format and that no setting excludes.
///
/// # Errors
/// When an `agmark.toml` is wrong.
pub fn walk(folder: &Path, registry: &Registry, configs: &Configs) -> Result<Vec<PathBuf>, ConfigError> {
    let tree = Tree { root: folder.to_owned(), extent: Extent::Whole };
    Ok(walk_tree(&tree, registry, configs)?.files)
}

/// The same, as far as a folder is to be read.
///
/// # Errors
/// When an `agmark.toml` is wrong.
pub fn walk_tree(tree: &Tree, registry: &Registry, configs: &Configs) -> Result<Ours, ConfigError> {
    let ours = files::ours(tree, registry, &Excludes::new(configs));
    log::step(format_args!("walked {}: {}", tree.root.display(), counted(ours.files.len(), "file")));
    // Where settings are wrong, nobody knows what they leave out.
    configs.nearest(&tree.root.join(agmark_workspace::config::FILE_NAME))?;
    ours.files.iter().try_for_each(|file| configs.nearest(file).map(drop))?;
    Ok(ours)
}

/// Whether a file that cannot be read is somebody else's: binary, or in none of our formats.
pub fn is_foreign(error: &ReadError, target: &Target, registry: &Registry) -> bool {
    let path = &*target.path;
    let is_ours = |text: &str| registry.detect_file(path, text, false).is_some();
    match error {
        ReadError::NotUtf8 { .. } => match files::read_bytes(path, MAX_BYTES) {
            // UTF-16 is full of zeros, but a text.
            Ok(bytes) if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) => {
                !target.named && !is_ours("")
            }
            Ok(bytes) => !is_ours(&String::from_utf8_lossy(&bytes)),
            Err(_) => false,
        },
        _ => !target.named && !is_ours(""),
    }
}

/// Why a file whose name may be that of a format is left alone.
pub fn other_format(registry: &Registry, path: &Path) -> String {
    match registry.named(Some(path), None) {
        Some(format) => format!("not {}: binary, or in another language", format.title()),
        None => "in none of agmark's formats".to_owned(),
    }
}

/// What is said of a file whose name is no format's.
pub fn unknown(registry: &Registry, name: &str) -> UsageError {
    UsageError::UnknownName { name: name.to_owned(), endings: endings(registry) }
}

/// The endings of all formats' files, for messages: `.agd, .anml or .garyml`.
fn endings(registry: &Registry) -> String {
    let mut all: Vec<String> = Vec::new();
    for format in registry.formats() {
        for ending in format.extensions() {
            let ending = if ending.contains('.') { (*ending).to_owned() } else { format!(".{ending}") };
            if !all.contains(&ending) {
                all.push(ending);
            }
        }
    }
    match all.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
        None => String::new(),
    }
}
