//! A page is analyzed in pieces. What is found does not depend on where it is cut, nor on the edits before.

use std::fmt::Write as _;
use std::sync::Arc;

use agmark_aaf::Pages;
use agmark_syntax::outline::outline;
use agmark_syntax::world::EmptyWorld;
use agmark_syntax::{Document, Span, Splice, work};

use crate::whole::{Numbers, Whole, chunks, fold_lines, found, names};

/// Parts of a page. `#` stands for a number between 0 and 9, so that parts name each other.
const PARTS: &[&str] = &[
    "<section id=\"s#\">\n  <h2>Heading #</h2>\n  <p>Some text of a paragraph,\n  and more of it.</p>\n</section>\n",
    "<form data-agent-kind=\"action\" data-agent-action=\"a#.b\">\n  <input name=\"x\" data-agent-kind=\"field\" \
     data-agent-field=\"x\">\n  <button data-agent-kind=\"action\" data-agent-action=\"a#.b.submit\">Send</button>\n</form>\n",
    "<form id=\"f#\" data-agent-kind=\"action\" data-agent-action=\"c#.d\" data-agent-danger=\"low\">\n  <input name=\"y\">\n\
     </form>\n",
    "<form id=\"g#\" method=\"post\">\n<p>Nothing</p>\n</form>\n",
    "<button form=\"g#\" type=\"submit\">Delete</button>\n",
    "<button form=\"f#\">Delete all</button>\n",
    "<input form=\"f#\" name=\"z\">\n",
    "<input id=\"i#\">\n",
    "<label for=\"i#\">Label #</label>\n",
    "<button aria-labelledby=\"t#\">×</button>\n",
    "<span id=\"t#\">Delete this</span>\n",
    "<input data-agent-kind=\"field\" data-agent-field=\"x\" data-agent-for-action=\"a#.b\">\n",
    "<input data-agent-kind=\"field\" data-agent-field=\"w\" data-agent-for-action=\"none#.b\">\n",
    "<p data-agent-kind=\"status\" data-agent-for-action=\"c#.d\" data-agent-output=\"c#.d.status\"></p>\n",
    "<input data-agent-kind=\"field\" data-agent-field=\"lonely\">\n",
    "<ul data-agent-kind=\"collection\" data-agent-action=\"v#.list\">\n  <li data-agent-kind=\"item\">One</li>\n</ul>\n",
    "<input data-agent-kind=\"field\" data-agent-field=\"q\" data-agent-for-action=\"v#.list\">\n",
    "<!-- agmark: allow unannotated-control -->\n<input id=\"j#\">\n",
    "<!-- a comment\n  over lines -->\n",
    "<div class=\"modal\">\n<div>\n<button>Cancel</button>\n</div>\n</div>\n",
    "<button type=\"button\" class=\"x\">Cancel</button>\n",
    "<button data-agent-kind=\"action\" data-agent-action=\"a#.b.cancel\">Stop</button>\n",
    "{% if x# %}\n<p>Perhaps</p>\n{% endif %}\n",
    "<a href=\"/p#\" data-agent-kind=\"link\">Go</a>\n",
    "<script>\nif (a < b) { '<form>' }\n</script>\n",
    "<div data-third-party>\n<p data-agent-kind=\"status\"></p>\n</div>\n",
    "<iframe src=\"x\"></iframe>\n",
    "<p>An unclosed paragraph\n<div>\n<span>text</span>\n</div>\n",
    "<div title=\"more\n  lines\" data-agent-kind='dialog'>\n<button hidden data-agent-kind=\"action\" \
     data-agent-action=\"a#.x\">Hi</button>\n</div>\n",
];

/// A page of many parts, in elements that are around all of them.
fn page(seed: u64, parts: usize) -> String {
    let mut numbers = Numbers(seed);
    // Few kinds of parts in each page, so that the rules see various neighbours.
    let kinds: Vec<&str> = (0..9).map(|_| numbers.one(PARTS)).collect();
    let mut text = "<!DOCTYPE html>\n<html lang=\"en\">\n<head><title>Page</title></head>\n<body \
                    data-agent-version=\"0.1\" data-agent-page=\"/here\">\n<main>\n"
        .to_owned();
    let mut inside = 0;
    for _ in 0..parts {
        match numbers.below(12) {
            0 => (inside += 1, text.push_str("<div class=\"wide\">\n")).1,
            1 if inside > 0 => (inside -= 1, text.push_str("</div>\n")).1,
            _ => {
                let part = numbers.one(&kinds);
                let number = numbers.below(10).to_string();
                text.push_str(&part.replace('#', &number));
                text.push_str("<p>Some words that fill the page and say nothing at all.</p>\n");
            }
        }
    }
    text.push_str(&"</div>\n".repeat(inside));
    text + "</main>\n</body>\n</html>\n"
}

