//! `agmark aaf annotate`: adds annotations to pages and components that have none, and a manifest for a folder.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use agmark_files::{Before, FileError, Missing, Rights, Root, SafePath};
use agmark_workspace::paths;

use super::page_set::{AnnotatedFile, NewManifest, PageSet, Surroundings};
use crate::examples;
use crate::report::{file_message, shown};
use crate::terminal::{self, Look, plain};
use crate::{UNUSABLE, diff};

const AFTER: &str = "\
    Annotates forms, fields, buttons, links and data views (tables and lists of records) of HTML, JSX, TSX, Vue and Svelte files that have no annotations yet. \
    Names come from the name and the text of a form or button, from the heading above it, and from the name of the \
    file; an action has the same name in all files. Components of common libraries are known; --component adds others. \
    For a folder without a manifest, a manifest is written, too. Without --diff and --write nothing is changed: the \
    command prints what it would do. Review the result: names and dangers are guesses.\n\nExit codes: 0 done; 1 a file \
    changed in the meantime; 2 a path does not exist, or a file cannot be read or written.";

#[derive(Debug, clap::Args)]
#[command(after_long_help = examples::after("aaf annotate", AFTER))]
pub struct Args {
    /// Files or folders of pages
    #[arg(value_name = "PATH", required = true)]
    paths: Vec<PathBuf>,
    /// Print the changes as a diff
    #[arg(long)]
    diff: bool,
    /// Write the annotations into the files
    #[arg(short = 'i', long, conflicts_with = "diff")]
    write: bool,
    /// Treat a component as an element: input, select, textarea, button, form, a or table. Can be repeated; wins over the
    /// table `[aaf.components]` of `agmark.toml`
    #[arg(long, value_name = "NAME=ELEMENT")]
    component: Vec<String>,
    /// Write no manifest
    #[arg(long)]
    no_manifest: bool,
}

/// # Errors
/// When a path does not exist, or an `agmark.toml` is wrong.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let working = std::env::current_dir()?;
    let around = Surroundings { working: &working, limit: None, may_read: &|_| true };
    let mut set = PageSet::read(&args.paths, &args.component, around)?;
    set.notes.iter().for_each(terminal::note);
    set.errors.iter().for_each(terminal::complain);
    let mut run = Run {
        args,
        working: &working,
        look: Look::of_stdout(),
        files: 0,
        elements: 0,
        conflict: false,
        unusable: !set.errors.is_empty(),
    };
    if args.write {
        set.paths().for_each(agmark_files::tidy);
    }
    for file in set.annotate() {
        file.warnings.iter().for_each(terminal::warn);
        if file.elements > 0 && !run.annotated(&file)? {
            set.restore(file);
        }
    }
    if !args.no_manifest {
        for folder in args.paths.iter().filter(|path| path.is_dir()) {
            let folder = paths::absolute(folder);
            if let Some(manifest) = set.manifest(&folder) {
                run.manifest(&folder, &manifest)?;
            }
        }
    }
    terminal::print(run.summary())?;
    let code = if run.unusable { UNUSABLE } else { u8::from(run.conflict) };
    Ok(ExitCode::from(code))
}

struct Run<'a> {
    args: &'a Args,
    working: &'a Path,
    look: Look,
    files: usize,
    elements: usize,
    conflict: bool,
    unusable: bool,
}

impl Run<'_> {
    /// Prints or writes the annotations of a file; false if they could not be written.
    fn annotated(&mut self, file: &AnnotatedFile) -> anyhow::Result<bool> {
        let AnnotatedFile { path, name, before, after, elements, .. } = file;
        if self.args.diff {
            terminal::print(diff::unified(name, before, after, self.look))?;
        } else {
            if self.args.write
                && let Err(error) = agmark_files::replace(path, before, after)
            {
                self.conflict |= matches!(error, FileError::Changed { .. });
                self.unusable |= !matches!(error, FileError::Changed { .. });
                terminal::complain(file_message(path, error, self.working));
                return Ok(false);
            }
            let verb = if self.args.write { "annotated" } else { "would annotate" };
            terminal::print(format_args!("{verb} {name}: {}\n", counted(*elements, "element")))?;
        }
        self.files += 1;
        self.elements += elements;
        Ok(true)
    }

    /// Prints or writes a manifest.
    fn manifest(&mut self, folder: &Path, manifest: &NewManifest) -> anyhow::Result<()> {
        let NewManifest { path: output, text } = manifest;
        let name = shown(output, self.working);
        if self.args.diff {
            terminal::print(diff::between(("/dev/null", &format!("b/{name}")), "", text, self.look))?;
            return Ok(());
        }
        if !self.args.write {
            terminal::print(format_args!("would write {}\n", plain(&name)))?;
            return Ok(());
        }
        agmark_files::tidy(output);
        let path = SafePath::below(folder, output)?;
        let place = Root::open(folder)?.place(&path, Missing::Create)?.0;
        if let Err(error) = place.write(Before::Nothing, Rights::Usual, text.as_bytes()) {
            terminal::complain(file_message(output, error, self.working));
            self.unusable = true;
            return Ok(());
        }
        terminal::print(format_args!("wrote {}: set the origin of the site in it\n", plain(&name)))?;
        Ok(())
    }

    fn summary(&self) -> String {
        if self.args.diff {
            return String::new();
        }
        let (files, elements) = (counted(self.files, "file"), counted(self.elements, "element"));
        match (self.files, self.args.write) {
            (0, _) => "nothing to annotate\n".to_owned(),
            (_, true) => format!("{elements} annotated in {files}\n"),
            (_, false) => {
                format!("{elements} in {files}: --diff shows the changes, --write writes them\n")
            }
        }
    }
}

fn counted(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}
