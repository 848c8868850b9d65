//! Elements in document order, each with its parent and its extent.

use std::ops::Range;

use agmark_syntax::work;

use super::binding::{binds, is_root};
use super::dialect::Dialect;
use super::expression::BlockMark;
use super::tags::{self, BLOCK_NAME, EndTag};
use super::token::{Attribute, StartTag, Token};
use super::tokens::Tokens;

/// How many open elements are considered when a tag ends some of them.
const FAR: usize = 256;

/// The name that the outermost element of a component of Vue has for end tags.
const ROOT: &str = "html";

/// An element.
#[derive(Clone, Debug, PartialEq)]
pub struct Element {
    /// The start tag as written.
    pub tag: StartTag,
    /// From the start tag to the end tag, or to where the element ends without one.
    pub span: Range<usize>,
    /// What is between the tags.
    pub content: Range<usize>,
    /// The element around it, by its index.
    pub parent: Option<usize>,
    /// The index after the last element inside: the subtree of element `i` is `i..until`.
    pub until: usize,
    /// Whether code or a template decides whether or how often it appears in its parent.
    pub conditional: bool,
    /// The HTML element that a component becomes, if known.
    pub becomes: Option<&'static str>,
}

/// The elements of a page, and its comments.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Dom {
    /// In the order of their start tags.
    pub elements: Vec<Element>,
    pub comments: Vec<Range<usize>>,
    /// The end of the doctype, if there is one.
    pub doctype: Option<usize>,
    /// The first element with an unclosed quote. Browsers read the text after it as a part of the value.
    pub unclosed: Option<usize>,
    /// The elements that are open at the end of the text, outermost first.
    pub unended: Vec<usize>,
    /// End tags without an element.
    pub stray: Vec<StrayEnd>,
}

/// An end tag without a start tag before it in the text.
#[derive(Clone, Debug, PartialEq)]
pub struct StrayEnd {
    pub name: Range<usize>,
    pub span: Range<usize>,
}

impl Dom {
    /// Reads a whole page.
    pub fn new(text: &str) -> Self {
        Self::of(text, Dialect::Html)
    }

    /// Reads a whole page or component.
    pub fn of(text: &str, dialect: Dialect<'_>) -> Self {
        Self::read(text, true, dialect)
    }

    /// Reads a piece of a page or component that starts in the middle: elements around it are open.
    pub fn inside(text: &str, dialect: Dialect<'_>) -> Self {
        Self::read(text, false, dialect)
    }

    fn read(text: &str, whole: bool, dialect: Dialect<'_>) -> Self {
        let dom = Dom::default();
        let mut builder = Builder { text, whole, dialect, dom, open: Vec::new(), implied: 0, binding: None };
        for token in Tokens::new(text, dialect.braces()) {
            work::add(1 + token.span().len());
            builder.take(token);
        }
        let elements = builder.open.iter().filter(|one| one.name != BLOCK_NAME);
        builder.dom.unended = elements.filter_map(|one| one.element).collect();
        builder.close(builder.open.len(), text.len()..text.len());
        builder.dom
    }

    /// The elements around an element, innermost first.
    pub fn ancestors(&self, index: usize) -> impl Iterator<Item = (usize, &Element)> {
        let above = |index: &usize| self.elements.get(*index).and_then(|element| element.parent);
        std::iter::successors(self.elements.get(index).and_then(|element| element.parent), above)
            .filter_map(|index| Some((index, self.elements.get(index)?)))
    }

    /// The elements that may contain a byte, innermost first: the last one that starts at or before it, and those
    /// around.
    pub fn at(&self, offset: usize) -> impl Iterator<Item = (usize, &Element)> {
        let last = self.elements.partition_point(|element| element.span.start <= offset).checked_sub(1);
        let own = last.and_then(|index| Some((index, self.elements.get(index)?)));
        own.into_iter()
            .chain(last.into_iter().flat_map(|index| self.ancestors(index)))
            .inspect(|_| work::add(1))
    }

    /// The innermost element whose start tag or content holds the byte.
    pub fn element_at(&self, offset: usize) -> Option<&Element> {
        self.at(offset).map(|(_, element)| element).find(|element| element.span.contains(&offset))
    }

    /// The first element that starts at or after a byte.
    pub fn first_from(&self, offset: usize) -> Option<&Element> {
        let index = self.elements.partition_point(|element| element.span.start < offset);
        self.elements.get(index)
    }

    /// Frees the unused memory of the lists. Documents keep the elements.
    pub fn shrink_to_fit(&mut self) {
        self.elements.iter_mut().for_each(|element| element.tag.attributes.shrink_to_fit());
        self.elements.shrink_to_fit();
    }
}

