//! `agmark aaf annotate`: adds annotations to pages and components that have none, and a manifest for a folder.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use agmark_aaf::edit::annotate::Annotator;
use agmark_aaf::edit::folder;
use agmark_aaf::edit::naming::{self, ActionNames};
use agmark_aaf::manifest::model::Manifest;
use agmark_aaf::page::Page;
use agmark_aaf::page::read_options::NAME;
use agmark_aaf::site::routes::{self, WELL_KNOWN};
use agmark_aaf::syntax::language::Language;
use agmark_aaf::syntax::libraries::ComponentMap;
use agmark_files::{Before, FileError, Missing, Rights, Root, SafePath};
use agmark_syntax::{Edit, Text};
use agmark_workspace::{Configs, Formats, files, paths};

use crate::examples;
use crate::report::{file_message, shown};
use crate::targets::{self, Target};
use crate::terminal::{self, Look, plain};
use crate::{UNUSABLE, diff, formats};

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
    // Reports errors in it before any page is read.
    add(ComponentMap::default(), &args.component)?;
    let mut run = Run {
        args,
        working: &working,
        look: Look::of_stdout(),
        files: 0,
        elements: 0,
        conflict: false,
        unusable: false,
    };
    let mut sources = run.read()?;
    let mut known = known(&sources, &working);
    for source in &mut sources {
        run.annotate(source, &mut known)?;
    }
    if !args.no_manifest {
        for folder in args.paths.iter().filter(|path| path.is_dir()) {
            run.manifest(&paths::absolute(folder), &sources)?;
        }
    }
    terminal::print(run.summary())?;
    let code = if run.unusable { UNUSABLE } else { u8::from(run.conflict) };
    Ok(ExitCode::from(code))
}

/// Adds the components of `--component` to those of the settings.
fn add(mut mapping: ComponentMap, given: &[String]) -> anyhow::Result<ComponentMap> {
    for pair in given {
        let (name, element) = pair
            .split_once('=')
            .ok_or_else(|| anyhow::anyhow!("--component {}: write it as NAME=ELEMENT", plain(pair)))?;
        mapping.add(name, element).map_err(|why| anyhow::anyhow!("--component {}: {why}", plain(pair)))?;
    }
    Ok(mapping)
}

/// A file that is annotated.
struct One {
    path: Arc<Path>,
    text: String,
    source: Language,
    mapping: ComponentMap,
}

