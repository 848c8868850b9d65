//! A local server that counts requests.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use url::Url;

/// A received request.
#[derive(Clone, Debug)]
pub struct Request {
    /// The path with the query.
    pub path: String,
    pub cookie: String,
}

/// A response.
#[derive(Clone, Debug)]
pub struct Answer {
    status: u16,
    headers: String,
    body: Vec<u8>,
    /// Delay before it.
    after: Duration,
    /// How many times the body is sent.
    times: usize,
    /// A wrong `Content-Length`.
    length: Option<usize>,
    /// Pause after each time.
    pause: Duration,
}

impl Answer {
    pub fn html(body: &str) -> Self {
        Self::of("text/html; charset=utf-8", body)
    }

    pub fn json(body: &str) -> Self {
        Self::of("application/json", body)
    }

    pub fn of(kind: &str, body: &str) -> Self {
        let headers = format!("Content-Type: {kind}\r\n");
        Answer {
            status: 200,
            headers,
            body: body.into(),
            after: Duration::ZERO,
            times: 1,
            length: None,
            pause: Duration::ZERO,
        }
    }

    pub fn status(status: u16) -> Self {
        Answer { status, ..Self::html("") }
    }

    pub fn redirect(to: &str) -> Self {
        Answer { status: 302, headers: format!("Location: {to}\r\n"), ..Self::html("") }
    }

    /// A page of at least so many bytes.
    pub fn endless(bytes: usize) -> Self {
        let part = "<p>x</p>".repeat(1 << 13);
        Answer { times: bytes.div_ceil(part.len()), ..Self::html(&part) }
    }

    /// A page that never ends, a few bytes at a time.
    pub fn dripping(pause: Duration) -> Self {
        Answer { times: usize::MAX, length: Some(1 << 30), pause, ..Self::html("<p>x</p>") }
    }

    /// A compressed page.
    pub fn packed(body: &[u8]) -> Self {
        let headers = "Content-Type: text/html\r\nContent-Encoding: gzip\r\n".to_owned();
        Answer { headers, body: body.to_owned(), ..Self::html("") }
    }

    /// The response with a wrong length.
    pub fn of_length(self, length: usize) -> Self {
        Answer { length: Some(length), ..self }
    }

    pub fn after(self, after: Duration) -> Self {
        Answer { after, ..self }
    }
}

/// A server that ends with the test.
pub struct Server {
    pub url: Url,
    seen: Arc<Mutex<Vec<Request>>>,
    most: Arc<AtomicUsize>,
    over: Arc<AtomicBool>,
    sent: Arc<AtomicUsize>,
}

impl Server {
    pub fn new(answer: impl Fn(&Request) -> Answer + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = Url::parse(&format!("http://{}/", listener.local_addr().unwrap())).unwrap();
        let (seen, most, over) =
            (Arc::default(), Arc::<AtomicUsize>::default(), Arc::<AtomicBool>::default());
        let (now, sent) = (Arc::<AtomicUsize>::default(), Arc::<AtomicUsize>::default());
        let answer = Arc::new(answer);
        let server = Server {
            url,
            seen: Arc::clone(&seen),
            most: Arc::clone(&most),
            over: Arc::clone(&over),
            sent: Arc::clone(&sent),
        };
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                if over.load(Ordering::Relaxed) {
                    return;
                }
                let (seen, most, now, answer, sent) = (
                    Arc::clone(&seen),
                    Arc::clone(&most),
                    Arc::clone(&now),
                    Arc::clone(&answer),
                    Arc::clone(&sent),
                );
                std::thread::spawn(move || {
                    let Ok(stream) = stream else { return };
                    let Some(request) = read(&stream) else { return };
                    most.fetch_max(now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                    seen.lock().unwrap().push(request.clone());
                    let answer = answer(&request);
                    std::thread::sleep(answer.after);
                    // Counted out before the end is seen, so that the next request is never counted beside it.
                    now.fetch_sub(1, Ordering::SeqCst);
                    write(stream, &answer, &sent);
                });
            }
        });
        server
    }

    /// A server of pages by path, and nothing else.
    pub fn of(pages: &[(&str, Answer)]) -> Self {
        let pages: Vec<(String, Answer)> =
            pages.iter().map(|(path, answer)| (path.to_string(), answer.clone())).collect();
        Self::new(move |request| {
            let found = pages.iter().find(|(path, _)| *path == request.path);
            found.map_or(Answer::status(404), |(_, answer)| answer.clone())
        })
    }

    /// The paths that were asked for, sorted.
    pub fn asked(&self) -> Vec<String> {
        let mut paths: Vec<_> = self.seen.lock().unwrap().iter().map(|one| one.path.clone()).collect();
        paths.sort();
        paths
    }

    /// How many requests there were at the same time, at most.
    pub fn most_at_once(&self) -> usize {
        self.most.load(Ordering::SeqCst)
    }

    /// How many bytes of pages went out.
    pub fn sent(&self) -> usize {
        self.sent.load(Ordering::SeqCst)
    }

    pub fn requests(&self) -> Vec<Request> {
        self.seen.lock().unwrap().clone()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.over.store(true, Ordering::Relaxed);
        // Wakes the listener.
        drop(self.url.socket_addrs(|| None).map(|addresses| TcpStream::connect(&*addresses)));
    }
}

fn read(stream: &TcpStream) -> Option<Request> {
    let mut lines = BufReader::new(stream).lines();
    let first = lines.next()?.ok()?;
    let mut request = Request { path: first.split(' ').nth(1)?.to_owned(), cookie: String::new() };
    for line in lines.map_while(Result::ok).take_while(|line| !line.is_empty()) {
        if let Some((name, value)) =
            line.split_once(':').filter(|(name, _)| name.eq_ignore_ascii_case("cookie"))
        {
            assert!(request.cookie.is_empty(), "{name} twice");
            request.cookie = value.trim().to_owned();
        }
    }
    Some(request)
}

fn write(mut stream: TcpStream, answer: &Answer, sent: &AtomicUsize) {
    let head = format!(
        "HTTP/1.1 {} X\r\nConnection: close\r\nContent-Length: {}\r\n{}\r\n",
        answer.status,
        answer.length.unwrap_or_else(|| answer.body.len() * answer.times),
        answer.headers
    );
    let mut written = stream.write_all(head.as_bytes());
    for _ in 0..answer.times {
        // A client may close the connection early.
        written = written.and_then(|()| stream.write_all(&answer.body));
        if written.is_err() {
            return;
        }
        sent.fetch_add(answer.body.len(), Ordering::SeqCst);
        if !answer.pause.is_zero() {
            std::thread::sleep(answer.pause);
        }
    }
}
