//! Commands of pages and manifests.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use agmark_syntax::{Command, Document, NewDocument, Outcome, Request, World};
use serde_json::{Value, json};

use super::document;
use crate::cross_file::alignment;
use crate::edit::folder;
use crate::manifest::model::Manifest;
use crate::page::Page;
use crate::page::read_options::{NAME, ReadOptions};
use crate::page::resolve::{self, FieldOrStatus, Step};
use crate::planner::prompt;
use crate::site::routes;
use crate::syntax::language::Language;
use crate::syntax::libraries::ComponentMap;

pub const WRITE: &str = "agmark.aaf.writeManifest";
pub const PROMPT: &str = "agmark.aaf.showPrompt";
const RESOLVE: &str = "agmark.aaf.resolve";

const WRITE_COMMAND: Command = Command {
    id: WRITE,
    title: "Write a Manifest for the Pages of the Workspace",
    help: "Opens a new manifest that declares the actions of all pages and components below the folder of the document's \
           site, or of the document. Options: `origin`, the address of the site.",
};

/// The commands of pages and components.
pub const PAGE: &[Command] = &[
    WRITE_COMMAND,
    Command {
        id: RESOLVE,
        title: "Resolve a Field as a Runtime Does",
        help: "Returns the elements that a runtime finds. Options: `action` and `field`; without `field`, the status. The \
               result is a list of instances, each with `step` (nested, for-action or absent) and the byte ranges of \
               the matches.",
    },
];

/// The commands of manifests.
pub const MANIFEST: &[Command] = &[
    WRITE_COMMAND,
    Command {
        id: PROMPT,
        title: "Show the Prompt of a Planner",
        help: "Opens the prompt for the site of this manifest as a new document. Options: `page`, the route of a page \
               whose actions come first.",
    },
];

/// Executes a command.
pub fn execute(
    command: &str,
    request: &Request<'_>,
    reading: Option<ReadOptions<'_>>,
) -> Result<Outcome, String> {
    match (command, reading) {
        (WRITE, _) => write(request),
        (PROMPT, None) => Ok(show_prompt(request)),
        (RESOLVE, Some(reading)) => resolved(request, reading),
        _ => Err(format!("unknown command {command} for this document")),
    }
}

fn show_prompt(request: &Request<'_>) -> Outcome {
    let site = Manifest::read(&document::text(request.document), 0);
    let text = prompt::write(&site, request.text("page"));
    Outcome::Document(NewDocument {
        name: "prompt.txt".to_owned(),
        language: "plaintext".to_owned(),
        text,
        note: document::count(site.actions.len(), "action"),
    })
}

fn resolved(request: &Request<'_>, reading: ReadOptions<'_>) -> Result<Outcome, String> {
    let action = request.text("action").ok_or("\"action\" is needed: the name of an action")?;
    let part = document::page_of_action(request.document, 0, action);
    let page = part.page(reading);
    let wanted = request.text("field").map_or(FieldOrStatus::Status, FieldOrStatus::Field);
    let span = |index: &usize| {
        let span = page.dom.elements.get(*index).map_or(0..0, |element| element.tag.span.clone());
        json!([part.seams.outer(span.start), part.seams.outer(span.start) + span.len()])
    };
    let all: Vec<Value> = resolve::resolve(&page, action, wanted)
        .iter()
        .map(|one| {
            let step = match one.step {
                Some(Step::Nested) => "nested",
                Some(Step::ForAction) => "for-action",
                None => "absent",
            };
            json!({
                "instance": one.instance.as_ref().map(span),
                "step": step,
                "matches": one.matches.iter().map(span).collect::<Vec<_>>(),
            })
        })
        .collect();
    Ok(Outcome::Value(all.into()))
}

fn write(request: &Request<'_>) -> Result<Outcome, String> {
    let world = request.world;
    let own = world.path().ok_or("the document has no file, so its folder is unknown: save it first")?;
    let mut roots = routes::roots(own);
    if roots.is_empty() {
        roots = alignment::PageManifest::of(request.document, world)
            .and_then(|contract| contract.path)
            .map(|path| routes::roots(&path))
            .filter(|roots| !roots.is_empty())
            .unwrap_or_else(|| vec![own.parent().unwrap_or(Path::new("")).to_path_buf()]);
    }
    let files = sources(request.document, world, &roots);
    if files.is_empty() {
        return Err("no pages with annotations: annotate a page first".to_owned());
    }
    // The component settings of the document apply to all files.
    let mapping = ComponentMap::of(world.settings().format(NAME));
    let sources: Vec<_> = files
        .iter()
        .map(|(path, text, source)| folder::FolderPage {
            route: routes::of_file(path, &roots),
            page: Page::with(text, *source, &mapping),
        })
        .collect();
    let name = roots
        .first()
        .and_then(|root| root.file_name())
        .map_or("Site".to_owned(), |name| name.to_string_lossy().into_owned());
    let manifest = folder::manifest(&name, request.text("origin").unwrap_or("https://example.com"), &sources);
    Ok(Outcome::Document(NewDocument {
        name: "agent-manifest.json".to_owned(),
        language: "json".to_owned(),
        text: folder::written(&manifest),
        note: document::count(files.len(), "page"),
    }))
}

/// The pages and components below a site's folder, the document among them, by path.
fn sources(document: &Document, world: &dyn World, roots: &[PathBuf]) -> Vec<(Arc<Path>, String, Language)> {
    let source = |path: &Path| Language::of_ending(path.extension()?.to_str()?);
    let mut all: Vec<(Arc<Path>, String, Language)> = alignment::pages(world, roots)
        .into_iter()
        .filter_map(|(path, _)| {
            let text = world.read(&world.relative(&path))?.to_string();
            let source = source(&path)?;
            Some((path, text, source))
        })
        .collect();
    if let Some(path) = world.path()
        && let Some(source) = source(path)
    {
        all.push((path.into(), document::text(document).into_owned(), source));
    }
    all.sort_by(|a, b| a.0.cmp(&b.0));
    all
}
