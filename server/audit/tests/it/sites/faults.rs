//! What can go wrong with a site: each is a line with the reason, and the rest goes on.

use std::io::Write;
use std::net::TcpListener;
use std::time::Duration;

use agmark_audit::crawl::{Audit, Reach};
use agmark_audit::http::{Client, Cookies};
use agmark_audit::{Options, Report};
use expect_test::expect;
use url::Url;

use super::server::{Answer, Server};
use super::{MANIFEST, WELL_KNOWN, crawled, names, written};

fn page(url: &Url) -> Report {
    Audit::new(&Client::new(url, Cookies::default()), &Options::default()).page(url)
}

fn reason(report: &Report) -> &str {
    report.failed.first().map_or("", |failed| failed.reason.as_str())
}

#[test]
fn each_page_that_fails_is_told_and_the_rest_goes_on() {
    let server = Server::of(&[
        (
            "/",
            Answer::html(
                "<a href=/500>1</a><a href=/404>2</a><a href=/pdf>3</a><a href=/big>4</a><a href=/circle>5</a>
                 <a href=/fine>6</a><a href=/slow>7</a><a href=/self>8</a><a href=/nowhere>9</a>",
            ),
        ),
        ("/500", Answer::status(500)),
        ("/pdf", Answer::of("application/pdf", "%PDF")),
        ("/big", Answer::endless(200 << 20)),
        ("/circle", Answer::redirect("/elcric")),
        ("/elcric", Answer::redirect("/circle")),
        ("/self", Answer::redirect("/self")),
        ("/nowhere", Answer::redirect("http://")),
        ("/fine", Answer::html("<form data-agent-action=a></form>")),
        ("/slow", Answer::html("").after(Duration::from_secs(3))),
        (WELL_KNOWN, Answer::json(MANIFEST)),
    ]);
    let client = Client::with_timeout(&server.url, Cookies::default(), Duration::from_secs(1));
    let report = Audit::new(&client, &Options::default()).site(&server.url, Reach::default());
    expect![[r#"
        === Agent Accessibility Audit (Site) ===

          PAGE: SITE/
            FORMS -  FIELDS -  ACTIONS -  MANIFEST 100  → 100/100

          PAGE: SITE/fine
            FORMS 100  FIELDS -  ACTIONS -  MANIFEST 100  → 100/100

          FAILED: SITE/404
            answered 404 Not Found

          FAILED: SITE/500
            answered 500 Internal Server Error

          FAILED: SITE/big
            larger than 10 MiB

          FAILED: SITE/circle
            redirects in a circle

          FAILED: SITE/nowhere
            redirects to nowhere

          FAILED: SITE/pdf
            it is not HTML but application/pdf

          FAILED: SITE/self
            redirects in a circle

          FAILED: SITE/slow
            no answer within 1 s

          SITE OVERALL: 100/100 (2 pages) — Excellent agent accessibility
    "#]]
    .assert_eq(&written(&report, &server));
    assert!(report.failed.iter().all(|failed| !failed.named));
    assert!(server.sent() < 100 << 20, "{} bytes of 200 MiB were taken", server.sent());
}

#[test]
fn an_entry_that_fails_was_named() {
    let server = Server::of(&[]);
    let report = crawled(&server, Reach::default());
    assert!(report.pages.is_empty() && report.failed.iter().all(|failed| failed.named));
    assert_eq!(reason(&page(&server.url)), "answered 404 Not Found");
    // No server listens there any more.
    let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let url = Url::parse(&format!("http://{free}/")).unwrap();
    assert_eq!(reason(&page(&url)), "no connection: refused");
    let report = page(&Url::parse("http://no-such-host.invalid/").unwrap());
    assert_eq!(reason(&report), "no server of this name is known");
}

#[test]
fn what_speaks_no_http_is_no_page() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let _ = stream.and_then(|mut stream| stream.write_all(b"220 mail\r\n"));
        }
    });
    let plain = page(&Url::parse(&format!("http://{address}/")).unwrap());
    assert!(!reason(&plain).is_empty(), "{plain:?}");
    let secure = page(&Url::parse(&format!("https://{address}/")).unwrap());
    assert!(!reason(&secure).is_empty(), "{secure:?}");
}

#[test]
fn a_manifest_that_is_a_page_is_none() {
    let app = Server::new(|_| Answer::html("<!doctype html><form data-agent-action=a></form>"));
    let report = page(&app.url);
    let text = written(&report, &app);
    let told = "    [-] No agent manifest provided\n        SITE/.well-known/agent-manifest.json: it is HTML, not JSON\n";
    assert!(text.contains(told), "{text}");
    let broken = Server::new(|request| match request.path.as_str() {
        "/" => Answer::html(&format!("<script type=application/agent+json>{MANIFEST}</script>")),
        _ => Answer::status(503),
    });
    // The page contains a manifest.
    assert_eq!(page(&broken.url).score(), Some(100));
    assert_eq!(names(&page(&broken.url), &broken), ["/"]);
}

#[test]
fn a_site_that_never_ends_ends() {
    let endless = Server::new(|request| Answer::html(&format!("<a href={}x>x</a>", request.path)));
    let report = crawled(&endless, Reach { depth: usize::MAX, pages: 20, at_once: 2, ..Reach::default() });
    assert_eq!(report.pages.len(), 20);
}
