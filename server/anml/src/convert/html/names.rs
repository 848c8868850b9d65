//! Computes the accessible names of elements (accname 1.2, HTML-AAM) from the page itself.

use std::rc::Rc;

use agmark_syntax::work;

use super::dom::{Dom, NodeContent};
use super::roles::{Role, is_inline};

/// Roles whose content is their name.
const FROM_CONTENT: &[&str] = &[
    "button", "link", "h1", "h2", "h3", "h4", "h5", "h6", "tab", "option", "checkbox", "radio", "switch",
    "menuitem", "treeitem", "tooltip",
];

/// How long a name may be that others give to an element, in bytes.
const LONGEST: usize = 4096;

/// Whether the content of elements of a role is their name.
pub fn is_from_content(role: &str) -> bool {
    FROM_CONTENT.contains(&role)
}

/// The name of an element, blanks collapsed; none if it has none.
pub fn name(dom: &Dom, index: usize, role: &str) -> Option<String> {
    let ways: [&dyn Fn() -> Option<String>; 6] = [
        &|| said(dom, index),
        &|| native(dom, index, role),
        &|| is_from_content(role).then(|| content(dom, index)),
        &|| dom.word(index, "title").map(str::to_owned),
        &|| matches!(role, "textbox" | "searchbox" | "combobox").then(|| placeholder(dom, index)).flatten(),
        &|| if dom.is(index, "type", "image") { Some("Submit".to_owned()) } else { None },
    ];
    ways.iter().find_map(|way| way().map(|name| collapse(&name)).filter(|name| !name.is_empty()))
}

/// `aria-labelledby`, `aria-label`.
pub fn said(dom: &Dom, index: usize) -> Option<String> {
    let ids = dom.word(index, "aria-labelledby").unwrap_or("").split_ascii_whitespace();
    let named: Vec<String> = ids.filter_map(|id| dom.by_id(id)).map(|at| labelling(dom, at, index)).collect();
    let named = collapse(&named.join(" "));
    if !named.is_empty() {
        return Some(named);
    }
    dom.word(index, "aria-label").map(str::to_owned)
}

/// What HTML has names in.
fn native(dom: &Dom, index: usize, role: &str) -> Option<String> {
    let child = |tag: &str| dom.nodes[index].children.iter().copied().find(|child| dom.tag(*child) == tag);
    match dom.tag(index) {
        "input" if role == "button" => {
            let kind = dom.word(index, "type").unwrap_or("").to_ascii_lowercase();
            let own = dom.word(index, if kind == "image" { "alt" } else { "value" });
            match (own, kind.as_str()) {
                (Some(own), _) => Some(own.to_owned()),
                (None, "submit") => Some("Submit".to_owned()),
                (None, "reset") => Some("Reset".to_owned()),
                (None, "file") => labels(dom, index).or_else(|| Some("Choose File".to_owned())),
                (None, _) => labels(dom, index),
            }
        }
        "input" | "select" | "textarea" | "meter" | "progress" | "output" => labels(dom, index),
        "button" => labels(dom, index),
        "img" | "area" => dom.word(index, "alt").map(str::to_owned),
        "svg" => child("title").map(|title| text(dom, title, Walk::hidden_too())),
        "fieldset" => dom.caption(index, "legend").map(|legend| text(dom, legend, Walk::default())),
        "table" => dom.caption(index, "caption").map(|caption| text(dom, caption, Walk::default())),
        "optgroup" | "option" => dom.word(index, "label").map(str::to_owned),
        _ => None,
    }
}

fn labels(dom: &Dom, index: usize) -> Option<String> {
    let texts: Vec<String> = dom
        .labels(index)
        .into_iter()
        .map(|label| collapse(&text(dom, label, Walk::labelling(index))))
        .collect();
    Some(texts.join(" ")).filter(|text| !text.trim().is_empty())
}

