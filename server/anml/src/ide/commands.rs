//! Commands: smaller documents, diffs, conversions.

use agmark_syntax::{Command, Document, Edit, NewDocument, Outcome, Request, Span};

use super::renumber::renumber;
use crate::convert::{aria, html, tree};
use crate::cross_file;
use crate::diff::{self, Side};
use crate::syntax::stream::{ReadError, is_aria};
use crate::tokens;
use crate::view::{self, Options, Viewed};

pub const VIEW: &str = "agmark.anml.viewDocument";
pub const DIFF: &str = "agmark.anml.diffDocuments";
pub const APPLY: &str = "agmark.anml.applyDiff";
pub const CONVERT: &str = "agmark.anml.convertSnapshot";
pub const FROM_HTML: &str = "agmark.anml.convertHtml";
pub const RENUMBER: &str = "agmark.anml.renumberRefs";
pub const PARSE: &str = "agmark.anml.parseDocument";
pub const TOKENS: &str = "agmark.anml.listTokens";

pub static COMMANDS: &[Command] = &[
    Command {
        id: VIEW,
        title: "ANML: View a Smaller Document",
        help: "Opens a view of the snapshot as a new document. Takes `filter` (`interactive`, `compact` or role names, with \
               commas between them), `depth` (levels, from 1), `budget` (lines) and `expand` (a ref), at least one of them.",
    },
    Command {
        id: DIFF,
        title: "ANML: Diff with Another Snapshot",
        help: "Opens what changed since another snapshot as a new document of `type: diff`. Takes `with`: the file of the \
               older snapshot, relative to this one; `text`: its text, if it is not to be read from the file; and \
               `keepRefs`: whether elements keep the refs that they had there.",
    },
    Command {
        id: APPLY,
        title: "ANML: Apply a Diff",
        help: "Opens the snapshot that a diff leads to as a new document. Takes `base`: the file of the base, relative to \
               the diff; without it, what the diff's own `base` names; and `text`: the text of the base, if it is not to be \
               read from the file.",
    },
    Command {
        id: CONVERT,
        title: "ANML: Convert an ARIA Snapshot",
        help: "Puts ANML in place of an ARIA snapshot.",
    },
    Command {
        id: FROM_HTML,
        title: "ANML: Convert an HTML Page",
        help: "Opens a page as a new document of ANML, by its accessibility roles and names. Takes `path`: the file of the \
               page, relative to this one; or `text`: the page itself.",
    },
    Command {
        id: RENUMBER,
        title: "ANML: Renumber Refs",
        help: "Numbers the refs of a snapshot again from 1, in its order, and updates the action scripts that name them.",
    },
    Command {
        id: PARSE,
        title: "ANML: Read the Tree",
        help: "Returns the front matter and the tree of the snapshot, as `agmark anml parse` prints them.",
    },
    Command {
        id: TOKENS,
        title: "ANML: List Tokens",
        help: "Opens a list of what the parts of the snapshot cost a model, in tokens of cl100k.",
    },
];

pub fn execute(command: &str, request: &Request<'_>) -> Result<Outcome, String> {
    match command {
        VIEW => view(request),
        DIFF => diff(request),
        APPLY => apply(request),
        CONVERT => convert(request),
        FROM_HTML => from_html(request),
        RENUMBER => renumber(request),
        PARSE => parse(request),
        TOKENS => list_tokens(request),
        _ => Err(format!("unknown command {command}")),
    }
}

fn text(document: &Document) -> String {
    document.text().slice(0..document.text().len()).into_owned()
}

/// The name of the document's file without its ending.
fn stem(request: &Request<'_>) -> String {
    let path = request.world.path().and_then(|path| path.file_stem());
    path.map_or_else(|| "document".to_owned(), |stem| stem.to_string_lossy().into_owned())
}

fn written(name: String, text: String) -> Outcome {
    let note = agmark_tokens::words(agmark_tokens::count(&text));
    Outcome::Document(NewDocument { name, language: "anml".to_owned(), text, note })
}

/// The text of another document: the option `text`, else of the file.
fn given_or_read(request: &Request<'_>, path: &str) -> Result<String, String> {
    request.text("text").map_or_else(|| read(request, path), |text| Ok(text.to_owned()))
}

/// The text of a file that an option names.
fn read(request: &Request<'_>, path: &str) -> Result<String, String> {
    let text = request.world.read(path);
    text.map(|text| text.slice(0..text.len()).into_owned()).ok_or_else(|| {
        format!("{path} cannot be read: name a file of the workspace, relative to this document")
    })
}

