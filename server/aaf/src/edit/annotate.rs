//! Annotates what has no annotations yet: a form, a control, a button, a link, a whole page.

use std::collections::{HashMap, HashSet};

use agmark_syntax::{Edit, work};

use super::naming::{Known, Naming};
use super::{attributes, derive};
use crate::address::{local, may_be_page};
use crate::html::{Element, decode};
use crate::page::Page;
use crate::risk;
use crate::template;
use crate::vocabulary::PREFIX;

/// Types of inputs that a person does not fill in, or that their label makes out.
const NO_FIELDS: &[&str] = &["hidden", "submit", "button", "reset", "image", "checkbox", "radio"];

/// Attributes to add, in order.
type Added = Vec<(String, String)>;

/// Whether an element is a control that a person fills in.
pub fn is_control(page: &Page<'_>, element: &Element) -> bool {
    let text = page.text;
    let name = element.name(text);
    // A component that becomes a control may annotate itself.
    let plain = !page.source.is_component() || name.starts_with(|c: char| c.is_ascii_lowercase());
    if !plain
        || element.becomes.is_some()
        || !["input", "select", "textarea"].iter().any(|one| element.is(text, one))
        || element.tag.dynamic
    {
        return false;
    }
    if element.attribute(text, "aria-hidden").is_some_and(|value| value.trim().eq_ignore_ascii_case("true")) {
        return false;
    }
    let bound = [":type", "v-bind:type"].iter().any(|name| element.attribute(text, name).is_some());
    let kind = element.attribute(text, "type").filter(|_| element.is(text, "input"));
    !bound
        && kind.is_none_or(|kind| {
            !template::is_dynamic(kind) && !NO_FIELDS.iter().any(|one| one.eq_ignore_ascii_case(kind.trim()))
        })
}

/// Whether an element is a control, or a component that becomes one, also with attributes that an expression spreads over
/// it.
fn is_fillable(page: &Page<'_>, element: &Element) -> bool {
    if !page.source.is_component() {
        return is_control(page, element);
    }
    let text = page.text;
    let kind = element.attribute(text, "type").filter(|_| element.is(text, "input"));
    ["input", "select", "textarea"].iter().any(|one| element.is(text, one))
        && may_be_added(page, element)
        && !element
            .attribute(text, "aria-hidden")
            .is_some_and(|value| value.trim().eq_ignore_ascii_case("true"))
        && ![":type", "v-bind:type"].iter().any(|name| element.attribute(text, name).is_some())
        && kind.is_none_or(|kind| {
            !template::is_dynamic(kind) && !NO_FIELDS.iter().any(|one| one.eq_ignore_ascii_case(kind.trim()))
        })
}

/// Whether annotations may be added to an element. A template may write the same attribute; what an expression spreads over
/// a component is what the component needs, and no annotation.
fn may_be_added(page: &Page<'_>, element: &Element) -> bool {
    !element.tag.dynamic || !page.source.writes_tags()
}

/// Whether an element has an annotation or may have it.
pub fn is_named(page: &Page<'_>, index: usize, name: &str) -> bool {
    page.annotated_at(index).is_some_and(|one| {
        one.has(name) || one.uncertain || one.text("kind").is_some_and(|kind| kind != "field")
    })
}

/// Makes a control a field: the edit, and a title for it.
pub fn field(page: &Page<'_>, index: usize) -> Option<(Edit, String)> {
    let mut known = Known::default();
    let added = Annotator::new(page, None, &mut known).field_attributes(index, &mut Names::default())?;
    told(page, index, &added, "field")
}

/// What annotates a page.
pub struct Annotator<'p, 't, 'k> {
    page: &'p Page<'t>,
    naming: Naming<'k>,
}

/// What a page gets.
#[derive(Debug, Default)]
pub struct Annotated {
    pub edits: Vec<Edit>,
    /// The forms for which nothing says what they do, by their index.
    pub unnamed: Vec<usize>,
    /// The element with a quote that is never closed: it and all after it get nothing.
    pub unclosed: Option<usize>,
}

