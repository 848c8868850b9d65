//! Whether a text is a CSS selector: models sometimes give the selector of a value instead of the value.
//!
//! Some ordinary texts look like selectors: `.NET`, `#4711`, `a > b`. So a text counts only if all of it is a selector,
//! and if it has a part that is rare in other texts: an attribute in brackets, an element of HTML with a class or an
//! id, a pseudo-class, elements that are joined by a combinator, or an id or a class that is spelt like an identifier.

/// Elements that selectors name, without those of one letter.
const ELEMENTS: &[&str] = &[
    "article", "aside", "body", "button", "datalist", "dialog", "div", "fieldset", "footer", "form", "h1",
    "h2", "h3", "header", "html", "iframe", "img", "input", "label", "legend", "li", "main", "nav", "ol",
    "option", "output", "section", "select", "span", "table", "tbody", "td", "textarea", "th", "thead", "tr",
    "ul",
];

/// Pseudo-classes in selectors of models.
const PSEUDO: &[&str] = &[
    "active",
    "checked",
    "contains",
    "disabled",
    "enabled",
    "first-child",
    "first-of-type",
    "focus",
    "has",
    "has-text",
    "hover",
    "is",
    "last-child",
    "last-of-type",
    "not",
    "nth-child",
    "nth-of-type",
    "only-child",
    "text",
    "visible",
    "where",
];

/// Longer texts are not selectors.
const LONGEST: usize = 512;

/// Whether a text is a CSS selector, by its form.
pub fn is_selector(text: &str) -> bool {
    let text = text.trim();
    if text.is_empty() || text.len() > LONGEST {
        return false;
    }
    let mut reader = SelectorParser { rest: text, telling: false, elements: 0, joined: false };
    reader.whole() && (reader.telling || (reader.joined && reader.elements > 1))
}

struct SelectorParser<'a> {
    rest: &'a str,
    /// Whether it has a part that is rare outside of selectors.
    telling: bool,
    /// The number of elements of HTML in it.
    elements: usize,
    /// Whether it has a combinator other than a space.
    joined: bool,
}

impl<'a> SelectorParser<'a> {
    /// Reads compound selectors and combinators up to the end.
    fn whole(&mut self) -> bool {
        loop {
            if !self.compound() {
                return false;
            }
            let blank = self.skip_blanks();
            if self.rest.is_empty() {
                return true;
            }
            let combinator = self.rest.chars().next().filter(|c| matches!(c, '>' | '+' | '~' | ','));
            match combinator {
                Some(combinator) => {
                    self.joined |= combinator != ',';
                    self.rest = self.rest.get(1..).unwrap_or("");
                    self.skip_blanks();
                }
                None if blank => {}
                None => return false,
            }
        }
    }

    /// `input.wide#day[name=x]:first-child`
    fn compound(&mut self) -> bool {
        let name = self.name();
        let element = ELEMENTS.iter().any(|one| one.eq_ignore_ascii_case(name));
        if self.rest.starts_with('*') && name.is_empty() {
            self.rest = self.rest.get(1..).unwrap_or("");
        } else if !name.is_empty() && !element {
            return false;
        }
        self.elements += usize::from(element);
        let mut parts = 0;
        loop {
            let read = match self.rest.chars().next() {
                Some('#' | '.') => self.named(element),
                Some('[') => self.attribute(),
                Some(':') => self.pseudo(),
                _ => break,
            };
            if !read {
                return false;
            }
            parts += 1;
        }
        element || parts > 0
    }

    /// `#day-input`, `.btn-primary`
    fn named(&mut self, of_element: bool) -> bool {
        self.rest = self.rest.get(1..).unwrap_or("");
        let name = self.name();
        // An identifier does not begin with a digit: `#4711` is a number.
        let legal = name.starts_with(|c: char| c.is_alphabetic() || c == '_' || c == '-');
        self.telling |= of_element || is_spelt_like_code(name);
        legal
    }

    /// `[name=day]`, `[data-testid="x"]`
    fn attribute(&mut self) -> bool {
        let Some((inside, rest)) = self.rest.get(1..).and_then(|rest| rest.split_once(']')) else {
            return false;
        };
        let name = inside.split(['=', '~', '|', '^', '$', '*']).next().unwrap_or("").trim();
        let legal = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
            && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | ':'));
        // `[draft]` is a text in brackets.
        self.telling |= inside.contains('=') || name.contains('-') || self.elements > 0;
        self.rest = rest;
        legal
    }

    fn pseudo(&mut self) -> bool {
        self.rest = self.rest.trim_start_matches(':');
        let name = self.name();
        if !PSEUDO.contains(&name) {
            return false;
        }
        if let Some(arguments) = self.rest.strip_prefix('(') {
            let Some((_, rest)) = arguments.split_once(')') else { return false };
            self.rest = rest;
        }
        self.telling |= self.elements > 0;
        true
    }

    fn name(&mut self) -> &'a str {
        let is_part = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_');
        let end = self.rest.find(|c| !is_part(c)).unwrap_or(self.rest.len());
        let (name, rest) = self.rest.split_at(end);
        self.rest = rest;
        name
    }

    fn skip_blanks(&mut self) -> bool {
        let trimmed = self.rest.trim_start();
        let skipped = trimmed.len() < self.rest.len();
        self.rest = trimmed;
        skipped
    }
}

/// Whether a name is spelt like an identifier: `day-input`, `day_input`, `dayInput`.
fn is_spelt_like_code(name: &str) -> bool {
    let small = name.starts_with(|c: char| c.is_ascii_lowercase());
    let inside = name.get(1..).unwrap_or("");
    small && inside.contains(|c: char| c == '-' || c == '_' || c.is_ascii_uppercase()) && name.is_ascii()
}

#[cfg(test)]
mod tests {
    use super::is_selector;

    #[test]
    fn selectors_are_told_from_texts() {
        for selector in [
            "input[name=day]",
            "input[name=\"day\"]",
            "[name=day]",
            "[data-testid]",
            "#day-input",
            "#dayInput",
            ".btn-primary",
            "form > input",
            "form#order input",
            "div.row",
            "input:first-child",
            "#order-form input[type=date]",
            "ul li.item",
            "  #day_input ",
        ] {
            assert!(is_selector(selector), "{selector}");
        }
        for text in [
            "",
            ".NET",
            "#4711",
            "#urgent",
            ".gitignore",
            ".5",
            "[draft]",
            "a > b",
            "form",
            "the form",
            "input data",
            "see [1]",
            "C#",
            "foo.bar@example.com",
            "https://x.example/#a-b",
            "3.5",
            "price: 3",
            "- item",
            "#Überblick-neu",
            "Use input[name=day] please",
            "#1-a",
        ] {
            assert!(!is_selector(text), "{text}");
        }
    }
}