fn view(request: &Request<'_>) -> Result<Outcome, String> {
    let number = |name: &str| -> Result<Option<u32>, String> {
        let number = request.number(name).map(u32::try_from).transpose();
        number.map_err(|_| format!("`{name}` is too large"))
    };
    let filter = request.text("filter").map(str::parse).transpose();
    let options = Options {
        depth: number("depth")?,
        filter: filter.map_err(|error: view::FilterError| error.to_string())?,
        budget: number("budget")?,
        expand: request
            .text("expand")
            .map(|name| name.trim_start_matches('#').to_owned())
            .into_iter()
            .collect(),
    };
    if options.depth == Some(0) {
        return Err("`depth` counts from 1, the top level".to_owned());
    }
    if options == Options::default() {
        return Err("say what the view is to keep: `filter`, `depth`, `budget` or `expand`".to_owned());
    }
    let (source, mut out) = (text(request.document), String::new());
    let viewed = view::view(|| Ok(source.as_bytes()), &options, &mut |part| {
        out.push_str(part);
        Ok(())
    });
    let viewed = viewed.map_err(|error| error.to_string())?;
    if let (Viewed::NothingLeft, Some(filter)) = (viewed, &options.filter) {
        return Ok(Outcome::Message(filter.nothing_left()));
    }
    Ok(written(format!("{}.view.anml", stem(request)), out))
}

fn diff(request: &Request<'_>) -> Result<Outcome, String> {
    let with = request.text("with").ok_or("name the other snapshot: `with`, a file relative to this one")?;
    let (old, mut new) = (given_or_read(request, with)?, text(request.document));
    let name = with.rsplit('/').next().unwrap_or(with);
    let why = |error: diff::Error| {
        let file = if error.side == Side::First { name } else { "this document" };
        match error.line() {
            Some(line) => format!("{file}, line {line}: {error}"),
            None => format!("{file}: {error}"),
        }
    };
    if request.flag("keepRefs") {
        new = diff::keep_refs::keep_refs(&old, &new).map_err(why)?;
    }
    let made = diff::diff(&old, &new, with).map_err(why)?;
    if !made.changed {
        return Ok(Outcome::Message(format!("nothing changed since {name}")));
    }
    Ok(written(format!("{}.diff.anml", stem(request)), made.text))
}

fn apply(request: &Request<'_>) -> Result<Outcome, String> {
    let named = request.text("base").map(str::to_owned);
    let path = named.or_else(|| cross_file::base(request.document, request.world));
    let path =
        path.ok_or("which snapshot is the diff of? Name its file in the front matter, `base: login.anml`")?;
    let base = given_or_read(request, &path)?;
    let patched = diff::patch::patch(&base, &text(request.document)).map_err(|error| {
        let file = if error.side == Side::First { path.as_str() } else { "this diff" };
        match error.line() {
            Some(line) => format!("{file}, line {line}: {error}"),
            None => format!("{file}: {error}"),
        }
    })?;
    let name = path.rsplit('/').next().unwrap_or(&path);
    Ok(written(format!("{}.new.anml", name.trim_end_matches(".anml")), patched))
}

fn convert(request: &Request<'_>) -> Result<Outcome, String> {
    let text = text(request.document);
    if !is_aria(&text) {
        return Err(
            "this is not an ARIA snapshot: its lines begin with \"- \", such as - link \"Home\" [ref=e1]"
                .to_owned(),
        );
    }
    let all = Span::new(0, text.len());
    Ok(Outcome::Edits(vec![Edit::replace(all, aria::convert(&text))]))
}

fn from_html(request: &Request<'_>) -> Result<Outcome, String> {
    let (page, name) = match (request.text("text"), request.text("path")) {
        (Some(text), _) => (text.to_owned(), stem(request)),
        (None, Some(path)) => {
            let name = path.rsplit('/').next().unwrap_or(path);
            (read(request, path)?, name.rsplit_once('.').map_or(name, |(stem, _)| stem).to_owned())
        }
        (None, None) => {
            return Err("name the page: `path`, a file relative to this one, or `text`".to_owned());
        }
    };
    Ok(written(format!("{name}.anml"), html::convert(&page, None)))
}

fn parse(request: &Request<'_>) -> Result<Outcome, String> {
    let (source, mut json) = (text(request.document), String::new());
    let written = tree::write_json(source.as_bytes(), |part| {
        json.push_str(part);
        Ok::<(), ReadError>(())
    });
    written.map_err(|error| error.to_string())?;
    serde_json::from_str(&json).map(Outcome::Value).map_err(|error| error.to_string())
}

fn list_tokens(request: &Request<'_>) -> Result<Outcome, String> {
    let cost = tokens::cost(&text(request.document)).map_err(|error| error.to_string())?;
    Ok(Outcome::Document(NewDocument {
        name: format!("{}.tokens.txt", stem(request)),
        language: "plaintext".to_owned(),
        note: agmark_tokens::words(cost.whole),
        text: cost.table(),
    }))
}
