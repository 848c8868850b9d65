//! How much harm an element can do, judged from everything that it is called by.
//!
//! This is the only judge. The annotator writes what it says, the rules hold pages against it, and the audit scores it.
//! An element is called by the name of its action, `aria-label`, `aria-labelledby`, `title`, its visible text, the
//! `value` of an input, and the names of the pictures in it. The method of a form and the address that a control sends
//! to count too. Where a name is put together by a template or an expression, the words that are written there count.

mod leaving;
mod verbs;
mod written;

use std::borrow::Cow;

use agmark_syntax::transliteration::transliterated;
use agmark_syntax::work;
use percent_encoding::percent_decode_str;

use crate::syntax::html::{self, decode};
pub use leaving::only_leaves;

use crate::page::Page;
use crate::page::submits;
use crate::syntax::template;

/// Attributes that name an HTTP method. `data-method` and the like are those of Rails, Laravel and Turbo.
const METHODS: &[&str] = &["method", "formmethod", "data-method", "data-turbo-method"];

/// Attributes of htmx that send a request to the address in them, without the `data-` that they may begin with.
const REQUESTS: &[&str] = &["hx-get", "hx-post", "hx-put", "hx-patch", "hx-delete"];

/// The one that sends a DELETE request.
const DELETES: &str = "hx-delete";

/// Attributes that name what is in an element without being its text.
const NAMES: &[&str] = &["aria-label", "alt", "title"];

/// Inputs that are buttons.
const BUTTONS: &[&str] = &["submit", "button", "reset", "image"];

/// Roles of elements that are called by their content and do something.
const SPEAKING: &[&str] =
    &["link", "menuitem", "menuitemcheckbox", "menuitemradio", "option", "switch", "tab", "treeitem"];

/// How many ids of `aria-labelledby` are followed.
const LABELS: usize = 16;

/// Why an element is dangerous.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Danger {
    /// The word that gives it away.
    pub word: &'static str,
    /// What a person calls the element: its text, or the first of its other names.
    pub name: String,
}

/// The dangerous word in a text, if there is one, in any of the languages of [`verbs`]. It counts as a word of its own,
/// in any case, also in names such as `deleteAccount`, `row-delete` and `account.delete`.
pub fn dangerous_word(text: &str) -> Option<&'static str> {
    verbs::first(&words(text))
}

/// What a dangerous word means, in English: `löschen` is `delete`.
pub use verbs::meaning;

/// Whether a name sends a request, as htmx does it.
pub fn sends_request(name: &str) -> bool {
    REQUESTS.contains(&name.strip_prefix("data-").unwrap_or(name))
}

/// The words of a text or a name. Characters that nobody sees are left out.
fn words(text: &str) -> Vec<String> {
    let mut all = vec![String::new()];
    let mut before = ' ';
    let seen: String = text.chars().filter(|c| !is_invisible(*c)).collect();
    let latin = transliterated(&seen);
    let mut letters = latin.chars().peekable();
    while let Some(c) = letters.next() {
        // `deleteAll` has two words, and so has `XMLDelete`.
        let small_next = letters.peek().is_some_and(|next| next.is_lowercase());
        let begins = c.is_uppercase() && (before.is_lowercase() || (before.is_uppercase() && small_next));
        if !c.is_alphanumeric() || begins || (before.is_numeric() && c.is_alphabetic()) {
            all.push(String::new());
        }
        if let (true, Some(last)) = (c.is_alphanumeric(), all.last_mut()) {
            last.push(c);
        }
        before = c;
    }
    all.retain(|word| !word.is_empty());
    all
}

/// Soft hyphens, joiners and marks of direction: shown as nothing.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}')
        || matches!(c, '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}')
}

/// Whether an element is a button: a `button`, an input of such a type, or something with that role.
pub fn is_button(page: &Page<'_>, index: usize) -> bool {
    let Some(element) = page.dom.elements.get(index) else { return false };
    let role = element.attribute(page.text, "role").and_then(|role| role.split_ascii_whitespace().next());
    element.is(page.text, "button")
        || is_button_input(page, index)
        || role.is_some_and(|role| role.eq_ignore_ascii_case("button"))
}

