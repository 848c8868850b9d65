//! Annotates what has no annotations yet: forms, controls, buttons, links, data views, whole pages.

use std::collections::HashMap;
use std::ops::Range;

use agmark_syntax::{Edit, work};

use super::controls::{self, FieldNames, is_fillable, is_named, may_be_added};
use super::naming::{ActionNames, Naming};
use super::{attributes, derive, name_words, views};
use crate::page::Page;
use crate::risk;
use crate::site::address::{local, may_be_page};
use crate::syntax::html::decode;
use crate::syntax::template;
use crate::vocabulary::PREFIX;
use crate::vocabulary::patterns::in_other_script;

/// Attributes to add, in order.
type Added = Vec<(String, String)>;

/// The edit that makes a control a field, and its title.
pub fn field(page: &Page<'_>, index: usize) -> Option<(Edit, String)> {
    let tie = page.form_apart(index).and_then(|form| page.annotated_at(form)?.get("action")?.legal());
    let tie = tie.map(str::to_owned);
    let added = field_attributes(page, index, &mut FieldNames::default(), tie)?;
    told(page, index, &added, "field")
}

/// Annotates a page.
pub struct Annotator<'p, 't, 'k> {
    page: &'p Page<'t>,
    naming: Naming<'k>,
}

/// The annotations that a page gets.
#[derive(Debug, Default)]
pub struct Annotated {
    pub edits: Vec<Edit>,
    /// Elements without annotations, because they have no usable name.
    pub unnamed: Vec<Unnamed>,
    /// The element with an unclosed quote. It and all elements after it get no annotations.
    pub unclosed: Option<usize>,
}

/// An element without a usable name: a form whose purpose is unknown, or a form, a field or a button whose only name is
/// in another script than Latin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unnamed {
    /// Its index in the DOM.
    pub index: usize,
    pub what: &'static str,
    /// Its name in another script than Latin.
    pub called: Option<String>,
}

impl<'p, 't, 'k> Annotator<'p, 't, 'k> {
    /// For a page; `place` is the topic of the page, see [`naming::place`](super::naming::place).
    pub fn new(page: &'p Page<'t>, place: Option<String>, known: &'k mut ActionNames) -> Self {
        Annotator { page, naming: Naming::new(page, place, known) }
    }

    /// The same; `exists` knows further actions, see [`Naming::beside`].
    #[must_use]
    pub fn beside(self, exists: &'k dyn Fn(&str) -> bool) -> Self {
        Annotator { naming: self.naming.beside(exists), ..self }
    }

    /// Makes a form an action, with its fields and buttons.
    pub fn form(&mut self, index: usize) -> Option<(Vec<Edit>, String)> {
        let element = self.page.dom.elements.get(index).filter(|one| one.is(self.page.text, "form"))?;
        let name = self.naming.form(self.page, index)?;
        let inside = index..element.until;
        let mut edits = self.subtree(inside.clone()).edits;
        // Controls elsewhere that name the form.
        let apart = (0..self.page.dom.elements.len()).filter(|one| !inside.contains(one));
        let apart: Vec<usize> = apart.filter(|one| self.page.form_apart(*one) == Some(index)).collect();
        let more: Vec<Edit> = apart.into_iter().flat_map(|one| self.subtree(one..one + 1).edits).collect();
        edits.extend(more);
        edits.sort_by_key(|edit| edit.span);
        Some((edits, format!("annotate the form as action \"{name}\"")))
    }

    /// Makes a button an action.
    pub fn button(&mut self, index: usize) -> Option<(Edit, String)> {
        let added = self.button_attributes(index, None, &mut Annotated::default())?;
        told(self.page, index, &added, "button")
    }

    /// Makes a table or a list a data view.
    pub fn view(&mut self, index: usize) -> Option<(Edit, String)> {
        let added = self.view_attributes(index)?;
        told(self.page, index, &added, "data view")
    }

    /// Annotates all forms, fields, buttons, links and data views that have nothing yet.
    pub fn whole(&mut self) -> Annotated {
        self.subtree(0..self.page.dom.elements.len())
    }

    /// Annotates some elements.
    fn subtree(&mut self, indexes: Range<usize>) -> Annotated {
        let page = self.page;
        let mut done = Annotated { unclosed: page.dom.unclosed, ..Annotated::default() };
        let mut taken = controls::taken(page);
        // The data views that are open, each with its name.
        let mut views: Vec<(usize, String)> = Vec::new();
        for index in indexes {
            work::add(1);
            while views.pop_if(|(end, _)| index >= *end).is_some() {}
            let Some(element) = page.dom.elements.get(index) else { break };
            let context = page.context(index);
            if context.ignored || context.third_party.is_some() {
                continue;
            }
            let text = page.text;
            let added = if element.is(text, "form") {
                self.form_attributes(index, &mut done)
            } else if is_fillable(page, element) {
                self.owned_field(index, &mut taken, &mut done)
            } else if element.is(text, "button") {
                self.button_attributes(index, views.last().map(|(_, name)| name.as_str()), &mut done)
            } else if element.is(text, "a") {
                link_attributes(page, index)
            } else {
                let added = self.view_attributes(index);
                let name = added.as_ref().and_then(|added| added.last());
                views.extend(name.map(|(_, name)| (element.until, name.clone())));
                added
            };
            done.edits.extend(added.and_then(|added| attributes::add(page, index, &added)));
        }
        done
    }

