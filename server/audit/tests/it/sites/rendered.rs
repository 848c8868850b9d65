//! Pages as a real Chromium shows them. Debian's is installed by `tests/run`.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use agmark_aaf::coverage::Category;
use agmark_audit::crawl::{Audit, Progress, Reach};
use agmark_audit::http::{Client, Cookies, LocalStorage};
use agmark_audit::manifest::ManifestFile;
use agmark_audit::render::{Browser, Sandbox, Screenshots, Setup};
use agmark_audit::{Format, Options, Report, report};
use agmark_task::{Stop, Watch};
use expect_test::expect;
use url::Url;

use super::server::{Answer, Server};
use super::{MANIFEST, WELL_KNOWN, names, written};

/// Without a sandbox: these are our own pages, and tests may run as root.
fn setup() -> Setup {
    Setup { sandbox: Sandbox::Off, ..Setup::default() }
}

fn browser(site: &Url, setup: &Setup) -> Arc<Browser> {
    let stop = Stop::default();
    Browser::start(setup, site, &Cookies::default(), &LocalStorage::default(), &stop).unwrap()
}

fn rendered(server: &Server, setup: &Setup, options: &Options, reach: Reach) -> Report {
    let browser = browser(&server.url, setup);
    let client = Client::new(&server.url, Cookies::default());
    let report = Audit::new(&client, options).pages_from(browser.clone()).site(&server.url, reach);
    browser.close();
    report
}

/// A page whose body a script writes.
fn script(body: &str) -> Answer {
    Answer::html(&format!("<!doctype html><body><script>{body}</script>"))
}

/// A site whose pages are made by scripts, each in another way.
fn scripted_site() -> Server {
    Server::of(&[
        (WELL_KNOWN, Answer::json(MANIFEST)),
        (
            "/",
            script(
                "for (const page of ['late', 'fetched', 'plain', 'ticking', 'asks', 'moved', 'ignored', 'danger', \
                 'guarded', 'links', 'none', 'half', 'noscript']) document.body.innerHTML += `<a href=/${page}>x</a>`",
            ),
        ),
        ("/late", script("setTimeout(() => document.body.innerHTML = '<form></form>', 300)")),
        (
            "/fetched",
            script("fetch('/part').then(a => a.text()).then(text => { document.body.innerHTML = text })"),
        ),
        ("/part", Answer::html("<form data-agent-action=a><input></form>").after(Duration::from_millis(700))),
        ("/plain", Answer::html("<form data-agent-action=a></form>")),
        (
            "/ticking",
            script("setInterval(() => document.title += '.', 10); document.body.innerHTML = '<form></form>'"),
        ),
        ("/asks", script("alert('a'); if (!confirm('b')) document.body.innerHTML = '<button>Go</button>'")),
        (
            "/moved",
            script("history.replaceState(null, '', '/moved/on'); document.body.innerHTML = '<form></form>'"),
        ),
        ("/ignored", script("document.body.innerHTML = '<div data-agent-ignore><form></form></div>'")),
        ("/danger", script("document.body.innerHTML = '<button data-agent-kind=action>Delete</button>'")),
        (
            "/guarded",
            script(
                "document.body.innerHTML = '<button data-agent-kind=action data-agent-danger=high \
                 data-agent-confirm=required>Delete</button>'",
            ),
        ),
        (
            "/links",
            script("document.body.innerHTML = '<a href=/ data-agent-kind=link>a</a><a href=/links>b</a>'"),
        ),
        ("/none", script("document.body.innerHTML = ''")),
        (
            "/half",
            script(
                "document.body.innerHTML = '<input data-agent-field=a><select></select><form data-agent-action=a></form>'",
            ),
        ),
        ("/noscript", Answer::html("<noscript>off</noscript>")),
    ])
}

