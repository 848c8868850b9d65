//! A server that requires a sign-in, its sign-in service, and a browser.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use url::Url;

use super::model::{Answer, Model, Received, ok};

/// The server with its sign-in service on one port. It ends with the process.
pub struct SignInTestServer {
    model: Model,
    state: Arc<Mutex<State>>,
}

#[derive(Default)]
struct State {
    /// The registered programs with their redirect addresses.
    programs: HashMap<String, String>,
    /// The codes, each with its program and challenge.
    codes: HashMap<String, (String, String)>,
    access: Vec<String>,
    renewing: Vec<String>,
    given: usize,
    lifetime: u64,
}

type Twist = dyn Fn(&Received, &str) -> Option<Answer> + Send + Sync;

impl SignInTestServer {
    /// A server without errors.
    pub fn start() -> Self {
        Self::twisted(|_, _| None)
    }

    /// A server that sends the answers of `twist`, if there are any. `twist` gets the address of the server.
    pub fn twisted(twist: impl Fn(&Received, &str) -> Option<Answer> + Send + Sync + 'static) -> Self {
        let state = Arc::new(Mutex::new(State { lifetime: 3600, ..State::default() }));
        let (kept, twist): (_, Box<Twist>) = (Arc::clone(&state), Box::new(twist));
        let model = Model::deciding(move |request| {
            let home = format!("http://{}", request.header("host").unwrap_or_default());
            twist(request, &home).unwrap_or_else(|| answer(&mut lock(&kept), request, &home))
        });
        Self { model, state }
    }

    /// The base address.
    pub fn home(&self) -> &str {
        self.model.base_url.trim_end_matches("/v1")
    }

    /// The address of the server.
    pub fn url(&self) -> String {
        format!("{}/mcp", self.home())
    }

    /// Sets the lifetime of new tokens, in seconds.
    pub fn set_lifetime(&self, seconds: u64) {
        lock(&self.state).lifetime = seconds;
    }

    /// Makes all tokens invalid.
    pub fn revoke(&self) {
        let mut state = lock(&self.state);
        state.access.clear();
        state.renewing.clear();
    }

    /// A code of another program.
    pub fn code_of_another(&self) -> String {
        let code = "code-of-another".to_owned();
        lock(&self.state).codes.insert(code.clone(), ("another".to_owned(), "x".to_owned()));
        code
    }

    /// The methods and paths of all requests until now, without queries.
    pub fn asked(&self) -> Vec<String> {
        let path = |one: &Received| one.path.split('?').next().unwrap_or_default().to_owned();
        self.model.received().iter().map(|one| format!("{} {}", one.method, path(one))).collect()
    }

    /// All requests until now.
    pub fn received(&self) -> Vec<Received> {
        self.model.received()
    }
}

fn answer(state: &mut State, request: &Received, home: &str) -> Answer {
    let path = request.path.split('?').next().unwrap_or_default();
    match (request.method.as_str(), path) {
        (_, "/mcp") => {
            match request.header("authorization").and_then(|value| value.strip_prefix("Bearer ")) {
                Some(token) if state.access.iter().any(|known| known == token) => tools(request, token),
                _ => Answer::Http(
                    401,
                    vec![(
                        "WWW-Authenticate",
                        format!(
                            "Bearer resource_metadata=\"{home}/.well-known/oauth-protected-resource/mcp\", scope=\"tools:use\""
                        ),
                    )],
                    Vec::new(),
                ),
            }
        }
        ("GET", "/.well-known/oauth-protected-resource/mcp") => {
            ok(json!({ "resource": format!("{home}/mcp"), "authorization_servers": [home] }))
        }
        ("GET", "/.well-known/oauth-authorization-server") => ok(metadata(home)),
        ("POST", "/register") => {
            let id = format!("program-{}", state.programs.len() + 1);
            let back = request.body["redirect_uris"][0].as_str().unwrap_or_default().to_owned();
            state.programs.insert(id.clone(), back.clone());
            ok(json!({ "client_id": id, "redirect_uris": [back] }))
        }
        ("GET", "/authorize") => authorize(state, request),
        ("POST", "/token") => token(state, request, home),
        _ => Answer::Http(404, Vec::new(), Vec::new()),
    }
}

/// The metadata of the service.
fn metadata(home: &str) -> Value {
    json!({
        "issuer": home,
        "authorization_endpoint": format!("{home}/authorize"),
        "token_endpoint": format!("{home}/token"),
        "registration_endpoint": format!("{home}/register"),
        "response_types_supported": ["code"],
        "code_challenge_methods_supported": ["S256"],
    })
}

