//! The places of schemas in the front matter.

use agmark_schema::{Member, pointer, yaml};
use agmark_syntax::Span;

use super::Program;

impl Program {
    /// The key of the schema for the value at a JSON Pointer, in the schema `of` (`input` or `output`): the nearest key that
    /// exists, or the key `of` itself. `None` if the program does not have the schema.
    pub fn schema_place(&self, of: &str, pointer: &str) -> Option<Span> {
        let front = self.front?;
        let parsed = yaml::parse_at(front.text(&self.text), front.start as usize);
        let mut at = parsed.root.member(of)?;
        for token in pointer::steps(pointer) {
            match step(at, &token) {
                Some(next) => at = next,
                None => break,
            }
        }
        Some(at.key.span.clone().into())
    }
}

/// The schema of a property or an item.
fn step<'a>(schema: &'a Member, token: &str) -> Option<&'a Member> {
    let property = schema.value.get("properties").and_then(|all| all.member(token));
    let is_index = token.bytes().all(|byte| byte.is_ascii_digit());
    property.or_else(|| schema.value.member("items").filter(|_| is_index))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_key_is_found() {
        let text = "---\nname: p\ninput:\n  properties:\n    a/b: { type: string }\n    list:\n      items:\n        properties:\n          x: {}\n---\n";
        let program = Program::read(text);
        let at =
            |pointer: &str| program.schema_place("input", pointer).map(|span| span.text(text).to_owned());
        let found = ["", "/a~1b", "/list", "/list/3", "/list/3/x", "/list/3/y/z", "/gone", "/a~1b/0"].map(at);
        let expected = ["input", "a/b", "list", "items", "x", "items", "input", "a/b"];
        assert_eq!(found, expected.map(|key| Some(key.to_owned())));
        assert_eq!(program.schema_place("output", ""), None);
        assert_eq!(Program::read("no program").schema_place("input", ""), None);
    }
}
