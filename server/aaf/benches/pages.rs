//! A page of 5,000 elements, from its text to its facts.

use std::fmt::Write as _;
use std::hint::black_box;
use std::sync::Arc;

use agmark_aaf::syntax::language::Language;
use agmark_aaf::{Pages, format_of};
use agmark_syntax::{AnyFormat, Document};
use criterion::{Criterion, criterion_group, criterion_main};

/// A page of 5,000 elements: forms with fields, buttons and links, and plain markup around them.
fn page(wrap: (&str, &str), empty: &str) -> String {
    let mut out = wrap.0.to_owned();
    for form in 0..250 {
        let _ = writeln!(
            out,
            "<section><h2>Part {form}</h2><form data-agent-kind=\"action\" data-agent-action=\"part-{form}.save\" \
             data-agent-danger=\"low\" data-agent-confirm=\"optional\">"
        );
        for field in 0..5 {
            let _ = writeln!(
                out,
                "<p><label>Field {field} <input name=\"field_{field}\" data-agent-kind=\"field\" \
                 data-agent-field=\"field_{field}\"{empty}></label></p>"
            );
        }
        out.push_str("<button type=\"submit\" data-agent-kind=\"action\">Save</button><a href=\"/\">Back</a></form></section>\n");
    }
    out.push_str(wrap.1);
    out
}

fn analyse(criterion: &mut Criterion) {
    let html = page(("<!doctype html><body>", "</body>"), "");
    assert_eq!(html.matches('<').count() - html.matches("</").count() - 1, 5_001, "elements");
    let jsx = page(("export const Page = () => (<main>", "</main>);"), " /");
    let formats: [(&str, Arc<dyn AnyFormat>, &str); 2] = [
        ("html, 5,000 elements", Arc::new(Pages), &html),
        ("jsx, 5,000 elements", format_of(Language::Jsx), &jsx),
    ];
    for (name, format, text) in formats {
        criterion.bench_function(name, |bencher| {
            bencher.iter(|| black_box(Document::new(Arc::clone(&format), black_box(text))));
        });
    }
}

criterion_group!(benches, analyse);
criterion_main!(benches);
