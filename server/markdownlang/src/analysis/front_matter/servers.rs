//! The names and links of `mcp_servers`.

use agmark_schema::{Key, Node as Value};
use agmark_syntax::{Definition, Link, LinkKind, Name, Span, Symbol, SymbolKind};

use super::FrontMatterReader;
use super::context::{FrontMatterContext, ServerContext};
use crate::analysis::symbol::{key_symbol, symbol};
use crate::names;
use crate::rules::{bad_url, duplicate_server};

impl FrontMatterReader<'_> {
    pub(super) fn servers(
        &mut self,
        key: &Key,
        value: &Value,
        member: Span,
        context: &FrontMatterContext<'_>,
    ) {
        if value.as_list().is_none() {
            return;
        }
        let list = key_symbol(key, value, 1, SymbolKind::Array);
        self.analysis.symbols.push(Symbol { span: member, ..list });
        for server in context.servers() {
            self.server(&server);
        }
    }

    fn server(&mut self, server: &ServerContext<'_>) {
        for member in server.members() {
            let Some(text) = member.value.as_str() else { continue };
            let span = member.value.content_span().into();
            match member.key.text.as_str() {
                "name" if names::server_name_error(text).is_none() => {
                    self.server_name(text, span, server.span())
                }
                "url" if bad_url::is_valid(text) && !text.contains("${") => {
                    let target = text.to_owned();
                    self.analysis.links.push(Link { span, kind: LinkKind::Address, target });
                }
                _ => {}
            }
        }
    }

    fn server_name(&mut self, name: &str, span: Span, server: Span) {
        self.analysis.definitions.push(Definition {
            name: Name::new(names::SERVER, name),
            span,
            whole: server,
            global: false,
            unique: Some(&duplicate_server::RULE),
        });
        if server.covers(span) {
            let symbol = symbol(name, span, 2, SymbolKind::Interface);
            self.analysis.symbols.push(Symbol { span: server, ..symbol });
        }
    }
}
