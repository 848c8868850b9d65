//! `agmark aaf resolve`: what a runtime finds on a page (6.1.1).

use std::fmt;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use agmark_aaf::edit::entry;
use agmark_aaf::page::Page;
use agmark_aaf::page::read_options::NAME;
use agmark_aaf::page::resolve::{self, FieldOrStatus, Mode, Resolution, Step};
use agmark_aaf::syntax::language::Language;
use agmark_aaf::syntax::libraries::ComponentMap;
use agmark_workspace::{Configs, files, paths};

use crate::examples;
use crate::formats;
use crate::report::shown;
use crate::terminal::{self, plain};

const AFTER: &str = "\
    A field is searched in the element of the action, then in elements with data-agent-for-action. Without \
    --field, all fields and the status are printed. Exit code 1 if nothing is found, or with --strict if there are \
    several matches; without --strict the first match is printed with a warning.";

#[derive(Debug, clap::Args)]
#[command(after_long_help = examples::after("aaf resolve", AFTER))]
pub struct Args {
    /// Page, or source of a component
    page: PathBuf,
    /// Name of the action
    #[arg(long)]
    action: String,
    /// Name of the field
    #[arg(long)]
    field: Option<String>,
    /// Fail if there are several matches
    #[arg(long)]
    strict: bool,
}

/// # Errors
/// When the page cannot be read.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let text = files::read(&args.page)?;
    let ending = args.page.extension().and_then(|ending| ending.to_str()).unwrap_or("html");
    let path = paths::absolute(&args.page);
    let settings = Configs::new(formats::registry()).nearest(&path)?.settings(&path);
    let mapping = ComponentMap::of(settings.format(NAME));
    let page = Page::with(&text, Language::of_ending(ending).unwrap_or(Language::Html), &mapping);
    let name = plain(&shown(&args.page, Path::new(""))).into_owned();
    let mode = if args.strict { Mode::Strict } else { Mode::Lenient };
    let found = of_action(&page, &name, &args.action, args.field.as_deref(), mode);
    found.warnings.iter().for_each(terminal::warn);
    found.errors.iter().for_each(terminal::complain);
    terminal::print(found.elements.iter().map(|element| format!("{element}\n")).collect::<String>())?;
    Ok(ExitCode::from(u8::from(!found.errors.is_empty())))
}

/// What a runtime finds for an action.
#[derive(Debug, Default)]
pub struct FoundElements {
    pub elements: Vec<FoundElement>,
    /// Of several matches, the first is taken.
    pub warnings: Vec<String>,
    pub errors: Vec<String>,
}

/// An element that a runtime finds for a field or the status of an action.
#[derive(Debug)]
pub struct FoundElement {
    /// `page.html:3:5`.
    pub position: String,
    /// `field "name"`, `status`; with the position of the action if there are several.
    pub what: String,
    /// How it was found.
    pub step: &'static str,
    /// Its start tag on one line.
    pub tag: String,
}

impl fmt::Display for FoundElement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}, {}: {}", self.position, self.what, self.step, self.tag)
    }
}

/// The elements of an action: of one field, or of all fields and the status. `name` is the name of the page in messages.
pub fn of_action(
    page: &Page<'_>,
    name: &str,
    action: &str,
    field: Option<&str>,
    mode: Mode,
) -> FoundElements {
    let mut search = Search { page, name, mode, found: FoundElements::default() };
    if let Some(field) = field {
        search.one(action, FieldOrStatus::Field(field), true);
        return search.found;
    }
    let fields = entry::fields(page, action);
    let shown = plain(action);
    if resolve::instances(page, action).is_empty() && fields.is_empty() {
        search.found.errors.push(format!("{name}: no element carries or names action \"{shown}\""));
        return search.found;
    }
    for (field, _) in fields {
        search.one(action, FieldOrStatus::Field(&field), false);
    }
    search.one(action, FieldOrStatus::Status, false);
    let mut found = search.found;
    if found.elements.is_empty() && found.errors.is_empty() {
        found.errors.push(format!("{name}: action \"{shown}\" has no field and no status"));
    }
    found
}

struct Search<'a, 't> {
    page: &'a Page<'t>,
    name: &'a str,
    mode: Mode,
    found: FoundElements,
}

impl Search<'_, '_> {
    fn one(&mut self, action: &str, wanted: FieldOrStatus<'_>, needed: bool) {
        let what = match wanted {
            FieldOrStatus::Field(field) => format!("field \"{}\"", plain(field)),
            FieldOrStatus::Status => "status".to_owned(),
        };
        for found in resolve::resolve(self.page, action, wanted) {
            self.instance(&what, &found, needed);
        }
    }

    fn instance(&mut self, what: &str, found: &Resolution, needed: bool) {
        let of = found
            .instance
            .map_or_else(String::new, |index| format!(" of the action at {}", self.place(index)));
        let what = format!("{what}{of}");
        match found.element(self.mode) {
            Ok(Some(index)) => {
                let step = match found.step {
                    Some(Step::ForAction) => "by data-agent-for-action",
                    _ => "in the action's element",
                };
                if found.is_ambiguous() {
                    let others: Vec<_> =
                        found.matches.iter().skip(1).map(|other| self.place(*other)).collect();
                    let others = others.join(", ");
                    self.found.warnings.push(format!("{what} is ambiguous: also at {others}"));
                }
                let (position, tag) = (self.place(index), self.tag(index));
                self.found.elements.push(FoundElement { position, what, step, tag });
            }
            Ok(None) if needed => self.found.errors.push(format!("{}: {what} is absent", self.name)),
            Ok(None) => {}
            Err(ambiguous) => {
                let places: Vec<_> = ambiguous.matches.iter().map(|index| self.place(*index)).collect();
                self.found.errors.push(format!("{what} is ambiguous: at {}", places.join(", ")));
            }
        }
    }

    /// File, line and column of an element.
    fn place(&self, index: usize) -> String {
        let start = self.page.dom.elements.get(index).map_or(0, |element| element.span.start);
        let before = self.page.text.get(..start).unwrap_or("");
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
        format!("{}:{line}:{column}", self.name)
    }

    /// An element's start tag on one line.
    fn tag(&self, index: usize) -> String {
        let span = self.page.dom.elements.get(index).map_or(0..0, |element| element.tag.span.clone());
        let tag = self.page.text.get(span).unwrap_or("");
        let line: String = tag.split_whitespace().collect::<Vec<_>>().join(" ");
        let short: String = line.chars().take(100).collect();
        plain(&short).into_owned() + if short.len() < line.len() { "…" } else { "" }
    }
}
