//! Finds the lines of a hunk in a file.

use super::hunk::{Hunk, HunkLine, HunkPosition};
use super::lines::FileLines;
use super::problem::RefusalKind;

/// The line (from 0) at which the old lines of a hunk start in `lines`, at or after `from`.
pub(super) fn find(
    hunk: &Hunk,
    lines: &FileLines<'_>,
    from: usize,
    shift: isize,
) -> Result<usize, RefusalKind> {
    let old: Vec<&HunkLine> = hunk.old().collect();
    match &hunk.place {
        HunkPosition::Near(line) => near(&old, lines, from, line.saturating_add_signed(shift)),
        HunkPosition::After(anchors) => after(&old, lines, from, anchors),
        HunkPosition::Anywhere => after(&old, lines, 0, &[]),
        HunkPosition::End(anchors) => {
            let from = anchored(lines, from, anchors)?;
            let at = lines.len().checked_sub(old.len()).filter(|at| *at >= from);
            at.filter(|at| lines.fit(&old, *at)).ok_or_else(|| match best(&old, lines, from) {
                RefusalKind::NothingToFind => RefusalKind::NotAtEnd,
                other if lines.places(&old, from).is_empty() => other,
                _ => RefusalKind::NotAtEnd,
            })
        }
    }
}

/// The position nearest to `wanted`.
fn near(old: &[&HunkLine], lines: &FileLines<'_>, from: usize, wanted: usize) -> Result<usize, RefusalKind> {
    if old.is_empty() {
        // A hunk with only new lines has only its line number.
        return Ok(wanted.clamp(from, lines.len().max(from)));
    }
    if wanted >= from && lines.fit(old, wanted) {
        return Ok(wanted);
    }
    let all = lines.places(old, from);
    let far = |at: &usize| at.abs_diff(wanted);
    let Some(nearest) = all.iter().copied().min_by_key(far) else { return Err(best(old, lines, from)) };
    let equal: Vec<usize> = all.iter().copied().filter(|at| far(at) == far(&nearest)).collect();
    one_of(&equal)
}

/// The first position after the anchors; without anchors the only one.
fn after(
    old: &[&HunkLine],
    lines: &FileLines<'_>,
    from: usize,
    anchors: &[String],
) -> Result<usize, RefusalKind> {
    let start = anchored(lines, from, anchors)?;
    if old.is_empty() {
        return match (anchors.is_empty(), lines.len() == 0) {
            (false, _) => Ok(start),
            (true, true) => Ok(0),
            (true, false) => Err(RefusalKind::NothingToFind),
        };
    }
    if anchors.is_empty() {
        let all = lines.places(old, start);
        return if all.is_empty() { Err(best(old, lines, start)) } else { one_of(&all) };
    }
    lines.first(old, start).map_or_else(
        || {
            // The anchor may be the first of the lines.
            let above = start.checked_sub(1).filter(|at| *at >= from && lines.fit(old, *at));
            above.ok_or_else(|| best(old, lines, start))
        },
        Ok,
    )
}

fn one_of(places: &[usize]) -> Result<usize, RefusalKind> {
    match places {
        [one] => Ok(*one),
        all => Err(RefusalKind::Ambiguous { lines: all.iter().map(|at| at + 1).collect() }),
    }
}

/// The line after the last anchor.
fn anchored(lines: &FileLines<'_>, from: usize, anchors: &[String]) -> Result<usize, RefusalKind> {
    let mut start = from;
    for anchor in anchors {
        let rest = lines.all().get(start..).unwrap_or(&[]);
        let exact = rest.iter().position(|line| line == anchor);
        let trimmed = || rest.iter().position(|line| line.trim() == anchor.trim());
        match exact.or_else(trimmed) {
            Some(at) => start += at + 1,
            None => return Err(RefusalKind::NoAnchor { anchor: anchor.clone(), from: start }),
        }
    }
    Ok(start)
}

/// The difference at the best position: the one where most of the first lines match.
fn best(old: &[&HunkLine], lines: &FileLines<'_>, from: usize) -> RefusalKind {
    let Some(first) = old.first() else { return RefusalKind::NothingToFind };
    let (same, at) = lines.best(old, from);
    match old.get(same) {
        Some(wanted) if same > 0 => RefusalKind::Differs {
            line: at + same + 1,
            wanted: wanted.text.clone(),
            found: lines.all().get(at + same).map(|line| (*line).to_owned()),
        },
        _ => RefusalKind::NotFound { wanted: first.text.clone() },
    }
}