fn is_button_input(page: &Page<'_>, index: usize) -> bool {
    page.dom.elements.get(index).filter(|element| element.is(page.text, "input")).is_some_and(|element| {
        let kind = element.attribute(page.text, "type").unwrap_or("").trim();
        BUTTONS.iter().any(|button| button.eq_ignore_ascii_case(kind))
    })
}

/// Judges an element. `action` is the name of the action that it gets; without one, its own annotation counts.
pub fn danger(page: &Page<'_>, index: usize, action: Option<&str>) -> Option<Danger> {
    let own = page.annotated_at(index).and_then(|one| one.text("action"));
    let action = action.or(own).unwrap_or("");
    let names = names(page, index);
    let word = names
        .iter()
        .find_map(|name| dangerous_word(name))
        .or_else(|| written::word(page, index))
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

/// What a person calls an element: its text, or the first of its other names.
pub fn called(page: &Page<'_>, index: usize) -> Option<String> {
    names(page, index).into_iter().find(|name| !name.trim().is_empty()).map(Cow::into_owned)
}

/// Everything that an element is called by besides its action: its text first.
fn names<'p>(page: &'p Page<'_>, index: usize) -> Vec<Cow<'p, str>> {
    let Some(element) = page.dom.elements.get(index) else { return Vec::new() };
    let text = page.text;
    let plain = |name: &str| {
        let value = element.attribute(text, name).filter(|value| !template::is_dynamic(value))?;
        Some(decode(value))
    };
    let mut names = Vec::new();
    let says = speaks_by_content(page, index);
    if says {
        let said = page.said(index);
        names.extend([Cow::Owned(said.apart), Cow::Owned(said.joined)]);
    }
    if is_button_input(page, index) {
        names.extend(["value", "alt"].into_iter().filter_map(plain));
    }
    if is_click_target(page, index) {
        names.push(Cow::Owned(page.says(element)));
    }
    names.extend(["aria-label", "title"].into_iter().filter_map(plain));
    for id in plain("aria-labelledby").unwrap_or_default().split_ascii_whitespace().take(LABELS) {
        if let Some(label) = page.relations().by_id(id).and_then(|at| page.dom.elements.get(at)) {
            names.push(Cow::Owned(page.says(label)));
        }
    }
    if says {
        inner_names(page, index, &mut names);
    }
    names
}

/// Whether what stands in an element is what it is called by: not so for a form.
fn speaks_by_content(page: &Page<'_>, index: usize) -> bool {
    let Some(element) = page.dom.elements.get(index) else { return false };
    let link = ["a", "summary"].iter().any(|name| element.is(page.text, name));
    let role = element.attribute(page.text, "role").and_then(|role| role.split_ascii_whitespace().next());
    let by_role = role.is_some_and(|role| SPEAKING.iter().any(|one| one.eq_ignore_ascii_case(role)));
    (link || by_role || is_button(page, index)) && !is_button_input(page, index)
}

/// Whether an element is an action that is clicked as a whole, whatever it is: nothing in it speaks for itself.
fn is_click_target(page: &Page<'_>, index: usize) -> bool {
    let Some(element) = page.dom.elements.get(index).filter(|element| !element.is(page.text, "form")) else {
        return false;
    };
    page.annotated_at(index).is_some_and(|one| one.has("action"))
        && !speaks_by_content(page, index)
        && submits::has_handler(page, element)
        && page.until_stop(index) == element.until
}

/// The names of pictures in an element, and of what else has a name of its own.
fn inner_names<'p>(page: &'p Page<'_>, index: usize, names: &mut Vec<Cow<'p, str>>) {
    let until = page.until_stop(index);
    let inside = page.dom.elements.get(index + 1..until).unwrap_or_default();
    for element in inside {
        work::add(1);
        for name in NAMES {
            let value = element.attribute(page.text, name).filter(|value| !template::is_dynamic(value));
            names.extend(value.map(decode));
        }
        // The title of an icon.
        if element.is(page.text, "title") {
            names.extend(page.text.get(element.content.clone()).map(decode));
        }
    }
}

