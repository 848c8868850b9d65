//! Diffs applied to the files that they name, and shown.

use agmark_syntax::{Edit, FileChange, Outcome, Request, Span, Written};
use similar::TextDiff;

use crate::assist::actions::diff_at;
use crate::assist::cursor::Around;
use crate::base::WorldFiles;
use crate::diff::{self, Change, Diff};
use crate::whole::Whole;

/// Lines around a change that are shown.
const CONTEXT: usize = 3;

pub(super) fn apply(request: &Request<'_>) -> Result<Outcome, String> {
    let (_, files, changes) = plan(request)?;
    // An editor's change of several files cannot take one away.
    if let Some(gone) = changes.iter().find(|c| c.after.is_none()) {
        return Err(format!(
            "the diff removes or renames {}, which is not done from an editor: `agmark garyml apply` does it",
            gone.path
        ));
    }
    let change = |change: Change| {
        let path = request.world.resolve(&files.path(&change.path)).ok_or("the document is in no file")?;
        let after = change.after.unwrap_or_default();
        let edits = match &change.before {
            Some(before) => edits(before, &after),
            None => vec![Edit::insert(0, after)],
        };
        Ok(FileChange { path, before: change.before, edits })
    };
    Ok(Outcome::Change(changes.into_iter().map(change).collect::<Result<_, &str>>()?))
}

pub(super) fn preview(request: &Request<'_>) -> Result<Outcome, String> {
    let (id, _, changes) = plan(request)?;
    let mut text = String::new();
    for change in &changes {
        let (before, after) = (change.before.as_deref().unwrap_or(""), change.after.as_deref().unwrap_or(""));
        let name = |mark: &str, there: bool| {
            if there { format!("{mark}/{}", change.path) } else { "/dev/null".to_owned() }
        };
        let (from, to) = (name("a", change.before.is_some()), name("b", change.after.is_some()));
        let diff = TextDiff::from_lines(before, after);
        text.push_str(&diff.unified_diff().context_radius(CONTEXT).header(&from, &to).to_string());
    }
    let note = match changes.len() {
        1 => "1 file".to_owned(),
        n => format!("{n} files"),
    };
    Ok(Outcome::Written(Written { name: format!("{id}.diff"), language: "diff".to_owned(), text, note }))
}

type Planned<'a> = (String, WorldFiles<'a>, Vec<Change>);

fn plan<'a>(request: &Request<'a>) -> Result<Planned<'a>, String> {
    if request.world.path().is_none() {
        return Err("the document is in no file: save it first, since the paths of a diff count from there"
            .to_owned());
    }
    let id = match request.text("id") {
        Some(id) => id.to_owned(),
        None => {
            at_cursor(request).ok_or("there is no .Diff with an id at the cursor: name one with \"id\"")?
        }
    };
    let diff = find(request, &id)?;
    let files = WorldFiles::of(&diff, request.world);
    let changes = diff::plan(&diff, |path| files.read(path)).map_err(|refusal| refusal.to_string())?;
    Ok((id, files, changes))
}

fn at_cursor(request: &Request<'_>) -> Option<String> {
    let offset = request.selection.start as usize;
    let around = Around::new(request.document, offset)?;
    diff_at(&around, &around.structure(), offset)
}

fn find(request: &Request<'_>, id: &str) -> Result<Diff, String> {
    let whole = Whole::of(request.document).ok_or("the document is too large")?;
    diff::document::by_id(&whole.structure(), id).map_err(|error| error.to_string())
}

/// One edit: what lies between the lines that both texts begin and end with.
fn edits(before: &str, after: &str) -> Vec<Edit> {
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
