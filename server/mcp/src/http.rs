//! Streamable HTTP on the loopback address, for clients that cannot start a process.
//!
//! A page in a browser can reach the loopback address, too. Therefore each request needs the token that is printed at the
//! start, its `Host` must be a loopback name with this port, and so must be its `Origin`, if it has
//! one.

use std::collections::hash_map::RandomState;
use std::convert::Infallible;
use std::hash::{BuildHasher, Hasher};
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context as TaskContext, Poll};
use std::time::Duration;

use http::header::{AUTHORIZATION, CONTENT_TYPE, WWW_AUTHENTICATE};
use http::{HeaderValue, Request, Response, StatusCode};
use hyper::body::{Body, Bytes, Frame, Incoming};
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use tokio::net::{TcpListener, TcpStream};

use crate::server::Server;

/// The path of the only address.
const PATH: &str = "/mcp";

/// How long running calls may take to end after a signal.
const ENDING: Duration = Duration::from_secs(3);

/// Where the server listens, and what a client must send.
pub struct Endpoint {
    pub address: SocketAddr,
    pub token: String,
}

impl Endpoint {
    pub fn url(&self) -> String {
        format!("http://{}{PATH}", self.address)
    }
}

/// Serves clients until `stopped` ends. `ready` is told the address and the token. Port 0 means any free port.
///
/// # Errors
/// If the port cannot be used.
pub fn serve(
    server: Server,
    port: u16,
    ready: impl FnOnce(&Endpoint),
    stopped: impl Future<Output = ()>,
) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let served = runtime.block_on(async {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await?;
        let endpoint = Endpoint { address: listener.local_addr()?, token: token() };
        ready(&endpoint);
        tokio::select! {
            error = accept(&listener, server, &endpoint) => Err(error),
            () = stopped => Ok(()),
        }
    });
    runtime.shutdown_timeout(ENDING);
    served
}

async fn accept(listener: &TcpListener, server: Server, endpoint: &Endpoint) -> io::Error {
    let port = endpoint.address.port();
    let hosts = [format!("127.0.0.1:{port}"), format!("localhost:{port}")];
    let origins = hosts.each_ref().map(|host| format!("http://{host}"));
    let config = StreamableHttpServerConfig::default()
        .with_allowed_hosts(hosts)
        .with_allowed_origins(origins)
        .enforce_origin_validation();
    let sessions = Arc::new(LocalSessionManager::default());
    let service = StreamableHttpService::new(move || Ok(server.session()), sessions, config);
    let token: Arc<str> = endpoint.token.as_str().into();
    loop {
        match listener.accept().await {
            Ok((stream, _)) => {
                tokio::spawn(connection(stream, service.clone(), Arc::clone(&token)));
            }
            // A client that left already is not an error of the server.
            Err(error) if error.kind() == io::ErrorKind::ConnectionAborted => {}
            Err(error) => {
                tracing::warn!("a connection failed: {error}");
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        }
    }
}

type Service = StreamableHttpService<Server, LocalSessionManager>;

async fn connection(stream: TcpStream, service: Service, token: Arc<str>) {
    let answer = service_fn(move |request: Request<Incoming>| {
        let (service, token) = (service.clone(), Arc::clone(&token));
        async move {
            let response = match refusal(&request, &token) {
                Some(response) => response,
                None => service.handle(request).await.map(Reply::Served),
            };
            Ok::<_, Infallible>(response)
        }
    });
    let served = hyper::server::conn::http1::Builder::new().serve_connection(TokioIo::new(stream), answer);
    if let Err(error) = served.await {
        tracing::debug!("a connection ended: {error}");
    }
}

/// The answer to a request that is not for this server, or has not the token.
fn refusal<B>(request: &Request<Incoming>, token: &str) -> Option<Response<Reply<B>>> {
    if request.uri().path() != PATH {
        return Some(refuse(StatusCode::NOT_FOUND, "not found: the server is at /mcp\n"));
    }
    let given = request.headers().get(AUTHORIZATION).map(HeaderValue::as_bytes).unwrap_or_default();
    let given = given.strip_prefix(b"Bearer ").unwrap_or_default();
    if is_same(given, token.as_bytes()) {
        return None;
    }
    let mut response =
        refuse(StatusCode::UNAUTHORIZED, "send the token that agmark printed: Authorization: Bearer TOKEN\n");
    response.headers_mut().insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
    Some(response)
}

fn refuse<B>(status: StatusCode, why: &'static str) -> Response<Reply<B>> {
    let mut response = Response::new(Reply::Refused(Some(Bytes::from_static(why.as_bytes()))));
    *response.status_mut() = status;
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("text/plain"));
    response
}

/// Compares in a time that does not depend on where the texts differ.
fn is_same(given: &[u8], token: &[u8]) -> bool {
    let different = given.iter().zip(token).fold(0, |all, (a, b)| all | (a ^ b));
    given.len() == token.len() && different == 0
}

/// A token that cannot be guessed: the hashes are keyed by the system's randomness.
fn token() -> String {
    let number = |salt: u8| {
        let mut hasher = RandomState::new().build_hasher();
        hasher.write_u8(salt);
        hasher.finish()
    };
    (0..4).map(|salt| format!("{:016x}", number(salt))).collect()
}

/// The body of an answer.
enum Reply<B> {
    Served(B),
    Refused(Option<Bytes>),
}

impl<B: Body<Data = Bytes, Error = Infallible> + Unpin> Body for Reply<B> {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        self: Pin<&mut Self>,
        context: &mut TaskContext<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        match self.get_mut() {
            Self::Served(body) => Pin::new(body).poll_frame(context),
            Self::Refused(text) => Poll::Ready(text.take().map(|text| Ok(Frame::data(text)))),
        }
    }
}
