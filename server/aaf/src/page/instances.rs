//! Which elements carry which action, and which fields and statuses they hold.

use std::collections::{BTreeMap, HashMap};

use agmark_syntax::work;

use super::annotated::Annotated;
use super::annotation::Value;
use super::markup::Markup;

/// How many actions around an element are considered.
const NESTED: usize = 64;

/// What a runtime looks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FieldOrStatus<'a> {
    Field(&'a str),
    /// The status of the action, found by its kind alone.
    Status,
}

/// Which elements carry which action, and which fields and statuses they contain. Found in one pass for all actions.
#[derive(Debug, Default)]
pub struct Instances {
    by_action: BTreeMap<String, Vec<usize>>,
    /// For each instance the fields and statuses in it, by their number among the annotated elements.
    nested: HashMap<usize, Vec<usize>>,
    /// The fields and statuses that name an action with `for-action`.
    tied: HashMap<String, Vec<usize>>,
}

impl Instances {
    pub fn of(page: &Markup<'_>) -> Self {
        let mut all = Instances::default();
        for (action, elements) in actions(page) {
            let mut until = 0;
            let outermost = elements.into_iter().filter(|element| {
                let counts = *element >= until;
                if counts {
                    until = page.dom.elements.get(*element).map_or(until, |one| one.until);
                }
                counts
            });
            all.by_action.insert(action.to_owned(), outermost.collect());
        }
        for (number, one) in page.annotated.iter().enumerate() {
            if field_or_status(one).is_none() {
                continue;
            }
            if let Some(action) = one.text("for-action") {
                all.tied.entry(action.to_owned()).or_default().push(number);
            }
            let mut around: BTreeMap<&str, usize> = BTreeMap::new();
            for action in page.actions_around(one.element).take(NESTED) {
                work::add(1);
                // Of several instances of one action the outermost counts.
                if let Some(name) = action.text("action").filter(|name| is_action(action, name)) {
                    around.insert(name, action.element);
                }
            }
            around.into_values().for_each(|instance| all.nested.entry(instance).or_default().push(number));
        }
        all
    }

    /// All actions, each with its instances.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &[usize])> {
        self.by_action.iter().map(|(action, all)| (action.as_str(), all.as_slice()))
    }

    /// The instances of an action.
    pub fn of_action(&self, action: &str) -> &[usize] {
        self.by_action.get(action).map_or(&[], Vec::as_slice)
    }

    /// The fields and statuses in an instance, by their number among the annotated elements.
    pub fn nested(&self, instance: usize) -> &[usize] {
        self.nested.get(&instance).map_or(&[], Vec::as_slice)
    }

    /// The fields and statuses that name an action, by their number among the annotated elements.
    pub fn tied(&self, action: &str) -> &[usize] {
        self.tied.get(action).map_or(&[], Vec::as_slice)
    }
}

/// The field or status that an element is; `None` if it is neither.
pub fn field_or_status<'p>(one: &'p Annotated<'_>) -> Option<FieldOrStatus<'p>> {
    match one.text("kind")? {
        "field" => one.text("field").filter(|name| !name.is_empty()).map(FieldOrStatus::Field),
        "status" => Some(FieldOrStatus::Status),
        _ => None,
    }
}

/// All actions of a page, each with the elements that carry it.
pub fn actions<'p>(page: &'p Markup<'_>) -> BTreeMap<&'p str, Vec<usize>> {
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

/// Whether an element is of a kind.
pub fn says_kind(one: &Annotated<'_>, kind: &str) -> bool {
    says(one, "kind", kind)
}

/// Whether an element has an annotation with this value.
pub fn says(one: &Annotated<'_>, name: &str, value: &str) -> bool {
    matches!(one.get(name).map(|annotation| &annotation.value), Some(Value::Text(text)) if text == value)
}
