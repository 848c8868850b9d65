//! Credentials that a person gives are in no report, whatever the site does with them.

use std::sync::Mutex;

use agmark_aaf::coverage::Category;
use agmark_audit::crawl::{Audit, Progress, Reach};
use agmark_audit::http::{Client, Cookies, FetchError, Fetched, Secrets};
use agmark_audit::llms_txt::Llms;
use agmark_audit::page_source::PageSource;
use agmark_audit::{Format, Options, Report, report};
use agmark_task::{Stop, Watch};
use url::Url;

use super::WELL_KNOWN;
use super::server::{Answer, Server};

const FORMATS: [Format; 2] = [Format::Text, Format::Html];

/// All data of the report, and what it writes.
fn written(report: &Report) -> String {
    let mut out = format!("{report:?}").into_bytes();
    FORMATS.iter().for_each(|format| report::write(report, *format, &mut out).unwrap());
    String::from_utf8(out).unwrap()
}

/// Records the pages of the progress.
#[derive(Default)]
struct Told(Mutex<Vec<String>>);

impl Watch<Progress> for Told {
    fn on(&self, event: Progress) {
        self.0.lock().unwrap().push(event.page);
    }
}

#[test]
fn what_a_site_repeats_is_masked_everywhere() {
    let secret = "to+k/en=very&secret";
    let encoded = "to%2Bk%2Fen%3Dvery%26secret";
    let html = "to+k/en=very&amp;secret";
    let page = format!(
        "<a href='/fails?t={encoded}'>1</a><a href='/moved?t={encoded}'>2</a><a href='/pdf/{encoded}'>3</a>\
         <a href='/fine/{encoded}'>4</a><input name='{html}'><button>{html}</button><button title='{html}'>Delete</button>\
         <form id='{html}'></form><script type=application/agent+json>{{\"version\": \"{secret}\"}}</script>"
    );
    let server = Server::new(move |request| match request.path.as_str() {
        "/" => Answer::html(&page),
        WELL_KNOWN => Answer::redirect(&format!("http://other.invalid/{encoded}")),
        "/llms.txt" => Answer::status(404),
        path if path.starts_with("/moved") => Answer::redirect(&format!("http://{}/", "to-k-en.invalid")),
        path if path.starts_with("/pdf") => Answer::of(&format!("application/{secret}"), "x"),
        path if path.starts_with("/fine") => Answer::html(&format!("<input placeholder='{html}'>")),
        _ => Answer::status(500),
    });
    let mut cookies = Cookies::default();
    cookies.add(&format!("session={secret}")).unwrap();
    cookies.add("pin=4711").unwrap();
    let client = Client::new(&server.url, cookies);
    let options = Options { also: vec![Category::Safety, Category::Navigation], ..Options::default() };
    let told = Told::default();
    let audit = Audit::new(&client, &options).watched(&told, &Stop::default());
    let mut report = audit.site(&server.url, Reach::default());
    report.llms = Some(Llms::fetch(&client, &server.url));
    assert_eq!((report.pages.len(), report.failed.len()), (2, 3), "{report:?}");
    let mut all = written(&report.without(&audit.secrets(&server.url)));
    all.push_str(&told.0.lock().unwrap().join("\n"));
    for form in [secret, encoded, html, "very&", "very%26"] {
        assert!(!all.contains(form), "{form} in {all}");
    }
    assert!(all.contains("/fails?t=***"), "{all}");
}

#[test]
fn tokens_in_the_address_that_is_given_are_masked() {
    let server = Server::new(|request| match request.path.as_str() {
        path if path.starts_with("/a?") => {
            Answer::html(&format!("<input name=x><a href='{path}&b=1'>1</a><a href='/b{path}'>2</a>"))
        }
        _ => Answer::status(404),
    });
    for address in ["a?access_token=abcdefgh&page=2", "a?pin=12&page=2"] {
        let entry = server.url.join(address).unwrap();
        let client = Client::new(&server.url, Cookies::default());
        let told = Told::default();
        let options = Options::default();
        let report =
            Audit::new(&client, &options).watched(&told, &Stop::default()).site(&entry, Reach::default());
        assert!(!report.pages.is_empty() && !report.failed.is_empty(), "{report:?}");
        let all = written(&report) + &told.0.lock().unwrap().join("\n");
        assert!(!all.contains("abcdefgh") && !all.contains("pin=12"), "{all}");
        assert!(all.contains("page=2"), "{all}");
    }
}

/// A source of pages whose errors repeat what it was asked with.
struct Talkative;

impl PageSource for Talkative {
    fn page(&self, url: &Url) -> Result<Fetched, FetchError> {
        Err(FetchError::Other(format!("cannot send {url} with Cookie: session=abcdefgh")))
    }

    fn is_signed_in(&self) -> bool {
        true
    }

    fn secrets(&self) -> Secrets {
        let mut secrets = Secrets::default();
        secrets.add("session", "abcdefgh");
        secrets
    }
}

#[test]
fn errors_of_others_are_masked_too() {
    let server = Server::of(&[]);
    let client = Client::new(&server.url, Cookies::default());
    let entry = server.url.join("x?session=abcdefgh").unwrap();
    let options = Options::default();
    let audit = Audit::new(&client, &options).pages_from(std::sync::Arc::new(Talkative));
    for report in [audit.page(&entry), audit.site(&entry, Reach::default())] {
        assert_eq!(report.failed.len(), 1);
        let all = written(&report);
        assert!(!all.contains("abcdefgh") && all.contains("cannot send"), "{all}");
    }
}
