//! A page twice as long takes about twice the work, whatever it contains. Work is counted, not time.

use std::fmt::Write as _;
use std::sync::Arc;

use agmark_aaf::coverage::{AuditedPage, Category, ManifestCheck};
use agmark_aaf::edit::{annotate, folder};
use agmark_aaf::page::Page;
use agmark_aaf::syntax::html::Dom;
use agmark_aaf::syntax::language::Language;
use agmark_aaf::{Manifests, Pages};
use agmark_syntax::testing;
use agmark_syntax::world::EmptyWorld;
use agmark_syntax::{AnyFormat, Document, work};

use crate::common;
use crate::component_pieces::sections;

/// A part of a page for each number.
type Part = fn(usize) -> String;

/// What pages can have very many of.
const PAGES: &[(&str, &str, Part)] = &[
    ("labels by id", "", |n| format!("<label for=i{n}>L {n}</label><input id=i{n}>\n")),
    ("labels that name nothing", "", |n| format!("<label for=x{n}>L</label><input id=i{n}>\n")),
    ("inputs without a label", "<label for=a>A</label>", |n| format!("<input id=i{n}>")),
    ("one label around all", "<label>All ", |_| "<input>".to_owned()),
    ("forms", "", |n| format!("<form id=f{n}><input name=a><button>Send</button></form>\n")),
    ("controls of forms by id", "", |n| {
        format!("<form id=f{n}></form><input name=a form=f{n}><button form=f{n}>Go</button>")
    }),
    ("controls of a form that does not exist", "", |_| {
        "<input form=none><button form=none>Go</button>".to_owned()
    }),
    ("forms in forms", "", |n| format!("<form id=f{n}><input name=a{n}>")),
    ("fields of one name", "<form id=f>", |_| "<input name=a>".to_owned()),
    ("fields tied to many actions", "", |n| {
        format!("<i data-agent-kind=field data-agent-field=f data-agent-for-action=a.b{n}></i>")
    }),
    ("fields tied to one action", "<i data-agent-kind=action data-agent-action=a></i>", |n| {
        format!("<i data-agent-kind=field data-agent-field=f{} data-agent-for-action=a></i>", n % 3)
    }),
    ("actions with fields", "", |n| {
        format!(
            "<form data-agent-kind=action data-agent-action=a{n}.b><input data-agent-kind=field data-agent-field=f>\
             <button data-agent-kind=action data-agent-action=a{n}.b.submit>Go</button></form>\n"
        )
    }),
    ("instances of one action", "", |n| {
        format!(
            "<form data-agent-kind=action data-agent-action=a><input data-agent-kind=field data-agent-field=f{n}></form>\
             <i data-agent-kind=field data-agent-field=f{n} data-agent-for-action=a></i>"
        )
    }),
    ("fields twice, far apart", "<form data-agent-kind=action data-agent-action=a>", |n| {
        format!("<i data-agent-kind=field data-agent-field=f{}></i>\n", n % 997)
    }),
    ("ambiguous fields", "<form data-agent-kind=action data-agent-action=a>", |_| {
        "<i data-agent-kind=field data-agent-field=f></i>\n".to_owned()
    }),
    ("parts of one name", "<form data-agent-kind=action data-agent-action=a>", |_| {
        "<i data-agent-kind=action data-agent-action=a.b></i>\n".to_owned()
    }),
    ("actions in actions", "", |n| format!("<i data-agent-kind=action data-agent-action=a{n}.b>")),
    ("fields in actions in actions", "", |n| {
        format!(
            "<i data-agent-kind=action data-agent-action=a{n}><b data-agent-kind=field data-agent-field=f></b>"
        )
    }),
    ("deep elements", "<i data-agent-kind=result></i>", |_| "<div>".to_owned()),
    ("deep elements that are closed", "<i data-agent-kind=result></i>", |_| "<div></p>".to_owned()),
    ("deep annotated elements", "", |_| "<div data-agent-kind=item>".to_owned()),
    ("buttons that are never closed", "<i data-agent-kind=result></i>", |_| "<button>Delete".to_owned()),
    ("links that are never closed", "", |_| {
        "<a data-agent-kind=action data-agent-action=a>Delete".to_owned()
    }),
    ("roles that are never closed", "<i data-agent-kind=result></i>", |_| {
        "<div role=button>Delete".to_owned()
    }),
    ("labels by reference", "<i data-agent-kind=result></i>", |n| {
        format!("<button aria-labelledby=i{n}></button><i id=i{n}>x</i>")
    }),
    ("references to one label", "<i data-agent-kind=result></i><p id=l>x</p>", |_| {
        "<button aria-labelledby=l></button>".to_owned()
    }),
    ("comments that silence", "", |n| {
        format!("<!-- agmark: allow missing-kind -->\n<i data-agent-field=a{n}></i>\n")
    }),
    ("comments that silence one place", "", |_| "<!-- agmark: allow missing-kind -->".to_owned()),
    ("options", "<i data-agent-kind=result></i><select name=a>", |n| format!("<option>{n}")),
    ("links", "", |n| format!("<a data-agent-kind=link href=/p{n}>x</a>")),
    ("attributes", "<i data-agent-kind=result ", |n| format!("data-agent-a{n}=x ")),
    ("attributes of one name", "<i data-agent-kind=result ", |_| "data-agent-field=x ".to_owned()),
    ("a long attribute", "<i data-agent-kind=action data-agent-action='a", |_| ".a".to_owned()),
    ("a long line", "<i data-agent-kind=result>", |_| "x < y {{ z ".to_owned()),
    ("blanks at the end", "<i data-agent-kind=result><p><b><i>", |_| " \n".to_owned()),
];

