//! What a keystroke costs in a program of 200 KB: the edit itself, with all that is found in the touched chunks, and
//! all diagnostics of the document, with the types along the template.

use std::fmt::Write as _;
use std::hint::black_box;
use std::sync::Arc;

use agmark_markdownlang::Markdownlang;
use agmark_syntax::diagnostics::diagnose;
use agmark_syntax::world::{EmptyWorld, Settings};
use agmark_syntax::{AnyFormat, Document, Splice};
use criterion::{BatchSize, Criterion, criterion_group, criterion_main};

const SIZE: usize = 200 << 10;

fn program() -> String {
    let mut text = String::from(
        "---\nname: report\ndescription: Writes a report\ninput:\n  type: object\n  required: [title, rows]\n  properties:\n    \
         title: { type: string }\n    rows: { type: array, items: { type: object, required: [name, n], properties: { name: { \
         type: string }, n: { type: integer } } } }\noutput: { type: object }\n---\n",
    );
    let mut part = 0;
    while text.len() < SIZE {
        part += 1;
        let _ = write!(
            text,
            "## Part {part} of {{{{ .title | upper }}}}\n\nLook at what the rows say, one after the other, and write down \
             what is to be noted.\n\n{{{{ range $i, $row := .rows }}}}\n- {{{{ $i }}}}: {{{{ $row.name }}}} {{{{ if gt .n {part} \
             }}}}({{{{ .n }}}}, much){{{{ else }}}}(little){{{{ end }}}}\n{{{{ end }}}}\n\nThen go on.\n\n"
        );
    }
    text
}

fn keystrokes(c: &mut Criterion) {
    let text = program();
    let format: Arc<dyn AnyFormat> = Arc::new(Markdownlang);
    let document = Document::new(Arc::clone(&format), &text);
    let settings = Settings::default();
    // As in an editor, what is found is known before the keystroke.
    black_box(diagnose(&document, &EmptyWorld, &settings));
    let mut group = c.benchmark_group("keystroke in 200 KB");
    let middle = text[..text.len() / 2].rfind("much").expect("a part");
    let action = text[..text.len() / 2].rfind("$row.name").expect("a part") + 5;
    let front = text.find("Writes").expect("a description");
    let schema = text.find("title: {").expect("a schema");
    for (name, at) in [("text", middle), ("action", action), ("description", front), ("schema", schema)] {
        let splice = Splice { start: at, end: at, text: "x".into() };
        group.bench_function(format!("{name}: edit"), |b| {
            b.iter_batched(
                || document.clone(),
                |mut document| {
                    document.edit(&splice);
                    document
                },
                BatchSize::SmallInput,
            );
        });
        group.bench_function(format!("{name}: edit and findings"), |b| {
            b.iter_batched(
                || document.clone(),
                |mut document| {
                    document.edit(&splice);
                    let found = diagnose(&document, &EmptyWorld, &settings);
                    (document, found)
                },
                BatchSize::SmallInput,
            );
        });
    }
    group.finish();
}

criterion_group!(benches, keystrokes);
criterion_main!(benches);
