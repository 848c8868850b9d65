//! `agmark aaf manifest`: a manifest for a folder of pages.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use agmark_aaf::edit::folder;
use agmark_aaf::page::Page;
use agmark_aaf::page::read_options::NAME;
use agmark_aaf::site::address::Origin;
use agmark_aaf::site::routes::{self, WELL_KNOWN};
use agmark_aaf::syntax::language::Language;
use agmark_aaf::syntax::libraries::ComponentMap;
use agmark_files::{Before, FileLocation, Missing, Root, SafePath};
use agmark_workspace::{Configs, files, paths};

use super::planner;
use crate::destination::Destination;
use crate::examples;
use crate::report::{counted, shown};
use crate::terminal::{self, plain};
use crate::{formats, targets};

const AFTER: &str = "\
    Declares each action of the pages and components in the folder, with the types that their inputs suggest, and \
    each page by its route: `orders/new.html` is `/orders/new`. The manifest is written to \
    FOLDER/.well-known/agent-manifest.json (in `public` if the folder has one). An existing manifest is replaced only \
    with --force. Review it: titles, scopes and risks are guesses if the pages do not state them.";

#[derive(Debug, clap::Args)]
#[command(after_long_help = examples::after("aaf manifest", AFTER))]
pub struct Args {
    /// Folder that the site is served from
    folder: PathBuf,
    /// Write to this file; `-` writes to standard output
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Replace an existing manifest
    #[arg(long)]
    force: bool,
    /// Name of the site [default: name of the folder]
    #[arg(long)]
    name: Option<String>,
    /// Origin of the site: scheme, host and port
    #[arg(long, value_name = "URL", default_value = "https://example.com", value_parser = planner::origin)]
    origin: Origin,
}

/// # Errors
/// When the folder is none, or the manifest cannot be written.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let given = shown(&args.folder, Path::new(""));
    if !args.folder.is_dir() {
        anyhow::bail!("{}: not a folder: name the folder that the site is served from", plain(&given));
    }
    let folder = paths::absolute(&args.folder);
    let public = folder.join("public");
    let mut roots = vec![folder.clone()];
    if public.is_dir() {
        roots.insert(0, public);
    }
    let output = match &args.output {
        Some(path) if path == Path::new("-") => None,
        Some(path) => Some(path.clone()),
        None => Some(roots.first().unwrap_or(&folder).join(WELL_KNOWN)),
    };
    let place = match &output {
        Some(output) => Some(Checked::new(args, &folder, output)?),
        None => None,
    };
    let texts = read(&folder)?;
    let sources: Vec<_> = texts
        .iter()
        .map(|(path, text, source, mapping)| folder::FolderPage {
            route: routes::of_file(path, &roots),
            page: Page::with(text, *source, mapping),
        })
        // Pages count with or without annotations, component sources only with annotations.
        .filter(|source| source.route.is_some() || !source.page.annotated.is_empty())
        .collect();
    if sources.is_empty() {
        if let Some(place) = place {
            place.leave();
        }
        anyhow::bail!("{}: no pages in it: name the folder that the site is served from", plain(&given));
    }
    let destination = place.map_or(Destination::Printed, |place| place.destination);
    let name = args.name.clone().unwrap_or_else(|| {
        folder.file_name().map_or_else(|| "Site".to_owned(), |name| name.to_string_lossy().into_owned())
    });
    let manifest = folder::written(&folder::manifest(&name, &args.origin.text(), &sources));
    let code = destination.put(&manifest);
    if let (Some(output), true) = (&output, code == ExitCode::SUCCESS) {
        let target = shown(output, &std::env::current_dir()?);
        terminal::print(format_args!("{}: {}\n", plain(&target), counted(sources.len(), "page")))?;
    }
    Ok(code)
}

/// Where the manifest is written. It is checked before the pages are read.
struct Checked {
    destination: Destination,
    /// The folders that were created for it, innermost first.
    made: Vec<PathBuf>,
}

impl Checked {
    /// A file that the user named is used without checks. The default file is in the site's folder, and links cannot
    /// lead out of it.
    fn new(args: &Args, folder: &Path, output: &Path) -> anyhow::Result<Self> {
        agmark_files::tidy(output);
        if output.exists() && !args.force {
            let target = shown(output, &std::env::current_dir()?);
            anyhow::bail!(
                "{}: there is a manifest already: look at this one with --output -, or replace it with --force",
                plain(&target)
            );
        }
        let absolute = paths::absolute(output);
        let made =
            absolute.ancestors().skip(1).take_while(|above| !above.exists()).map(Path::to_owned).collect();
        let before = if args.force { Before::Anything } else { Before::Nothing };
        if args.output.is_none() {
            let path = SafePath::below(folder, output)?;
            let place = Root::open(folder)?.place(&path, Missing::Create)?.0;
            return Ok(Checked { destination: Destination::at(place, before)?, made });
        }
        if let Some(parent) = absolute.parent() {
            std::fs::create_dir_all(parent).map_err(|error| {
                anyhow::anyhow!("{}: cannot be created: {error}", plain(&shown(parent, Path::new(""))))
            })?;
        }
        Ok(Checked { destination: Destination::at(FileLocation::named(output)?, before)?, made })
    }

    /// Removes the created folders, because nothing is written there.
    fn leave(self) {
        for folder in self.made {
            // Another program may have created a file in it: then the folder is kept.
            if std::fs::remove_dir(folder).is_err() {
                return;
            }
        }
    }
}

/// The pages and components below a folder, sorted by path, each with what components become there.
fn read(folder: &Path) -> anyhow::Result<Vec<(PathBuf, String, Language, ComponentMap)>> {
    let registry = formats::registry();
    let configs = Configs::new(std::sync::Arc::clone(&registry));
    let mut found = Vec::new();
    let walked = targets::walk(folder, &registry, &configs);
    // A manifest without some of its pages would be wrong.
    if let Some(error) = walked.broken.into_iter().next() {
        return Err(error.into());
    }
    for path in walked.files {
        let Some(source) = path.extension().and_then(|ending| Language::of_ending(ending.to_str()?)) else {
            continue;
        };
        match files::read(&path) {
            Ok(text) => {
                let mapping = ComponentMap::of(configs.nearest(&path)?.settings(&path).format(NAME));
                found.push((path, text, source, mapping));
            }
            Err(error) => terminal::warn(plain(&error.to_string())),
        }
    }
    Ok(found)
}