fn page(start: &str, part: Part, size: usize) -> String {
    (0..size).fold(start.to_owned(), |mut text, number| {
        text.push_str(&part(number));
        text
    })
}

#[test]
fn pages_are_understood() {
    for (what, start, part) in PAGES {
        work::check_linear(
            what,
            1_000,
            |size| page(start, *part, size),
            |text| testing::diagnostics(Arc::new(Pages), &text),
        );
    }
}

#[test]
fn pages_are_annotated_and_declared() {
    for (what, start, part) in PAGES {
        work::check_linear(
            what,
            1_000,
            |size| page(start, *part, size),
            |text| {
                let page = Page::new(&text);
                let edits = annotate::whole(&page).len();
                let sources = [folder::FolderPage { route: Some("/".to_owned()), page }];
                (edits, folder::manifest("x", "https://x.example", &sources))
            },
        );
    }
}

#[test]
fn pages_are_audited() {
    for (what, start, part) in PAGES {
        work::check_linear(
            what,
            1_000,
            |size| page(start, *part, size),
            |text| AuditedPage::new(&text).assess(&Category::ALL, &ManifestCheck::none(None)),
        );
    }
}

/// What manifests, and pages beside them, can have very many of: the entries of `actions`, of `pages`, and the page.
const SITES: &[(&str, Part, Part, Part)] = &[
    ("actions on the page", |n| action(n, ""), |_| String::new(), |n| form(n, "")),
    ("actions on no page", |n| action(n, ""), |_| String::new(), |_| String::new()),
    ("actions that are not declared", |_| String::new(), |_| String::new(), |n| form(n, "")),
    (
        "fields",
        |n| action(n, "\"f\": {}"),
        |_| String::new(),
        |n| form(n, "<i data-agent-kind=field data-agent-field=f></i>"),
    ),
    (
        "fields that are not declared",
        |n| action(n, ""),
        |_| String::new(),
        |n| form(n, "<i data-agent-kind=field data-agent-field=g></i>"),
    ),
    (
        "routes",
        |_| String::new(),
        |n| format!("\"/r{n}\": {{\"title\": \"x\"}}"),
        |n| link(&format!("/r{n}")),
    ),
    (
        "routes with parameters",
        |_| String::new(),
        |n| format!("\"/r{n}/:id\": {{\"title\": \"x\"}}"),
        |n| link(&format!("/r{n}/7")),
    ),
    (
        "routes that are not there",
        |_| String::new(),
        |n| format!("\"/r{n}\": {{\"title\": \"x\"}}"),
        |n| link(&format!("/q{n}")),
    ),
    (
        "pages that name an action",
        |n| action(n, ""),
        |n| format!("\"/r{n}\": {{\"title\": \"x\", \"actions\": [\"a{n}.b\"]}}"),
        |_| String::new(),
    ),
    (
        "keys that do not exist",
        |n| format!("\"a{n}.b\": {{\"titel\": \"x\", \"titlle\": 1}}"),
        |_| String::new(),
        |_| String::new(),
    ),
];

