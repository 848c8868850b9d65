//! CSS selectors.
//!
//! Supported are lists, all four combinators (`a b`, `a > b`, `a + b`, `a ~ b`), names, `*`, `#id`, `.class`,
//! attributes (`[a]`, `[a=b]`, `~=`, `|=`, `^=`, `$=`, `*=`, and the flag `i`) and `:not(…)`. Anything else is an
//! error, because ignoring a part of a selector would skip the wrong elements.

mod parser;
mod parts;

use agmark_aaf::syntax::html::{Dom, Element, decode};

use parts::{Combinator, Complex, Compound, Operator, Test};

/// A list of selectors, separated by commas.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selector {
    alternatives: Vec<Complex>,
}

/// Why a selector is not supported.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "selector `{selector}`: {why}: supported are names, #id, .class, [attribute], :not(…) and combinators"
)]
pub struct SelectorError {
    pub selector: String,
    pub why: String,
}

/// Maximum number of elements that are tried to match one selector with one element. It bounds the time for a page
/// that is made to be slow.
const MAX_TRIES: usize = 4096;

impl Selector {
    /// Reads a selector.
    ///
    /// # Errors
    /// If a part of it is not supported.
    pub fn new(text: &str) -> Result<Self, SelectorError> {
        parser::parse(text)
            .map(|alternatives| Selector { alternatives })
            .map_err(|why| SelectorError { selector: text.to_owned(), why })
    }

    /// Whether the element with an index matches.
    pub fn matches(&self, dom: &Dom, text: &str, index: usize) -> bool {
        let mut tries = MAX_TRIES;
        self.alternatives.iter().any(|one| {
            let at = At { dom, text };
            at.element(index).is_some_and(|element| at.is(element, &one.last))
                && at.reaches(index, &one.before, &mut tries)
        })
    }
}

/// The page with its elements.
#[derive(Clone, Copy)]
struct At<'a> {
    dom: &'a Dom,
    text: &'a str,
}

impl<'a> At<'a> {
    fn element(self, index: usize) -> Option<&'a Element> {
        self.dom.elements.get(index)
    }

    /// Whether the parents and siblings of an element match.
    fn reaches(self, index: usize, before: &[(Combinator, Compound)], tries: &mut usize) -> bool {
        let Some(((combinator, compound), rest)) = before.split_first() else { return true };
        let mut at = index;
        loop {
            let Some(left) = tries.checked_sub(1) else { return false };
            *tries = left;
            let next = match combinator {
                Combinator::Inside | Combinator::Child => self.element(at).and_then(|element| element.parent),
                Combinator::Next | Combinator::After => self.sibling_before(at, tries),
            };
            let Some(next) = next else { return false };
            let fits = self.element(next).is_some_and(|element| self.is(element, compound));
            if fits && self.reaches(next, rest, tries) {
                return true;
            }
            if matches!(combinator, Combinator::Child | Combinator::Next) {
                return false;
            }
            at = next;
        }
    }

    /// The previous sibling.
    fn sibling_before(self, index: usize, tries: &mut usize) -> Option<usize> {
        let parent = self.element(index)?.parent;
        // The previous element is the sibling or inside of it.
        let mut at = index.checked_sub(1)?;
        while Some(at) != parent {
            *tries = tries.checked_sub(1)?;
            let element = self.element(at)?;
            if element.parent == parent {
                return Some(at);
            }
            at = element.parent?;
        }
        None
    }

    fn is(self, element: &Element, compound: &Compound) -> bool {
        compound.name.as_ref().is_none_or(|name| element.is(self.text, name))
            && compound.attributes.iter().all(|test| self.passes(element, test))
            && !compound.not.iter().any(|not| self.is(element, not))
    }

    fn passes(self, element: &Element, test: &Test) -> bool {
        let Some(written) = element.attribute(self.text, &test.name) else { return false };
        let (mut value, mut wanted) = (decode(written).into_owned(), test.value.clone());
        if test.any_case {
            value.make_ascii_lowercase();
            wanted.make_ascii_lowercase();
        }
        // An empty value is not a part of any value.
        let part = |found: bool| found && !wanted.is_empty();
        match test.operator {
            Operator::Exists => true,
            Operator::Equals => value == wanted,
            Operator::Word => value.split_ascii_whitespace().any(|word| word == wanted),
            Operator::Dash => {
                value.strip_prefix(&wanted).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
            }
            Operator::Prefix => part(value.starts_with(&wanted)),
            Operator::Suffix => part(value.ends_with(&wanted)),
            Operator::Contains => part(value.contains(&wanted)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "<main id=top class='wide dark'><p>1<p class=note lang=en-GB>2<b>3</b></p><i>4</i><a \
                        href='/x.PDF'>5</a></main><b>6</b>";

    /// The elements that match, by name and the digit in them.
    fn found(selector: &str) -> String {
        let dom = Dom::new(PAGE);
        let read = Selector::new(selector).unwrap();
        let meant = (0..dom.elements.len()).filter(|&index| read.matches(&dom, PAGE, index));
        let names = meant.map(|index| dom.elements[index].name(PAGE).to_owned());
        names.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn selectors_find_what_they_name() {
        for (selector, expected) in [
            ("p", "p p"),
            ("P.note", "p"),
            ("*", "main p p b i a b"),
            ("#top", "main"),
            (".dark", "main"),
            (".dark.wide", "main"),
            (".dar", ""),
            ("main b", "b"),
            ("main > b", ""),
            ("p>b", "b"),
            ("p + i", "i"),
            ("p ~ a", "a"),
            ("p + a", ""),
            ("main + b", "b"),
            ("i, a ,b", "b i a b"),
            ("[href]", "a"),
            ("[href$=pdf]", ""),
            ("[href$='.pdf' i]", "a"),
            ("a[href^=\"/\"]", "a"),
            ("[href*=x]", "a"),
            ("[class~=wide]", "main"),
            ("[lang|=en]", "p"),
            ("[lang|=e]", ""),
            ("[class*='']", ""),
            ("p:not(.note)", "p"),
            ("main > :not(p, i)", "a"),
            ("main p.note b", "b"),
        ] {
            assert_eq!(found(selector), expected, "{selector}");
        }
    }

    #[test]
    fn what_is_not_understood_is_said() {
        let why = |selector: &str| Selector::new(selector).unwrap_err().why;
        assert_eq!(why("a:hover"), "\":hover\" is not known");
        assert_eq!(why("a::before"), "\":\" is not known");
        assert_eq!(why(""), "something is missing at the end");
        assert_eq!(why("a,"), "something is missing at the end");
        assert_eq!(why("a >"), "something is missing at the end");
        assert_eq!(why("> a"), "\"> a\" is not known");
        assert_eq!(why("[a"), "\"]\" is missing");
        assert_eq!(why("[a='x]"), "a quote is not closed");
        assert_eq!(why("."), "a name is missing at the end");
        assert_eq!(why("a b}"), "\"}\" is not known");
        assert_eq!(why(":not(a"), "\")\" is missing");
        assert_eq!(why(":not(a b)"), "\")\" is missing");
        let deep = ":not(".repeat(100_000);
        assert_eq!(why(&deep), ":not is nested too deep");
    }
}