/// Signs in every visitor.
fn authorize(state: &mut State, request: &Received) -> Answer {
    let fields = fields(request.path.split_once('?').map_or("", |(_, query)| query));
    let get = |name: &str| fields.get(name).cloned().unwrap_or_default();
    let (program, back) = (get("client_id"), get("redirect_uri"));
    if state.programs.get(&program) != Some(&back) || get("code_challenge_method") != "S256" {
        return Answer::Http(400, Vec::new(), Vec::new());
    }
    state.given += 1;
    let code = format!("code-{}", state.given);
    state.codes.insert(code.clone(), (program, get("code_challenge")));
    let query = url::form_urlencoded::Serializer::new(String::new())
        .append_pair("code", &code)
        .append_pair("state", &get("state"))
        .finish();
    Answer::Http(302, vec![("Location", format!("{back}?{query}"))], Vec::new())
}

fn token(state: &mut State, request: &Received, home: &str) -> Answer {
    let fields = fields(&request.text);
    let get = |name: &str| fields.get(name).cloned().unwrap_or_default();
    let fits = get("resource") == format!("{home}/mcp")
        && match get("grant_type").as_str() {
            "authorization_code" => state.codes.remove(&get("code")).is_some_and(|(program, challenge)| {
                let back = state.programs.get(&program);
                program == get("client_id")
                    && back == Some(&get("redirect_uri"))
                    && challenge == base64(&Sha256::digest(get("code_verifier")))
            }),
            "refresh_token" => {
                let place = state.renewing.iter().position(|known| *known == get("refresh_token"));
                place.map(|place| state.renewing.remove(place)).is_some()
            }
            _ => false,
        };
    if !fits {
        let body = json!({ "error": "invalid_grant", "error_description": "\u{1b}[2Jno" });
        let head = vec![("Content-Type", "application/json".to_owned())];
        return Answer::Http(400, head, body.to_string().into_bytes());
    }
    state.given += 1;
    let (access, renewing) =
        (format!("access-secret-{}", state.given), format!("renew-secret-{}", state.given));
    state.access.push(access.clone());
    state.renewing.push(renewing.clone());
    ok(json!({
        "access_token": access,
        "token_type": "Bearer",
        "expires_in": state.lifetime,
        "refresh_token": renewing,
    }))
}

/// A server with the tool `echo`, which also returns the token of the request.
fn tools(request: &Received, token: &str) -> Answer {
    let Some(id) = request.body.get("id") else {
        let status = if request.method == "POST" { 202 } else { 405 };
        return Answer::Http(status, Vec::new(), Vec::new());
    };
    let result = match request.body["method"].as_str() {
        Some("initialize") => json!({
            "protocolVersion": request.body["params"]["protocolVersion"],
            "capabilities": { "tools": {} },
            "serverInfo": { "name": "guarded", "version": "1" },
        }),
        Some("tools/list") => json!({ "tools": [{ "name": "echo", "inputSchema": { "type": "object" } }] }),
        Some("tools/call") => {
            let text = format!("heard {} with {token}", request.body["params"]["arguments"]["message"]);
            json!({ "content": [{ "type": "text", "text": text }] })
        }
        _ => {
            let error = json!({ "code": -32601, "message": "unknown method" });
            return ok(json!({ "jsonrpc": "2.0", "id": id, "error": error }));
        }
    };
    ok(json!({ "jsonrpc": "2.0", "id": id, "result": result }))
}

fn fields(text: &str) -> HashMap<String, String> {
    url::form_urlencoded::parse(text.as_bytes()).into_owned().collect()
}

/// Base64 for URLs, without padding.
fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let mut out = String::new();
    for chunk in bytes.chunks(3) {
        let all =
            chunk.iter().fold(0_u32, |all, byte| all << 8 | u32::from(*byte)) << (8 * (3 - chunk.len()));
        for place in 0..=chunk.len() {
            out.push(char::from(LETTERS[(all >> (18 - 6 * place) & 63) as usize]));
        }
    }
    out
}

/// Fetches an address on this machine. Returns the status, the redirect address, and the page.
///
/// # Panics
/// If there is no answer.
pub fn fetch(address: &str) -> (u16, Option<String>, String) {
    let url = Url::parse(address).expect("an address");
    let host = format!("{}:{}", url.host_str().expect("a host"), url.port().expect("a port"));
    let mut stream = TcpStream::connect(&host).expect("a server at this address");
    let target = address.split_once(&host).map_or("/", |(_, target)| target);
    let request = format!("GET {target} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).expect("a request");
    let mut reader = BufReader::new(stream);
    let (mut line, mut sent, mut length) = (String::new(), None, 0);
    reader.read_line(&mut line).expect("an answer");
    let status = line.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).expect("a header");
        match line.trim_end().split_once(": ") {
            Some(("Location", to)) => sent = Some(to.to_owned()),
            Some(("Content-Length", text)) => length = text.parse().expect("a length"),
            Some(_) => {}
            None => break,
        }
    }
    let mut page = vec![0; length];
    reader.read_exact(&mut page).expect("a page");
    (status, sent, String::from_utf8_lossy(&page).into_owned())
}

/// The redirect address and the state of a sign-in.
///
/// # Panics
/// If the address has none.
pub fn redirect_of(address: &str) -> (String, String) {
    let fields = fields(address.split_once('?').expect("a query").1);
    (fields["redirect_uri"].clone(), fields["state"].clone())
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