impl Element {
    /// Its name as written.
    pub fn name<'a>(&self, text: &'a str) -> &'a str {
        text.get(self.tag.name.clone()).unwrap_or("")
    }

    /// Whether it is an element of this name, or a component that becomes one.
    pub fn is(&self, text: &str, name: &str) -> bool {
        self.becomes.unwrap_or_else(|| self.name(text)).eq_ignore_ascii_case(name)
    }

    /// The value of an attribute as written; empty if it has none.
    pub fn attribute<'a>(&self, text: &'a str, name: &str) -> Option<&'a str> {
        let named = |one: &&Attribute| text[one.name.clone()].eq_ignore_ascii_case(name);
        let attribute = self.tag.attributes.iter().find(named)?;
        Some(attribute.value.as_ref().map_or("", |value| &text[value.span.clone()]))
    }
}

/// Whether an attribute of Vue or Alpine decides whether an element appears.
fn is_conditional(text: &str, tag: &StartTag) -> bool {
    let decides = |one: &Attribute| {
        matches!(&text[one.name.clone()], "v-if" | "v-else" | "v-else-if" | "v-for" | "x-if" | "x-for")
    };
    tag.attributes.iter().any(decides)
}

/// An open element or block.
struct Open<'a> {
    /// [`BLOCK_NAME`] for a block.
    name: &'a str,
    /// The element, or the one around the block.
    element: Option<usize>,
}

struct Builder<'a> {
    text: &'a str,
    /// Whether all elements around are in the text.
    whole: bool,
    dialect: Dialect<'a>,
    dom: Dom,
    /// The open elements and blocks, outermost first.
    open: Vec<Open<'a>>,
    /// How many of the open elements may end without an end tag.
    implied: usize,
    /// The number of open elements around the outermost one that binds its content.
    binding: Option<usize>,
}

impl<'a> Builder<'a> {
    fn take(&mut self, token: Token) {
        match token {
            Token::Start(tag) => self.start(tag),
            Token::End { name, span } => self.end(name, span),
            Token::Comment(span) => self.dom.comments.push(span),
            Token::Doctype(span) => self.dom.doctype = self.dom.doctype.or(Some(span.end)),
            Token::Block(mark, span) => self.block(mark, span),
            Token::Raw(_) => {}
        }
    }

    fn start(&mut self, tag: StartTag) {
        let name = &self.text[tag.name.clone()];
        let at = tag.span.start;
        // Most start tags end no element, at any depth.
        if self.implied > 0 && tags::may_end(name) {
            let ended = tags::ended_by(self.names(), name);
            self.close(ended, at..at);
        }
        let index = self.dom.elements.len();
        let content = tag.span.end..tag.span.end;
        // A script or a textarea has an end tag whatever its start tag says.
        let empty = tags::is_void(name) || (tag.self_closing && !tags::is_raw(name));
        if self.dom.unclosed.is_none() && tag.attributes.iter().any(Attribute::is_unclosed) {
            self.dom.unclosed = Some(index);
        }
        let binds = self.binding.is_none() && !empty && binds(self.text, &tag, self.dialect);
        // Stray end tags in the template of a component mean the same in a piece of it, which does not have its tags.
        let name = if self.dialect.has_root() && is_root(self.text, &tag) { ROOT } else { name };
        let in_block = self.open.last().is_some_and(|around| around.name == BLOCK_NAME);
        self.dom.elements.push(Element {
            span: tag.span.clone(),
            content,
            parent: self.open.last().and_then(|around| around.element),
            until: index + 1,
            conditional: in_block || is_conditional(self.text, &tag),
            becomes: None,
            tag,
        });
        if !empty {
            if binds {
                self.binding = Some(self.open.len());
            }
            self.open.push(Open { name, element: Some(index) });
            self.implied += usize::from(tags::is_implied(name));
        }
    }

    fn block(&mut self, mark: BlockMark, span: Range<usize>) {
        let inner = self.names().position(|name| name == BLOCK_NAME);
        match (mark, inner) {
            (BlockMark::Opens, _) => {
                self.binding = self.binding.or(Some(self.open.len()));
                let element = self.open.last().and_then(|around| around.element);
                self.open.push(Open { name: BLOCK_NAME, element });
            }
            (BlockMark::Continues, Some(depth)) => self.close(depth, span.start..span.start),
            (BlockMark::Ends, Some(depth)) => self.close(depth + 1, span.start..span.start),
            (BlockMark::Continues | BlockMark::Ends, None) => {}
        }
    }

