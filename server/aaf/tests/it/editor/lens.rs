//! Code lenses and inlay hints.

use agmark_syntax::{LensOptions, Span};
use expect_test::expect;

use super::{FORM, MANIFEST, open, page};

#[test]
fn lenses_and_hints() {
    let lenses = |text: &str| {
        let (files, document, _) = open(text);
        let format = document.format();
        let lenses = format.code_lenses(&document, &files, LensOptions::default()).into_iter();
        let lines = lenses.map(|lens| {
            let line = document.text().line_of(lens.span.start as usize) + 1;
            let title = lens.title.clone().or_else(|| format.lens_title(&document, &files, &lens));
            format!("{line}: {}\n", title.unwrap_or_default())
        });
        lines.collect::<String>()
    };
    expect![[r#"
        1: agents: 100/100 · forms 100 · fields 100 · actions 100 · manifest 100
        1: 1 field
    "#]]
    .assert_eq(&lenses(&page(FORM)));
    expect![[r#"
        5: used on 2 pages
    "#]]
    .assert_eq(&lenses(&format!("{MANIFEST}=== book.html\n{FORM}\n=== b.jsx\nconst a = {FORM};\n")));
    let (files, document, _) = open(&page(FORM));
    let hints: String = document
        .format()
        .inlay_hints(&document, &files, Span::new(0, document.text().len()))
        .into_iter()
        .map(|hint| {
            format!(
                "{}|{}\n",
                document.text().slice(0..hint.at).lines().last().unwrap_or_default().trim_start(),
                hint.label
            )
        })
        .collect();
    expect![[r#"
          <input data-agent-kind="field" data-agent-field="row"| → seat.book
    "#]]
    .assert_eq(&hints);
}
