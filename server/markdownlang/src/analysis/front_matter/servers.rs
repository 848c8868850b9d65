//! `mcp_servers`.

use agmark_schema::{Key, Map, Member, Node as Value};
use agmark_syntax::{Awaits, Definition, Link, LinkKind, Name, Span, SymbolKind};

use super::{Front, key_symbol, leaf};
use crate::names;
use crate::rules::{
    bad_server_name, bad_url, duplicate_server, literal_token, missing_key, server_transport, unknown_key,
    unused_server_key, wrong_type,
};
use crate::vocabulary::SERVER_KEYS;

impl Front<'_> {
    pub(super) fn servers(&mut self, key: &Key, value: &Value, member: Span) {
        let Some(servers) = value.as_list() else {
            return self.report(wrong_type::at(
                "mcp_servers",
                value,
                "a list of servers, [{ name: …, command: … }]",
            ));
        };
        let mut symbol = key_symbol(key, value, SymbolKind::Array, String::new());
        symbol.span = member;
        self.symbol(symbol);
        for server in servers.iter().filter(|s| !s.is_missing()) {
            self.server(server);
        }
    }

    fn server(&mut self, server: &Value) {
        let span: Span = server.span.clone().into();
        let Some(map) = server.as_map() else {
            return self.report(wrong_type::at("mcp_servers", server, "a mapping, { name: …, command: … }"));
        };
        for member in map {
            self.server_key(member, map, span);
        }
        if self.complete && server.get("name").is_none() {
            let finding = missing_key::in_server(self.first_line_of(span));
            self.report(finding.awaiting(Awaits::Within(span)));
        }
        match (server.member("command"), server.member("url")) {
            (None, None) if !self.complete => {}
            (None, None) => self.report(server_transport::neither(self.first_line_of(span))),
            (Some(command), Some(url)) => {
                let (a, b) = (command.key.span.clone(), url.key.span.clone());
                let (first, second) = if a.start < b.start { (a, b) } else { (b, a) };
                self.report(server_transport::both(second.into(), first.into()));
            }
            (Some(_), None) => self.unused(map, &["headers"], "url"),
            (None, Some(_)) => self.unused(map, &["args", "env"], "command"),
        }
    }

    /// Reports keys that belong to the other kind of server.
    fn unused(&mut self, map: &Map, keys: &[&str], other: &str) {
        for member in map.into_iter().filter(|member| keys.contains(&member.key.text.as_str())) {
            self.report(unused_server_key::at(member.key.span.clone().into(), &member.key.text, other));
        }
    }

    fn headers(&mut self, key: &Key, value: &Value) {
        let right = value.as_map().is_some_and(|map| map.iter().all(|m| is_scalar(&m.value)));
        if !self.expect(key, value, "a mapping of headers to strings", right) {
            return;
        }
        for member in value.as_map().into_iter().flatten() {
            let text = member.value.as_str().unwrap_or_default();
            let span = member.value.content_span().into();
            if let Some(finding) = literal_token::at(span, &member.key.text, text) {
                self.report(finding);
            }
        }
    }

    fn server_key(&mut self, member: &Member, map: &Map, server: Span) {
        let (key, value) = (&member.key, &member.value);
        if value.is_missing() {
            return;
        }
        match key.text.as_str() {
            "name" => self.server_name(value, server),
            "command" => {
                if self.expect(key, value, "a string", value.as_str().is_some()) {
                    self.not_empty(key, value);
                }
            }
            "args" => {
                let right = value.as_list().is_some_and(|list| list.iter().all(is_scalar));
                self.expect(key, value, "a list of strings", right);
            }
            "env" => {
                let right = value.as_map().is_some_and(|map| map.iter().all(|m| is_scalar(&m.value)));
                self.expect(key, value, "a mapping of variables to strings", right);
            }
            "url" => self.url(key, value),
            "headers" => self.headers(key, value),
            "disabled" => {
                self.expect(key, value, "true or false", value.as_bool().is_some());
            }
            _ => self.report(unknown_key::at(key, "a server", SERVER_KEYS, map)),
        }
    }

    fn server_name(&mut self, value: &Value, server: Span) {
        let Some(name) = value.as_str() else {
            return self.report(wrong_type::at("name", value, "a string"));
        };
        let span: Span = value.content_span().into();
        if let Some(complaint) = bad_server_name::complaint(name) {
            return self.report(bad_server_name::at(span, complaint));
        }
        self.analysis.definitions.push(Definition {
            name: Name::new(names::SERVER, name),
            span,
            whole: server,
            global: false,
            unique: Some(&duplicate_server::RULE),
        });
        let mut symbol = leaf(name, span, 2, SymbolKind::Interface);
        symbol.span = server;
        if server.covers(span) {
            self.symbol(symbol);
        }
    }

    fn url(&mut self, key: &Key, value: &Value) {
        let Some(url) = value.as_str() else {
            return self.report(wrong_type::at(&key.text, value, "a string"));
        };
        let span: Span = value.content_span().into();
        if !bad_url::is_good(url) {
            return self.report(bad_url::at(span, url));
        }
        if !url.contains("${") {
            self.analysis.links.push(Link { span, kind: LinkKind::Address, target: url.to_owned() });
        }
    }

    fn first_line_of(&self, span: Span) -> Span {
        let line = span.text(self.text).lines().next().unwrap_or_default().trim_end();
        Span::new(span.start as usize, span.start as usize + line.len())
    }
}

/// Whether a value can stand for a string: numbers and booleans are handed over as they are written.
fn is_scalar(value: &Value) -> bool {
    value.as_map().is_none() && value.as_list().is_none()
}
