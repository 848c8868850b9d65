//! Sites that mean harm: an audit of them ends, in bounded memory, and tells what was wrong.

use std::io::Write as _;
use std::time::Duration;

use agmark_audit::crawl::{Audit, Reach};
use agmark_audit::http::{Client, Cookies};
use agmark_audit::{Options, Report};

use super::server::{Answer, Server};
use super::{WELL_KNOWN, crawled, names};

fn quick(server: &Server, reach: Reach) -> Report {
    let client = Client::with_timeout(&server.url, Cookies::default(), Duration::from_secs(1));
    Audit::new(&client, &Options::default()).site(&server.url, reach)
}

fn reasons(report: &Report) -> Vec<&str> {
    report.failed.iter().map(|one| one.reason.as_str()).collect()
}

#[test]
fn redirects_that_never_repeat_end() {
    let server = Server::new(|request| Answer::redirect(&format!("{}x", request.path)));
    let report = quick(&server, Reach::default());
    assert_eq!(reasons(&report), ["redirects in a circle"]);
    assert!(server.asked().len() < 40, "{}", server.asked().len());
}

#[test]
fn a_page_of_very_many_links_is_followed_as_far_as_asked() {
    let links: String = (0..100_000).map(|number| format!("<a href=/{number:06}>x</a>")).collect();
    let server = Server::new(move |request| match request.path.as_str() {
        WELL_KNOWN => Answer::status(404),
        _ => Answer::html(&links),
    });
    let report = crawled(&server, Reach { depth: 2, pages: 5, at_once: 2, ..Reach::default() });
    assert_eq!(names(&report, &server), ["/", "/000000", "/000001", "/000002", "/000003"]);
    // Of each page its place, a thousand findings and an excerpt are kept, not a hundred thousand.
    assert!(report.pages.iter().all(|page| page.findings.len() <= 1001));
}

#[test]
fn what_is_kept_of_a_page_does_not_grow_with_it() {
    let page = format!("<input name='{}'>", "x".repeat(1000)).repeat(5_000);
    let server = Server::new(move |request| match request.path.as_str() {
        "/" => Answer::html(&page),
        _ => Answer::status(404),
    });
    let report = crawled(&server, Reach::default());
    let kept = format!("{:?}", report.pages).len();
    assert!(kept < 3 << 20, "{kept} bytes of 5 MB");
    let fields = report.pages[0]
        .assessments
        .iter()
        .flat_map(|one| &one.lines)
        .find(|line| line.text.contains("field"));
    assert_eq!(fields.map(|line| line.text.as_str()), Some("5000 of 5000 field(s) missing data-agent-field"));
}

#[test]
fn links_elsewhere_and_links_beyond_all_measure_are_left_alone() {
    let elsewhere = Server::of(&[("/", Answer::html(""))]);
    let (host, port) = (elsewhere.url.host_str().unwrap().to_owned(), elsewhere.url.port().unwrap());
    let long = "x".repeat(100_000);
    let targets = [
        format!("//{host}:{port}/"),
        format!("/\\{host}:{port}/"),
        format!("/\t/{host}:{port}/"),
        format!("\\\\{host}:{port}\\"),
        format!("http:{host}:{port}"),
        format!("http://{host}:{port}"),
        format!("http://localhost@{host}:{port}/"),
        "javascript:alert(1)".to_owned(),
        "data:text/html,<a href=/x>".to_owned(),
        "file:///etc/passwd".to_owned(),
        format!("/{long}"),
        "http://[".to_owned(),
    ];
    let page: String = targets.iter().map(|target| format!("<a href='{target}'>x</a>")).collect();
    let server = Server::new(move |request| match request.path.as_str() {
        "/" => Answer::html(&page),
        _ => Answer::status(404),
    });
    let report = crawled(&server, Reach { depth: 3, ..Reach::default() });
    assert!(elsewhere.asked().is_empty(), "{:?}", elsewhere.asked());
    assert!(server.asked().iter().all(|path| path.len() < 100), "{:?}", report.failed);
}

#[test]
fn a_body_that_unpacks_beyond_all_measure_is_refused() {
    // 200 MiB of zeros, packed.
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    (0..200).for_each(|_| packer.write_all(&[b' '; 1 << 20]).unwrap());
    let packed = packer.finish().unwrap();
    assert!(packed.len() < 1 << 20);
    let server = Server::new(move |request| match request.path.as_str() {
        "/" => Answer::packed(&packed),
        _ => Answer::status(404),
    });
    assert_eq!(reasons(&quick(&server, Reach::default())), ["larger than 10 MiB"]);
}

#[test]
fn bodies_that_drip_and_lengths_that_lie_end() {
    let server = Server::new(|request| match request.path.as_str() {
        "/" => Answer::html("<a href=/drip>1</a><a href=/short>2</a><a href=/long>3</a><a href=/odd>4</a>"),
        "/drip" => Answer::dripping(Duration::from_millis(100)),
        "/short" => Answer::html("<form></form>").of_length(1_000_000),
        "/long" => Answer::html("<form></form><form></form>").of_length(13),
        "/odd" => Answer::of("text/html; charset=\"\u{1}utf-99", "<form></form>"),
        _ => Answer::status(404),
    });
    let report = quick(&server, Reach::default());
    let failed: Vec<_> = report.failed.iter().map(|one| one.name.rsplit('/').next().unwrap_or("")).collect();
    assert!(failed.contains(&"drip") && failed.contains(&"short"), "{:?}", report.failed);
    assert!(names(&report, &server).contains(&"/".to_owned()));
}

#[test]
fn deep_and_broken_pages_are_audited() {
    let parts = [
        "<div>",
        "<form>",
        "<button>Delete",
        "<a href=x>",
        "<i data-agent-kind=action data-agent-action=a>",
        "{{",
        "<!--",
        "<p",
    ];
    let server = Server::new(move |request| {
        let number = request.path.trim_start_matches('/').parse::<usize>();
        match (request.path.as_str(), number) {
            ("/", _) => {
                Answer::html(&(0..parts.len()).map(|n| format!("<a href=/{n}>x</a>")).collect::<String>())
            }
            (_, Ok(number)) => Answer::html(&parts.get(number).unwrap_or(&"").repeat(20_000)),
            _ => Answer::status(404),
        }
    });
    let report = crawled(&server, Reach::default());
    assert_eq!((report.pages.len(), report.failed.len()), (parts.len() + 1, 0), "{:?}", report.failed);
}