fn action(n: usize, properties: &str) -> String {
    format!(
        "\"a{n}.b\": {{\"title\": \"x\", \"scope\": \"s\", \"risk\": \"low\", \"confirmation\": \"never\", \"idempotent\": true, \
         \"inputSchema\": {{\"type\": \"object\", \"properties\": {{{properties}}}}}, \"outputSchema\": {{}}}}"
    )
}

fn form(n: usize, inside: &str) -> String {
    format!("<form data-agent-kind=action data-agent-action=a{n}.b>{inside}</form>\n")
}

fn link(to: &str) -> String {
    format!("<a data-agent-kind=link href={to}>x</a>\n")
}

/// A workspace with a manifest and a page; the first file is the one that is open.
fn site(actions: Part, pages: Part, page: Part, size: usize, first: &str) -> String {
    let list = |part: Part, own: &str| {
        let written = (0..size).map(part).filter(|one| !one.is_empty());
        written.chain((!own.is_empty()).then(|| own.to_owned())).collect::<Vec<_>>().join(",\n")
    };
    let mut manifest = String::from(
        "{\"version\": \"0.1\", \"site\": {\"name\": \"x\", \"origin\": \"https://x.example\"},\n",
    );
    let _ = writeln!(manifest, "\"actions\": {{{}}},", list(actions, ""));
    let _ = writeln!(manifest, "\"pages\": {{{}}}}}", list(pages, "\"/page\": {\"title\": \"x\"}"));
    let html: String = (0..size).map(page).collect();
    let html = format!("<body data-agent-kind=result>{html}</body>\n");
    match first {
        "page" => format!("=== page.html\n{html}=== .well-known/agent-manifest.json\n{manifest}"),
        _ => format!("=== .well-known/agent-manifest.json\n{manifest}=== page.html\n{html}"),
    }
}

#[test]
fn pages_and_manifests_are_held_against_each_other() {
    for (what, actions, pages, page) in SITES {
        for first in ["page", "manifest"] {
            let what = format!("{what}, {first}");
            work::check_linear(
                &what,
                400,
                |size| site(*actions, *pages, *page, size, first),
                |text| {
                    let files = common::files(&text, "page.html");
                    let document = files.own().expect("a document");
                    testing::diagnostics_in(document, &files)
                },
            );
        }
    }
}

#[test]
fn deep_manifests_are_read() {
    for part in ["{\"a\":", "[", "{\"actions\": {\"a\": {\"inputSchema\": {\"properties\": {\"b\": "] {
        work::check_linear(
            part,
            2_000,
            |size| part.repeat(size),
            |text| Document::new(Arc::new(Manifests), &text).chunks().len(),
        );
    }
}

/// The stack on which deep texts are read, and how deep they are: a function that calls itself for each level needs more
/// than the stack has, as no frame is smaller than [`FRAME`].
const STACK: usize = 1 << 20;
const FRAME: usize = 64;
const DEEP: usize = 2 * STACK / FRAME;

#[test]
fn no_depth_overflows_the_stack() {
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(|| read_deep_texts(DEEP));
    thread.expect("a thread").join().expect("no fault");
}