/// Whether an element sends a DELETE request.
fn deletes(page: &Page<'_>, index: usize) -> bool {
    let Some(element) = page.dom.elements.get(index) else { return false };
    let by_method = METHODS.iter().filter_map(|name| element.attribute(page.text, name));
    let sends_delete = |name: &str| {
        let name = name.to_ascii_lowercase();
        name.strip_prefix("data-").unwrap_or(&name) == DELETES
    };
    by_method.into_iter().any(|method| method.trim().eq_ignore_ascii_case("delete"))
        || element.tag.attributes.iter().any(|one| page.text.get(one.name.clone()).is_some_and(sends_delete))
        || page.submits().overrides_method(index)
}

/// The dangerous word in the address that an element sends to: its own, else that of the form that it sends off. A form
/// that is an action states its own danger.
fn target_word(page: &Page<'_>, index: usize) -> Option<&'static str> {
    let own = written::targets(page, index);
    if !own.is_empty() {
        return own.iter().find_map(|target| dangerous_word(&place(target)));
    }
    let form = page.form_owner(index).filter(|form| page.submits().of(*form) == Some(index))?;
    if page.annotated_at(form).is_some_and(|one| one.has("action")) {
        return None;
    }
    written::targets(page, form).iter().find_map(|target| dangerous_word(&place(target)))
}

/// The path and the query of an address, decoded. The name of a host says nothing of what is done there.
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

/// The word of the button that sends a form off.
fn submit_word(page: &Page<'_>, form: usize) -> Option<&'static str> {
    page.dom.elements.get(form).filter(|element| element.is(page.text, "form"))?;
    let submit = page.submits().of(form).filter(|submit| *submit != form)?;
    names(page, submit).iter().find_map(|name| dangerous_word(name))
}

/// The visible text of a button, up to the next one: its whole content, as icons come before the words.
pub fn said(page: &Page<'_>, index: usize) -> html::Said {
    let Some(element) = page.dom.elements.get(index) else { return html::Said::default() };
    let next = page.relations().stop(index).and_then(|next| page.dom.elements.get(next));
    let end = next.map_or(element.content.end, |next| next.span.start.min(element.content.end));
    let range = element.content.start..end.max(element.content.start);
    if page.source.writes_tags() {
        return html::said(page.text, range);
    }
    let plain = template::without_braces(page.text.get(range).unwrap_or(""));
    html::said(&plain, 0..plain.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_in_texts_and_names() {
        for text in [
            "Delete",
            "DELETE all",
            "please, remove!",
            "deleteAccount",
            "accountDelete",
            "XMLDelete",
            "row-delete",
            "account.delete",
            "account_delete",
            "De\u{ad}lete",
            "De\u{200b}lete",
            "Ｄｅｌｅｔｅ",
            "step2Delete",
            "Revoke…",
        ] {
            assert!(dangerous_word(text).is_some(), "{text}");
        }
        for text in
            ["", "Undeleted items", "Dropdown", "presets", "deleted", "cancellation", "Eraser", "removal"]
        {
            assert_eq!(dangerous_word(text), None, "{text}");
        }
    }

    #[test]
    fn words_of_other_languages_are_found() {
        for (text, word) in [
            ("Konto löschen", "löschen"),
            ("LÖSCHEN", "löschen"),
            ("Lo\u{308}schen", "löschen"),
            ("konto.loeschen", "löschen"),
            ("Réinitialiser", "réinitialiser"),
            ("Supprimer le compte", "supprimer"),
            ("Eliminar", "eliminar"),
            ("Usuń konto", "usuń"),
            ("Ta bort", "ta bort"),
            ("İptal", "iptal"),
            ("Удалить аккаунт", "удалить"),
            ("アカウントを削除する", "削除"),
            ("删除账户", "删除"),
            ("계정 삭제하기", "삭제"),
        ] {
            assert_eq!(dangerous_word(text), Some(word), "{text}");
        }
        for text in ["Speichern", "gelöscht", "Ta med", "保存", "저장", "Сохранить", "Enregistrer"]
        {
            assert_eq!(dangerous_word(text), None, "{text}");
        }
        assert_eq!((meaning("löschen"), meaning("キャンセル"), meaning("other")), ("delete", "cancel", ""));
    }

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
            // Not what sends the form off, as far as can be told.
            "<form id=x><button>Delete</button></form>",
        ] {
            assert!(found(text).is_empty(), "{text}");
        }
    }
}