fn placeholder(dom: &Dom, index: usize) -> Option<String> {
    dom.word(index, "placeholder").or_else(|| dom.word(index, "aria-placeholder")).map(str::to_owned)
}

/// The text of the content of an element.
pub fn content(dom: &Dom, index: usize) -> String {
    collapse(&text(dom, index, Walk::default()))
}

/// The options of collecting a text.
#[derive(Clone, Copy, Default)]
struct Walk {
    /// The element whose name it is to become: it is left out.
    of: Option<usize>,
    /// Hidden elements are included, because they were referenced.
    hidden: bool,
}

impl Walk {
    fn labelling(of: usize) -> Self {
        Self { of: Some(of), hidden: false }
    }

    fn hidden_too() -> Self {
        Self { of: None, hidden: true }
    }
}

fn text(dom: &Dom, index: usize, walk: Walk) -> String {
    let hidden = walk.hidden || (walk.of.is_some() && dom.is_hidden(index));
    let mut out = String::new();
    push_children(dom, index, Walk { hidden, ..walk }, &mut out);
    out
}

/// The text of an element that labels `of`: the value of a field, its own label, its name in HTML, its content or its
/// title. An element can name itself together with others.
fn labelling(dom: &Dom, index: usize, of: usize) -> String {
    let walk = Walk::labelling(of);
    let ways: [&dyn Fn() -> Option<String>; 5] = [
        &|| (index != of).then(|| embedded(dom, index)).flatten(),
        &|| dom.word(index, "aria-label").map(str::to_owned),
        &|| {
            matches!(dom.tag(index), "img" | "area" | "svg" | "fieldset" | "table" | "input")
                .then(|| own(dom, index))
                .flatten()
        },
        &|| Some(text(dom, index, if index == of { Walk::default() } else { walk })),
        &|| dom.word(index, "title").map(str::to_owned),
    ];
    ways.iter()
        .find_map(|way| way().map(|text| collapse(&text)).filter(|text| !text.is_empty()))
        .unwrap_or_default()
}

/// What HTML has the name of an element in.
fn own(dom: &Dom, index: usize) -> Option<String> {
    match super::roles::role(dom, index) {
        Role::Is(role) => native(dom, index, &role),
        Role::Generic => None,
    }
}

fn push_children(dom: &Dom, index: usize, walk: Walk, out: &mut String) {
    let most = if walk.of.is_some() { LONGEST } else { usize::MAX };
    for child in dom.nodes[index].children.iter().take(most) {
        // Longer names are cut. A page may have one long text that names all of its elements.
        if out.len() > most {
            return;
        }
        push(dom, *child, walk, out);
    }
}

fn push(dom: &Dom, index: usize, walk: Walk, out: &mut String) {
    work::add(1);
    if let NodeContent::Text(text) = &dom.nodes[index].content {
        return out.push_str(text);
    }
    if walk.of == Some(index) {
        return;
    }
    if !walk.hidden && dom.is_hidden(index) {
        if dom.is_invisible(index) {
            dom.visible_parts(index).into_iter().for_each(|part| push(dom, part, walk, out));
        }
        return;
    }
    let tag = dom.tag(index);
    let inline = is_inline(tag) || tag == "img" || tag == "svg";
    if !inline {
        out.push(' ');
    }
    let before = out.len();
    if let Some(value) = embedded(dom, index) {
        out.push_str(&value);
    } else if let Some(label) = dom.word(index, "aria-label") {
        out.push_str(label);
    } else {
        match tag {
            "br" | "hr" => {}
            "img" | "area" => out.push_str(dom.attribute(index, "alt").unwrap_or("")),
            "svg" => {
                let title = dom.nodes[index].children.iter().find(|child| dom.tag(**child) == "title");
                title.iter().for_each(|title| push_children(dom, **title, walk, out));
            }
            "input" => out.push_str(&value(dom, index)),
            // A list in an entry of a tree or menu contains other entries.
            "ul" | "ol" if walk.of.is_none() => {}
            _ if walk.of.is_none() && dom.is(index, "role", "group") => {}
            _ => push_children(dom, index, walk, out),
        }
    }
    // A part without a text uses its title.
    if let Some(title) = dom.word(index, "title").filter(|_| out[before..].trim().is_empty()) {
        out.push_str(title);
    }
    if !inline {
        out.push(' ');
    }
}

