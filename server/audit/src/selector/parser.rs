//! Parses selectors.

use super::parts::{Combinator, Complex, Compound, Operator, Test};

/// Maximum nesting of `:not`.
const MAX_DEPTH: usize = 16;

/// The selectors between the commas of a text.
pub fn parse(text: &str) -> Result<Vec<Complex>, String> {
    let mut parser = Parser { rest: text.trim(), depth: 0 };
    let mut alternatives = vec![parser.complex()?];
    while parser.takes(",") {
        alternatives.push(parser.complex()?);
    }
    if parser.rest.is_empty() { Ok(alternatives) } else { Err(parser.unknown()) }
}

struct Parser<'a> {
    rest: &'a str,
    depth: usize,
}

impl<'a> Parser<'a> {
    fn blanks(&mut self) -> bool {
        let rest = self.rest.trim_start();
        let some = rest.len() < self.rest.len();
        self.rest = rest;
        some
    }

    fn takes(&mut self, mark: &str) -> bool {
        let found = self.rest.trim_start().strip_prefix(mark);
        self.rest = found.map_or(self.rest, str::trim_start);
        found.is_some()
    }

    fn complex(&mut self) -> Result<Complex, String> {
        self.blanks();
        let mut last = self.compound()?;
        let mut before = Vec::new();
        loop {
            let blank = self.blanks();
            let marks = [(">", Combinator::Child), ("+", Combinator::Next), ("~", Combinator::After)];
            let marked =
                marks.into_iter().find(|(mark, _)| self.takes(mark)).map(|(_, combinator)| combinator);
            let ends = self.rest.is_empty() || self.rest.starts_with([',', ')']);
            let combinator = match marked {
                Some(combinator) => combinator,
                None if blank && !ends => Combinator::Inside,
                None => break,
            };
            before.insert(0, (combinator, std::mem::replace(&mut last, self.compound()?)));
        }
        Ok(Complex { last, before })
    }

    fn compound(&mut self) -> Result<Compound, String> {
        let start = self.rest;
        let mut compound = Compound::default();
        if let Some(rest) = self.rest.strip_prefix('*') {
            self.rest = rest;
        } else if self.rest.starts_with(is_name) {
            compound.name = Some(self.name()?);
        }
        while let Some(mark) = self.rest.chars().next() {
            match mark {
                '#' | '.' => {
                    self.rest = self.rest.get(1..).unwrap_or("");
                    let (name, operator) =
                        if mark == '#' { ("id", Operator::Equals) } else { ("class", Operator::Word) };
                    let value = self.name()?;
                    compound.attributes.push(Test {
                        name: name.to_owned(),
                        operator,
                        value,
                        any_case: false,
                    });
                }
                '[' => compound.attributes.push(self.attribute()?),
                ':' => compound.not.extend(self.not()?),
                _ => break,
            }
        }
        match self.rest.len() == start.len() {
            false => Ok(compound),
            true if start.is_empty() => Err("something is missing at the end".to_owned()),
            true => Err(self.unknown()),
        }
    }

    fn attribute(&mut self) -> Result<Test, String> {
        self.takes("[");
        let name = self.name()?;
        let operators = [
            ("~=", Operator::Word),
            ("|=", Operator::Dash),
            ("^=", Operator::Prefix),
            ("$=", Operator::Suffix),
            ("*=", Operator::Contains),
            ("=", Operator::Equals),
        ];
        let operator = operators.into_iter().find(|(mark, _)| self.takes(mark)).map(|(_, operator)| operator);
        let mut test = Test { name, operator: Operator::Exists, value: String::new(), any_case: false };
        if let Some(operator) = operator {
            test.operator = operator;
            test.value = self.value()?;
            test.any_case = self.takes("i") || self.takes("I");
        }
        if self.takes_close("]") { Ok(test) } else { Err("\"]\" is missing".to_owned()) }
    }

    /// Consumes a closing character, but not the spaces after it, which have a meaning.
    fn takes_close(&mut self, mark: &str) -> bool {
        let found = self.rest.trim_start().strip_prefix(mark);
        self.rest = found.unwrap_or(self.rest);
        found.is_some()
    }

    fn value(&mut self) -> Result<String, String> {
        let Some(quote) = self.rest.chars().next().filter(|c| matches!(c, '"' | '\'')) else {
            return self.name();
        };
        let inside = self.rest.get(1..).unwrap_or("");
        let (value, rest) = inside.split_once(quote).ok_or("a quote is not closed")?;
        self.rest = rest;
        Ok(value.to_owned())
    }

    fn not(&mut self) -> Result<Vec<Compound>, String> {
        let Some(rest) = self.rest.strip_prefix(":not(") else { return Err(self.unknown()) };
        self.rest = rest;
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(":not is nested too deep".to_owned());
        }
        let mut all = Vec::new();
        loop {
            self.blanks();
            all.push(self.compound()?);
            if !self.takes(",") {
                break;
            }
        }
        self.depth -= 1;
        if self.takes_close(")") { Ok(all) } else { Err("\")\" is missing".to_owned()) }
    }

    fn name(&mut self) -> Result<String, String> {
        let end = self.rest.find(|c| !is_name(c)).unwrap_or(self.rest.len());
        let (name, rest) = self.rest.split_at(end);
        if name.is_empty() {
            let place =
                if rest.is_empty() { "at the end".to_owned() } else { format!("before \"{}\"", word(rest)) };
            return Err(format!("a name is missing {place}"));
        }
        self.rest = rest;
        Ok(name.to_owned())
    }

    fn unknown(&self) -> String {
        format!("\"{}\" is not known", word(self.rest))
    }
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '-' | '_') || !c.is_ascii()
}

/// The beginning of the rest, for a message.
fn word(rest: &str) -> String {
    let start: usize = rest.find(|c| !is_name(c)).map_or(0, |at| if at == 0 { 1 } else { 0 });
    let tail = rest.get(start..).unwrap_or("");
    let end = tail.find(|c: char| !is_name(c) && c != ' ').map_or(rest.len(), |at| start + at);
    rest.get(..end.max(1)).unwrap_or(rest).trim_end().to_owned()
}