    fn form_attributes(&mut self, index: usize, done: &mut Annotated) -> Option<Added> {
        if self.is_provider(index) {
            return None;
        }
        let Some(action) = self.naming.form(self.page, index) else {
            let called = derive::submit_text(self.page, index).filter(|said| in_other_script(said));
            done.unnamed.push(Unnamed { index, what: "form", called });
            return None;
        };
        form_attributes(self.page, index, &action)
    }

    /// The action that a form has or gets. The controls of a form without an action get no fields.
    fn action_of_form(&mut self, form: usize) -> Option<String> {
        let context = self.page.context(form);
        if context.ignored || context.third_party.is_some() || self.is_provider(form) {
            return None;
        }
        let action = self.naming.form(self.page, form)?;
        let has = self.page.annotated_at(form).is_some_and(|one| one.has("action"));
        (has || form_attributes(self.page, form, &action).is_some()).then_some(action)
    }

    /// Makes a control a field of its form or of the action around it. Agents never find a field without an action.
    fn owned_field(
        &mut self,
        index: usize,
        taken: &mut HashMap<usize, FieldNames>,
        done: &mut Annotated,
    ) -> Option<Added> {
        let page = self.page;
        let around = page.context(index).doing.and_then(|number| page.annotated.get(number));
        let form = page.form_owner(index);
        let action = match form {
            Some(form) => self.action_of_form(form),
            None => None,
        };
        let apart = page.form_apart(index).is_some();
        if around.is_none() && action.is_none() {
            return None;
        }
        let names = taken.entry(form.or(around.map(|one| one.element))?).or_default();
        let added = field_attributes(page, index, names, action.filter(|_| apart));
        if added.is_none() && derive::field(page, index).is_none() {
            let called = derive::field_text(page, index).filter(|said| in_other_script(said));
            done.unnamed.extend(called.map(|said| Unnamed { index, what: "field", called: Some(said) }));
        }
        added
    }

    fn view_attributes(&mut self, index: usize) -> Option<Added> {
        let page = self.page;
        if !views::is_view(page, index) || may_have(page, index, "action") {
            return None;
        }
        let name = self.naming.view(page, index)?;
        let mut added = vec![pair("kind", "collection"), pair("action", &name)];
        added.retain(|(name, _)| !page.annotated_at(index).is_some_and(|one| one.has(&name[PREFIX.len()..])));
        Some(added)
    }

    /// Whether a component has the name of a form and only contains one: `<Form {...form}><form>`.
    fn is_provider(&self, index: usize) -> bool {
        let page = self.page;
        let Some(element) = page.dom.elements.get(index).filter(|one| one.becomes.is_some()) else {
            return false;
        };
        let inside = page.dom.elements.get(index + 1..element.until).unwrap_or_default();
        inside.iter().any(|one| one.is(page.text, "form"))
    }

    /// `view` is the data view around the button, if it gets its name now.
    fn button_attributes(&mut self, index: usize, view: Option<&str>, done: &mut Annotated) -> Option<Added> {
        let page = self.page;
        if may_have(page, index, "action") {
            return None;
        }
        let doing = page.context(index).doing.is_some();
        let form = match page.form_owner(index) {
            // `<button form="id">` may be anywhere.
            Some(form) if page.form_apart(index).is_none() || derive::submits(page, index) => {
                self.action_of_form(form)
            }
            _ => None,
        };
        let around = page.actions_around(index).next().and_then(|one| one.text("action")).map(str::to_owned);
        let whole = around.or_else(|| form.clone()).or_else(|| view.map(str::to_owned));
        let leaves = risk::only_leaves(page, index);
        let action = match (&form, whole) {
            (Some(form), _) if derive::submits(page, index) && !doing => Some(format!("{form}.submit")),
            (_, Some(whole)) if leaves => Some(format!("{whole}.cancel")),
            (_, whole) => self.naming.button(page, index, whole.as_deref()),
        };
        let Some(action) = action else {
            // For a submit button, the form is reported.
            let called = derive::said(page, index).filter(|said| in_other_script(said));
            let called = called.filter(|_| !derive::submits(page, index));
            done.unnamed.extend(called.map(|said| Unnamed { index, what: "button", called: Some(said) }));
            return None;
        };
        let mut added = Vec::new();
        if page.annotated_at(index).is_none_or(|one| !one.has("kind")) {
            added.push(pair("kind", "action"));
        }
        added.push(pair("action", &action));
        let policy = match () {
            () if leaves => Some([("danger", "none"), ("confirm", "never")]),
            () => risk::danger(page, index, Some(&action))
                .map(|_| [("danger", "high"), ("confirm", "required")]),
        };
        let has = |name| page.annotated_at(index).is_some_and(|one| one.has(name));
        let policy = policy.into_iter().flatten().filter(|(name, _)| !has(name));
        added.extend(policy.map(|(name, value)| pair(name, value)));
        Some(added)
    }
}

