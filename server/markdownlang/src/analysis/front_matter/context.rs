//! What a check of the front matter, or of a server in it, looks at.

use agmark_schema::{Map, Member, Node, Parsed};
use agmark_syntax::Span;

/// The front matter.
pub(crate) struct FrontMatterContext<'a> {
    pub text: &'a str,
    /// The opening dashes.
    pub delimiter: Span,
    /// Between the delimiters.
    pub content: Span,
    pub parsed: &'a Parsed,
}

impl<'a> FrontMatterContext<'a> {
    /// The keys with their values, without keys whose value cannot be read.
    pub fn members(&self) -> impl Iterator<Item = &'a Member> + use<'a> {
        readable_members(&self.parsed.root)
    }

    /// The items of the list of a key, without items that cannot be read.
    pub fn items(&self, key: &'static str) -> impl Iterator<Item = &'a Node> + use<'a> {
        let lists = self.members().filter(move |member| member.key.text == key);
        lists.flat_map(|member| member.value.as_list().unwrap_or_default()).filter(|item| !item.is_missing())
    }

    /// The entries of `mcp_servers` that are mappings.
    pub fn servers(&self) -> impl Iterator<Item = ServerContext<'a>> + use<'a> {
        let (text, is_complete) = (self.text, self.parsed.complete);
        self.items("mcp_servers")
            .filter_map(move |node| Some(ServerContext { text, is_complete, node, map: node.as_map()? }))
    }

    /// The start of the line after the one with `offset`.
    pub fn next_line(&self, offset: usize) -> usize {
        let rest = self.text.get(offset..).unwrap_or_default();
        rest.find('\n').map_or(self.text.len(), |end| offset + end + 1)
    }
}

/// An entry of `mcp_servers`.
pub(crate) struct ServerContext<'a> {
    text: &'a str,
    /// Whether the front matter was read to its end. If not, a missing key may be in the rest.
    pub is_complete: bool,
    pub node: &'a Node,
    pub map: &'a Map,
}

impl<'a> ServerContext<'a> {
    /// The keys with their values, without keys whose value cannot be read.
    pub fn members(&self) -> impl Iterator<Item = &'a Member> + use<'a> {
        readable_members(self.node)
    }

    pub fn span(&self) -> Span {
        self.node.span.clone().into()
    }

    /// The first line of the entry.
    pub fn first_line(&self) -> Span {
        let span = self.span();
        let line = span.text(self.text).lines().next().unwrap_or_default().trim_end();
        Span::new(span.start as usize, span.start as usize + line.len())
    }
}

fn readable_members(node: &Node) -> impl Iterator<Item = &Member> {
    node.as_map().into_iter().flatten().filter(|member| !member.value.is_missing())
}
