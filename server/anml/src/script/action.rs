//! An action of a script.

use agmark_syntax::Span;

use crate::script::line::{Token, tokens};
use crate::syntax::chars::is_ref;
use crate::vocabulary::{self, Takes, VERBS, Verb};

/// An action: a line with at least one token.
pub struct Action<'a> {
    /// The start of the line.
    start: usize,
    first: Token<'a>,
    tokens: Vec<Token<'a>>,
}

impl<'a> Action<'a> {
    /// The action in the line that starts at `start`.
    pub fn read(start: usize, line: &'a str) -> Option<Self> {
        let tokens = tokens(line);
        Some(Self { start, first: *tokens.first()?, tokens })
    }

    /// The word of the verb.
    pub fn first(&self) -> &Token<'a> {
        &self.first
    }

    pub fn tokens(&self) -> &[Token<'a>] {
        &self.tokens
    }

    pub fn verb(&self) -> Option<&'static Verb> {
        VERBS.iter().find(|verb| verb.name == self.first.text)
    }

    /// The ref of the element without its `#`, and its span with it.
    pub fn target(&self) -> Option<(&'a str, Span)> {
        let token = self.tokens.get(1)?;
        Some((token.text.strip_prefix('#').filter(|name| is_ref(name))?, self.span(token)))
    }

    /// The span of a token.
    pub fn span(&self, token: &Token<'_>) -> Span {
        Span::new(self.start + token.at, self.start + token.at + token.text.len())
    }
}

/// Whether a verb applies to an element of `role`.
pub fn fits(verb: &Verb, role: &str, expandable: bool) -> bool {
    match verb.takes {
        Takes::Any => true,
        Takes::Interactive => vocabulary::is_interactive(role),
        Takes::Roles(roles) => roles.contains(&role),
        Takes::Expandable(roles) => expandable || roles.contains(&role),
    }
}