/// Whether an element is something that [`Annotator`] makes a field.
pub fn may_be_field(page: &Page<'_>, index: usize) -> bool {
    page.dom.elements.get(index).is_some_and(|element| is_fillable(page, element))
}

impl<'p, 't, 'k> Annotator<'p, 't, 'k> {
    /// Of one page among others; `place` is what the page is about, see [`naming::place`].
    pub fn new(page: &'p Page<'t>, place: Option<String>, known: &'k mut Known) -> Self {
        Annotator { page, naming: Naming::new(page, place, known) }
    }

    /// Makes a form an action, with all that is in it.
    pub fn form(&mut self, index: usize) -> Option<(Vec<Edit>, String)> {
        let element = self.page.dom.elements.get(index).filter(|one| one.is(self.page.text, "form"))?;
        let name = self.naming.form(self.page, index)?;
        let edits = self.subtree(index, element.until).edits;
        Some((edits, format!("annotate the form as action \"{name}\"")))
    }

    /// Makes a button an action.
    pub fn button(&mut self, index: usize) -> Option<(Edit, String)> {
        let added = self.button_attributes(index, None)?;
        told(self.page, index, &added, "button")
    }

    /// Annotates all forms, fields, buttons and links that have nothing yet.
    pub fn whole(&mut self) -> Annotated {
        self.subtree(0, self.page.dom.elements.len())
    }

    /// What the elements from `first` on, before `until`, get.
    fn subtree(&mut self, first: usize, until: usize) -> Annotated {
        let page = self.page;
        let mut done = Annotated { unclosed: page.dom.unclosed, ..Annotated::default() };
        // The forms that are open, each with its action's name and the fields that are taken.
        let mut forms: Vec<(usize, String, Names)> = Vec::new();
        let mut loose = Names::default();
        let mut taken = taken(page);
        for (index, element) in page.dom.elements.iter().enumerate().take(until).skip(first) {
            while forms.pop_if(|(end, ..)| index >= *end).is_some() {}
            work::add(1);
            let context = page.context(index);
            if context.ignored || context.third_party.is_some() {
                continue;
            }
            let text = page.text;
            let added = if element.is(text, "form") {
                if self.is_provider(index) {
                    continue;
                }
                let Some(action) = self.naming.form(page, index) else {
                    done.unnamed.push(index);
                    continue;
                };
                let added = form_attributes(page, index, &action);
                // A form that cannot get an action and has none holds no fields of one.
                if added.is_some() || page.annotated_at(index).is_some_and(|one| one.has("action")) {
                    forms.push((element.until, action, taken.remove(&index).unwrap_or_default()));
                }
                added
            } else if is_fillable(page, element) {
                let in_form = !forms.is_empty() || context.action.is_some();
                let names = forms.last_mut().map_or(&mut loose, |(_, _, names)| names);
                // A field without an action is never found.
                if in_form { self.field_attributes(index, names) } else { None }
            } else if element.is(text, "button") {
                self.button_attributes(index, forms.last().map(|(_, action, _)| action.as_str()))
            } else if element.is(text, "a") {
                link_attributes(page, index)
            } else {
                None
            };
            done.edits.extend(added.and_then(|added| attributes::add(page, index, &added)));
        }
        done
    }

    /// Whether a component is called like a form and only holds one: `<Form {...form}><form>`.
    fn is_provider(&self, index: usize) -> bool {
        let page = self.page;
        let Some(element) = page.dom.elements.get(index).filter(|one| one.becomes.is_some()) else {
            return false;
        };
        let inside = page.dom.elements.get(index + 1..element.until).unwrap_or_default();
        inside.iter().any(|one| one.is(page.text, "form"))
    }