#[test]
fn a_site_that_scripts_make() {
    let server = scripted_site();
    let options = Options { also: vec![Category::Safety, Category::Navigation], ..Options::default() };
    let setup = Setup { timeout: Duration::from_secs(6), ..setup() };
    let report = rendered(&server, &setup, &options, Reach::default());
    expect![[r#"
        === Agent Accessibility Audit (Site) ===

          PAGE: SITE/
            FORMS -  FIELDS -  ACTIONS -  NAVIGATION 0  SAFETY -  MANIFEST 100  → 40/100

          PAGE: SITE/asks
            FORMS -  FIELDS -  ACTIONS 0  NAVIGATION -  SAFETY -  MANIFEST 100  → 40/100

          PAGE: SITE/danger
            FORMS -  FIELDS -  ACTIONS 100  NAVIGATION -  SAFETY 0  MANIFEST 100  ERRORS 1  → 56/100

          PAGE: SITE/fetched
            FORMS 100  FIELDS 0  ACTIONS -  NAVIGATION -  SAFETY -  MANIFEST 100  → 60/100

          PAGE: SITE/guarded
            FORMS -  FIELDS -  ACTIONS 100  NAVIGATION -  SAFETY 100  MANIFEST 100  ERRORS 1  → 89/100

          PAGE: SITE/half
            FORMS 100  FIELDS 50  ACTIONS -  NAVIGATION -  SAFETY -  MANIFEST 100  → 80/100

          PAGE: SITE/ignored
            FORMS -  FIELDS -  ACTIONS -  NAVIGATION -  SAFETY -  MANIFEST 100  → 100/100

          PAGE: SITE/late
            FORMS 0  FIELDS -  ACTIONS -  NAVIGATION -  SAFETY -  MANIFEST 100  → 33/100

          PAGE: SITE/links
            FORMS -  FIELDS -  ACTIONS -  NAVIGATION 50  SAFETY -  MANIFEST 100  → 70/100

          PAGE: SITE/moved/on
            FORMS 0  FIELDS -  ACTIONS -  NAVIGATION -  SAFETY -  MANIFEST 100  → 33/100

          PAGE: SITE/none
            FORMS -  FIELDS -  ACTIONS -  NAVIGATION -  SAFETY -  MANIFEST 100  → 100/100

          PAGE: SITE/noscript
            FORMS -  FIELDS -  ACTIONS -  NAVIGATION -  SAFETY -  MANIFEST 100  → 100/100

          PAGE: SITE/plain
            FORMS 100  FIELDS -  ACTIONS -  NAVIGATION -  SAFETY -  MANIFEST 100  → 100/100

          PAGE: SITE/ticking
            FORMS 0  FIELDS -  ACTIONS -  NAVIGATION -  SAFETY -  MANIFEST 100  → 33/100

          SITE OVERALL: 67/100 (14 pages) — Partial agent accessibility — significant gaps
    "#]]
    .assert_eq(&written(&report, &server));
}

#[test]
fn each_page_that_fails_is_told_and_the_browser_goes_on() {
    let elsewhere = Server::of(&[("/", Answer::html("elsewhere"))]);
    let away = elsewhere.url.to_string();
    let links = [
        "500", "pdf", "endless", "circle", "again", "0slow", "away", "leaves", "busy", "empty", "fine",
        "gone",
    ];
    let entry: String = links.iter().map(|link| format!("<a href=/{link}>x</a>")).collect();
    let server = Server::of(&[
        ("/", Answer::html(&entry)),
        ("/500", Answer::status(500)),
        ("/pdf", Answer::of("application/pdf", "%PDF")),
        ("/endless", Answer::endless(200 << 20)),
        ("/circle", Answer::redirect("/circle")),
        ("/again", script("location.reload()")),
        ("/0slow", Answer::html("").after(Duration::from_secs(8))),
        ("/away", Answer::redirect(&away)),
        ("/leaves", script(&format!("location.href = '{away}'"))),
        ("/busy", script("onload = () => { for (;;); }")),
        ("/empty", Answer::status(204)),
        ("/fine", Answer::html("<form></form>")),
    ]);
    let setup = Setup { timeout: Duration::from_secs(4), ..setup() };
    let report = rendered(&server, &setup, &Options::default(), Reach::default());
    let told: String = report
        .failed
        .iter()
        .map(|one| format!("{}: {}\n", one.name.replace(server.url.as_str(), "/"), one.reason))
        .collect();
    expect![[r#"
        /0slow: no answer within 4 s
        /500: answered 500 Internal Server Error
        /again: redirects in a circle
        /away: redirects to another site, http://127.0.0.1:PORT: audit it there
        /busy: it computes without end and cannot be read
        /circle: redirects in a circle
        /empty: answered 204 No Content
        /endless: larger than 10 MiB
        /gone: answered 404 Not Found
        /leaves: redirects to another site, http://127.0.0.1:PORT: audit it there
        /pdf: it is not HTML but application/pdf
    "#]]
    .assert_eq(&told.replace(&elsewhere.url.port().unwrap().to_string(), "PORT"));
    assert_eq!(names(&report, &server), ["/", "/fine"]);
    // While one tab waits for the slow page, others go on.
    assert!(server.most_at_once() > 1);
    assert!(elsewhere.asked().is_empty(), "{:?}", elsewhere.asked());
    assert!(server.sent() < 100 << 20, "{}", server.sent());
}

#[test]
fn a_login_is_for_its_site_alone() {
    let elsewhere = Server::new(|_| Answer::html(""));
    let away = elsewhere.url.to_string();
    let server = Server::new(move |request| {
        match request.path.as_str() {
        "/" if request.cookie == "session=s3cret-word" => Answer::html(&format!(
            "<img src='{away}'><iframe src='{away}frame'></iframe><p></p><script>
             document.querySelector('p').textContent = document.cookie;
             if (localStorage.getItem('token') === 'also-s3cret') document.body.insertAdjacentHTML('beforeend', \
             '<form data-agent-action=a></form><a href=/log-out>x</a><input name=\"' + localStorage.token + '\">')
             </script>"
        )),
        _ => Answer::status(403),
    }
    });
    let (mut cookies, mut local) = (Cookies::default(), LocalStorage::default());
    let state = format!(
        r#"{{"cookies": [{{"name": "session", "value": "s3cret-word", "domain": "127.0.0.1", "path": "/"}}],
        "origins": [{{"origin": "{}", "localStorage": [{{"name": "token", "value": "also-s3cret"}}]}}]}}"#,
        server.url.origin().ascii_serialization()
    );
    cookies.add_state(&state, "state.json").unwrap();
    local.add_state(&state, "state.json", &server.url).unwrap();
    let setup = Setup { screenshots: Screenshots::Taken, ..setup() };
    let browser = Browser::start(&setup, &server.url, &cookies, &local, &Stop::default()).unwrap();
    let client = Client::new(&server.url, cookies);
    let options = Options::default();
    let audit = Audit::new(&client, &options).pages_from(browser);
    let report = audit.site(&server.url, Reach::default());
    assert_eq!(names(&report, &server), ["/"], "{:?}", report.failed);
    assert_eq!(report.pages[0].assessments[0].score, Some(100));
    assert_eq!(elsewhere.asked(), ["/", "/frame"]);
    assert!(
        elsewhere.requests().iter().all(|request| request.cookie.is_empty()),
        "{:?}",
        elsewhere.requests()
    );
    assert!(
        report.pages[0].screenshot.as_deref().is_some_and(|picture| picture.starts_with("/9j/")),
        "a JPEG"
    );
    for format in [Format::Text, Format::Html] {
        let mut out = Vec::new();
        report::write(&report, format, &mut out).unwrap();
        assert!(!String::from_utf8(out).unwrap().contains("s3cret"), "{format:?}");
    }
}

#[test]
fn the_pages_of_a_manifest_are_visited() {
    let server = Server::of(&[
        ("/", script("document.body.innerHTML = '<form data-agent-action=a></form>'")),
        ("/join/", Answer::html("<form></form>")),
    ]);
    let pages = r#""pages": {"/join/": {"title": "Join"}, "/": {"title": "Home"}, "/member/:id": {"title": "Member"},
        "/gone": {"title": "Gone"}, "https://other.example/": {"title": "Other"}}"#;
    let text = MANIFEST.replace(r#""actions": {}"#, &format!(r#""actions": {{}}, {pages}"#));
    let manifest = ManifestFile::new("m.json".to_owned(), &text);
    let client = Client::new(&server.url, Cookies::default());
    let options = Options { manifest: Some(manifest.clone()), ..Options::default() };
    let browser = browser(&server.url, &setup());
    let audit = Audit::new(&client, &options).pages_from(browser.clone());
    let report = audit.routes(&server.url, &manifest, Reach::default());
    assert_eq!(names(&report, &server), ["/join/", "/"]);
    let failed: Vec<_> = report.failed.iter().map(|one| (one.reason.as_str(), one.named)).collect();
    assert_eq!(failed, [("answered 404 Not Found", false)]);
    // If the site does not exist, no page can be read.
    drop(server);
    let report = audit.routes(&Url::parse("http://127.0.0.1:9/").unwrap(), &manifest, Reach::default());
    assert!(report.failed.len() == 3 && report.failed.iter().all(|one| one.named), "{report:?}");
}

/// Ends the audit after the first page.
#[derive(Default)]
struct Impatient(AtomicBool);

impl Watch<Progress> for Impatient {
    fn on(&self, _event: Progress) {
        self.0.store(true, Ordering::SeqCst);
    }

    fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }
}

#[test]
fn an_audit_that_is_taken_back_ends_at_once() {
    let server = Server::new(|request| match request.path.as_str() {
        "/" => Answer::html("<a href=/a>a</a><a href=/b>b</a>"),
        WELL_KNOWN => Answer::json(MANIFEST),
        _ => Answer::html("").after(Duration::from_secs(30)),
    });
    let stop = Stop::default();
    let none = (Cookies::default(), LocalStorage::default());
    let browser = Browser::start(&setup(), &server.url, &none.0, &none.1, &stop).unwrap();
    let (client, options, watch) =
        (Client::new(&server.url, none.0), Options::default(), Impatient::default());
    let audit = Audit::new(&client, &options).pages_from(browser.clone()).watched(&watch, &stop);
    let report = audit.site(&server.url, Reach::default());
    browser.close();
    assert!(stop.is_set() && names(&report, &server) == ["/"], "{report:?}");
    assert!(!server.asked().contains(&"/a".to_owned()));
}

#[test]
fn why_there_is_no_browser() {
    let why = |chrome: &str| {
        let setup = Setup { chrome: Some(chrome.into()), ..setup() };
        let none = (Cookies::default(), LocalStorage::default());
        let site = Url::parse("http://localhost/").unwrap();
        let failed = Browser::start(&setup, &site, &none.0, &none.1, &Stop::default()).err();
        failed.map(|error| error.to_string()).unwrap_or_default()
    };
    assert_eq!(
        why("/no/such/chrome"),
        "/no/such/chrome: the program does not exist: name a Chromium or Chrome"
    );
    assert_eq!(why("true"), "Chromium ended before it was ready: exit status: 0");
}

#[test]
fn what_stands_in_open_shadow_roots_counts() {
    let shadow = "const outer = document.createElement('x-form'); document.body.append(outer); \
        const open = outer.attachShadow({ mode: 'open' }); \
        open.innerHTML = '<form data-agent-action=a><x-field></x-field></form>'; \
        open.querySelector('x-field').attachShadow({ mode: 'open' }).innerHTML = '<input name=b>'; \
        const closed = document.createElement('x-other'); document.body.append(closed); \
        closed.attachShadow({ mode: 'closed' }).innerHTML = '<form></form>';";
    let server = Server::of(&[(WELL_KNOWN, Answer::json(MANIFEST)), ("/", script(shadow))]);
    let report = rendered(&server, &setup(), &Options::default(), Reach { depth: 0, ..Reach::default() });
    // Forms 1 of 1, fields 0 of 1: (100 * 20 + 0 * 20 + 100 * 10) / 50.
    assert_eq!(report.score(), Some(60), "{}", written(&report, &server));
}
