//! Words in names that a template or an expression puts together: `aria-label={`Delete ${name}`}`, `{t("delete")}`,
//! `title="Delete {{ name }}"`. What an expression becomes is not known, but what is written in it is.

use agmark_syntax::work;

use super::{dangerous_word, is_button, is_button_input, sends_request, speaks_by_content};
use crate::page::Page;
use crate::syntax::html::{self, Attribute, decode};
use crate::syntax::template;

/// Attributes that name an element.
const NAMES: &[&str] = &["aria-label", "title"];

/// Attributes that name an input.
const OF_INPUTS: &[&str] = &["value", "alt"];

/// How frameworks begin the names of attributes whose value is an expression.
const BINDINGS: &[&str] = &["v-bind:", "x-bind:", ":", "[attr.", "["];

/// Attributes whose value is an expression that becomes the text.
const TEXTS: &[&str] =
    &["v-text", "v-html", "x-text", "x-html", "[innertext]", "[textcontent]", "[innerhtml]"];

/// Marks around what is known when the page is served. Strings between those of the second kind are conditions.
const SHOWN: &[(&str, &str)] = &[("{{", "}}"), ("${", "}"), ("{", "}")];
const CONTROL: &[(&str, &str)] = &[("{%", "%}"), ("{#", "#}"), ("<%", "%>"), ("<?", "?>")];

/// The dangerous word that is written in what an element is called by.
pub(super) fn word(page: &Page<'_>, index: usize) -> Option<&'static str> {
    let element = page.dom.elements.get(index)?;
    let named =
        |name: &str| NAMES.contains(&name) || (OF_INPUTS.contains(&name) && is_button_input(page, index));
    let speaks = speaks_by_content(page, index);
    for attribute in &element.tag.attributes {
        let name = page.text.get(attribute.name.clone()).unwrap_or("").to_ascii_lowercase();
        let Some(value) = attribute.value.as_ref().and_then(|value| page.text.get(value.span.clone())) else {
            continue;
        };
        work::add(value.len());
        let bound = BINDINGS.iter().find_map(|binding| name.strip_prefix(binding));
        let bound = bound.map(|name| name.trim_end_matches(']'));
        let is_bound = bound.is_some_and(named) || (speaks && TEXTS.contains(&name.as_str()));
        let found = match () {
            () if is_bound => dangerous_word(&strings(&decode(value))),
            () if named(&name) && template::is_dynamic(value) => dangerous_word(&written(&decode(value))),
            () => None,
        };
        if found.is_some() {
            return found;
        }
    }
    // In pages and in Vue, all that stands between the tags is a part of the text already.
    if !speaks || page.source.writes_tags() {
        return None;
    }
    let next = page.relations().stop(index).and_then(|next| page.dom.elements.get(next));
    let end = next.map_or(element.content.end, |next| next.span.start.min(element.content.end));
    let said = html::said(page.text, element.content.start..end.max(element.content.start));
    dangerous_word(&written(&said.apart))
}

/// The addresses that an element sends requests to, as far as they are written out.
pub(super) fn targets(page: &Page<'_>, index: usize) -> Vec<String> {
    let Some(element) = page.dom.elements.get(index) else { return Vec::new() };
    let leads = |name: &str| match name {
        "action" => element.is(page.text, "form"),
        "href" => is_button(page, index) || page.annotated_at(index).is_some_and(|one| one.has("action")),
        "formaction" => true,
        name => sends_request(name),
    };
    let target = |attribute: &Attribute| {
        let name = page.text.get(attribute.name.clone())?.to_ascii_lowercase();
        let bound = BINDINGS.iter().find_map(|binding| name.strip_prefix(binding));
        let plain = bound.map_or(name.as_str(), |name| name.trim_end_matches(']'));
        if !leads(plain) {
            return None;
        }
        let value = decode(page.text.get(attribute.value.as_ref()?.span.clone())?);
        work::add(value.len());
        Some(match () {
            () if bound.is_some() => strings(&value),
            () if template::is_dynamic(&value) => written(&value),
            () => value.into_owned(),
        })
    };
    element.tag.attributes.iter().filter_map(target).collect()
}

/// A text with the strings of the expressions in it, and without the rest of them.
fn written(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let opened = |(open, close): &(&'static str, &'static str)| Some((rest.strip_prefix(open)?, *close));
        if let Some((inside, close)) = CONTROL.iter().find_map(opened) {
            rest = inside.find(close).map_or("", |end| &inside[end + close.len()..]);
            out.push(' ');
        } else if let Some((inside, _)) = SHOWN.iter().find_map(opened) {
            let end = closed(inside);
            out.push_str(&strings(&inside[..end]));
            rest = inside[end..].trim_start_matches('}');
            out.push(' ');
        } else {
            out.push(c);
            rest = &rest[c.len_utf8()..];
        }
    }
    out
}