    fn field_attributes(&mut self, index: usize, names: &mut Names) -> Option<Added> {
        let page = self.page;
        let element = page.dom.elements.get(index)?;
        if is_named(page, index, "field") || !may_be_added(page, element) || page.context(index).in_field {
            return None;
        }
        let name = derive::field(page, index)?;
        let free = names.free(&name);
        let mut added = Vec::new();
        if page.annotated_at(index).is_none_or(|one| !one.has("kind")) {
            added.push(pair("kind", "field"));
        }
        added.push(pair("field", &free));
        // A control outside of its form's element says whose it is.
        let tie = page.form_owner(index).filter(|_| page.context(index).action.is_none());
        let holds = |form: &usize| {
            *form < index && page.dom.elements.get(*form).is_some_and(|element| index < element.until)
        };
        if let Some(form) = tie.filter(|form| !holds(form))
            && let Some(action) = self.naming.form(page, form)
        {
            added.push(pair("for-action", &action));
        }
        Some(added)
    }

    fn button_attributes(&mut self, index: usize, form: Option<&str>) -> Option<Added> {
        let page = self.page;
        if is_spoken_for(page, index, "action") {
            return None;
        }
        let own = page.form_owner(index);
        let form = match form {
            Some(form) => Some(form.to_owned()),
            // `<button form="id">` may stand anywhere.
            None => {
                own.filter(|_| derive::submits(page, index)).and_then(|form| self.naming.form(page, form))
            }
        };
        let around = page.actions_around(index).next().and_then(|one| one.text("action")).map(str::to_owned);
        let whole = around.or_else(|| form.clone());
        let leaves = risk::only_leaves(page, index);
        let action = match (&form, whole) {
            (Some(form), _) if derive::submits(page, index) && page.context(index).action.is_none() => {
                format!("{form}.submit")
            }
            (_, Some(whole)) if leaves => format!("{whole}.cancel"),
            (_, whole) => self.naming.button(page, index, whole.as_deref())?,
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

/// Marks a link.
pub fn link(page: &Page<'_>, index: usize) -> Option<(Edit, String)> {
    let added = link_attributes(page, index)?;
    let edit = attributes::add(page, index, &added)?;
    Some((edit, format!("add {PREFIX}kind=\"link\"")))
}

/// Annotates all forms, fields, buttons and links of a page that have nothing yet.
pub fn whole(page: &Page<'_>) -> Vec<Edit> {
    Annotator::new(page, None, &mut Known::default()).whole().edits
}

/// The names of the fields that each form holds already.
fn taken(page: &Page<'_>) -> HashMap<usize, Names> {
    let mut taken: HashMap<usize, Names> = HashMap::new();
    for one in &page.annotated {
        if let (Some(form), Some(name)) = (page.relations().form_around(one.element), one.text("field")) {
            taken.entry(form).or_default().taken.insert(name.to_owned());
        }
    }
    taken
}

/// Names of fields. Two of a name would be ambiguous.
#[derive(Default)]
struct Names {
    taken: HashSet<String>,
    /// For each name, the number from which on free ones are looked for.
    next: HashMap<String, usize>,
}

impl Names {
    /// Takes a name, with a number behind it where it is taken.
    fn free(&mut self, name: &str) -> String {
        let next = self.next.entry(name.to_owned()).or_insert(1);
        loop {
            work::add(1);
            let free = if *next == 1 { name.to_owned() } else { format!("{name}_{next}") };
            *next += 1;
            if self.taken.insert(free.clone()) {
                return free;
            }
        }
    }
}

fn form_attributes(page: &Page<'_>, index: usize, action: &str) -> Option<Added> {
    if is_spoken_for(page, index, "action") {
        return None;
    }
    let mut added = Added::new();
    if page.annotated_at(index).is_none_or(|one| !one.has("kind")) {
        added.push(pair("kind", "action"));
    }
    added.push(pair("action", action));
    let search = action.ends_with("search") || action.ends_with("filter");
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
    let leads = target.is_some() || element.attribute(text, ":to").is_some();
    if !leads || element.tag.dynamic || page.annotated_at(index).is_some_and(|one| one.has("kind")) {
        return None;
    }
    // A target on the same page is not another page, and neither is a script or a mail address.
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

/// Whether an element has what it would be given, or may have it.
fn is_spoken_for(page: &Page<'_>, index: usize, name: &str) -> bool {
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
