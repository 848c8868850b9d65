//! The answer of the browser: an HTTP request to this machine.

use std::time::Duration;

use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::timeout;
use url::Url;

use super::error::{SignInError, denied};

/// The path of the address for the answer.
const PATH: &str = "/callback";

/// The maximum size of the head of a request, in bytes.
const MAX_HEAD: usize = 16 << 10;

/// The maximum number of open connections. Browsers open some that they do not use.
const MAX_CONNECTIONS: usize = 16;

/// The time limit for a request.
const LIMIT: Duration = Duration::from_secs(20);

/// Waits for the browser.
pub struct Listener {
    tcp: TcpListener,
    port: u16,
}

/// The answer of the browser.
#[derive(Debug, PartialEq, Eq)]
pub struct Answer {
    pub code: String,
    pub issuer: Option<String>,
}

impl Listener {
    /// Listens on a free port of this machine, which no other machine can reach.
    pub async fn open() -> std::io::Result<Self> {
        let tcp = TcpListener::bind(("127.0.0.1", 0)).await?;
        let port = tcp.local_addr()?.port();
        Ok(Self { tcp, port })
    }

    /// The address for the answer.
    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}{PATH}", self.port)
    }

    /// Waits for the request with the answer, and closes the port.
    ///
    /// # Errors
    /// If the answer belongs to another sign-in, or the sign-in was denied.
    pub async fn answer(self, state: &str) -> Result<Answer, SignInError> {
        let mut open = FuturesUnordered::new();
        loop {
            tokio::select! {
                accepted = self.tcp.accept(), if open.len() < MAX_CONNECTIONS => match accepted {
                    Ok((stream, _)) => open.push(timeout(LIMIT, serve(stream, self.port, state))),
                    Err(error) => return Err(SignInError::Listen(error.to_string())),
                },
                Some(served) = open.next(), if !open.is_empty() => {
                    if let Ok(Some(answer)) = served {
                        return answer;
                    }
                }
            }
        }
    }
}

/// Serves a connection; `None` if the request is not the answer.
async fn serve(mut stream: TcpStream, port: u16, state: &str) -> Option<Result<Answer, SignInError>> {
    let head = head(&mut stream).await?;
    let answer = read(&head, port, state);
    let (status, text) = match &answer {
        None => ("404 Not Found", "Not found."),
        Some(Ok(_)) => ("200 OK", "Continue in the terminal. You can close this page."),
        Some(Err(_)) => {
            ("400 Bad Request", "The sign-in failed. The terminal shows the reason. You can close this page.")
        }
    };
    let page = format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>agmark</title><p>{text}</p></html>\n"
    );
    let response = format!(
        "HTTP/1.1 {status}\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: {}\r\nCache-Control: no-store\r\nReferrer-Policy: no-referrer\r\nContent-Security-Policy: default-src 'none'\r\nConnection: close\r\n\r\n{page}",
        page.len()
    );
    // The answer is used even if the browser does not receive the page.
    let _ = stream.write_all(response.as_bytes()).await;
    let _ = stream.shutdown().await;
    answer
}

/// The head of a request.
async fn head(stream: &mut TcpStream) -> Option<String> {
    let mut bytes = Vec::new();
    let mut piece = [0; 2048];
    while !bytes.windows(4).any(|end| end == b"\r\n\r\n") {
        let read = stream.read(&mut piece).await.ok().filter(|read| *read > 0)?;
        bytes.extend_from_slice(piece.get(..read)?);
        if bytes.len() > MAX_HEAD {
            return None;
        }
    }
    String::from_utf8(bytes).ok()
}

