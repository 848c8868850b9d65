//! Which elements a runtime finds for an action's field or status: the resolution order of 6.1.1, exactly.
//!
//! 1. In the subtree of the action's element.
//! 2. Anywhere, with `data-agent-for-action` naming the action.
//! 3. Nowhere: a field without either is not on the page, whatever it is called.
//!
//! Each element that carries an action is an instance of it, and the first step counts within one instance: a list may
//! hold the same form twenty times. An instance inside of another one of the same action is a part of it.

use std::collections::BTreeMap;

use crate::page::{Annotated, Page, Value};

/// What is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Wanted<'a> {
    Field(&'a str),
    /// The status of the action: it is found by its kind alone.
    Status,
}

/// The step that found something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Step {
    Nested,
    ForAction,
}

/// What to do where a step finds more than one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Find nothing, and say why.
    Strict,
    /// Take the first in the order of the document, and say so.
    Lenient,
}

/// What a runtime finds, in one instance of an action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resolution {
    /// The DOM index of the element that carries the action; none for an action that no element here carries.
    pub instance: Option<usize>,
    /// The step that found something; none where the field is absent.
    pub step: Option<Step>,
    /// The DOM indexes of all that the step found, in the order of the document.
    pub matches: Vec<usize>,
}

/// More than one element where one is wanted.
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

    /// The element that is taken; none where there is none.
    ///
    /// # Errors
    /// In strict mode, where the step found more than one.
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
pub fn resolve(page: &Page<'_>, action: &str, wanted: Wanted<'_>) -> Vec<Resolution> {
    let tied: Vec<usize> = page
        .annotated
        .iter()
        .filter(|one| is_wanted(one, wanted) && says(one, "for-action", action))
        .map(|one| one.element)
        .collect();
    let otherwise = |instance| Resolution {
        instance,
        step: (!tied.is_empty()).then_some(Step::ForAction),
        matches: tied.clone(),
    };
    let found: Vec<_> = instances(page, action)
        .into_iter()
        .map(|instance| {
            let nested: Vec<usize> =
                inside(page, instance).filter(|one| is_wanted(one, wanted)).map(|one| one.element).collect();
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
    let mut found = Vec::new();
    let mut until = 0;
    for one in page.annotated.iter().filter(|one| is_action(one, action)) {
        if one.element >= until {
            found.push(one.element);
            until = page.dom.elements.get(one.element).map_or(until, |element| element.until);
        }
    }
    found
}

/// The annotated elements in the subtree of an element, itself not among them.
pub fn inside<'p, 'a>(page: &'p Page<'a>, element: usize) -> impl Iterator<Item = &'p Annotated<'a>> {
    let until = page.dom.elements.get(element).map_or(element, |one| one.until);
    let from = page.annotated.partition_point(|one| one.element <= element);
    page.annotated.get(from..).unwrap_or_default().iter().take_while(move |one| one.element < until)
}

/// What the elements of an action hold, instance by instance: the first step for all fields at once.
pub struct Nested<'p> {
    instances: Vec<BTreeMap<Wanted<'p>, Vec<usize>>>,
}

impl<'p> Nested<'p> {
    /// Looks into the elements of an action.
    pub fn of(page: &'p Page<'_>, action: &str) -> Self {
        let look = |instance| {
            let mut found: BTreeMap<Wanted<'p>, Vec<usize>> = BTreeMap::new();
            for one in inside(page, instance) {
                if let Some(wanted) = wanted(one) {
                    found.entry(wanted).or_default().push(one.element);
                }
            }
            found
        };
        Nested { instances: instances(page, action).into_iter().map(look).collect() }
    }

    /// Whether every element of the action holds it: then the second step finds nothing.
    pub fn always(&self, wanted: Wanted<'_>) -> bool {
        !self.instances.is_empty() && self.instances.iter().all(|one| one.contains_key(&wanted))
    }

    /// The elements that are found by the first step.
    pub fn matches(&self, wanted: Wanted<'_>) -> Vec<usize> {
        self.instances.iter().filter_map(|one| one.get(&wanted)).flatten().copied().collect()
    }
}

/// What an element is to be found as.
pub fn wanted<'p>(one: &'p Annotated<'_>) -> Option<Wanted<'p>> {
    match one.text("kind")? {
        "field" => one.text("field").filter(|name| !name.is_empty()).map(Wanted::Field),
        "status" => Some(Wanted::Status),
        _ => None,
    }
}

/// All actions of a page, each with its fields as a runtime would find them: whose subtree they are in, or whom they
/// name.
pub fn actions<'p>(page: &'p Page<'_>) -> BTreeMap<&'p str, Vec<usize>> {
    let mut found: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for one in &page.annotated {
        if says_kind(one, "action")
            && let Some(name) = one.text("action").filter(|name| !name.is_empty())
        {
            found.entry(name).or_default().push(one.element);
        }
    }
    found
}

fn is_action(one: &Annotated<'_>, action: &str) -> bool {
    says_kind(one, "action") && says(one, "action", action)
}

fn is_wanted(one: &Annotated<'_>, wanted: Wanted<'_>) -> bool {
    match wanted {
        Wanted::Field(name) => says_kind(one, "field") && says(one, "field", name),
        Wanted::Status => says_kind(one, "status"),
    }
}

fn says_kind(one: &Annotated<'_>, kind: &str) -> bool {
    says(one, "kind", kind)
}

fn says(one: &Annotated<'_>, name: &str, value: &str) -> bool {
    matches!(one.get(name).map(|annotation| &annotation.value), Some(Value::Text(text)) if text == value)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is found, by the elements' ids: `1 nested: a b`, where 1 is the id of the instance.
    fn found(text: &str, action: &str, wanted: Wanted<'_>) -> String {
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
        assert_eq!(found(&text, "seat.book", Wanted::Field("row")), "f nested b");
    }

    #[test]
    fn for_action_comes_next_wherever_it_stands() {
        let text = format!("{FORM}</form><p><input id=a {FIELD} data-agent-for-action=seat.book>");
        assert_eq!(found(&text, "seat.book", Wanted::Field("row")), "f for-action a");
        let alone = format!("<input id=a {FIELD} data-agent-for-action=seat.book>");
        assert_eq!(found(&alone, "seat.book", Wanted::Field("row")), "- for-action a");
    }

    #[test]
    fn nothing_is_guessed() {
        let text = format!("<input id=a {FIELD}>{FORM}<input id=b data-agent-field=row></form>");
        assert_eq!(found(&text, "seat.book", Wanted::Field("row")), "f absent");
        let other = format!("{FORM}</form><input id=a {FIELD} data-agent-for-action=seat.free>");
        assert_eq!(found(&other, "seat.book", Wanted::Field("row")), "f absent");
        assert_eq!(found(&other, "seat.free", Wanted::Field("col")), "- absent");
        let no_kind = format!("<form id=f data-agent-action=seat.book><input id=a {FIELD}></form>");
        assert_eq!(found(&no_kind, "seat.book", Wanted::Field("row")), "- absent");
    }

    #[test]
    fn each_instance_counts_for_itself() {
        let two = format!(
            "{FORM}<input id=a {FIELD}></form>{}<input id=b {FIELD}></form>",
            FORM.replace("=f", "=g")
        );
        assert_eq!(found(&two, "seat.book", Wanted::Field("row")), "f nested a; g nested b");
        let button = format!(
            "{FORM}<input id=a {FIELD}><button id=g data-agent-kind=action data-agent-action=seat.book></form>"
        );
        assert_eq!(found(&button, "seat.book", Wanted::Field("row")), "f nested a");
    }

    #[test]
    fn what_stands_in_another_action_is_in_the_subtree_all_the_same() {
        let text = format!(
            "{FORM}<p data-agent-kind=action data-agent-action=seat.pick><input id=a {FIELD}></p></form>"
        );
        assert_eq!(found(&text, "seat.book", Wanted::Field("row")), "f nested a");
    }

    #[test]
    fn more_than_one_is_told_with_all_places() {
        let text = format!("{FORM}<input id=a {FIELD}><input id=b {FIELD}></form>");
        assert_eq!(found(&text, "seat.book", Wanted::Field("row")), "f nested a b");
        let page = Page::new(&text);
        let all = resolve(&page, "seat.book", Wanted::Field("row"));
        let first =
            all.first().cloned().unwrap_or(Resolution { instance: None, step: None, matches: vec![] });
        assert_eq!(first.element(Mode::Lenient), Ok(Some(1)));
        assert_eq!(first.element(Mode::Strict), Err(Ambiguous { step: Step::Nested, matches: vec![1, 2] }));
        let tied = format!(
            "{0}<i id=c {FIELD} {1}></i><i id=d {FIELD} {1}></i>",
            FORM.to_owned() + "</form>",
            "data-agent-for-action=seat.book"
        );
        assert_eq!(found(&tied, "seat.book", Wanted::Field("row")), "f for-action c d");
    }

    #[test]
    fn a_status_is_found_by_its_kind() {
        let status = "data-agent-kind=status";
        let nested = format!(
            "{FORM}<p id=a {status} data-agent-output=x></p></form><p id=b {status} data-agent-for-action=seat.book></p>"
        );
        assert_eq!(found(&nested, "seat.book", Wanted::Status), "f nested a");
        let tied = format!(
            "{FORM}</form><p id=b {status} data-agent-for-action=seat.book></p><p id=c {status}></p>"
        );
        assert_eq!(found(&tied, "seat.book", Wanted::Status), "f for-action b");
    }

    #[test]
    fn a_comment_or_a_script_holds_nothing() {
        let text = format!(
            "{FORM}<!-- <input id=a {FIELD}> --><script>\"<input id=b {FIELD}>\"</script>&lt;input {FIELD}&gt;</form>"
        );
        assert_eq!(found(&text, "seat.book", Wanted::Field("row")), "f absent");
    }
}
