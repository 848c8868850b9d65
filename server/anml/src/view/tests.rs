//! Views, and what they must never lose.

use std::collections::BTreeMap;
use std::sync::Arc;

use agmark_syntax::testing::{self, Random};
use expect_test::{Expect, expect};

use super::{Options, ViewError, view};
use crate::Anml;
use crate::context::Context;
use crate::entry::{Item, What, each};
use crate::vocabulary;

const PAGE: &str = "\
---
url: https://clinic.example/
---
header
  link#e1 \"Clinic\" href=/
main
  h1#e2 \"Appointments\"
  p \"Choose a day.\"
    > We are open from Monday to Friday.
    > Closed on holidays.
  table#e3 \"Days\" rows=3
    | Day | Free |
    | Mo  | yes  |
    | Tu  | button#e4 \"Book\" |
    | We  | no   |
  form
    textbox#e5 \"Name\" [required]
      > Your full name
    group
      h2 \"Reason\"
      p \"One of these.\"
footer
  p \"Imprint\"
  ~ 4 links, 2 images
";

fn options(text: &str) -> Options {
    let mut options = Options::default();
    for (key, value) in text.split(' ').filter_map(|word| word.split_once('=')) {
        match key {
            "depth" => options.depth = value.parse().ok(),
            "budget" => options.budget = value.parse().ok(),
            "filter" => options.filter = value.parse().ok(),
            "expand" => options.expand.push(value.to_owned()),
            _ => {}
        }
    }
    options
}

fn viewed(text: &str, wanted: &str) -> Result<String, ViewError> {
    let mut out = String::new();
    view(|| Ok(text.as_bytes()), &options(wanted), &mut |part| {
        out.push_str(part);
        Ok(())
    })?;
    Ok(out)
}

fn check(wanted: &str, expect: &Expect) {
    expect.assert_eq(&viewed(PAGE, wanted).expect("a view"));
}