fn read_deep_texts(deep: usize) {
    let pages: Arc<dyn AnyFormat> = Arc::new(Pages);
    let tree =
        agmark_syntax::parse::parse(&pages.info().language(), "", None).expect("an empty text has a tree");
    let state = agmark_syntax::State::default();
    for part in
        ["<div>", "<div data-agent-kind=item>", "<form>", "<i data-agent-kind=action data-agent-action=a>"]
    {
        let text = part.repeat(deep);
        let _ = pages.analyze(&agmark_syntax::Piece { text: &text, tree: &tree, state: &state });
        assert_eq!(Dom::new(&text).elements.len(), deep);
    }
    let closed = format!("{}{}", "<b>".repeat(deep), "</b>".repeat(deep));
    for (source, around) in [
        (Language::Jsx, ("const a = ", ";")),
        (Language::Tsx, ("const a = ", ";")),
        (Language::Svelte, ("", "")),
        (Language::Vue, ("", "")),
    ] {
        let text = format!("{}{}{}// data-agent-kind", around.0, closed, around.1);
        let _ = source.read(&text).elements.len();
    }
    for part in ["{\"a\":", "[", "{\"inputSchema\": {\"properties\": {\"a\": "] {
        let _ = agmark_aaf::manifest::model::Manifest::read(&part.repeat(deep), 0);
    }
}

/// A page keeps its elements: a question about one place does not read it again.
#[test]
fn a_question_does_not_read_the_page_again() {
    let text = |n: usize| {
        let other = "<section class=\"wide\"><p>Some text of the page without annotations, and that is rather long</p></section>\n";
        format!(
            "<div>\n<form data-agent-kind=\"action\" data-agent-action=\"a.b\">\n<input data-agent-danger=\"low\" />\n</form>\n{}</div>",
            other.repeat(n)
        )
    };
    for source in [Language::Html, Language::Vue, Language::Svelte, Language::Tsx] {
        let format: Arc<dyn AnyFormat> = match source {
            Language::Html => Arc::new(Pages),
            _ => agmark_aaf::format_of(source),
        };
        let document = |n: usize| Document::new(Arc::clone(&format), &text(n));
        let at = |needle: &str| text(0).find(needle).unwrap_or_default() + 1;
        let completed = |n: usize, at: usize| {
            let document = document(n);
            let offers = format.completions(&document, &EmptyWorld, at);
            assert!(!offers.is_empty(), "{source:?}");
            work::count(|| format.completions(&document, &EmptyWorld, at))
        };
        for place in [at("\"low\""), at("data-agent-danger")] {
            let (one, many) = (completed(4, place), completed(4000, place));
            // The page is cut in other places.
            assert!(
                many <= 2 * one,
                "{source:?}: completion takes {many} steps in a large page, {one} in a small one"
            );
        }
        // Annotating all of it looks at each element once, but reads no text.
        let large = document(4000);
        let selection = agmark_syntax::Span::at(at("\"low\""));
        let acted = work::count(|| format.code_actions(&large, &EmptyWorld, selection));
        let read = work::count(|| Dom::new(&text(4000)));
        assert!(acted * 4 < read, "{source:?}: actions take {acted} steps, reading the page takes {read}");
    }
}

/// Actions and completions at one place of 10 MB are at most twice the work of those in 10 KB, besides the answer.
#[test]
fn a_question_does_not_visit_all_pieces() {
    type Ask = fn(&Document, usize) -> usize;
    let asked: [(&str, &str, Ask); 3] = [
        ("code actions", "<form ", |document, at| {
            document.format().code_actions(document, &EmptyWorld, agmark_syntax::Span::at(at)).len()
        }),
        ("names of actions", "data-agent-action=\"", |document, at| {
            document.format().completions(document, &EmptyWorld, at).len()
        }),
        ("words", "data-agent-danger=\"", |document, at| {
            document.format().completions(document, &EmptyWorld, at).len()
        }),
    ];
    let documents = [10_000, 10_000_000].map(|size| {
        let one = sections(Language::Html, 100).len() / 100;
        Document::new(Arc::new(Pages), &sections(Language::Html, size / one))
    });
    for (what, needle, ask) in asked {
        let [short, long] = documents.each_ref().map(|document| {
            let half = document.text().floor(document.text().len() / 2);
            let near = document.text().slice(half..document.text().floor(half + 3_000)).into_owned();
            let at = half + near.find(needle).expect("the place") + needle.len();
            // Names are sorted once.
            let answers = ask(document, at);
            (work::count(|| ask(document, at)), answers as u64)
        });
        assert!(long.0 <= 2 * short.0 + 4 * long.1, "{what}: {short:?} steps, in a long page {long:?}");
    }
}
