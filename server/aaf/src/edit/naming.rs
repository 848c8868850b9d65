//! Names of actions that are unique among the pages of a folder: one action has one name everywhere, and two actions
//! never have the same name. If the text of a button does not name an action by itself ("Save"), the heading above it
//! or the page supplies the topic.

use std::collections::HashMap;

use super::{derive, name_words, views};
use crate::page::Page;
use crate::vocabulary::patterns::Pattern;

/// Components that hold a title.
const TITLES: &[&str] =
    &["CardTitle", "DialogTitle", "AlertDialogTitle", "ModalTitle", "DrawerTitle", "SheetTitle"];

/// Words in the name of a file for its kind.
const KINDS_OF_FILES: &[&str] = &[
    "form",
    "page",
    "view",
    "modal",
    "dialog",
    "component",
    "screen",
    "route",
    "section",
    "panel",
    "container",
    "layout",
];

/// Names of files and folders without a topic.
const PLACES: &[&str] = &[
    "index",
    "new",
    "edit",
    "main",
    "app",
    "src",
    "pages",
    "components",
    "public",
    "site",
    "views",
    "routes",
    "lib",
    "static",
    "templates",
    "root",
    "dist",
    "www",
    "html",
    "forms",
    "modules",
    "features",
    "create",
    "show",
    "test",
    "tests",
    "page",
    "form",
    "default",
];

/// The names of actions that are taken, over all pages that are annotated together.
#[derive(Clone, Debug, Default)]
pub struct ActionNames {
    /// The element that each name was made for; `None` for an action that existed before.
    names: HashMap<String, Option<String>>,
}

impl ActionNames {
    /// Adds an action that a page or the manifest has already.
    pub fn declare(&mut self, name: &str) {
        self.names.insert(name.to_owned(), None);
    }

    /// Takes `name` for the element `what`, or a variant of it if another element got the name. `exists` says whether
    /// an action existed before that is not declared here.
    fn take(
        &mut self,
        name: String,
        what: &str,
        place: Option<&str>,
        exists: impl Fn(&str) -> bool,
    ) -> String {
        let placed = place.filter(|place| !name.starts_with(place)).map(|place| format!("{place}-{name}"));
        let numbered = (2..).map(|number| format!("{name}-{number}"));
        let candidates = std::iter::once(name.clone()).chain(placed).chain(numbered);
        for candidate in candidates {
            match self.names.get(&candidate) {
                Some(Some(other)) if other != what => {}
                Some(_) => return candidate,
                None => {
                    let of = (!exists(&candidate)).then(|| what.to_owned());
                    self.names.insert(candidate.clone(), of);
                    return candidate;
                }
            }
        }
        name
    }
}

/// Names the actions of one page.
pub struct Naming<'k> {
    known: &'k mut ActionNames,
    /// Whether an action existed before that is not among the known names.
    exists: &'k dyn Fn(&str) -> bool,
    /// The topic of the page, as a part of a name.
    place: Option<String>,
    /// The headings, in order.
    headings: Vec<usize>,
    /// The names that elements got.
    given: HashMap<usize, Option<String>>,
}