#[test]
fn a_page_in_pieces_is_like_the_whole() {
    let corpus = [
        include_str!("../../../../tests/corpus/aaf/broken.html"),
        include_str!("../../../../tests/corpus/aaf/dangerous.html"),
    ];
    let pages = (0..60).map(|seed| page(seed, 70)).chain(corpus.map(str::to_owned));
    let mut findings = 0;
    for (number, text) in pages.enumerate() {
        let pieces = Document::new(Arc::new(Pages), &text);
        let whole = Document::new(Arc::new(Whole(Pages)), &text);
        assert!(text.len() < 8000 || pieces.chunks().len() > 3, "page {number} is not cut:\n{text}");
        let (cut, uncut) = (found(&pieces), found(&whole));
        findings += cut.len();
        let starts: Vec<usize> = pieces.chunks().iter().map(|(start, _)| start).collect();
        assert_eq!(cut, uncut, "page {number}, cut at {starts:?}:\n{text}");
        let depths = |document: &Document| {
            let all = outline(document).into_iter();
            all.map(|one| (one.symbol.name, one.level, one.span, one.selection)).collect::<Vec<_>>()
        };
        let without_root = |document: &Document| {
            // The span of the root of a page is its start tag and what follows in its piece.
            depths(document).into_iter().filter(|one| &*one.0 != "/here").collect::<Vec<_>>()
        };
        assert_eq!(without_root(&pieces), without_root(&whole), "page {number}:\n{text}");
        assert_eq!(names(&pieces), names(&whole), "page {number}:\n{text}");
        assert_eq!(fold_lines(&pieces), fold_lines(&whole), "page {number}:\n{text}");
    }
    assert!(findings > 200, "{findings}");
}

/// What a person types that changes much of what follows.
const HOSTILE: &[&str] = &[
    "<!--",
    "-->",
    "<script>",
    "</script>",
    "<form id=f1>",
    "</form>",
    "\"",
    "'",
    "{{",
    "<%",
    "%>",
    "</div>",
    "<div>",
    "<p",
    ">",
    "<",
    "\r\n",
    "\n",
    "<textarea>",
    "{",
    "<button>",
    "=",
    "x",
    "<!-- agmark: allow x -->",
    "<label for=i1>",
    "\u{feff}",
    "é",
];

#[test]
fn a_page_after_edits_is_like_a_new_one() {
    for seed in 0..24 {
        let mut numbers = Numbers(1000 + seed);
        let mut text = page(seed, 40);
        if seed % 3 == 0 {
            text = text.replace('\n', "\r\n");
        }
        let mut document = Document::new(Arc::new(Pages), &text);
        for _ in 0..30 {
            let start = document.text().floor(numbers.below(text.len() + 1));
            let end = document.text().floor((start + numbers.below(3) * numbers.below(40)).min(text.len()));
            let with = numbers.one(HOSTILE).to_owned();
            text.replace_range(start..end, &with);
            document.edit(&Splice { start, end, text: with.clone() });
            let new = Document::new(Arc::new(Pages), &text);
            assert_eq!(chunks(&document), chunks(&new), "{with:?} at {start} in\n{text}");
            assert_eq!(found(&document), found(&new), "{with:?} at {start} in\n{text}");
            assert_eq!(names(&document), names(&new), "{with:?} at {start} in\n{text}");
        }
    }
}

/// A page of sections with a form each.
fn sections(count: usize) -> String {
    let mut text = "<!DOCTYPE html>\n<html lang=\"en\">\n<body>\n".to_owned();
    for number in 0..count {
        let _ = write!(
            text,
            "<section id=\"s{number}\">\n  <h2>Invoice {number}</h2>\n  <p>{}</p>\n  <form data-agent-kind=\"action\" \
             data-agent-action=\"invoice.create{number}\" data-agent-scope=\"invoices.write\" data-agent-danger=\"low\" \
             data-agent-confirm=\"optional\">\n    <input type=\"text\" name=\"amount\" data-agent-kind=\"field\" \
             data-agent-field=\"amount\">\n    <input type=\"text\" name=\"memo\" data-agent-kind=\"field\" \
             data-agent-field=\"memo\">\n    <button type=\"submit\" data-agent-kind=\"action\" \
             data-agent-action=\"invoice.create{number}.submit\">Send</button>\n    <div role=\"status\" \
             data-agent-kind=\"status\" data-agent-output=\"invoice.create{number}.status\"></div>\n  </form>\n</section>\n",
            "Some words of a text that says something. ".repeat(4)
        );
    }
    text + "</body>\n</html>\n"
}

#[test]
fn a_page_is_cut_into_short_pieces() {
    let text = sections(200);
    let document = Document::new(Arc::new(Pages), &text);
    let mean = text.len() / document.chunks().len();
    assert!(mean < 2500, "{mean} bytes in a piece");
}

/// Work for one place in a short page and in one that is a hundred times as long.
#[test]
fn work_is_as_large_as_the_edit() {
    let documents = [10, 1000].map(|count| Document::new(Arc::new(Pages), &sections(count)));
    let middle = |document: &Document, needle: &str| {
        let text = document.text().to_string();
        let half = document.text().floor(text.len() / 2);
        half + text[half..].find(needle).unwrap_or_default() + needle.len()
    };
    type Deed = fn(&Document, usize);
    let deeds: [(&str, &str, Deed); 5] = [
        ("a keystroke", "<p>Some", |document, at| {
            document.clone().edit(&Splice { start: at, end: at, text: "x".to_owned() });
        }),
        ("an attribute", "data-agent-kind=\"field\"", |document, at| {
            document.clone().edit(&Splice { start: at, end: at, text: " data-agent-x".to_owned() });
        }),
        ("hover", "data-agent-field=\"am", |document, at| {
            assert!(document.format().hover(document, &EmptyWorld, at).is_some());
        }),
        ("completion", "data-agent-danger=\"", |document, at| {
            assert!(!document.format().completions(document, &EmptyWorld, at).is_empty());
        }),
        ("hints", "data-agent-field=\"am", |document, at| {
            assert_eq!(document.format().inlay_hints(document, &EmptyWorld, Span::at(at)).len(), 1);
        }),
    ];
    for (what, needle, deed) in deeds {
        let [short, long] = documents.each_ref().map(|document| {
            let at = middle(document, needle);
            work::count(|| deed(document, at))
        });
        assert!(long <= 2 * short.max(2_000), "{what}: {short} steps, in a long page {long}");
    }
}
