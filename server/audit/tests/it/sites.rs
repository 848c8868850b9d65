//! Sites on a local server.

mod faults;
mod hostile;
mod rendered;
mod secrets;
mod secure;
mod server;

use std::time::Duration;

use agmark_aaf::coverage::Category;
use agmark_audit::crawl::{Audit, Reach};
use agmark_audit::http::{Client, Cookies};
use agmark_audit::llms_txt::Llms;
use agmark_audit::robots::Obey;
use agmark_audit::{Format, Options, Report, report};
use expect_test::expect;
use server::{Answer, Server};

pub const MANIFEST: &str =
    r#"{"version": "0.1", "site": {"name": "Club", "origin": "https://club.example"}, "actions": {}}"#;

pub const WELL_KNOWN: &str = "/.well-known/agent-manifest.json";

/// The report as text, with the server's address as `SITE`.
pub fn written(report: &Report, server: &Server) -> String {
    let mut out = Vec::new();
    report::write(report, Format::Text, &mut out).unwrap();
    String::from_utf8(out).unwrap().replace(server.url.as_str(), "SITE/")
}

pub fn crawled(server: &Server, reach: Reach) -> Report {
    let client = Client::new(&server.url, Cookies::default());
    Audit::new(&client, &Options::default()).site(&server.url, reach)
}

pub fn names(report: &Report, server: &Server) -> Vec<String> {
    let short = |name: &str| name.replace(server.url.as_str(), "/");
    report.pages.iter().map(|page| short(&page.name)).collect()
}

