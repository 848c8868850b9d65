//! The server over HTTP.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::process::Child;

use serde_json::{Value, json};

use crate::process::{Folder, Process};

/// The program, listening.
struct Listening {
    child: Child,
    authority: String,
    authorization: String,
}

impl Drop for Listening {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Listening {
    fn start(folder: &Folder) -> Self {
        let (child, lines) = Process::lines(folder, &["--http", "0"], 2);
        let address = lines[0].strip_prefix("http://").and_then(|line| line.strip_suffix("/mcp"));
        Self { child, authority: address.expect("an address").to_owned(), authorization: lines[1].clone() }
    }

    /// Sends a request; returns the status and the rest.
    fn post(&self, path: &str, headers: &[&str], body: &Value) -> (u16, String) {
        let body = body.to_string();
        let mut request =
            format!("POST {path} HTTP/1.1\r\nConnection: close\r\nContent-Type: application/json\r\n");
        request.push_str("Accept: application/json, text/event-stream\r\n");
        for header in headers {
            request.push_str(&format!("{header}\r\n"));
        }
        request.push_str(&format!("Content-Length: {}\r\n\r\n{body}", body.len()));
        let mut stream = TcpStream::connect(&self.authority).expect("a connection");
        stream.write_all(request.as_bytes()).expect("the server reads");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        let status = answer.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
        (status, answer)
    }

    fn host(&self) -> String {
        format!("Host: {}", self.authority)
    }
}

fn initialize() -> Value {
    let client = json!({ "name": "test", "version": "1" });
    let params = json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client });
    json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params })
}

#[test]
fn a_client_with_the_token_is_served() {
    let folder = Folder::new(&[("a.agd", "@p x [#a]\n")]);
    let server = Listening::start(&folder);
    let host = server.host();
    let (status, answer) = server.post("/mcp", &[&host, &server.authorization], &initialize());
    assert_eq!(status, 200, "{answer}");
    let session = answer.lines().find(|line| line.to_lowercase().starts_with("mcp-session-id:"));
    let session = session.expect("a session").to_owned();
    let headers = [host.as_str(), &server.authorization, &session, "MCP-Protocol-Version: 2025-06-18"];
    let ready = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
    assert_eq!(server.post("/mcp", &headers, &ready).0, 202);
    let call = json!({ "name": "get", "arguments": { "path": "a.agd", "names": "a" } });
    let call = json!({ "jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": call });
    let (status, answer) = server.post("/mcp", &headers, &call);
    assert_eq!(status, 200);
    assert!(answer.contains("a.agd:1-1 a:") && answer.contains(r"\n@p x [#a]"), "{answer}");
}

#[test]
fn everybody_else_is_refused() {
    let folder = Folder::new(&[("a.agd", "@p x [#a]\n")]);
    let server = Listening::start(&folder);
    let (host, token) = (server.host(), server.authorization.clone());
    let last = if token.ends_with('0') { '1' } else { '0' };
    let wrong = format!("{}{last}", &token[..token.len() - 1]);
    let port = server.authority.rsplit(':').next().expect("a port");
    for (path, headers, expected) in [
        ("/mcp", vec![host.as_str()], 401),
        ("/mcp", vec![host.as_str(), wrong.as_str()], 401),
        ("/mcp", vec![host.as_str(), "Authorization: Basic eDp5"], 401),
        ("/mcp", vec![host.as_str(), token.as_str(), "Origin: http://evil.example"], 403),
        ("/mcp", vec![host.as_str(), token.as_str(), "Origin: null"], 403),
        ("/mcp", vec!["Host: evil.example", token.as_str()], 403),
        ("/mcp", vec![&*format!("Host: evil.example:{port}"), token.as_str()], 403),
        ("/", vec![host.as_str(), token.as_str()], 404),
    ] {
        let (status, answer) = server.post(path, &headers, &initialize());
        assert_eq!(status, expected, "{path} {headers:?}: {answer}");
        assert!(!answer.contains("serverInfo"), "{answer}");
    }
}
