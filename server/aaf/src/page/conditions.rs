//! Which elements of a page always appear together, and which appear only under a condition.

use std::ops::Range;

use agmark_syntax::work;

use crate::page::Page;

/// Template marks between elements of which a template writes only one.
const CONTROLS: &[&str] =
    &["{%", "<%", "<?", "{{#", "{{^", "{{else", "{{ else", "{{if", "{{ if", "{{range", "{{ range"];

/// Whether a text has a template mark between elements of which a template writes only one.
pub fn are_in(text: &str) -> bool {
    CONTROLS.iter().any(|control| memchr::memmem::find(text.as_bytes(), control.as_bytes()).is_some())
}

/// Answers for one page.
pub struct Conditions<'p, 'a> {
    page: &'p Page<'a>,
    /// The spans of the marks of [`CONTROLS`], in order. Found on demand.
    controls: Option<Vec<Range<usize>>>,
}

impl<'p, 'a> Conditions<'p, 'a> {
    pub fn of(page: &'p Page<'a>) -> Self {
        Conditions { page, controls: None }
    }

    /// Those of `elements` that always appear together, in order. `instance` is an element around them that is assumed
    /// to appear; without it, the elements must appear whenever the page does.
    pub fn certain(&mut self, instance: Option<usize>, elements: &[usize]) -> Vec<usize> {
        let mut before: Option<usize> = None;
        let mut certain = Vec::new();
        for &element in elements {
            work::add(1);
            let start = self.page.dom.elements.get(element).map_or(0, |element| element.span.start);
            let condition = self.page.relations().condition(element);
            let conditional = condition.is_some_and(|at| instance.is_none_or(|instance| at > instance));
            if !conditional && !before.is_some_and(|before| self.has_control(before, start)) {
                certain.push(element);
            }
            before = Some(start);
        }
        certain
    }

    /// Whether a template mark is between two offsets.
    fn has_control(&mut self, from: usize, to: usize) -> bool {
        let text = self.page.text.as_bytes();
        let controls = self.controls.get_or_insert_with(|| {
            let mut all = Vec::new();
            for control in CONTROLS {
                work::add(text.len());
                let places = memchr::memmem::find_iter(text, control.as_bytes());
                all.extend(places.map(|at| at..at + control.len()));
            }
            all.sort_by_key(|place| place.start);
            all
        });
        let first = controls.partition_point(|place| place.start < from);
        let after = controls.get(first..).unwrap_or_default();
        after.iter().take_while(|place| place.start < to).any(|place| place.end <= to)
    }
}
