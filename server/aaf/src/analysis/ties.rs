//! What connects the pieces of a page: ids that other elements name, and actions that fields name.

use agmark_syntax::{Name, Tie};

use crate::edit::{controls, derive};
use crate::page::resolve::field_or_status;
use crate::page::{Page, instances};
use crate::risk;

/// The id of a form, which controls elsewhere name in `form`.
const FORM: &str = "form";
/// The id of a control, which a label names in `for`.
const LABEL: &str = "label";
/// The id of an element, which a button names in `aria-labelledby`.
const ID: &str = "id";
/// An action that has elements, or that a field or a status names. Those that name it are compared with each other.
pub const ACTION: &str = "action";

/// The ties of a piece of a page.
pub fn ties(page: &Page<'_>) -> Vec<Tie> {
    let tie = |space, text: &str, gives| Tie { name: Name::new(space, text), gives };
    let relations = page.relations();
    let mut ties: Vec<Tie> = relations.ids().map(|id| tie(ID, id, true)).collect();
    ties.extend(relations.forms().map(|id| tie(FORM, id, true)));
    ties.extend(relations.labelled().map(|id| tie(LABEL, id, true)));
    ties.extend(instances::actions(page).keys().map(|action| tie(ACTION, action, true)));
    for (index, element) in page.dom.elements.iter().enumerate() {
        if let Some(form) = element.attribute(page.text, "form").filter(|form| !form.is_empty()) {
            ties.push(tie(FORM, form, false));
        }
        if let Some(ids) = element.attribute(page.text, "aria-labelledby")
            && (risk::is_button(page, index) || page.annotated_at(index).is_some())
        {
            ties.extend(ids.split_ascii_whitespace().map(|id| tie(ID, id, false)));
        }
        if let Some(id) = element.attribute(page.text, "id").filter(|id| !id.is_empty())
            && controls::is_control(page, element)
            && derive::attribute(page, index, "name").and_then(|name| derive::field_name(&name)).is_none()
        {
            ties.push(tie(LABEL, id, false));
        }
    }
    for one in &page.annotated {
        if let (Some(action), Some(_)) = (one.text("for-action"), field_or_status(one)) {
            ties.push(tie(ACTION, action, false));
        }
    }
    ties.sort_by(|one, other| (&one.name, one.gives).cmp(&(&other.name, other.gives)));
    ties.dedup();
    ties
}

/// Whether other pieces may change the findings of a piece with these ties.
pub fn are_open(ties: &[Tie]) -> bool {
    ties.iter().any(|tie| !tie.gives || tie.name.space == FORM)
}
