//! Data views: the tables and lists of a page that show records of the site, but not menus, layout tables or lists in a
//! text.

use agmark_syntax::work;

use super::{derive, name_words};
use crate::page::Page;
use crate::syntax::html::Element;
use crate::vocabulary::patterns::Pattern;

/// Roles of lists that show records.
const ROLES: &[&str] = &["list", "grid", "treegrid", "table", "feed"];

/// Elements in which a list is not a data view.
const AROUND: &[&str] = &["nav", "header", "footer", "aside", "menu", "form", "table", "ul", "ol", "select"];

/// Words in the class, the id or the role of menus and other controls.
const CONTROLS: &[&str] = &[
    "nav",
    "navbar",
    "navigation",
    "menu",
    "menubar",
    "tabs",
    "tablist",
    "tab",
    "breadcrumb",
    "breadcrumbs",
    "pagination",
    "pager",
    "dropdown",
    "toolbar",
    "steps",
    "stepper",
    "toc",
    "social",
    "footer",
    "sidebar",
    "listbox",
    "tree",
    "radiogroup",
    "presentation",
    "none",
    "errors",
    "messages",
    "carousel",
    "accordion",
];

/// How many elements around a list are considered.
const FAR: usize = 64;

/// How many words of a name count.
const WORDS: usize = 4;

/// How many columns of a table are read, and in how many elements they are looked for.
const COLUMNS: usize = 50;
const MOST: usize = 500;

/// Whether an element is a table, also by its role.
pub fn is_table(page: &Page<'_>, index: usize) -> bool {
    page.dom.elements.get(index).is_some_and(|element| {
        let role = role(page, element);
        element.is(page.text, "table") || matches!(role, "grid" | "treegrid" | "table")
    })
}

/// Whether an element shows records: a table with headers or a name, or a list that is not a menu.
pub fn is_view(page: &Page<'_>, index: usize) -> bool {
    let Some(element) = page.dom.elements.get(index) else { return false };
    let list = ["ul", "ol"].iter().any(|name| element.is(page.text, name));
    let table = is_table(page, index);
    if !(list || table || ROLES.contains(&role(page, element))) || is_control(page, element) {
        return false;
    }
    let inside_other = |one: &Element| {
        work::add(1);
        AROUND.iter().any(|name| one.is(page.text, name)) || is_control(page, one)
    };
    if page.dom.ancestors(index).take(FAR).any(|(_, one)| inside_other(one)) {
        return false;
    }
    match table {
        true => {
            element.becomes.is_some()
                || !columns(page, index).is_empty()
                || written_name(page, index).is_some()
        }
        // Links alone are a menu.
        false => !leads(page, index),
    }
}

/// The name that an element's own attributes give to its view, or its caption.
pub fn name(page: &Page<'_>, index: usize) -> Option<String> {
    let id = || derive::attribute(page, index, "id");
    written_name(page, index).and_then(|text| named(&text)).or_else(|| named(&id()?))
}

/// A text as the name of a view: `All invoices` is `invoices.list`.
pub fn named(text: &str) -> Option<String> {
    let plain =
        Pattern::Field.repaired(text).or_else(|| Pattern::Field.fits(text).then(|| text.to_owned()))?;
    let says = |word: &&str| !word.is_empty() && !name_words::is_filler(word) && !name_words::is_list(word);
    let telling: Vec<&str> = plain.split('_').filter(says).take(WORDS).collect();
    let name = format!("{}.list", telling.join("-"));
    Pattern::Action.fits(&name).then_some(name)
}

/// The headers of the columns of a table.
pub fn columns(page: &Page<'_>, index: usize) -> Vec<String> {
    let until = page.dom.elements.get(index).map_or(index, |element| element.until);
    let inside = page.dom.elements.get(index..until.min(index + MOST)).unwrap_or_default();
    let is_header = |one: &&Element| {
        work::add(1);
        let of_row = one.attribute(page.text, "scope").is_some_and(|scope| scope.eq_ignore_ascii_case("row"));
        (one.is(page.text, "th") || one.name(page.text) == "TableHead") && !of_row
    };
    let said = inside.iter().filter(is_header).take(COLUMNS).map(|one| page.says(one));
    said.filter(|said| !said.is_empty()).collect()
}

/// The name of a table or a list, from its attributes or its caption.
fn written_name(page: &Page<'_>, index: usize) -> Option<String> {
    let labelled = || {
        let ids = derive::attribute(page, index, "aria-labelledby")?;
        let label = page.dom.elements.get(page.relations().by_id(ids.split_ascii_whitespace().next()?)?)?;
        Some(page.says(label)).filter(|said| !said.is_empty())
    };
    let caption = || {
        let first = page.dom.elements.get(index + 1).filter(|one| one.is(page.text, "caption"))?;
        (first.parent == Some(index)).then(|| page.says(first)).filter(|said| !said.is_empty())
    };
    derive::attribute(page, index, "aria-label").or_else(labelled).or_else(caption)
}

fn role<'p>(page: &Page<'p>, element: &Element) -> &'p str {
    let role = element.attribute(page.text, "role").unwrap_or("");
    role.split_ascii_whitespace().next().unwrap_or("")
}

/// Whether an element is a menu or another control, by its class, id or role.
fn is_control(page: &Page<'_>, element: &Element) -> bool {
    let written = ["role", "class", "className", "id"];
    let texts = written.into_iter().filter_map(|name| element.attribute(page.text, name));
    let mut words = texts.flat_map(|text| text.split(|c: char| !c.is_ascii_alphanumeric()));
    words.any(|word| CONTROLS.iter().any(|one| one.eq_ignore_ascii_case(word)))
}

/// Whether a list contains only links, judged by its first elements.
fn leads(page: &Page<'_>, index: usize) -> bool {
    let until = page.dom.elements.get(index).map_or(index, |element| element.until);
    let inside = page.dom.elements.get(index + 1..until.min(index + MOST)).unwrap_or_default();
    let (mut items, mut links) = (0, 0);
    for one in inside {
        work::add(1);
        items += usize::from(one.parent == Some(index));
        links += usize::from(one.is(page.text, "a"));
    }
    items == 0 || (links >= items && items + links == inside.len())
}