#[test]
fn a_site_of_many_pages() {
    let page = |path, text: &str| (path, Answer::html(text));
    let server = Server::of(&[
        (WELL_KNOWN, Answer::json(MANIFEST)),
        page(
            "/",
            "<a href=/forms>1</a><a href=/fields>2</a><a href=/actions>3</a><a href=/links>4</a><a href=/danger>5</a>
             <a href=/guarded>6</a><a href=/empty>7</a><a href=/ignored>8</a><a href=/all>9</a><a href=/quotes>10</a>
             <a href=/boxes>11</a><a href=/old>12</a><a href=/forms#again>13</a>",
        ),
        // 1 of 2: (50 * 20 + 100 * 10) / 30 = 66.7
        page("/forms", "<form data-agent-action=a></form><form></form><a data-agent-kind=link href=/>Home</a>"),
        // 2 of 3 = 66.7: (67 * 20 + 1000) / 30 = 78
        page("/fields", "<input data-agent-field=a><select data-agent-field=b></select><textarea></textarea>"),
        // 0 of 1: (0 + 1000) / 25 = 40
        page("/actions", "<button>Go</button><button></button>"),
        page("/links", "<a href=/forms>x</a><a href=/ data-agent-kind=link>y</a>"),
        page("/danger", "<button data-agent-kind=action>Delete</button>"),
        page(
            "/guarded",
            "<form data-agent-action=a data-agent-danger=high data-agent-confirm=required><button data-agent-kind=action>\
             Delete</button></form>",
        ),
        page("/empty", ""),
        page("/ignored", "<div data-agent-ignore><form></form></div>"),
        // Of five: (100 * 20 + 0 * 20 + 100 * 15 + 100 * 10) / 65 = 69.2
        page("/all", "<form data-agent-action=a><input><button data-agent-action=a.go>Go</button></form>"),
        page("/quotes", "<form data-agent-action='a'></form><!-- <form></form> -->"),
        page("/boxes", "<input type=checkbox><input type=radio>"),
        ("/old", Answer::redirect("/forms")),
    ]);
    let client = Client::new(&server.url, Cookies::default());
    let options = Options { also: vec![Category::Safety, Category::Navigation], ..Options::default() };
    let report = Audit::new(&client, &options).site(&server.url, Reach::default());
    expect![[r#"
        === Agent Accessibility Audit (Site) ===

          PAGE: SITE/
            FORMS -  FIELDS -  ACTIONS -  NAVIGATION 0  SAFETY -  MANIFEST 100  → 40/100

          PAGE: SITE/actions
            FORMS -  FIELDS -  ACTIONS 0  NAVIGATION -  SAFETY -  MANIFEST 100  → 40/100

          PAGE: SITE/all
            FORMS 100  FIELDS 0  ACTIONS 100  NAVIGATION -  SAFETY -  MANIFEST 100  → 69/100

          PAGE: SITE/boxes
            FORMS -  FIELDS -  ACTIONS -  NAVIGATION -  SAFETY -  MANIFEST 100  → 100/100

          PAGE: SITE/danger
            FORMS -  FIELDS -  ACTIONS 100  NAVIGATION -  SAFETY 0  MANIFEST 100  ERRORS 1  → 56/100

          PAGE: SITE/empty
            FORMS -  FIELDS -  ACTIONS -  NAVIGATION -  SAFETY -  MANIFEST 100  → 100/100

          PAGE: SITE/fields
            FORMS -  FIELDS 67  ACTIONS -  NAVIGATION -  SAFETY -  MANIFEST 100  → 78/100

          PAGE: SITE/forms
            FORMS 50  FIELDS -  ACTIONS -  NAVIGATION 100  SAFETY -  MANIFEST 100  → 78/100

          PAGE: SITE/guarded
            FORMS 100  FIELDS -  ACTIONS 100  NAVIGATION -  SAFETY 100  MANIFEST 100  ERRORS 1  → 89/100

          PAGE: SITE/ignored
            FORMS -  FIELDS -  ACTIONS -  NAVIGATION -  SAFETY -  MANIFEST 100  → 100/100

          PAGE: SITE/links
            FORMS -  FIELDS -  ACTIONS -  NAVIGATION 50  SAFETY -  MANIFEST 100  → 70/100

          PAGE: SITE/quotes
            FORMS 100  FIELDS -  ACTIONS -  NAVIGATION -  SAFETY -  MANIFEST 100  → 100/100

          SITE OVERALL: 77/100 (12 pages) — Good agent accessibility with room for improvement
    "#]]
    .assert_eq(&written(&report, &server));
}

#[test]
fn a_crawl_goes_as_far_as_it_is_told() {
    let link = |to: &str| Answer::html(&format!("<a href={to}>x</a><a href=/>y</a>"));
    let pages =
        [("/", link("b")), ("/b", link("a")), ("/a", link("c")), ("/c", link("d")), ("/d", link("b"))];
    let server = Server::of(&pages);
    let of = |reach| names(&crawled(&server, reach), &server);
    assert_eq!(of(Reach::default()), ["/", "/b"]);
    assert_eq!(of(Reach { depth: 0, ..Reach::default() }), ["/"]);
    assert_eq!(of(Reach { depth: 2, ..Reach::default() }), ["/", "/a", "/b"]);
    assert_eq!(of(Reach { depth: 100, ..Reach::default() }), ["/", "/a", "/b", "/c", "/d"]);
    assert_eq!(of(Reach { depth: 100, pages: 3, ..Reach::default() }), ["/", "/a", "/b"]);
}

#[test]
fn a_crawl_honours_what_robots_txt_says() {
    let pages = [
        ("/", Answer::html("<a href=/a>a</a><a href=/private/b>b</a>")),
        ("/a", Answer::html("")),
        ("/private/b", Answer::html("")),
        ("/robots.txt", Answer::of("text/plain", "User-agent: *\nDisallow: /private\n")),
    ];
    let of = |pages: &[(&str, Answer)], robots| {
        let server = Server::of(pages);
        let report = crawled(&server, Reach { robots, ..Reach::default() });
        (names(&report, &server), server.asked().contains(&"/robots.txt".to_owned()))
    };
    let names = |all: &[&str]| all.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
    assert_eq!(of(&pages, Obey::Everywhere), (names(&["/", "/a"]), true));
    assert_eq!(of(&pages, Obey::Nowhere), (names(&["/", "/a", "/private/b"]), false));
    // What runs on this machine is the person's own.
    assert_eq!(of(&pages, Obey::Remote), (names(&["/", "/a", "/private/b"]), false));
    assert_eq!(of(&pages[..3], Obey::Everywhere).0, names(&["/", "/a", "/private/b"]), "there is none");
    let failing = [&pages[..3], &[("/robots.txt", Answer::status(500))]].concat();
    assert_eq!(of(&failing, Obey::Everywhere).0, names(&["/"]), "its rules are unknown");
}

#[test]
fn an_answer_without_content_is_no_page() {
    let server = Server::of(&[("/", Answer::status(204)), ("/manifest", Answer::html(""))]);
    let report = crawled(&server, Reach::default());
    let failed: Vec<_> = report.failed.iter().map(|one| one.reason.as_str()).collect();
    assert_eq!((report.pages.len(), failed), (0, vec!["answered 204 No Content"]));
}

#[test]
fn eight_requests_at_the_same_time_and_never_more() {
    let all: String = (0..199).map(|number| format!("<a href=/{number}>x</a>")).collect();
    let server = Server::new(move |request| match request.path.as_str() {
        "/" => Answer::html(&all),
        WELL_KNOWN => Answer::status(404),
        _ => Answer::html("<form></form>").after(Duration::from_millis(20)),
    });
    let report = crawled(&server, Reach { at_once: 8, ..Reach::default() });
    assert_eq!((report.pages.len(), report.failed.len()), (200, 0));
    assert_eq!(server.most_at_once(), 8);
    assert_eq!(server.asked().len(), 201, "each page and the manifest, once");
}

#[test]
fn credentials_go_to_the_site_and_links_that_end_the_session_are_left_alone() {
    let elsewhere = Server::of(&[("/", Answer::html(""))]);
    let away = elsewhere.url.to_string();
    let server = Server::new(move |request| match request.path.as_str() {
        "/" => Answer::html(&format!(
            "<a href=/my>1</a><a href=/log-out>2</a><a href={away}>3</a><a href=/away>4</a><a href=/login>5</a>"
        )),
        "/away" => Answer::redirect(&away),
        "/my" if request.cookie.is_empty() => Answer::redirect("/login"),
        _ => Answer::html(""),
    });
    let mut cookies = Cookies::default();
    cookies.add("session=s3cret").unwrap();
    let client = Client::new(&server.url, cookies);
    let report = Audit::new(&client, &Options::default()).site(&server.url, Reach::default());
    assert_eq!(names(&report, &server), ["/", "/login", "/my"]);
    assert!(server.requests().iter().all(|request| request.cookie == "session=s3cret"));
    assert!(!server.asked().contains(&"/log-out".to_owned()) && elsewhere.asked().is_empty());
    let failed: Vec<_> = report
        .failed
        .iter()
        .map(|one| one.reason.replace(&elsewhere.url.port().unwrap().to_string(), "PORT"))
        .collect();
    assert_eq!(failed, ["redirects to another site, http://127.0.0.1:PORT: audit it there"]);
    for format in [Format::Text, Format::Html] {
        let mut out = Vec::new();
        report::write(&report, format, &mut out).unwrap();
        assert!(!String::from_utf8(out).unwrap().contains("s3cret"));
    }
    // Without them, what is behind the login is the login, once.
    let report = crawled(&server, Reach::default());
    assert_eq!(names(&report, &server), ["/", "/log-out", "/login"]);
}

#[test]
fn llms_txt_is_looked_at() {
    let text = "# Club\nSee /.well-known/agent-manifest.json\n";
    let server = Server::of(&[("/llms.txt", Answer::of("text/plain", text)), ("/", Answer::html(""))]);
    let client = Client::new(&server.url, Cookies::default());
    let mut report = Audit::new(&client, &Options::default()).page(&server.url);
    report.llms = Some(Llms::fetch(&client, &server.url));
    let text = written(&report, &server);
    let (_, part) = text.split_once("annotations\n").unwrap();
    let expected = "
  llms.txt: SITE/llms.txt
    [+] llms.txt exists
    [+] Begins with a # heading
    [+] Names agent-manifest.json
    [-] Has neither ## Actions nor ## Data
";
    assert_eq!(part, expected);
    let none = Server::new(|_| Answer::html("<title>Everything is a page</title>"));
    let client = Client::new(&none.url, Cookies::default());
    assert!(!Llms::fetch(&client, &none.url).exists);
}
