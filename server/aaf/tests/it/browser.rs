//! Elements as a browser sees them: our reader compared with one that follows the HTML standard to the letter, on
//! generated pages of what people write.

use agmark_aaf::syntax::html::{Dom, decode};
use agmark_syntax::testing::Random;
use scraper::{ElementRef, Html};

/// An element: name, attributes, and how many elements are around it below `body`.
type Seen = (String, Vec<(String, String)>, usize);

fn ours(text: &str) -> Vec<Seen> {
    let dom = Dom::new(text);
    dom.elements
        .iter()
        .enumerate()
        .map(|(index, element)| {
            let attributes = element.tag.attributes.iter().map(|one| {
                let value = one.value.as_ref().map_or("", |value| &text[value.span.clone()]);
                (text[one.name.clone()].to_ascii_lowercase(), decode(value).into_owned())
            });
            (element.name(text).to_ascii_lowercase(), attributes.collect(), dom.ancestors(index).count())
        })
        .collect()
}

fn theirs(text: &str) -> Vec<Seen> {
    let page = Html::parse_document(&format!("<!doctype html><html><head></head><body>{text}</body></html>"));
    let body = scraper::Selector::parse("body *").expect("a selector");
    let around = |element: ElementRef<'_>| {
        element
            .ancestors()
            .filter_map(ElementRef::wrap)
            .take_while(|one| one.value().name() != "body")
            .count()
    };
    page.select(&body)
        // A browser adds the bodies of tables.
        .filter(|one| one.value().name() != "tbody")
        .map(|one| {
            let attributes = one.value().attrs().map(|(name, value)| (name.to_owned(), value.to_owned()));
            let bodies = one
                .ancestors()
                .filter_map(ElementRef::wrap)
                .filter(|one| one.value().name() == "tbody")
                .count();
            (one.value().name().to_owned(), attributes.collect(), around(one) - bodies)
        })
        .collect()
}

/// Writes a page: each element in the ways that people write it, with end tags left out where the standard lets them.
struct Writer {
    random: Random,
    out: String,
}

impl Writer {
    fn one<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[self.random.below(all.len())]
    }

    fn attributes(&mut self) {
        let mut names = vec!["id", "class", "DATA-agent-kind", "data-agent-field", "hidden", "title", "name"];
        for _ in 0..self.random.below(4) {
            let at = self.random.below(names.len());
            let name = names.swap_remove(at);
            let value = self.one(&["a", "b c", "x > y", "a &amp; b", "&lt;p&gt;", "it&#39;s", "", "é東"]);
            let (space, equals) = (self.one(&[" ", "\n  ", "  "]), self.one(&["=", " = ", "= "]));
            self.out.push_str(space);
            self.out.push_str(name);
            match self.random.below(4) {
                0 => {}
                1 if !value.is_empty() && !value.contains([' ', '>', '&', '<']) => {
                    self.out.push_str(&format!("={value}"))
                }
                2 => self.out.push_str(&format!("{equals}'{value}'")),
                _ => self.out.push_str(&format!("{equals}\"{value}\"")),
            }
        }
    }

    fn start(&mut self, name: &str) {
        self.out.push('<');
        let name = if self.random.below(8) == 0 { name.to_uppercase() } else { name.to_owned() };
        self.out.push_str(&name);
        self.attributes();
        self.out.push('>');
    }

    fn text(&mut self) {
        let text = self.one(&["words", " a < b ", "3 &lt; 4", "\n", "", "&copy; {x}", "- > -"]);
        self.out.push_str(text);
    }

    /// Content that may hold blocks.
    fn flow(&mut self, depth: usize) {
        for _ in 0..self.random.below(4) {
            self.text();
            if depth == 0 {
                continue;
            }
            match self.random.below(9) {
                0 => self.block("div", depth),
                1 => self.block("section", depth),
                2 => {
                    self.start("p");
                    self.phrases(depth - 1);
                    // Its end may be left out where a block or the parent's end comes next.
                    if self.random.below(2) == 0 {
                        self.out.push_str("</p>");
                    } else {
                        self.out.push_str("<hr>");
                    }
                }
                3 => self.list(depth),
                4 => self.table(depth),
                5 => self.raw(),
                6 => self.out.push_str("<!-- <b data-agent-kind=x> -- > -->"),
                7 => self.definitions(depth),
                _ => self.phrases(depth - 1),
            }
        }
    }

    fn block(&mut self, name: &str, depth: usize) {
        self.start(name);
        self.flow(depth - 1);
        self.out.push_str(&format!("</{name}>"));
    }

    /// Content without blocks.
    fn phrases(&mut self, depth: usize) {
        for _ in 0..self.random.below(4) {
            self.text();
            match self.random.below(6) {
                0 => self.start("br"),
                1 => self.start("input"),
                2 if depth > 0 => {
                    self.start("span");
                    self.phrases(depth - 1);
                    self.out.push_str("</span>");
                }
                3 if depth > 0 => {
                    self.start("label");
                    self.text();
                    self.out.push_str("</label >");
                }
                4 => {
                    self.start("select");
                    for _ in 0..self.random.below(3) {
                        self.start("option");
                        self.out.push_str("one");
                        if self.random.below(2) == 0 {
                            self.out.push_str("</option>");
                        }
                    }
                    self.out.push_str("</select>");
                }
                _ => {}
            }
        }
    }

    fn list(&mut self, depth: usize) {
        self.start("ul");
        for _ in 0..self.random.below(4) {
            self.start("li");
            self.flow(depth - 1);
            if self.random.below(2) == 0 {
                self.out.push_str("</li>\n");
            }
        }
        self.out.push_str("</ul>");
    }

    fn definitions(&mut self, depth: usize) {
        self.start("dl");
        for _ in 0..self.random.below(4) {
            let name = self.one(&["dt", "dd"]);
            self.start(name);
            self.phrases(depth - 1);
            if self.random.below(2) == 0 {
                self.out.push_str(&format!("</{name}>"));
            }
        }
        self.out.push_str("</dl>");
    }

    fn table(&mut self, depth: usize) {
        self.start("table");
        for _ in 0..self.random.below(3) {
            self.start("tr");
            for _ in 0..self.random.below(3) {
                let name = self.one(&["td", "th"]);
                self.start(name);
                self.flow(depth - 1);
                if self.random.below(2) == 0 {
                    self.out.push_str(&format!("</{name}>"));
                }
            }
            if self.random.below(2) == 0 {
                self.out.push_str("</tr>");
            }
        }
        self.out.push_str("</table>");
    }

    fn raw(&mut self) {
        let name = self.one(&["script", "style", "textarea"]);
        self.start(name);
        let content = self.one(&["if (a < b) '<p id=x>'", "<b>", "</scrip", "p > a {}", "<!-- x"]);
        self.out.push_str(content);
        self.out.push_str(&format!("</{name}>"));
    }
}

/// What a browser keeps of an attribute list: the first of a name. Ours keeps all, and says which one counts.
fn sorted(mut seen: Vec<Seen>) -> Vec<Seen> {
    for (_, attributes, _) in &mut seen {
        attributes.sort();
    }
    seen
}

#[test]
fn generated_pages_have_the_elements_that_a_browser_sees() {
    let mut elements = 0;
    for seed in 1..1500 {
        let mut writer = Writer { random: Random(seed * 7919 + 1), out: String::new() };
        writer.flow(4);
        let page = writer.out;
        let (ours, theirs) = (sorted(ours(&page)), sorted(theirs(&page)));
        elements += ours.len();
        assert_eq!(ours, theirs, "seed {seed}:\n{page}");
    }
    assert!(elements > 10_000, "{elements} elements");
}
