//! Which elements a runtime finds for an action's field or status: the resolution order of 6.1.1.
//!
//! 1. In the subtree of the action's element.
//! 2. Anywhere, with `data-agent-for-action` naming the action.
//! 3. Nowhere else: otherwise the field is not on the page, whatever its `name` is.
//!
//! Each element that carries an action is an instance of it. The first step is done for each instance, as a list may
//! contain the same form twenty times. An instance inside another one of the same action is a part of it.

use std::collections::{HashMap, HashSet};

use agmark_syntax::work;

pub use super::instances::{FieldOrStatus, actions, field_or_status};
use super::instances::{says, says_kind};
use super::{Annotated, Page};

/// The step that found something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Step {
    Nested,
    ForAction,
}

/// What to do if a step finds more than one element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Find nothing, and say why.
    Strict,
    /// Take the first in the order of the document, and warn.
    Lenient,
}

/// What a runtime finds in one instance of an action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resolution {
    /// The DOM index of the element that carries the action; `None` if no element carries it.
    pub instance: Option<usize>,
    /// The step that found something; `None` if the field is absent.
    pub step: Option<Step>,
    /// The DOM indexes of all that the step found, in the order of the document.
    pub matches: Vec<usize>,
}

/// More than one element was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ambiguous {
    pub step: Step,
    /// The DOM indexes of all of them.
    pub matches: Vec<usize>,
}

impl Resolution {
    /// Whether the step found more than one.
    pub fn is_ambiguous(&self) -> bool {
        self.matches.len() > 1
    }

    /// The element that is taken, if one was found.
    ///
    /// # Errors
    /// In strict mode, if the step found more than one.
    pub fn element(&self, mode: Mode) -> Result<Option<usize>, Ambiguous> {
        match (self.step, mode) {
            (Some(step), Mode::Strict) if self.is_ambiguous() => {
                Err(Ambiguous { step, matches: self.matches.clone() })
            }
            _ => Ok(self.matches.first().copied()),
        }
    }
}

/// Looks for a field or a status of an action, in each instance of the action. Without an instance on the page, only
/// the second step can find something.
pub fn resolve(page: &Page<'_>, action: &str, wanted: FieldOrStatus<'_>) -> Vec<Resolution> {
    let index = page.instances();
    let elements = |numbers: &[usize]| -> Vec<usize> {
        let all = numbers.iter().filter_map(|number| page.annotated.get(*number));
        all.filter(|one| is_wanted(one, wanted)).map(|one| one.element).collect()
    };
    let tied = elements(index.tied(action));
    let otherwise = |instance| Resolution {
        instance,
        step: (!tied.is_empty()).then_some(Step::ForAction),
        matches: tied.clone(),
    };
    let found: Vec<_> = index
        .of_action(action)
        .iter()
        .map(|&instance| {
            let nested = elements(index.nested(instance));
            match nested.is_empty() {
                true => otherwise(Some(instance)),
                false => Resolution { instance: Some(instance), step: Some(Step::Nested), matches: nested },
            }
        })
        .collect();
    if found.is_empty() { vec![otherwise(None)] } else { found }
}

/// The elements that carry an action, by their DOM index; those inside of another one of the same action are parts
/// of it.
pub fn instances(page: &Page<'_>, action: &str) -> Vec<usize> {
    page.instances().of_action(action).to_vec()
}

/// The fields and statuses in the elements of an action: the first step for all of them at once.
pub struct Nested<'p> {
    instances: usize,
    /// For each field: in how many instances it is, and where.
    found: HashMap<FieldOrStatus<'p>, (usize, Vec<usize>)>,
}

impl<'p> Nested<'p> {
    /// Reads the elements of an action.
    pub fn of(page: &'p Page<'_>, action: &str) -> Self {
        let instances = page.instances().of_action(action);
        let mut found: HashMap<FieldOrStatus<'p>, (usize, Vec<usize>)> = HashMap::new();
        for instance in instances {
            let mut here = HashSet::new();
            for one in page.instances().nested(*instance).iter().filter_map(|one| page.annotated.get(*one)) {
                work::add(1);
                if let Some(wanted) = field_or_status(one) {
                    let entry = found.entry(wanted).or_default();
                    entry.0 += usize::from(here.insert(wanted));
                    entry.1.push(one.element);
                }
            }
        }
        Nested { instances: instances.len(), found }
    }

    /// Whether every element of the action contains it. Then the second step finds nothing.
    pub fn always(&self, wanted: FieldOrStatus<'p>) -> bool {
        self.instances > 0 && self.found.get(&wanted).is_some_and(|(count, _)| *count == self.instances)
    }

    /// The elements that are found by the first step, in the order of the page.
    pub fn matches(&self, wanted: FieldOrStatus<'p>) -> &[usize] {
        self.found.get(&wanted).map_or(&[], |(_, all)| all.as_slice())
    }
}