impl<'k> Naming<'k> {
    /// For a page; `place` is its topic, see [`place`].
    pub fn new(page: &Page<'_>, place: Option<String>, known: &'k mut ActionNames) -> Self {
        for action in &page.actions {
            known.declare(action);
        }
        let is_heading = |index: &usize| {
            page.dom.elements.get(*index).is_some_and(|element| {
                let name = element.name(page.text);
                let level = |name: &str| matches!(name, "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "legend");
                level(&name.to_ascii_lowercase()) || TITLES.contains(&name)
            })
        };
        let headings = (0..page.dom.elements.len()).filter(is_heading).collect();
        Naming { known, exists: &|_| false, place, headings, given: HashMap::new() }
    }

    /// The same; `exists` knows further actions. There may be too many to declare all of them.
    #[must_use]
    pub fn beside(self, exists: &'k dyn Fn(&str) -> bool) -> Self {
        Naming { exists, ..self }
    }

    /// The action that a form has or gets. `None` if its purpose is unknown.
    pub fn form(&mut self, page: &Page<'_>, index: usize) -> Option<String> {
        if let Some(has) = page.annotated_at(index).and_then(|one| one.text("action")) {
            return Some(has.to_owned());
        }
        if let Some(given) = self.given.get(&index) {
            return given.clone();
        }
        let name =
            derive::form(page, index).and_then(|name| self.specific(page, index, name)).or_else(|| {
                let said = self.heading(page, index)?;
                derive::action_name(&said).filter(|name| !is_generic(name) && ends_with_verb(name))
            });
        let name = name.map(|name| {
            let what = format!("form {}", derive::fields(page, index).join(" "));
            self.known.take(name, &what, self.place.as_deref(), self.exists)
        });
        self.given.insert(index, name.clone());
        name
    }

    /// The action of a button that does not submit an action; `None` if its purpose is unknown. `whole` is the action
    /// around it.
    pub fn button(&mut self, page: &Page<'_>, index: usize, whole: Option<&str>) -> Option<String> {
        let name = derive::button(page, index)?;
        let thing = whole.and_then(|whole| whole.rsplit_once('.')).map(|(thing, _)| thing);
        let name = match thing.filter(|_| is_generic(&name)) {
            Some(thing) => with_verb(thing, &name),
            None => {
                let verb = name_words::is_verb(&name) && name != "submit";
                self.specific(page, index, name.clone()).or_else(|| verb.then_some(name))?
            }
        };
        let what = format!("button {}", derive::said(page, index).unwrap_or_default().to_lowercase());
        Some(self.known.take(name, &what, self.place.as_deref(), self.exists))
    }

    /// The data view that a table or a list has or gets. `None` if its content is unknown.
    pub fn view(&mut self, page: &Page<'_>, index: usize) -> Option<String> {
        let heading = match views::is_table(page, index) {
            true => self.heading(page, index),
            false => self.heading_directly_before(page, index),
        };
        let name = views::name(page, index).or_else(|| views::named(&about(heading?))).or_else(|| {
            self.place.as_deref().filter(|_| views::is_table(page, index)).and_then(views::named)
        })?;
        let what = format!("view {}", views::columns(page, index).join(" "));
        Some(self.known.take(name, &what, None, self.exists))
    }

    /// The text of the heading directly before an element.
    fn heading_directly_before(&self, page: &Page<'_>, index: usize) -> Option<String> {
        let element = page.dom.elements.get(index)?;
        let next = self.headings.partition_point(|heading| *heading < index);
        let heading = page.dom.elements.get(*self.headings.get(next.checked_sub(1)?)?)?;
        let directly = heading.until == index && heading.parent == element.parent;
        directly.then(|| page.says(heading)).filter(|said| !said.is_empty() && said.chars().count() <= 60)
    }

    /// A name with a topic.
    fn specific(&self, page: &Page<'_>, index: usize, name: String) -> Option<String> {
        if !is_generic(&name) {
            return Some(name);
        }
        // "OK" and "Go" do not name an action.
        if !name.split('-').any(name_words::is_verb) {
            return None;
        }
        let heading = self.heading(page, index).and_then(|said| derive::action_name(&said));
        if let Some(heading) = heading.filter(|heading| !is_generic(heading)) {
            // "Create invoice" above "Save" names the action. "Invoices" names the topic, and so does the noun of "Edit
            // invoice" above "Delete".
            return Some(match heading.rsplit_once('.') {
                Some((_, verb)) if name_words::is_verb(verb) && name_words::only_confirms(&name) => heading,
                Some((thing, verb)) if name_words::is_verb(verb) => with_verb(thing, &name),
                _ => with_verb(&heading, &name),
            });
        }
        self.place.as_deref().map(|place| with_verb(place, &name))
    }

    /// The text of the heading in an element, otherwise of the nearest one before it.
    fn heading(&self, page: &Page<'_>, index: usize) -> Option<String> {
        let element = page.dom.elements.get(index)?;
        let next = self.headings.partition_point(|heading| *heading < index);
        let inside = self.headings.get(next).filter(|heading| **heading < element.until);
        let before = || next.checked_sub(1).and_then(|before| self.headings.get(before));
        let found = page.dom.elements.get(*inside.or_else(before)?)?;
        Some(page.says(found)).filter(|said| !said.is_empty() && said.chars().count() <= 60)
    }
}

/// The topic of a heading: the profile for "Edit profile".
fn about(heading: String) -> String {
    let name = derive::action_name(&heading).filter(|name| ends_with_verb(name));
    name.and_then(|name| Some(name.rsplit_once('.')?.0.to_owned())).unwrap_or(heading)
}

fn ends_with_verb(name: &str) -> bool {
    name.rsplit_once('.').is_some_and(|(_, verb)| name_words::is_verb(verb))
}

fn with_verb(thing: &str, verb: &str) -> String {
    format!("{}.{verb}", thing.replace('.', "-"))
}

/// Whether a name has a verb and no topic.
fn is_generic(name: &str) -> bool {
    !name.contains('.')
        && !name_words::is_whole(name)
        && name.split('-').all(|word| name_words::is_verb(word) || name_words::is_generic(word))
}

/// The topic of a file, from its path: `invoice` for `src/InvoiceForm.tsx`, `orders` for `orders/new.html`.
pub fn place(path: &std::path::Path) -> Option<String> {
    let stem = path.file_stem().and_then(|stem| stem.to_str());
    let folders = path.parent().into_iter().flat_map(std::path::Path::components).rev();
    let folders = folders.filter_map(|part| match part {
        std::path::Component::Normal(part) => part.to_str(),
        _ => None,
    });
    stem.into_iter().chain(folders.take(2)).find_map(|name| {
        let name = name.split('.').next().unwrap_or(name).trim_start_matches('+');
        let words = Pattern::Field.repaired(name).unwrap_or_else(|| name.to_owned());
        let is_telling = |word: &&str| !word.is_empty() && !KINDS_OF_FILES.contains(word);
        let telling: Vec<&str> = words.split('_').filter(is_telling).take(3).collect();
        let joined = telling.join("-");
        // Two letters are a language: `de.html`.
        let telling = joined.len() != 2 && !PLACES.contains(&joined.as_str());
        (telling && Pattern::Action.fits(&joined)).then_some(joined)
    })
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn files_say_what_they_are_about() {
        let place = |path: &str| place(Path::new(path)).unwrap_or_default();
        assert_eq!(place("src/InvoiceForm.tsx"), "invoice");
        assert_eq!(place("orders/new.html"), "orders");
        assert_eq!(place("src/routes/settings/+page.svelte"), "settings");
        assert_eq!(place("index.html"), "");
        assert_eq!(place("orders/fr.html"), "orders");
        assert_eq!(place("src/pages/index.jsx"), "");
        assert_eq!(place("user-profile.component.html"), "user-profile");
    }

    #[test]
    fn one_name_is_one_action() {
        let mut known = ActionNames::default();
        known.declare("invoice.create");
        let mut take = |name: &str, what: &str| known.take(name.to_owned(), what, Some("admin"), |_| false);
        assert_eq!(take("invoice.create", "form a"), "invoice.create");
        assert_eq!(take("user.create", "form a"), "user.create");
        assert_eq!(take("user.create", "form a"), "user.create");
        assert_eq!(take("user.create", "form b"), "admin-user.create");
        assert_eq!(take("user.create", "form c"), "user.create-2");
    }
}
