//! Which elements of a page are always there together, and which only if code or a template says so.

use std::ops::Range;

use agmark_syntax::work;

use crate::page::Page;

/// What stands between elements of which a template writes one.
const CONTROLS: &[&str] =
    &["{%", "<%", "<?", "{{#", "{{^", "{{else", "{{ else", "{{if", "{{ if", "{{range", "{{ range"];

/// Answers for one page.
pub struct Conditions<'p, 'a> {
    page: &'p Page<'a>,
    /// Where the marks of [`CONTROLS`] stand, in order. Found when they are asked for.
    controls: Option<Vec<Range<usize>>>,
}

impl<'p, 'a> Conditions<'p, 'a> {
    pub fn of(page: &'p Page<'a>) -> Self {
        Conditions { page, controls: None }
    }

    /// Those of some elements that are always there together, in their order. `instance` is the element around them
    /// that counts as given; without one the whole page must be there.
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

    /// Whether a mark of a template stands between two places.
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