/// The attributes that make a control a field; `tie` is the action that it must name.
fn field_attributes(
    page: &Page<'_>,
    index: usize,
    names: &mut FieldNames,
    tie: Option<String>,
) -> Option<Added> {
    let element = page.dom.elements.get(index)?;
    if is_named(page, index, "field") || !may_be_added(page, element) || page.context(index).in_field {
        return None;
    }
    let name = derive::field(page, index)?;
    let free = names.free(&name);
    let has = |name| page.annotated_at(index).is_some_and(|one| one.has(name));
    let mut added = Vec::new();
    if !has("kind") {
        added.push(pair("kind", "field"));
    }
    added.push(pair("field", &free));
    added.extend(tie.filter(|_| !has("for-action")).map(|action| pair("for-action", &action)));
    Some(added)
}

/// Marks a link.
pub fn link(page: &Page<'_>, index: usize) -> Option<(Edit, String)> {
    let added = link_attributes(page, index)?;
    let edit = attributes::add(page, index, &added)?;
    Some((edit, format!("add {PREFIX}kind=\"link\"")))
}

/// Annotates all forms, fields, buttons, links and data views of a page that have nothing yet.
pub fn whole(page: &Page<'_>) -> Vec<Edit> {
    Annotator::new(page, None, &mut ActionNames::default()).whole().edits
}

fn form_attributes(page: &Page<'_>, index: usize, action: &str) -> Option<Added> {
    if may_have(page, index, "action") {
        return None;
    }
    let mut added = Added::new();
    if page.annotated_at(index).is_none_or(|one| !one.has("kind")) {
        added.push(pair("kind", "action"));
    }
    added.push(pair("action", action));
    let search = name_words::is_search(action);
    let get =
        derive::attribute(page, index, "method").is_none_or(|method| method.eq_ignore_ascii_case("get"));
    let (danger, confirm) = match risk::danger(page, index, Some(action)) {
        Some(_) => ("high", "required"),
        None if search && get => ("none", "never"),
        None => ("low", "optional"),
    };
    let has = |name| page.annotated_at(index).is_some_and(|one| one.has(name));
    let policy = [("danger", danger), ("confirm", confirm)];
    added.extend(policy.into_iter().filter(|(name, _)| !has(name)).map(|(name, value)| pair(name, value)));
    Some(added)
}

fn link_attributes(page: &Page<'_>, index: usize) -> Option<Added> {
    let element = page.dom.elements.get(index)?;
    let text = page.text;
    let target = ["href", "to"].into_iter().find_map(|name| element.attribute(text, name));
    let leads =
        target.is_some() || [":to", ":href"].iter().any(|name| element.attribute(text, name).is_some());
    if !leads || element.tag.dynamic || page.annotated_at(index).is_some_and(|one| one.has("kind")) {
        return None;
    }
    // An anchor, a script or a mail address is not a page.
    let is_page = |target: &str| {
        template::is_dynamic(target) || (!target.trim().starts_with('#') && may_be_page(&decode(target)))
    };
    if !target.is_none_or(is_page) {
        return None;
    }
    let mut added = vec![pair("kind", "link")];
    if !element.is(text, "a")
        && let Some(route) = target.filter(|target| target.starts_with('/') && !template::is_dynamic(target))
        && let Some(route) = local(&decode(route))
    {
        added.push(pair("page", &route));
    }
    Some(added)
}

/// Whether an element has an annotation, or may have it.
fn may_have(page: &Page<'_>, index: usize, name: &str) -> bool {
    let closed = page.dom.elements.get(index).is_none_or(|element| !may_be_added(page, element));
    closed
        || page
            .annotated_at(index)
            .is_some_and(|one| one.has(name) || one.text("kind").is_some_and(|k| k != "action"))
}

fn pair(name: &str, value: &str) -> (String, String) {
    (format!("{PREFIX}{name}"), value.to_owned())
}

fn told(page: &Page<'_>, index: usize, added: &Added, what: &str) -> Option<(Edit, String)> {
    let edit = attributes::add(page, index, added)?;
    let name = added.iter().find(|(name, _)| name.ends_with("-action") || name.ends_with("-field"))?;
    Some((edit, format!("annotate the {what} as \"{}\"", name.1)))
}
