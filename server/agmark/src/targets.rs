//! The files that the command line names.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use agmark_syntax::text::MAX_BYTES;
use agmark_syntax::{Registry, Surroundings};
use agmark_workspace::config::{Excludes, FILE_NAME};
use agmark_workspace::readings::{Extent, Tree};
use agmark_workspace::{ConfigError, Configs, ReadError, files, paths};

use crate::log;
use crate::report::{counted, in_config, shown};
use crate::terminal;

/// The path that stands for standard input.
const STANDARD_INPUT: &str = "-";

/// A file to be worked on.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Target {
    /// Absolute.
    pub path: Arc<Path>,
    /// Whether the command line names it: then ignore files and settings do not apply.
    pub named: bool,
}

/// What the paths on a command line mean.
#[derive(Debug)]
pub enum Given {
    /// Standard input, with the file name of its text.
    StandardInput { name: Option<PathBuf> },
    /// Files and folders.
    Paths(Vec<PathBuf>),
}

#[derive(Debug, thiserror::Error)]
pub enum UsageError {
    #[error("`-` (standard input) cannot be combined with other paths: run the command twice")]
    MixedInput,
    #[error("--watch needs files: standard input cannot be watched")]
    WatchedInput,
    #[error("--statistics needs --output-format `full`, `concise` or `json`")]
    StatisticsFormat,
    #[error("--stdin-path needs standard input: add `-`, or remove --stdin-path")]
    NameWithoutInput,
    #[error(
        "standard input: unknown format: name the text with --stdin-path NAME \
         (for example `--stdin-path x.agd`)"
    )]
    UnknownInput,
    #[error(
        "{name}: unknown file format: expected a file that ends in {endings}; \
         to check another file as one of these, use `-` with --stdin-path"
    )]
    UnknownName { name: String, endings: String },
    #[error("standard input: invalid UTF-8 at byte {0}: convert the text, for example with iconv")]
    InputNotUtf8(usize),
}

impl Given {
    /// Reads the paths of a command line; without paths, it is the working folder.
    ///
    /// # Errors
    /// If `-` is combined with other paths, or a name is given without it.
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

/// What the paths of a command line lead to.
#[derive(Debug, Default)]
pub struct Gathered {
    /// Sorted by path.
    pub targets: Vec<Target>,
    /// Wrong configurations. What they say is not known, so the files that they are for are left out.
    pub broken: Vec<ConfigError>,
    /// Folders that were named although settings exclude them: nothing is in `targets` for them.
    excluded: Vec<PathBuf>,
}

/// All files that `paths` mean: folders are walked, files stand for themselves.
pub fn gather(given: &[PathBuf], registry: &Registry, configs: &Configs) -> Gathered {
    let mut all = Gathered::default();
    for path in given {
        let path = paths::absolute(path);
        if !path.is_dir() {
            all.targets.push(Target { path: path.into(), named: true });
            continue;
        }
        let walked = walk(&path, registry, configs);
        if walked.files.is_empty() && configs.nearest(&path).is_ok_and(|config| config.is_excluded(&path)) {
            all.excluded.push(path);
        }
        walked.broken.into_iter().for_each(|error| note(&mut all.broken, error));
        let found = walked.files.into_iter().map(|file| Target { path: file.into(), named: false });
        all.targets.extend(found);
    }
    // Of a file that is named and found, the name counts.
    all.targets.sort_by(|a, b| a.path.cmp(&b.path).then(b.named.cmp(&a.named)));
    all.targets.dedup_by(|later, first| later.path == first.path);
    log::step(format_args!("{} to look at", counted(all.targets.len(), "file")));
    all
}

impl Gathered {
    /// The same without named files whose configuration is wrong: for what needs the settings of each file.
    #[must_use]
    pub fn with_settings(mut self, configs: &Configs) -> Self {
        let broken = &mut self.broken;
        self.targets.retain(|target| match configs.nearest(&target.path) {
            Ok(_) => true,
            Err(error) => {
                note(broken, error);
                false
            }
        });
        self
    }

    /// Reports invalid settings and missing files; returns whether there are any.
    pub fn complain(&self, working: &Path) -> bool {
        self.notes(working).iter().for_each(terminal::note);
        self.errors().iter().for_each(terminal::complain);
        !self.broken.is_empty()
    }

    /// The folders that were named although settings exclude them.
    pub fn notes(&self, working: &Path) -> Vec<String> {
        let note = |folder: &PathBuf| {
            format!(
                "{}: excluded by the setting `exclude`: name single files to include them, or change the setting",
                terminal::plain(&shown(folder, working))
            )
        };
        self.excluded.iter().map(note).collect()
    }

    /// The wrong configurations.
    pub fn errors(&self) -> Vec<String> {
        self.broken.iter().map(in_config).collect()
    }
}

/// Keeps an error once.
fn note(broken: &mut Vec<ConfigError>, error: ConfigError) {
    if !broken.contains(&error) {
        broken.push(error);
    }
}

/// The files below a folder.
#[derive(Debug, Default)]
pub struct Walked {
    pub files: Vec<PathBuf>,
    /// Wrong configurations: the files that they are for are left out.
    pub broken: Vec<ConfigError>,
}

/// The files below a folder that may be of a format and that no setting excludes.
pub fn walk(folder: &Path, registry: &Registry, configs: &Configs) -> Walked {
    let mut walked = Walked::default();
    let tree = Tree { root: folder.to_owned(), extent: Extent::Whole };
    // It is unknown what invalid settings exclude.
    if let Err(error) = configs.nearest(&folder.join(FILE_NAME)) {
        walked.broken.push(error);
    }
    let ours = files::folder_files(&tree, registry, &Excludes::new(configs));
    log::step(format_args!("walked {}: {}", tree.root.display(), counted(ours.files.len(), "file")));
    for file in ours.files {
        match configs.nearest(&file) {
            Ok(_) => walked.files.push(file),
            Err(error) => note(&mut walked.broken, error),
        }
    }
    walked
}

/// Whether a file that cannot be read belongs to another program: it is binary, or not in a format of agmark.
pub fn is_foreign(error: &ReadError, target: &Target, registry: &Registry) -> bool {
    let path = &*target.path;
    let is_ours = |text: &str| registry.detect_file(path, text, Surroundings::NONE).is_some();
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

/// Why a file is skipped although its name can be that of a format.
pub fn other_format(registry: &Registry, path: &Path) -> String {
    match registry.named(Some(path), None) {
        Some(format) => format!("not {}: binary or another language", format.info().title),
        None => "not in a format that agmark knows".to_owned(),
    }
}

/// The error for a file whose name belongs to no format.
pub fn unknown(registry: &Registry, name: &str) -> UsageError {
    UsageError::UnknownName { name: name.to_owned(), endings: endings(registry) }
}

/// The endings of all formats' files, for messages: `.agd, .anml or .anmla`.
fn endings(registry: &Registry) -> String {
    let mut all: Vec<String> = Vec::new();
    for format in registry.formats() {
        for ending in format.info().extensions {
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