    fn end(&mut self, name: Range<usize>, span: Range<usize>) {
        match tags::end_tag(self.names(), &self.text[name.clone()]) {
            EndTag::Ends(ended) => self.close(ended, span),
            EndTag::Ignored => {}
            EndTag::Unmatched => {
                // Of a piece, the element around may be open. It ends together with all that are open in the piece. In
                // a whole page the same elements end as in a piece, as far as this matters.
                if tags::ends_block(&self.text[name.clone()]) {
                    let kept = if self.whole { self.binding.unwrap_or(self.open.len()) } else { 0 };
                    self.close(self.open.len() - kept, span.start..span.start);
                }
                self.dom.stray.push(StrayEnd { name, span });
            }
        }
    }

    /// Ends the innermost `count` open elements; the outermost of them with the end tag `by`, which may be empty.
    fn close(&mut self, count: usize, by: Range<usize>) {
        let until = self.dom.elements.len();
        for left in (0..count).rev() {
            let Some(Open { name, element: Some(index) }) =
                self.open.pop().filter(|one| one.name != BLOCK_NAME)
            else {
                continue;
            };
            self.implied -= usize::from(tags::is_implied(name));
            let Some(element) = self.dom.elements.get_mut(index) else { return };
            element.content.end = by.start;
            element.span.end = if left == 0 { by.end } else { by.start };
            element.until = until;
        }
        self.binding = self.binding.filter(|around| *around < self.open.len());
    }

    /// The names of the innermost open elements, innermost first.
    fn names(&self) -> impl Iterator<Item = &'a str> {
        self.open.iter().rev().take(FAR).inspect(|_| work::add(1)).map(|one| one.name)
    }
}

#[cfg(test)]
mod tests {
    use super::Dom;

    /// The elements, each in front of its children: `ul(li li(p))`.
    fn tree(text: &str) -> String {
        fn draw(dom: &Dom, text: &str, from: usize, until: usize, out: &mut String) {
            let mut index = from;
            while let Some(element) = dom.elements.get(index).filter(|_| index < until) {
                if !out.is_empty() && !out.ends_with('(') {
                    out.push(' ');
                }
                out.push_str(element.name(text));
                if element.until > index + 1 {
                    out.push('(');
                    draw(dom, text, index + 1, element.until, out);
                    out.push(')');
                }
                index = element.until;
            }
        }
        let dom = Dom::new(text);
        let mut out = String::new();
        draw(&dom, text, 0, dom.elements.len(), &mut out);
        out
    }

    #[test]
    fn elements_end_as_the_standard_says() {
        assert_eq!(tree("<ul><li>a<li>b<ul><li>c</ul><li>d</ul><p>e"), "ul(li li(ul(li)) li) p");
        assert_eq!(tree("<p>a<div>b</div><p>c<b>d</p><i></i>"), "p div p(b) i");
        assert_eq!(
            tree("<table><tr><td>a<td>b<tr><td><table><tr><td></table></table>"),
            "table(tr(td td) tr(td(table(tr(td)))))"
        );
        assert_eq!(
            tree("<select><option>a<option>b<optgroup><option>c</select><input><br/>x"),
            "select(option option optgroup(option)) input br"
        );
        assert_eq!(tree("<dl><dt>a<dd>b<dt>c</dl><form><p></form><a/><b></b>"), "dl(dt dd dt) form(p) a b");
        assert_eq!(tree("<button><p></div></button></nothing></p><i>"), "button(p) i");
    }

    #[test]
    fn raw_content_is_no_markup() {
        let text = "<script>if (a < b) '<p>'</script ><TEXTAREA><b></textarea><title><i></title><style><u>";
        assert_eq!(tree(text), "script TEXTAREA title style");
        assert_eq!(tree("<!-- <p> --><!--><i><!---><b>-->"), "i(b)");
        assert_eq!(tree("a < b, c <3, <?php if ($x->y) { ?><p> <% '<b>' %>{{ '<i>' }}"), "p");
    }

    #[test]
    fn attributes_are_read_however_they_are_quoted() {
        let text = "<a one two=2 three='it is' four = \"4 > 3\" five=a/b six={{ \"x y\" }} seven=\"{{ \"x\" }}\" 8/>";
        let dom = Dom::new(text);
        let values = dom.elements.first().map(|element| {
            let named = |name| element.attribute(text, name).unwrap_or("none");
            ["one", "two", "three", "four", "five", "six", "seven", "8", "x"].map(named)
        });
        let expected = ["", "2", "it is", "4 > 3", "a/b", "{{ \"x y\" }}", "{{ \"x\" }}", "", "none"];
        assert_eq!(values, Some(expected));
    }

    #[test]
    fn a_tag_that_breaks_off_leaves_the_next_one_alone() {
        assert_eq!(tree("<form a=\"b\" <input c=d><p"), "form(input p)");
        assert_eq!(tree("<form a= <input>"), "form(input)");
        assert_eq!(tree("<form a=\"b\n c=\"d\"><p>"), "form(p)");
    }
}
