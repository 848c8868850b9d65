//! `agd ref`.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use ::agd::graph::{Reference, ReferenceKind};
use ::agd::{Document, parse};
use agmark_workspace::files;

use super::rows::Lines;
use crate::examples;
use crate::input::Input;
use crate::terminal;

#[derive(Debug, clap::Args)]
#[command(after_long_help = examples::after("agd ref", ""))]
pub struct Args {
    /// The document
    file: Input,
    /// Print references without a target; fail if one is a `@ref`
    #[arg(long)]
    check: bool,
    /// Also fail if an entry of `refs=` has no target
    #[arg(long, requires = "check")]
    strict: bool,
}

pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let text = args.file.text()?;
    let document = args.file.document(&text)?;
    let mut others = Others::beside(&args.file);
    let mut lines = Lines::of(&text);
    let mut out = String::new();
    let mut failed = false;
    for reference in document.references() {
        let line = reference.from.span().map_or(0, |span| lines.at(span.start));
        let wrong = wrong(&document, &reference, &mut others);
        let target = format!("{}#{}", reference.file.as_deref().unwrap_or(""), reference.id);
        if args.check {
            if let Some(wrong) = wrong {
                let _ =
                    writeln!(out, "{}:{line}: {} {target}: {wrong}", args.file.name(), word(reference.kind));
                failed |= args.strict || reference.kind != ReferenceKind::Attribute;
            }
        } else {
            let from = reference.from.id().unwrap_or("");
            let found = if wrong.is_some() { "dangling" } else { "ok" };
            let _ = writeln!(out, "{line}\t{from}\t{}\t{target}\t{found}", word(reference.kind));
        }
    }
    terminal::print(out)?;
    Ok(if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

fn word(kind: ReferenceKind) -> &'static str {
    if kind == ReferenceKind::Attribute { "refs" } else { "@ref" }
}

fn wrong(document: &Document<'_>, reference: &Reference<'_>, others: &mut Others) -> Option<String> {
    let Some(file) = &reference.file else {
        return document.find(&reference.id).is_none().then(|| "the block does not exist".to_owned());
    };
    others.wrong(file, &reference.id)
}

/// Other documents that this one refers to.
struct Others {
    folder: Option<PathBuf>,
    /// By name: their ids, or why there are none.
    read: HashMap<String, Result<Vec<String>, String>>,
}

impl Others {
    fn beside(file: &Input) -> Self {
        let folder = match file {
            Input::File(path) => Some(path.parent().unwrap_or(Path::new("")).to_owned()),
            Input::Standard => None,
        };
        Self { folder, read: HashMap::new() }
    }

    /// The files that standard input refers to are unknown.
    fn wrong(&mut self, file: &str, id: &str) -> Option<String> {
        let folder = self.folder.as_ref()?;
        let ids = self.read.entry(file.to_owned()).or_insert_with(|| ids(&folder.join(file)));
        match ids {
            Ok(ids) if ids.iter().any(|other| other == id) => None,
            Ok(_) => Some("the block does not exist in that file".to_owned()),
            Err(why) => Some(why.clone()),
        }
    }
}

fn ids(path: &Path) -> Result<Vec<String>, String> {
    let text = files::read(path).map_err(|error| error.to_string())?;
    let document = parse(&text).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(document.blocks().filter_map(|block| block.id().map(str::to_owned)).collect())
}
