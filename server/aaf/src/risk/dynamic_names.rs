//! Dangerous words in names that a template or an expression computes: `aria-label={`Delete ${name}`}`,
//! `{t("delete")}`, `title="Delete {{ name }}"`.

use agmark_syntax::work;

use super::dangerous_words::dangerous_word;
use super::element_names::{is_button_input, speaks_by_content};
use super::expressions::{BINDINGS, strings, written};
use crate::page::Page;
use crate::syntax::html::{self, decode};
use crate::syntax::template;

/// Attributes that name an element.
const NAMES: &[&str] = &["aria-label", "title"];

/// Attributes that name an input.
const OF_INPUTS: &[&str] = &["value", "alt"];

/// Attributes whose value is an expression that becomes the text.
const TEXTS: &[&str] =
    &["v-text", "v-html", "x-text", "x-html", "[innertext]", "[textcontent]", "[innerhtml]"];

/// The dangerous word in the computed names of an element.
pub fn word(page: &Page<'_>, index: usize) -> Option<&'static str> {
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
    // In pages and in Vue, everything between the tags is a part of the text already.
    if !speaks || page.source.writes_tags() {
        return None;
    }
    let next = page.relations().stop(index).and_then(|next| page.dom.elements.get(next));
    let end = next.map_or(element.content.end, |next| next.span.start.min(element.content.end));
    let said = html::said(page.text, element.content.start..end.max(element.content.start));
    dangerous_word(&written(&said.apart))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::language::Language;

    fn found(text: &str, source: Language) -> Option<&'static str> {
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
            assert_eq!(found(&text, Language::Jsx), Some("delete"), "{text}");
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
            assert_eq!(found(&text, Language::Jsx), None, "{text}");
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
            assert_eq!(found(text, Language::Html), Some("delete"), "{text}");
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
            assert_eq!(found(text, Language::Html), None, "{text}");
        }
    }
}
