//! The danger of an element.

use std::borrow::Cow;

use percent_encoding::percent_decode_str;

use super::dangerous_words::dangerous_word;
use super::dynamic_names;
use super::element_names::names;
use super::leaving::only_leaves;
use super::requests::{deletes, targets};
use crate::page::Page;

/// Why an element is dangerous.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Danger {
    /// The dangerous word.
    pub word: &'static str,
    /// The name of the element for users: its text, or the first of its other names.
    pub name: String,
}

/// The danger of an element. `action` is the name of the action that it gets; without it, its own annotation counts.
pub fn danger(page: &Page<'_>, index: usize, action: Option<&str>) -> Option<Danger> {
    let own = page.annotated_at(index).and_then(|one| one.text("action"));
    let action = action.or(own).unwrap_or("");
    let names = names(page, index);
    let word = names
        .iter()
        .find_map(|name| dangerous_word(name))
        .or_else(|| dynamic_names::word(page, index))
        .or_else(|| dangerous_word(action))
        .or_else(|| deletes(page, index).then_some("delete"))
        .or_else(|| target_word(page, index))
        .or_else(|| submit_word(page, index))?;
    if action.is_empty() && only_leaves(page, index) {
        return None;
    }
    let said = names.into_iter().find(|name| !name.is_empty()).map(Cow::into_owned);
    Some(Danger { word, name: said.unwrap_or_else(|| action.to_owned()) })
}

/// The dangerous word in the address of an element's request: its own, otherwise that of the form that it submits. A
/// form that is an action states its own danger.
fn target_word(page: &Page<'_>, index: usize) -> Option<&'static str> {
    let own = targets(page, index);
    if !own.is_empty() {
        return own.iter().find_map(|target| dangerous_word(&place(target)));
    }
    let form = page.form_owner(index).filter(|form| page.submits().control_of(*form) == Some(index))?;
    if page.annotated_at(form).is_some_and(|one| one.has("action")) {
        return None;
    }
    targets(page, form).iter().find_map(|target| dangerous_word(&place(target)))
}

/// The path and the query of an address, decoded. The name of a host does not count.
fn place(address: &str) -> String {
    let address = address.trim();
    let after_host = match address.split_once("//") {
        Some((scheme, rest)) if scheme.is_empty() || scheme.ends_with(':') => {
            rest.find(['/', '?']).map_or("", |at| &rest[at..])
        }
        _ => address,
    };
    percent_decode_str(after_host).decode_utf8_lossy().into_owned()
}

/// The dangerous word of the submit button of a form.
fn submit_word(page: &Page<'_>, form: usize) -> Option<&'static str> {
    page.dom.elements.get(form).filter(|element| element.is(page.text, "form"))?;
    let submit = page.submits().control_of(form).filter(|submit| *submit != form)?;
    names(page, submit).iter().find_map(|name| dangerous_word(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<&'static str> {
        let page = Page::new(text);
        (0..page.dom.elements.len())
            .filter(|index| page.dom.elements[*index].attribute(text, "id") == Some("x"))
            .filter_map(|index| danger(&page, index, None).map(|danger| danger.word))
            .collect()
    }

    #[test]
    fn everything_that_an_element_is_called_by_counts() {
        let icon = "<path d='M0 0'/>".repeat(1000);
        let long = format!("<button id=x><svg>{icon}</svg> Delete</button>");
        for text in [
            "<button id=x>Delete</button>",
            "<button id=x aria-label='Delete comment'>×</button>",
            "<button id=x aria-label='&#68;elete'>×</button>",
            "<button id=x title=Delete>×</button>",
            "<button id=x><img alt='Delete'></button>",
            "<button id=x><svg aria-label=delete></svg></button>",
            "<button id=x><svg><title>Delete</title></svg></button>",
            "<button id=x><b>D</b>elete</button>",
            "<button id=x>De&shy;lete</button>",
            "<button id=x aria-labelledby='a b'>×</button><i id=b>Delete</i>",
            "<input id=x type=submit value=Delete>",
            "<input id=x type=image alt=Delete>",
            "<div id=x role=button>Delete</div>",
            "<a id=x href=/>Delete</a>",
            "<form id=x data-agent-kind=action data-agent-action=article.delete></form>",
            "<form id=x method=delete></form>",
            "<div id=x role=menuitem>Delete</div>",
            "<li id=x role='option extra'><b>D</b>elete</li>",
            "<div id=x onclick=d() data-agent-kind=action data-agent-action=a.b>Delete</div>",
            "<button id=x title='{{ title }} delete'>Save</button>",
            "<button id=x :aria-label=\"`Delete ${name}`\">×</button>",
            "<form id=x method=post><input type=hidden name=_method value=DELETE></form>",
            "<form id=x><button type=submit>Delete</button></form>",
            "<button id=x hx-delete=/a>×</button>",
            "<button id=x hx-post=/account/delete>OK</button>",
            "<button id=x data-hx-put='https://site.example/a?do=delete'>OK</button>",
            "<button id=x formaction=/account/delete>OK</button>",
            "<input id=x type=submit formaction='/account/%64elete'>",
            "<form id=x action=/account/delete></form>",
            "<form id=x action='/posts/{{ id }}/delete'></form>",
            "<form id=x :action=\"'/posts/delete/' + id\"></form>",
            "<form action=/account/delete><button id=x type=submit>OK</button></form>",
            "<a id=x role=button href=/account/delete>OK</a>",
            "<button id=x data-agent-kind=action data-agent-action=row.delete>×</button>",
            "<button id=x data-hx-delete=/a>×</button>",
            &long,
        ] {
            assert_eq!(found(text), ["delete"], "{}", &text[..text.len().min(200)]);
        }
        for text in [
            "<button id=x>Save<button>Delete",
            "<input id=x value=Delete>",
            "<form id=x><button type=button>Delete</button><button>Save</button></form>",
            "<section id=x>Delete</section>",
            "<div id=x onclick=d()>Delete</div>",
            "<div id=x onclick=open() data-agent-kind=action data-agent-action=a.b><button>Delete</button></div>",
            "<button id=x title='{% if can(\"delete\") %}Go{% endif %}'>Save</button>",
            "<form id=x action=https://delete.example/save></form>",
            "<form id=x action='//delete.example'></form>",
            "<form id=x action='{{ delete_url }}'></form>",
            "<button id=x action=/account/delete>OK</button>",
            "<form action=/account/delete><button id=x formaction=/account/save>OK</button></form>",
            "<form action=/account/delete><button id=x type=button>OK</button></form>",
            // The form states what it does.
            "<form action=/a/delete data-agent-kind=action data-agent-action=a.b><button id=x type=submit>OK</button></form>",
            // The submit button is unknown.
            "<form id=x><button>Delete</button></form>",
        ] {
            assert!(found(text).is_empty(), "{text}");
        }
    }
}
