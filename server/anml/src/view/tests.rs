//! Views.

mod properties;

use expect_test::{Expect, expect};

use super::{Options, ViewError, view};

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
            link#e1 "Clinic" href=/
            h1#e2 "Appointments"
            table#e3 "Days" rows=3
              | Day | Free |
              | Tu | button#e4 "Book" |
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
            expand: e5
            ---
            header
              ~ 1 link
            main
              ~ 1 heading, 1 paragraph, 2 lines of text, 1 table, 4 rows, 1 button
              form
                textbox#e5 "Name" [required]
                  > Your full name
                ~ 1 group, 1 heading, 1 paragraph
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
                  > Your full name
                ~ 1 group, 1 heading, 1 paragraph
            footer
              ~ 1 paragraph, 4 links, 2 images
        "#]],
    );
    check(
        "budget=13",
        &expect![[r#"
            ---
            url: https://clinic.example/
            budget: 13
            ---
            link#e1 "Clinic" href=/
            table#e3 "Days" rows=3
              | Day | Free |
              | Tu | button#e4 "Book" |
              ~ 2 rows
            textbox#e5 "Name" [required]
              ~ 1 line of text
            ~ 1 header, 1 main, 2 headings, 3 paragraphs, 2 lines of text, 1 form, 1 group, 1 footer, 4 links, 2 images
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
            ~ 1 header, 1 main, 2 headings, 3 paragraphs, 3 lines of text, 1 table, 4 rows, 1 button, 1 form, 1 textbox, 1 group, 1 footer, 4 links, 2 images
        "#]],
    );
}

#[test]
fn what_cannot_be_viewed_is_said() {
    let said = |text: &str, wanted: &str| viewed(text, wanted).map_err(|error| error.to_string());
    expect![[r##"
        Err("element \"#e77\" does not exist: expand one of the snapshot")
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

/// In a page content and structure have refs to be read; elsewhere a ref is what can be acted on.
#[test]
fn refs_of_content_count_where_they_can_be_used() {
    let page = "\
main#e1
  h1#e2 \"Books\"
  item#e3 \"Emma\" [clickable]
  img#e4 \"Map\" cursor=pointer
  article#e5 \"More\" [collapsed]
  item \"No ref\" [clickable]
  resource#r1 \"main-db\"
  widget#w1 \"?\"
  button \"Go\"
  | row | cell#e6 \"x\" |
";
    let interactive = |front: &str| {
        let view = viewed(&format!("{front}{page}"), "filter=interactive").expect("a view");
        view.rsplit("---\n").next().unwrap_or("").replace("  ", "")
    };
    let used = "item#e3 \"Emma\" [clickable]\nimg#e4 \"Map\" cursor=pointer\narticle#e5 \"More\" [collapsed]\n\
                resource#r1 \"main-db\"\nwidget#w1 \"?\"\nbutton \"Go\"\n";
    assert_eq!(interactive(""), used);
    assert_eq!(interactive("---\nsource: browser\n---\n"), used);
    let everything = page.replace("  ", "").replace("item \"No ref\" [clickable]\n", "");
    assert_eq!(interactive("---\nsource: cloud\n---\n"), everything);
    let compact = viewed(page, "filter=compact").expect("a view");
    assert!(compact.contains("h1#e2") && compact.contains("main#e1"), "{compact}");
}

#[test]
fn numbers_of_the_source_are_added() {
    let page = "\
table \"Logs\" rows=10482 cols=2
  | Level | Message |
  | ERROR | Connection refused |
  | ERROR | Timeout |
  ~ ... 10478 rows omitted (2 ERROR, 847 WARN, 9633 INFO)
  | INFO | Service started |
article#e1 \"Terms of Service\"
  ~ 2847 words, 24 sections (use 'expand #e1' to load)
  section \"Last\"
";
    let view = |wanted| viewed(page, wanted).expect("a view").rsplit("---\n").next().unwrap_or("").to_owned();
    assert_eq!(view("depth=1"), page.replace("\n  section \"Last\"", "\n  ~ 1 section"));
    expect![[r#"
        table "Logs" rows=10482 cols=2
          ~ 10482 rows
        article#e1 "Terms of Service"
          ~ 2847 words, 25 sections
    "#]]
    .assert_eq(&view("budget=4"));
    expect![[r#"
        ~ 1 table, 10482 rows
        article#e1 "Terms of Service"
          ~ 2847 words, 25 sections
    "#]]
    .assert_eq(&view("budget=3"));
    expect![[r#"
        ~ 1 table, 10482 rows, 1 article, 2847 words, 25 sections
    "#]]
    .assert_eq(&view("budget=1"));
}

#[test]
fn a_long_text_is_read_in_short_pieces() {
    let part = PAGE.rsplit("---\n").next().unwrap_or("");
    let text = part.repeat(4000);
    let mut pieces = crate::syntax::stream::Pieces::new(text.as_bytes());
    let (mut at, mut lines) = (0, 1);
    while let Some(piece) = pieces.piece().expect("a text") {
        assert!(piece.text.len() < 20_000, "{}", piece.text.len());
        assert_eq!((piece.start, piece.line), (at, lines));
        at += piece.text.len() as u64;
        lines += piece.text.matches('\n').count() as u64;
    }
    assert_eq!(at, text.len() as u64);
}
