//! Counts skipped lines in summaries. Each summary is below the parent of its lines, so that no line gets another
//! parent.

use super::count::Count;
use super::line::{Class, LineText, ViewLine};

/// Where the lines that are left out under an element are counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SummaryPlacement {
    /// One summary for each run, at its place.
    #[default]
    Run,
    /// In one summary at the element's end.
    End,
}

/// An element that is shown, or held back, and not over yet.
struct Open {
    depth: u32,
    /// What was left out right under it and is not in a summary yet.
    count: Count,
    held: Option<Held>,
}

/// An element that is shown if something below it is.
struct Held {
    role: String,
    text: String,
}

/// Passes on shown lines, and summaries of skipped lines.
#[derive(Default)]
pub struct Fold {
    open: Vec<Open>,
    top: Count,
    place: SummaryPlacement,
}

impl Fold {
    pub fn new(place: SummaryPlacement) -> Self {
        Self { place, ..Self::default() }
    }

    pub fn show(&mut self, line: ViewLine<'_>, next: &mut dyn FnMut(ViewLine<'_>)) {
        self.leave(line.depth, next);
        self.show_held(next);
        if self.place == SummaryPlacement::Run {
            self.summary(next);
        }
        next(ViewLine { depth: self.open.len() as u32, ..line });
        if line.class == Class::Element {
            self.open.push(Open { depth: line.depth, count: Count::default(), held: None });
        }
    }

    /// Leaves a line out.
    pub fn omit(&mut self, line: ViewLine<'_>, next: &mut dyn FnMut(ViewLine<'_>)) {
        self.leave(line.depth, next);
        line.count(self.count());
    }

    /// Leaves an element out, unless a line below it is shown.
    pub fn hold(&mut self, line: ViewLine<'_>, next: &mut dyn FnMut(ViewLine<'_>)) {
        self.leave(line.depth, next);
        let held = Some(Held { role: line.role.to_owned(), text: line.text() });
        self.open.push(Open { depth: line.depth, count: Count::default(), held });
    }

    pub fn end(&mut self, next: &mut dyn FnMut(ViewLine<'_>)) {
        self.leave(0, next);
        self.summary(next);
    }

    /// The count of the innermost element.
    fn count(&mut self) -> &mut Count {
        self.open.last_mut().map_or(&mut self.top, |open| &mut open.count)
    }

    /// Ends the elements that are not ancestors of a line of `depth`.
    fn leave(&mut self, depth: u32, next: &mut dyn FnMut(ViewLine<'_>)) {
        while let Some(mut open) = self.open.pop_if(|open| open.depth >= depth) {
            match open.held {
                Some(held) => {
                    let count = self.count();
                    count.role(&held.role);
                    count.join(open.count);
                }
                None => summary(self.open.len() as u32 + 1, &mut open.count, next),
            }
        }
    }

    fn show_held(&mut self, next: &mut dyn FnMut(ViewLine<'_>)) {
        for at in 0..self.open.len() {
            let Some(held) = self.open[at].held.take() else { continue };
            let depth = at as u32;
            let above = at.checked_sub(1).map_or(&mut self.top, |above| &mut self.open[above].count);
            summary(depth, above, next);
            next(ViewLine::element(depth, &held.role, &held.text));
        }
    }

    /// Writes down what was counted under the innermost element.
    fn summary(&mut self, next: &mut dyn FnMut(ViewLine<'_>)) {
        let depth = self.open.len() as u32;
        summary(depth, self.count(), next);
    }
}

/// Passes on a summary, if anything was counted, and resets the count.
fn summary(depth: u32, count: &mut Count, next: &mut dyn FnMut(ViewLine<'_>)) {
    if count.is_empty() {
        return;
    }
    let text = format!("~ {}", count.take());
    next(ViewLine {
        class: Class::Summary,
        source: LineText::Text(&text),
        ..ViewLine::element(depth, "", "")
    });
}