#[test]
fn what_agents_act_on() {
    check(
        "filter=interactive",
        &expect![[r#"
        ---
        url: https://clinic.example/
        filter: interactive
        ---
        link#e1 "Clinic" href=/
        table#e3 "Days" rows=3
          | Day | Free |
          | Tu | button#e4 "Book" |
        textbox#e5 "Name" [required]
    "#]],
    );
}

#[test]
fn some_roles_with_what_they_say() {
    check(
        "filter=p,h2",
        &expect![[r#"
        ---
        url: https://clinic.example/
        filter: p, h2
        ---
        p "Choose a day."
          > We are open from Monday to Friday.
          > Closed on holidays.
        h2 "Reason"
        p "One of these."
        p "Imprint"
    "#]],
    );
    check(
        "filter=table",
        &expect![[r#"
        ---
        url: https://clinic.example/
        filter: table
        ---
        table#e3 "Days" rows=3
          | Day | Free |
          | Mo | yes |
          | Tu | button#e4 "Book" |
          | We | no |
    "#]],
    );
}

#[test]
fn without_what_is_passive() {
    check(
        "filter=compact",
        &expect![[r#"
        ---
        url: https://clinic.example/
        filter: compact
        ---
        header
          link#e1 "Clinic" href=/
        main
          table#e3 "Days" rows=3
            | Day | Free |
            | Tu | button#e4 "Book" |
          form
            textbox#e5 "Name" [required]
        ~ 4 links, 2 images
    "#]],
    );
}

#[test]
fn few_levels() {
    check(
        "depth=1",
        &expect![[r#"
        ---
        url: https://clinic.example/
        depth: 1
        ---
        header
          ~ 1 link
        main
          ~ 2 headings, 2 paragraphs, 3 lines of text, 1 table, 4 rows, 1 button, 1 form, 1 textbox, 1 group
        footer
          ~ 1 paragraph
          ~ 4 links, 2 images
    "#]],
    );
    check(
        "depth=2",
        &expect![[r#"
        ---
        url: https://clinic.example/
        depth: 2
        ---
        header
          link#e1 "Clinic" href=/
        main
          h1#e2 "Appointments"
          p "Choose a day."
            > We are open from Monday to Friday.
            > Closed on holidays.
          table#e3 "Days" rows=3
            | Day | Free |
            | Mo | yes |
            | Tu | button#e4 "Book" |
            | We | no |
          form
            ~ 1 textbox, 1 line of text, 1 group, 1 heading, 1 paragraph
        footer
          p "Imprint"
          ~ 4 links, 2 images
    "#]],
    );
    check(
        "depth=1 expand=e5",
        &expect![[r#"
        ---
        url: https://clinic.example/
        depth: 1
        ---
        header
          ~ 1 link
        main
          ~ 1 heading, 2 lines of text, 1 paragraph, 4 rows, 1 button, 1 table
          form
            textbox#e5 "Name" [required]
              > Your full name
          ~ 1 heading, 1 paragraph, 1 group
        footer
          ~ 1 paragraph
          ~ 4 links, 2 images
    "#]],
    );
}

#[test]
fn few_lines() {
    for budget in [19, 17, 15, 13, 9, 4, 1, 0] {
        let text = viewed(PAGE, &format!("budget={budget}")).expect("a view");
        let body = text.rsplit("---\n").next().unwrap_or("");
        assert!(body.lines().count() <= budget, "{budget}: {text}");
    }
    check(
        "budget=17",
        &expect![[r#"
        ---
        url: https://clinic.example/
        budget: 17
        ---
        header
          link#e1 "Clinic" href=/
        main
          h1#e2 "Appointments"
          p "Choose a day."
            ~ 2 lines of text
          table#e3 "Days" rows=3
            | Day | Free |
            | Mo | yes |
            | Tu | button#e4 "Book" |
            | We | no |
          form
            textbox#e5 "Name" [required]
            ~ 1 line of text, 1 group, 1 heading, 1 paragraph
        footer
          p "Imprint"
          ~ 4 links, 2 images
    "#]],
    );
    check(
        "budget=13",
        &expect![[r#"
        ---
        url: https://clinic.example/
        budget: 13
        ---
        header
          link#e1 "Clinic" href=/
        main
          ~ 1 heading, 1 paragraph, 2 lines of text
          table#e3 "Days" rows=3
            | Day | Free |
            | Mo | yes |
            | Tu | button#e4 "Book" |
            | We | no |
          form
            textbox#e5 "Name" [required]
        ~ 1 line of text, 1 group, 1 heading, 2 paragraphs, 1 footer, 4 links, 2 images
    "#]],
    );
    check(
        "budget=2",
        &expect![[r#"
        ---
        url: https://clinic.example/
        budget: 2
        ---
        link#e1 "Clinic" href=/
        ~ 1 table, 2 rows, 1 button, 1 textbox
    "#]],
    );
}

#[test]
fn what_cannot_be_viewed_is_said() {
    let said = |text: &str, wanted: &str| viewed(text, wanted).map_err(|error| error.to_string());
    expect![[r##"
        Err("there is no element \"#e77\" to expand: name one of the snapshot")
        Err("this is a diff, not a snapshot: `agmark anml patch BASE DIFF` makes one of it")
        Ok("")
        Ok("link#e1 \"a\"\n")
    "##]]
    .assert_eq(&format!(
        "{:?}\n{:?}\n{:?}\n{:?}\n",
        said(PAGE, "expand=e77"),
        said("---\ntype: diff\n---\n+ nav\n", ""),
        said("", ""),
        said("- link \"a\" [ref=e1]\n", ""),
    ));
}

/// What a document has of each kind, summaries taken as what they stand for.
fn inventory(text: &str) -> (BTreeMap<String, u64>, Vec<String>) {
    let mut count = super::count::Count::default();
    let mut interactive = Vec::new();
    each(text, Context::default(), &mut |item| {
        let Item::Line(entry) = item else { return };
        for element in entry.elements() {
            let role = element.role.text(entry.text);
            count.role(role);
            if vocabulary::is_interactive(vocabulary::base(role)) {
                interactive.push(element.span.text(entry.text).to_owned());
            }
        }
        match entry.what {
            What::Element(_) => {}
            What::Row(_) => count.row(),
            What::Summary => count.summary(entry.words()),
            What::Content | What::Unknown => count.content(),
        }
    });
    let all = count.take();
    let number = |part: &str| part.split_once(' ').map(|(n, word)| (word.to_owned(), n.parse().unwrap_or(0)));
    let singular = |word: String| match word.as_str() {
        "lines of text" => "line of text".to_owned(),
        "boxes" => "box".to_owned(),
        _ => word.strip_suffix('s').map_or(word.clone(), str::to_owned),
    };
    let counted = all.split(", ").filter_map(number).map(|(word, n)| (singular(word), n)).collect();
    (counted, interactive)
}

/// A random snapshot of elements, rows, content and summaries.
fn random_page(random: &mut Random) -> String {
    let lines = [
        "p \"a\"",
        "button#e% \"b\"",
        "link#e% \"c\" href=/x",
        "form",
        "h1 \"d\"",
        "item \"e\"",
        "group \"f\"",
        "> text",
        "> more",
        "> third",
        "~ 2 links, 1 item",
        "| a | b |",
        "| c | d |",
        "| e | radio#e% [on] |",
    ];
    let mut text = String::new();
    let mut open = 0;
    for number in 0..random.below(40) {
        let depth = random.below(open + 1);
        let line = lines[random.below(lines.len())].replace('%', &number.to_string());
        text += &format!("{}{line}\n", "  ".repeat(depth));
        if line.starts_with(|c: char| c.is_ascii_alphabetic()) {
            open = depth + 1;
        }
    }
    text
}

#[test]
fn interactive_elements_are_never_filtered_out() {
    let mut random = Random(5);
    for _ in 0..800 {
        let page = random_page(&mut random);
        let (_, mut all) = inventory(&page);
        for wanted in
            ["filter=interactive", "filter=compact", "filter=interactive,h1", "filter=compact,interactive"]
        {
            let view = viewed(&page, wanted).expect("a view");
            let (_, mut kept) = inventory(&view);
            all.sort();
            kept.sort();
            assert_eq!(kept, all, "{wanted}:\n{page}\n{view}");
            let found = testing::diagnostics(Arc::new(Anml), &view);
            assert!(!found.contains(" error "), "{wanted}:\n{page}\n{view}\n{found}");
        }
    }
}

#[test]
fn summaries_count_what_is_gone() {
    let mut random = Random(9);
    for round in 0..1500 {
        let page = random_page(&mut random);
        let (all, interactive) = inventory(&page);
        let limit = random.below(12) + 1;
        let wanted = if round % 2 == 0 { format!("depth={limit}") } else { format!("budget={limit}") };
        let view = viewed(&page, &wanted).expect("a view");
        let found = testing::diagnostics(Arc::new(Anml), &view);
        assert!(!found.contains(" error "), "{wanted}:\n{page}\n{view}\n{found}");
        assert!(!found.contains("over-"), "{wanted}:\n{page}\n{view}\n{found}");
        let (shown, kept) = inventory(&view);
        if round % 2 == 0 {
            assert_eq!(shown, all, "{wanted}:\n{page}\n{view}");
        } else if kept.len() < interactive.len() {
            // Then nothing passive is left.
            let body = view.rsplit("---\n").next().unwrap_or("").lines().collect::<Vec<_>>();
            // But for the elements that rows stand under, shown or cut.
            let row = |line: Option<&&str>| line.is_some_and(|l| l.trim_start().starts_with(['|', '~']));
            let passive = |at: &usize| {
                body[*at].trim_start().starts_with(['>', 'p', 'h', 'i']) && !row(body.get(at + 1))
            };
            assert_eq!((0..body.len()).filter(passive).count(), 0, "{wanted}:\n{page}\n{view}");
        }
    }
}

#[test]
fn a_long_text_is_read_in_short_pieces() {
    let part = PAGE.rsplit("---\n").next().unwrap_or("");
    let text = part.repeat(4000);
    let mut pieces = crate::stream::Pieces::new(text.as_bytes());
    let (mut at, mut lines) = (0, 1);
    while let Some(piece) = pieces.piece().expect("a text") {
        assert!(piece.text.len() < 20_000, "{}", piece.text.len());
        assert_eq!((piece.start, piece.line), (at, lines));
        at += piece.text.len() as u64;
        lines += piece.text.matches('\n').count() as u64;
    }
    assert_eq!(at, text.len() as u64);
}
