//! Applies and previews diffs.

use agmark_syntax::line_diff::LineDiff;
use agmark_syntax::{Edit, FileChange, NewDocument, Outcome, PathKind, Request, Span};

use crate::diff::world_files::WorldFiles;
use crate::diff::{self, Change, Diff, Step};
use crate::ide::cursor::CursorContext;
use crate::ide::diff_at_cursor::diff_at;
use crate::syntax::whole::Whole;

/// The number of lines that are shown around a change.
const CONTEXT: usize = 3;

pub(super) fn apply(request: &Request<'_>) -> Result<Outcome, String> {
    let (_, files, changes) = plan(request)?;
    let place = |path: &str| {
        let written = files.path(path);
        if matches!(request.world.path_kind(&written), PathKind::Unknown | PathKind::Outside) {
            return Err(format!("{path} is outside of the workspace: a diff changes files inside it only"));
        }
        request.world.resolve_path(&written).ok_or_else(|| "the document is not saved in a file".to_owned())
    };
    let mut all = Vec::new();
    for Step { from, to, before, after } in diff::steps(&changes) {
        let (from, to) = (from.map(place).transpose()?, to.map(place).transpose()?);
        let before = before.to_owned();
        all.push(match (from, to) {
            (Some(path), Some(to)) if path == to => {
                FileChange::Edit { path, edits: edits(&before, after), before }
            }
            (Some(path), Some(to)) => FileChange::Rename { path, to, edits: edits(&before, after), before },
            (Some(path), None) => FileChange::Delete { path, before },
            (None, Some(path)) => FileChange::Create { path, text: after.to_owned() },
            (None, None) => continue,
        });
    }
    Ok(Outcome::Change(all))
}

pub(super) fn preview(request: &Request<'_>) -> Result<Outcome, String> {
    let (id, _, changes) = plan(request)?;
    let mut text = String::new();
    let steps = diff::steps(&changes);
    for step in &steps {
        text.push_str(&step.opening());
        let (from, to) = step.header();
        text.push_str(&LineDiff::new(step.before, step.after, None).unified((&from, &to), CONTEXT));
    }
    let note = match steps.len() {
        1 => "1 file".to_owned(),
        n => format!("{n} files"),
    };
    Ok(Outcome::Document(NewDocument { name: format!("{id}.diff"), language: "diff".to_owned(), text, note }))
}

type Planned<'a> = (String, WorldFiles<'a>, Vec<Change>);

fn plan<'a>(request: &Request<'a>) -> Result<Planned<'a>, String> {
    if request.world.path().is_none() {
        return Err("the document is not saved in a file: save it first, because the paths of a diff start in its folder"
            .to_owned());
    }
    let id = match request.text("id") {
        Some(id) => id.to_owned(),
        None => at_cursor(request).ok_or("no .Diff with an id at the cursor: give the argument \"id\"")?,
    };
    let diff = find(request, &id)?;
    let files = WorldFiles::of(&diff, request.world);
    if let Some(refusal) = files.linked(&diff) {
        return Err(refusal.to_string());
    }
    let changes = diff::plan(&diff, |path| files.at(path)).map_err(|refusal| refusal.to_string())?;
    if changes.is_empty() {
        return Err(format!("\"{id}\" changes only file modes, which are ignored"));
    }
    Ok((id, files, changes))
}

fn at_cursor(request: &Request<'_>) -> Option<String> {
    let offset = request.selection.start as usize;
    let around = CursorContext::new(request.document, offset)?;
    diff_at(&around, &around.structure(), offset)
}

fn find(request: &Request<'_>, id: &str) -> Result<Diff, String> {
    let whole = Whole::of(request.document).ok_or("the document is too large")?;
    diff::document::by_id(&whole.structure(), id).map_err(|error| error.to_string())
}

/// One edit: the lines between the common start and end of both texts; `None` if they are equal.
fn edits(before: &str, after: &str) -> Vec<Edit> {
    if before == after {
        return Vec::new();
    }
    let lines = |text: &str| text.split_inclusive('\n').map(str::len).collect::<Vec<_>>();
    let (a, b) = (lines(before), lines(after));
    let mut head = 0;
    for (x, y) in before.split_inclusive('\n').zip(after.split_inclusive('\n')) {
        if x != y {
            break;
        }
        head += x.len();
    }
    let mut tail = 0;
    for (x, y) in a.iter().rev().zip(b.iter().rev()) {
        let (x_end, y_end) = (before.len() - tail, after.len() - tail);
        let same = x == y && before.get(x_end - x..x_end) == after.get(y_end - y..y_end);
        if !same || tail + x + head > before.len().min(after.len()) {
            break;
        }
        tail += x;
    }
    let new = after.get(head..after.len() - tail).unwrap_or("");
    vec![Edit::replace(Span::new(head, before.len() - tail), new)]
}
