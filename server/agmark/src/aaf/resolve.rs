//! `agmark aaf resolve`: what a runtime finds on a page (6.1.1).

use std::fmt::Write as _;
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
    let mut printer = Printer {
        page: &page,
        name: plain(&shown(&args.page, Path::new(""))).into_owned(),
        mode: if args.strict { Mode::Strict } else { Mode::Lenient },
        out: String::new(),
        failed: false,
    };
    match &args.field {
        Some(field) => printer.one(&args.action, FieldOrStatus::Field(field), true),
        None => {
            if resolve::instances(&page, &args.action).is_empty()
                && entry::fields(&page, &args.action).is_empty()
            {
                let action = plain(&args.action).into_owned();
                terminal::complain(format_args!(
                    "{}: no element carries or names action \"{action}\"",
                    printer.name
                ));
                return Ok(ExitCode::FAILURE);
            }
            for (field, _) in entry::fields(&page, &args.action) {
                printer.one(&args.action, FieldOrStatus::Field(&field), false);
            }
            printer.one(&args.action, FieldOrStatus::Status, false);
            if printer.out.is_empty() && !printer.failed {
                let action = plain(&args.action).into_owned();
                terminal::complain(format_args!(
                    "{}: action \"{action}\" has no field and no status",
                    printer.name
                ));
                printer.failed = true;
            }
        }
    }
    terminal::print(&printer.out)?;
    Ok(ExitCode::from(u8::from(printer.failed)))
}

struct Printer<'a> {
    page: &'a Page<'a>,
    name: String,
    mode: Mode,
    out: String,
    failed: bool,
}

impl Printer<'_> {
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
        match found.element(self.mode) {
            Ok(Some(index)) => {
                let step = match found.step {
                    Some(Step::ForAction) => "by data-agent-for-action",
                    _ => "in the action's element",
                };
                let _ = writeln!(self.out, "{}: {what}{of}, {step}: {}", self.place(index), self.tag(index));
                if found.is_ambiguous() {
                    let others: Vec<_> =
                        found.matches.iter().skip(1).map(|other| self.place(*other)).collect();
                    terminal::warn(format_args!("{what}{of} is ambiguous: also at {}", others.join(", ")));
                }
            }
            Ok(None) if needed => {
                terminal::complain(format_args!("{}: {what}{of} is absent", self.name));
                self.failed = true;
            }
            Ok(None) => {}
            Err(ambiguous) => {
                let places: Vec<_> = ambiguous.matches.iter().map(|index| self.place(*index)).collect();
                terminal::complain(format_args!("{what}{of} is ambiguous: at {}", places.join(", ")));
                self.failed = true;
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
