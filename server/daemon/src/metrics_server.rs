//! The counters over HTTP, on loopback only.

use std::convert::Infallible;
use std::net::Ipv4Addr;
use std::sync::Arc;
use std::time::Duration;

use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};

use crate::activity::Activity;

/// The maximum time for the head of a request.
const HEAD: Duration = Duration::from_secs(5);

/// Opens the port; 0 is any free port.
///
/// # Errors
/// If the port is in use.
pub async fn open(port: u16) -> std::io::Result<TcpListener> {
    TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await
}

/// Answers requests until it is dropped.
pub async fn serve(listener: TcpListener, activity: Arc<Activity>) {
    loop {
        match listener.accept().await {
            Ok((stream, _)) => drop(tokio::spawn(answer(stream, Arc::clone(&activity)))),
            // Too many open files: wait until some are closed.
            Err(_) => tokio::time::sleep(Duration::from_millis(100)).await,
        }
    }
}

async fn answer(stream: TcpStream, activity: Arc<Activity>) {
    let service = service_fn(move |request: Request<Incoming>| {
        let response = response(request.method(), request.uri().path(), &activity);
        async { Ok::<_, Infallible>(response) }
    });
    let mut server = hyper::server::conn::http1::Builder::new();
    server.timer(TokioTimer::new()).header_read_timeout(HEAD).keep_alive(false);
    // An invalid request has no answer.
    let _ = server.serve_connection(TokioIo::new(stream), service).await;
}

fn response(method: &Method, path: &str, activity: &Activity) -> Response<String> {
    let (status, text) = match (method, path) {
        (&Method::GET, "/metrics") => (StatusCode::OK, activity.metrics()),
        (_, "/metrics") => (StatusCode::METHOD_NOT_ALLOWED, "use GET\n".to_owned()),
        _ => (StatusCode::NOT_FOUND, "the metrics are at /metrics\n".to_owned()),
    };
    let mut response = Response::new(text);
    *response.status_mut() = status;
    let kind = hyper::header::HeaderValue::from_static("text/plain; version=0.0.4; charset=utf-8");
    response.headers_mut().insert(hyper::header::CONTENT_TYPE, kind);
    response
}