/// The names of the actions that the files have already, and those of the manifests beside them.
fn known(sources: &[One], working: &Path) -> ActionNames {
    let mut known = ActionNames::default();
    let mut manifests: Vec<PathBuf> = Vec::new();
    for one in sources {
        let page = Page::with(&one.text, one.source, &one.mapping);
        page.actions.iter().for_each(|action| known.declare(action));
        let root = crate::roots::root(&one.path, working);
        let root = root.as_deref().or(one.path.parent()).unwrap_or(working);
        manifests.extend(agmark_audit::manifest::beside(&one.path, root));
    }
    manifests.sort();
    manifests.dedup();
    for manifest in manifests {
        let site = files::read(&manifest).map(|text| Manifest::read(&text, 0)).unwrap_or_default();
        site.actions.iter().chain(&site.views).for_each(|entry| known.declare(&entry.id));
    }
    known
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
    /// The files to annotate, sorted by path.
    fn read(&mut self) -> anyhow::Result<Vec<One>> {
        if let Some(path) = self.args.paths.iter().find(|path| !path.exists()) {
            let name = shown(path, self.working);
            anyhow::bail!("{} does not exist: check the spelling", plain(&name));
        }
        let registry = formats::registry();
        let configs = Arc::new(Configs::new(Arc::clone(&registry)));
        let gathered = targets::gather(&self.args.paths, &registry, &configs).with_settings(&configs);
        self.unusable |= gathered.complain(self.working);
        let formats = Formats::new(registry, configs);
        let mut read = Vec::new();
        for target in gathered.targets {
            let set = ComponentMap::of(formats.settings(&target.path).format(NAME));
            read.extend(self.one(target, add(set, &self.args.component)?));
        }
        Ok(read)
    }

    fn one(&mut self, target: Target, mapping: ComponentMap) -> Option<One> {
        let ending = target.path.extension().and_then(|ending| ending.to_str());
        let Some(source) = ending.and_then(Language::of_ending) else {
            if target.named {
                let name = shown(&target.path, self.working);
                terminal::note(format_args!("{}: not HTML, JSX, TSX, Vue or Svelte, skipped", plain(&name)));
            }
            return None;
        };
        if self.args.write {
            agmark_files::tidy(&target.path);
        }
        match files::read(&target.path) {
            Ok(text) => Some(One { path: target.path, text, source, mapping }),
            Err(error) => {
                terminal::complain(file_message(&target.path, &error, self.working));
                self.unusable = true;
                None
            }
        }
    }

    /// Annotates one file. Its text is the annotated one afterwards.
    fn annotate(&mut self, one: &mut One, known: &mut ActionNames) -> anyhow::Result<()> {
        let name = shown(&one.path, self.working);
        let place = naming::place(one.path.strip_prefix(self.working).unwrap_or(&one.path));
        let page = Page::with(&one.text, one.source, &one.mapping);
        let done = Annotator::new(&page, place, known).whole();
        let lines = Text::new(&one.text);
        let line = |index: usize| {
            let start = page.dom.elements.get(index).map_or(0, |element| element.span.start);
            lines.line_of(start) + 1
        };
        for one in &done.unnamed {
            let place = format!("{}:{}", plain(&name), line(one.index));
            match &one.called {
                Some(called) => terminal::warn(format_args!(
                    "{place}: no name can be made of \"{}\" for this {}, because names have letters from a to z only: \
                     give it an id or a name with such letters",
                    plain(called),
                    one.what
                )),
                None => terminal::warn(format_args!(
                    "{place}: nothing says what this form does: give it a name, an id or an aria-label"
                )),
            }
        }
        if let Some(element) = done.unclosed {
            terminal::warn(format_args!(
                "{}:{}: the quote is not closed, so this element and the rest of the file are skipped: close the quote",
                plain(&name),
                line(element)
            ));
        }
        if done.edits.is_empty() {
            return Ok(());
        }
        let after = Edit::apply(&one.text, &done.edits);
        let (count, before) = (done.edits.len(), std::mem::replace(&mut one.text, after));
        if self.args.diff {
            terminal::print(diff::unified(&name, &before, &one.text, self.look))?;
        } else {
            if self.args.write
                && let Err(error) = agmark_files::replace(&one.path, &before, &one.text)
            {
                self.conflict |= matches!(error, FileError::Changed { .. });
                self.unusable |= !matches!(error, FileError::Changed { .. });
                terminal::complain(file_message(&one.path, error, self.working));
                one.text = before;
                return Ok(());
            }
            let verb = if self.args.write { "annotated" } else { "would annotate" };
            terminal::print(format_args!("{verb} {}: {}\n", plain(&name), counted(count, "element")))?;
        }
        self.files += 1;
        self.elements += count;
        Ok(())
    }

    /// A manifest for a folder that has none: with the actions of the files as they are by now.
    fn manifest(&mut self, folder: &Path, sources: &[One]) -> anyhow::Result<()> {
        let public = folder.join("public");
        let mut roots = vec![folder.to_owned()];
        if public.is_dir() {
            roots.insert(0, public);
        }
        let output = roots.first().map_or_else(|| folder.join(WELL_KNOWN), |root| root.join(WELL_KNOWN));
        if self.args.write {
            agmark_files::tidy(&output);
        }
        if roots.iter().any(|root| root.join(WELL_KNOWN).exists()) {
            return Ok(());
        }
        let below: Vec<_> = sources
            .iter()
            .filter(|one| one.path.starts_with(folder))
            .map(|one| folder::FolderPage {
                route: routes::of_file(&one.path, &roots),
                page: Page::with(&one.text, one.source, &one.mapping),
            })
            .collect();
        if below.iter().all(|one| one.page.actions.is_empty()) {
            return Ok(());
        }
        let site =
            folder.file_name().map_or_else(|| "Site".to_owned(), |name| name.to_string_lossy().into_owned());
        let text = folder::written(&folder::manifest(&site, "https://example.com", &below));
        let name = shown(&output, self.working);
        if self.args.diff {
            terminal::print(diff::between(("/dev/null", &format!("b/{name}")), "", &text, self.look))?;
            return Ok(());
        }
        if !self.args.write {
            terminal::print(format_args!("would write {}\n", plain(&name)))?;
            return Ok(());
        }
        let path = SafePath::below(folder, &output)?;
        let place = Root::open(folder)?.place(&path, Missing::Create)?.0;
        if let Err(error) = place.write(Before::Nothing, Rights::Usual, text.as_bytes()) {
            terminal::complain(file_message(&output, error, self.working));
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
