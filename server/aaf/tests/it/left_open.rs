//! What an edit leaves open takes no more work in a long document than in a short one, in all markup that is cut by tags.

use std::sync::Arc;

use agmark_aaf::syntax::language::Language;
use agmark_aaf::{Pages, SvelteComponents, VueComponents};
use agmark_syntax::{AnyFormat, Document, Splice, work};

use crate::component_pieces::sections;

/// Edits in the second section of a document that leave something open: what they replace, and with what.
const IN_SECTIONS: &[(&str, &str)] = &[
    ("<section id=\"s1\">", "<div<section id=\"s1\">"),
    ("<section id=\"s1\">", "<div>\n<section id=\"s1\">"),
    ("<section id=\"s1\">", "<section id=\"s1\""),
    ("<section id=\"s1\">", "<section id=\"s1>"),
    ("</h2>", "</h2"),
    ("</h2>", ""),
    ("</form>", ""),
    ("</form>", "</foxrm>"),
    ("</button>", "</button"),
    ("</section>", ""),
];

/// The same in expressions and blocks of Svelte.
const IN_SVELTE: &[(&str, &str)] =
    &[("<p>", "<p>{"), ("<p>", "<p on:click={>"), ("<p>", "<p>{#if a}"), ("<p>", "<p>{#each all as one}")];

/// Edits in the second of the forms that a document consists of.
const IN_FORMS: &[(&str, &str)] =
    &[("<form id=\"s1\"", "<form>\n<form id=\"s1\""), ("</form>", ""), ("<button>", "<button")];

/// Each edit near the top of 10 MB takes at most twice the work of the same edit in 10 KB.
fn check(format: &Arc<dyn AnyFormat>, text: impl Fn(usize) -> String, edits: &[&[(&str, &str)]]) {
    let one = text(100).len() / 100;
    let documents = [10_000, 10_000_000].map(|size| Document::new(Arc::clone(format), &text(size / one)));
    for (before, after) in edits.iter().copied().flatten() {
        let [short, long] = documents.each_ref().map(|document| {
            let top = document.text().slice(0..5_000).into_owned();
            let second = top.find(" id=\"s1\"").and_then(|at| top[..at].rfind('<')).expect("a second part");
            let start = second + top[second..].find(before).expect("the place");
            let splice = Splice { start, end: start + before.len(), text: (*after).to_owned() };
            let mut edited = document.clone();
            work::count(move || edited.edit(&splice))
        });
        let title = format.info().title;
        assert!(long <= 2 * short, "{title}, {before} to {after}: {short} steps, in a long one {long}");
    }
}

#[test]
fn an_opened_element_is_as_much_work_in_a_long_component() {
    let vue: Arc<dyn AnyFormat> = Arc::new(VueComponents::default());
    check(&vue, |count| sections(Language::Vue, count), &[IN_SECTIONS]);
    let svelte: Arc<dyn AnyFormat> = Arc::new(SvelteComponents::default());
    check(&svelte, |count| sections(Language::Svelte, count), &[IN_SECTIONS, IN_SVELTE]);
}

/// An open form would take all that follows, if the next form did not end it.
#[test]
fn an_opened_form_among_others_is_as_much_work_in_a_long_page() {
    let form = |number| {
        format!(
            "<form id=\"s{number}\" data-agent-kind=\"action\" data-agent-action=\"invoice.create{number}\">\n  \
             <label>Amount <input name=\"amount\" data-agent-kind=\"field\" data-agent-field=\"amount\"></label>\n  \
             <button>Send</button>\n</form>\n"
        )
    };
    let forms = |count| (0..count).map(form).collect::<String>();
    let page: Arc<dyn AnyFormat> = Arc::new(Pages);
    check(&page, |count| format!("<!doctype html>\n<main>\n{}</main>\n", forms(count)), &[IN_FORMS]);
    let svelte: Arc<dyn AnyFormat> = Arc::new(SvelteComponents::default());
    check(&svelte, forms, &[IN_FORMS]);
}