fn is_wanted(one: &Annotated<'_>, wanted: FieldOrStatus<'_>) -> bool {
    match wanted {
        FieldOrStatus::Field(name) => says_kind(one, "field") && says(one, "field", name),
        FieldOrStatus::Status => says_kind(one, "status"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is found, by the elements' ids: `1 nested: a b`, where 1 is the id of the instance.
    fn found(text: &str, action: &str, wanted: FieldOrStatus<'_>) -> String {
        let page = Page::new(text);
        let id = |index: &usize| {
            let element = page.dom.elements.get(*index);
            element.and_then(|one| one.attribute(text, "id")).unwrap_or("?").to_owned()
        };
        let lines = resolve(&page, action, wanted).into_iter().map(|one| {
            let step = match one.step {
                Some(Step::Nested) => "nested",
                Some(Step::ForAction) => "for-action",
                None => "absent",
            };
            let ids: Vec<_> = one.matches.iter().map(id).collect();
            format!("{} {step} {}", one.instance.as_ref().map_or("-".to_owned(), id), ids.join(" "))
                .trim_end()
                .to_owned()
        });
        lines.collect::<Vec<_>>().join("; ")
    }

    const FORM: &str = "<form id=f data-agent-kind=action data-agent-action=seat.book>";
    const FIELD: &str = "data-agent-kind=field data-agent-field=row";

    #[test]
    fn nested_comes_first() {
        let text = format!(
            "<input id=a {FIELD} data-agent-for-action=seat.book>{FORM}<p><input id=b {FIELD}></form>"
        );
        assert_eq!(found(&text, "seat.book", FieldOrStatus::Field("row")), "f nested b");
    }

    #[test]
    fn for_action_comes_next_wherever_it_stands() {
        let text = format!("{FORM}</form><p><input id=a {FIELD} data-agent-for-action=seat.book>");
        assert_eq!(found(&text, "seat.book", FieldOrStatus::Field("row")), "f for-action a");
        let alone = format!("<input id=a {FIELD} data-agent-for-action=seat.book>");
        assert_eq!(found(&alone, "seat.book", FieldOrStatus::Field("row")), "- for-action a");
    }

    #[test]
    fn nothing_is_guessed() {
        let text = format!("<input id=a {FIELD}>{FORM}<input id=b data-agent-field=row></form>");
        assert_eq!(found(&text, "seat.book", FieldOrStatus::Field("row")), "f absent");
        let other = format!("{FORM}</form><input id=a {FIELD} data-agent-for-action=seat.free>");
        assert_eq!(found(&other, "seat.book", FieldOrStatus::Field("row")), "f absent");
        assert_eq!(found(&other, "seat.free", FieldOrStatus::Field("col")), "- absent");
        let no_kind = format!("<form id=f data-agent-action=seat.book><input id=a {FIELD}></form>");
        assert_eq!(found(&no_kind, "seat.book", FieldOrStatus::Field("row")), "- absent");
    }

    #[test]
    fn each_instance_counts_for_itself() {
        let two = format!(
            "{FORM}<input id=a {FIELD}></form>{}<input id=b {FIELD}></form>",
            FORM.replace("=f", "=g")
        );
        assert_eq!(found(&two, "seat.book", FieldOrStatus::Field("row")), "f nested a; g nested b");
        let button = format!(
            "{FORM}<input id=a {FIELD}><button id=g data-agent-kind=action data-agent-action=seat.book></form>"
        );
        assert_eq!(found(&button, "seat.book", FieldOrStatus::Field("row")), "f nested a");
    }

    #[test]
    fn what_stands_in_another_action_is_in_the_subtree_all_the_same() {
        let text = format!(
            "{FORM}<p data-agent-kind=action data-agent-action=seat.pick><input id=a {FIELD}></p></form>"
        );
        assert_eq!(found(&text, "seat.book", FieldOrStatus::Field("row")), "f nested a");
    }

    #[test]
    fn more_than_one_is_told_with_all_places() {
        let text = format!("{FORM}<input id=a {FIELD}><input id=b {FIELD}></form>");
        assert_eq!(found(&text, "seat.book", FieldOrStatus::Field("row")), "f nested a b");
        let page = Page::new(&text);
        let all = resolve(&page, "seat.book", FieldOrStatus::Field("row"));
        let first =
            all.first().cloned().unwrap_or(Resolution { instance: None, step: None, matches: vec![] });
        assert_eq!(first.element(Mode::Lenient), Ok(Some(1)));
        assert_eq!(first.element(Mode::Strict), Err(Ambiguous { step: Step::Nested, matches: vec![1, 2] }));
        let tied = format!(
            "{0}<i id=c {FIELD} {1}></i><i id=d {FIELD} {1}></i>",
            FORM.to_owned() + "</form>",
            "data-agent-for-action=seat.book"
        );
        assert_eq!(found(&tied, "seat.book", FieldOrStatus::Field("row")), "f for-action c d");
    }

    #[test]
    fn a_status_is_found_by_its_kind() {
        let status = "data-agent-kind=status";
        let nested = format!(
            "{FORM}<p id=a {status} data-agent-output=x></p></form><p id=b {status} data-agent-for-action=seat.book></p>"
        );
        assert_eq!(found(&nested, "seat.book", FieldOrStatus::Status), "f nested a");
        let tied = format!(
            "{FORM}</form><p id=b {status} data-agent-for-action=seat.book></p><p id=c {status}></p>"
        );
        assert_eq!(found(&tied, "seat.book", FieldOrStatus::Status), "f for-action b");
    }

    #[test]
    fn a_comment_or_a_script_holds_nothing() {
        let text = format!(
            "{FORM}<!-- <input id=a {FIELD}> --><script>\"<input id=b {FIELD}>\"</script>&lt;input {FIELD}&gt;</form>"
        );
        assert_eq!(found(&text, "seat.book", FieldOrStatus::Field("row")), "f absent");
    }
}