/// The value of a field in a label, or in the content of another element: there it stands for the field. None of other
/// elements, and of fields that are on or off.
fn embedded(dom: &Dom, index: usize) -> Option<String> {
    let role = dom.word(index, "role").unwrap_or("").to_ascii_lowercase();
    let ranged = || {
        let said = dom.word(index, "aria-valuetext").or_else(|| dom.word(index, "aria-valuenow"));
        said.map(str::to_owned)
    };
    match (dom.tag(index), role.as_str()) {
        ("textarea", _) => Some(content(dom, index)),
        ("select", _) => {
            let options: Vec<_> = chosen(dom, index).iter().map(|option| content(dom, *option)).collect();
            Some(options.join(" "))
        }
        ("input", "" | "textbox" | "searchbox" | "combobox" | "slider" | "spinbutton") => {
            let kind = dom.word(index, "type").unwrap_or("text").to_ascii_lowercase();
            let holds = !matches!(
                kind.as_str(),
                "checkbox"
                    | "radio"
                    | "password"
                    | "file"
                    | "hidden"
                    | "submit"
                    | "reset"
                    | "button"
                    | "image"
            );
            holds.then(|| ranged().unwrap_or_else(|| value(dom, index)))
        }
        (_, "slider" | "spinbutton" | "scrollbar" | "progressbar" | "meter") => ranged(),
        ("progress" | "meter", _) => ranged().or_else(|| dom.word(index, "value").map(str::to_owned)),
        (_, "textbox" | "searchbox") => Some(content(dom, index)),
        (_, "combobox" | "listbox") => {
            let chosen = dom
                .below(index)
                .filter(|at| dom.is(*at, "role", "option") && dom.is(*at, "aria-selected", "true"));
            let words: Vec<_> = chosen.map(|option| content(dom, option)).collect();
            match words.is_empty() {
                true if role == "combobox" => Some(content(dom, index)),
                _ => Some(words.join(" ")),
            }
        }
        _ => None,
    }
}

/// What a field in a label adds to it.
fn value(dom: &Dom, index: usize) -> String {
    match dom.word(index, "type").unwrap_or("text").to_ascii_lowercase().as_str() {
        "checkbox" | "radio" | "password" | "file" | "hidden" => String::new(),
        "submit" | "reset" | "button" | "image" => native(dom, index, "button").unwrap_or_default(),
        _ => dom.attribute(index, "value").unwrap_or("").to_owned(),
    }
}

/// The initially selected options of a `select`.
pub fn chosen(dom: &Dom, select: usize) -> Rc<Vec<usize>> {
    dom.chosen(select, || find_chosen(dom, select))
}

fn find_chosen(dom: &Dom, select: usize) -> Vec<usize> {
    let options: Vec<usize> = dom.below(select).filter(|at| dom.tag(*at) == "option").collect();
    let marked: Vec<usize> = options.iter().copied().filter(|at| dom.has(*at, "selected")).collect();
    let single = !dom.has(select, "multiple");
    let first = options.into_iter().find(|at| !dom.has(*at, "disabled"));
    match (marked.last(), single) {
        (Some(last), true) => vec![*last],
        (None, true) if dom.word(select, "size").is_none_or(|size| size == "1") => {
            first.into_iter().collect()
        }
        _ => marked,
    }
}

/// A text with one blank for all white space between words.
pub fn collapse(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for word in text.split(|c: char| c.is_whitespace() || c.is_control()).filter(|word| !word.is_empty()) {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
    }
    out
}
