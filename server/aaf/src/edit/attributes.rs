//! Adds attributes to an element.

use agmark_syntax::Edit;

use crate::page::Page;
use crate::syntax::html::Attribute;

/// Adds attributes after those of an element, in the same layout: on separate lines if those are. `None` if the element
/// does not exist, or if it or an element before it has an unclosed quote: then the new text would become a part of the
/// value.
pub fn add(page: &Page<'_>, index: usize, attributes: &[(String, String)]) -> Option<Edit> {
    let tag = &page.dom.elements.get(index)?.tag;
    let unclosed = page.dom.unclosed.is_some_and(|first| first <= index);
    if unclosed || tag.attributes.iter().any(Attribute::is_unclosed) {
        return None;
    }
    let (at, separator) = match tag.attributes.last() {
        None => (tag.name.end, " ".to_owned()),
        Some(last) => {
            let span = last.span();
            let before = page.text.get(..span.start)?;
            let blanks = &before[before.trim_end().len()..];
            // In braces (`{"x"}`) the written value is not the whole attribute.
            let rest = page.text.get(span.end..tag.span.end)?;
            let braces = rest.starts_with('}') || rest.starts_with("\"}");
            let end = if braces { span.end + rest.find('}')? + 1 } else { span.end };
            (end, if blanks.is_empty() { " ".to_owned() } else { blanks.to_owned() })
        }
    };
    let text: String =
        attributes.iter().map(|(name, value)| format!("{separator}{name}=\"{}\"", escaped(value))).collect();
    Some(Edit::insert(at, text))
}

/// A value, escaped for double quotes.
fn escaped(value: &str) -> String {
    value.replace('&', "&amp;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_written_into_a_value_that_is_not_closed() {
        let added = |text: &str| add(&Page::new(text), 0, &[("x".to_owned(), "1".to_owned())]);
        assert_eq!(added("<a href=\"/t"), None);
        assert_eq!(added("<a href='/t><b>"), None);
        let behind = Page::new("<a><input name=\"a><button>Go</button>");
        let added_to = |index| add(&behind, index, &[("x".to_owned(), "1".to_owned())]);
        assert_eq!(added_to(0), Some(Edit::insert(2, " x=\"1\"")));
        assert_eq!((behind.dom.elements.len(), added_to(1), added_to(2)), (3, None, None));
        assert_eq!(added("<a href=\"/t\""), Some(Edit::insert(12, " x=\"1\"")));
        assert_eq!(added("<a href=/t>"), Some(Edit::insert(10, " x=\"1\"")));
    }
}