/// The answer in a request; `None` if the request is something else.
fn read(head: &str, port: u16, state: &str) -> Option<Result<Answer, SignInError>> {
    let mut lines = head.split("\r\n");
    let target = lines.next()?.strip_prefix("GET ")?.strip_suffix(" HTTP/1.1")?;
    // Another website may reach this port through its own host name.
    let mut hosts =
        lines.filter_map(|line| line.split_once(':')).filter(|(name, _)| name.eq_ignore_ascii_case("host"));
    let host = hosts.next()?.1.trim();
    if hosts.next().is_some() || host != format!("127.0.0.1:{port}") || !target.starts_with('/') {
        return None;
    }
    let url = Url::parse(&format!("http://127.0.0.1:{port}{target}")).ok()?;
    if url.path() != PATH {
        return None;
    }
    let all = |key: &str| -> Vec<String> {
        url.query_pairs().filter(|(name, _)| name == key).map(|(_, value)| value.into_owned()).collect()
    };
    if all("state") != [state] {
        return Some(Err(SignInError::State));
    }
    if let Some(error) = all("error").first() {
        return Some(Err(denied(error)));
    }
    Some(match (all("code").as_slice(), all("iss").as_slice()) {
        ([code], []) => Ok(Answer { code: code.clone(), issuer: None }),
        ([code], [issuer]) => Ok(Answer { code: code.clone(), issuer: Some(issuer.clone()) }),
        _ => Err(SignInError::Failed("the answer of the browser has no code, or more than one".to_owned())),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(target: &str, host: &str) -> Option<Result<Answer, SignInError>> {
        read(&format!("GET {target} HTTP/1.1\r\nHost: {host}\r\nAccept: */*\r\n\r\n"), 5, "s+1")
    }

    #[test]
    fn only_the_answer_to_this_sign_in_is_accepted() {
        let here = "127.0.0.1:5";
        let code = |code: &str, issuer: Option<&str>| {
            Some(Ok(Answer { code: code.to_owned(), issuer: issuer.map(str::to_owned) }))
        };
        assert_eq!(said("/callback?code=a%20b&state=s%2B1", here), code("a b", None));
        assert_eq!(
            said("/callback?iss=https%3A%2F%2Fl.example&code=a&state=s%2B1", here),
            code("a", Some("https://l.example"))
        );
        for other in [
            "/callback?code=a&state=x",
            "/callback?code=a",
            "/callback",
            "/callback?code=a&state=s%2B1&state=x",
        ] {
            assert_eq!(said(other, here), Some(Err(SignInError::State)), "{other}");
        }
        for other in [
            "/",
            "/favicon.ico",
            "//callback?code=a&state=s%2B1",
            "http://127.0.0.1:5/callback?code=a&state=s%2B1",
        ] {
            assert_eq!(said(other, here), None, "{other}");
        }
        for host in ["evil.example:5", "localhost:5", "127.0.0.1", "127.0.0.1:6"] {
            assert_eq!(said("/callback?code=a&state=s%2B1", host), None, "{host}");
        }
        assert_eq!(
            said("/callback?error=access_denied&state=s%2B1", here),
            Some(Err(SignInError::Denied("access_denied".to_owned())))
        );
        assert_eq!(
            said("/callback?error=%1b%5b2J&state=s%2B1", here),
            Some(Err(SignInError::Denied("unknown".to_owned())))
        );
        for two in ["/callback?code=a&code=b&state=s%2B1", "/callback?state=s%2B1"] {
            assert!(matches!(said(two, here), Some(Err(SignInError::Failed(_)))), "{two}");
        }
        assert_eq!(
            read("POST /callback?code=a&state=s%2B1 HTTP/1.1\r\nHost: 127.0.0.1:5\r\n\r\n", 5, "s+1"),
            None
        );
    }

    #[tokio::test]
    async fn other_connections_do_not_delay_the_answer() {
        let listener = Listener::open().await.unwrap();
        let port = listener.port;
        let at = ("127.0.0.1", port);
        let browser = async {
            let silent = TcpStream::connect(at).await.unwrap();
            for target in ["/favicon.ico", "/callback?code=c&state=s"] {
                let mut stream = TcpStream::connect(at).await.unwrap();
                let request = format!("GET {target} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n");
                stream.write_all(request.as_bytes()).await.unwrap();
                let mut page = String::new();
                stream.read_to_string(&mut page).await.unwrap();
                let status = if target == "/favicon.ico" { "404" } else { "200" };
                assert!(page.starts_with(&format!("HTTP/1.1 {status}")), "{page}");
            }
            drop(silent);
        };
        let (answer, ()) = tokio::join!(listener.answer("s"), browser);
        assert_eq!(answer, Ok(Answer { code: "c".to_owned(), issuer: None }));
        assert!(TcpStream::connect(at).await.is_err(), "the port is closed after the answer");
    }
}