/// Where the braces around an expression close. Braces in its strings do not count.
fn closed(text: &str) -> usize {
    let mut depth = 0_usize;
    let mut at = 0;
    while let Some(c) = text.get(at..).and_then(|rest| rest.chars().next()) {
        match c {
            '"' | '\'' | '`' => {
                at += string_end(&text[at..], c);
                continue;
            }
            '{' => depth += 1,
            '}' if depth == 0 => return at,
            '}' => depth -= 1,
            _ => {}
        }
        at += c.len_utf8();
    }
    text.len()
}

/// The length of the string that a text begins with, its quotes included.
fn string_end(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            c if c == quote => return at + c.len_utf8(),
            _ => {}
        }
    }
    text.len()
}

/// The strings in an expression. Those that something is compared with are not shown, and comments are none.
fn strings(code: &str) -> String {
    let mut out = String::new();
    let mut at = 0;
    while let Some(c) = code.get(at..).and_then(|rest| rest.chars().next()) {
        let rest = &code[at..];
        if let Some(comment) = rest.strip_prefix("/*") {
            at += comment.find("*/").map_or(rest.len(), |end| end + 4);
        } else if matches!(c, '"' | '\'' | '`') {
            let length = string_end(rest, c);
            let compared = |text: &str| text.ends_with("==") || text.ends_with("!=");
            let follows = rest[length..].trim_start();
            let is_compared =
                compared(code[..at].trim_end()) || ["==", "!="].iter().any(|sign| follows.starts_with(sign));
            if !is_compared {
                let string = rest[..length].trim_matches(c);
                // What a template string puts in is an expression again; only its own words count.
                out.push_str(&if c == '`' { outside(string) } else { string.to_owned() });
                out.push(' ');
            }
            at += length;
        } else {
            at += c.len_utf8();
        }
    }
    out
}

/// A template string without what it puts in.
fn outside(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(start) = rest.find("${") {
        out.push_str(&rest[..start]);
        out.push(' ');
        let inside = &rest[start + 2..];
        let end = closed(inside);
        rest = inside.get(end + 1..).unwrap_or("");
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::language::Source;

    fn found(text: &str, source: Source) -> Option<&'static str> {
        let page = Page::of(text, source);
        let index = page.dom.elements.iter().position(|one| one.attribute(text, "id").is_some());
        index.and_then(|index| word(&page, index))
    }

    #[test]
    fn words_that_are_written_in_expressions_count() {
        for inside in [
            "aria-label={`Delete ${name}`}>×",
            "aria-label={t(\"delete\")}>×",
            "title={open ? 'Close' : 'Delete'}>×",
            ">{\"Delete\"} it",
            ">{`Delete`}",
            ">{t('row.delete')}",
            ">{busy ? <Spin className=\"a\"/> : \"Delete\"}",
        ] {
            let text = format!("const a = <button id=\"x\" {inside}</button>; // data-agent-");
            assert_eq!(found(&text, Source::Jsx), Some("delete"), "{text}");
        }
        for inside in [
            "aria-label={deleteLabel}>×",
            "aria-label={mode === 'delete' ? 'Yes' : 'No'}>×",
            "title={`Close ${remove(\"x\")}`}>×",
            "className={\"delete\"}>×",
            ">{/* don't delete, it's used */}Save",
            ">{<Icon name=\"delete\"/>}",
            ">{deleteLabel}",
        ] {
            let text = format!("const a = <button id=\"x\" {inside}</button>; // data-agent-");
            assert_eq!(found(&text, Source::Jsx), None, "{text}");
        }
    }

    #[test]
    fn words_beside_the_marks_of_templates_count() {
        for text in [
            "<button id=x title='Delete {{ name }}'>×</button>",
            "<button id=x aria-label=\"{{ t('delete') }}\">×</button>",
            "<button id=x title='{% if a %}Delete{% endif %}'>×</button>",
            "<button id=x title='<?= name ?> delete'>×</button>",
            "<button id=x :title=\"'Delete'\">×</button>",
            "<button id=x [attr.aria-label]=\"'Delete ' + name\">×</button>",
            "<button id=x v-text=\"'Delete'\"></button>",
            "<input id=x type=submit value='Delete {{ n }}'>",
        ] {
            assert_eq!(found(text, Source::Html), Some("delete"), "{text}");
        }
        for text in [
            "<button id=x title='{{ delete }}'>×</button>",
            "<button id=x title='{% if can(\"delete\") %}Go{% endif %}'>×</button>",
            "<button id=x :title=\"deleteLabel\">×</button>",
            "<button id=x :class=\"'delete'\">×</button>",
            "<input id=x value='Delete {{ n }}'>",
            "<button id=x title='{{ \"unclosed'>×</button>",
            "<button id=x title='{'>×</button>",
        ] {
            assert_eq!(found(text, Source::Html), None, "{text}");
        }
    }
}
