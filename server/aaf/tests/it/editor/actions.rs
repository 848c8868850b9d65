//! What can be done at the cursor.

use agmark_syntax::{Change, Edit, Span};
use expect_test::{Expect, expect, expect_file};

use super::{FORM, open, page};

fn actions(text: &str, choose: Option<&str>, expect: Expect) {
    expect.assert_eq(&chosen(text, choose));
}

/// The titles of the actions at the cursor; with `choose`, what the one of that title makes of the files.
fn chosen(text: &str, choose: Option<&str>) -> String {
    let (files, document, offset) = open(text);
    let all = document.format().code_actions(&document, &files, Span::at(offset));
    let Some(choose) = choose else {
        return all.iter().map(|action| format!("{}\n", action.title)).collect();
    };
    let action = all.iter().find(|action| action.title.starts_with(choose)).expect("the action");
    let text = document.text().to_string();
    match &action.change {
        Change::Edits(edits) => Edit::apply(&text, edits),
        Change::Files(changes) => changes
            .iter()
            .map(|change| format!("=== {}\n{}", change.path().display(), change.after().unwrap_or_default()))
            .collect(),
        Change::Command(id, options) => format!("{id} {options}"),
    }
}

/// A page without annotations, the cursor on a field.
const PLAIN: &str = r##"<main data-agent-version="0.1">
<form id="book-seat-form">
  <label for="m">Your e-mail</label> <input id="m" type="email" $0>
  <input name="row">
  <select
    name="row"
  ></select>
  <button>Book a seat</button>
  <button type="button">Remove all</button>
</form>
<a href="/list">List</a> <a href="#top">Top</a>
<button>Search flights</button>
</main>"##;

#[test]
fn actions_annotate_a_field() {
    actions(
        &page(PLAIN),
        None,
        expect![[r#"
        annotate the field as "your_e_mail"
        annotate the form as action "seat.book"
        annotate the whole page (8 elements)
    "#]],
    );
    actions(
        &page(PLAIN),
        Some("annotate the field"),
        expect![[r##"
        <main data-agent-version="0.1">
        <form id="book-seat-form">
          <label for="m">Your e-mail</label> <input id="m" type="email" data-agent-kind="field" data-agent-field="your_e_mail" >
          <input name="row">
          <select
            name="row"
          ></select>
          <button>Book a seat</button>
          <button type="button">Remove all</button>
        </form>
        <a href="/list">List</a> <a href="#top">Top</a>
        <button>Search flights</button>
        </main>
    "##]],
    );
}

#[test]
fn actions_annotate_a_form() {
    actions(
        &page(PLAIN),
        Some("annotate the form"),
        expect![[r##"
            <main data-agent-version="0.1">
            <form id="book-seat-form" data-agent-kind="action" data-agent-action="seat.book" data-agent-danger="low" data-agent-confirm="optional">
              <label for="m">Your e-mail</label> <input id="m" type="email" data-agent-kind="field" data-agent-field="your_e_mail" >
              <input name="row" data-agent-kind="field" data-agent-field="row">
              <select
                name="row"
                data-agent-kind="field"
                data-agent-field="row_2"
              ></select>
              <button data-agent-kind="action" data-agent-action="seat.book.submit">Book a seat</button>
              <button type="button" data-agent-kind="action" data-agent-action="seat.remove" data-agent-danger="high" data-agent-confirm="required">Remove all</button>
            </form>
            <a href="/list">List</a> <a href="#top">Top</a>
            <button>Search flights</button>
            </main>
        "##]],
    );
}

#[test]
fn actions_annotate_a_page() {
    actions(
        &page(PLAIN),
        Some("annotate the whole page"),
        expect![[r##"
            <main data-agent-version="0.1">
            <form id="book-seat-form" data-agent-kind="action" data-agent-action="seat.book" data-agent-danger="low" data-agent-confirm="optional">
              <label for="m">Your e-mail</label> <input id="m" type="email" data-agent-kind="field" data-agent-field="your_e_mail" >
              <input name="row" data-agent-kind="field" data-agent-field="row">
              <select
                name="row"
                data-agent-kind="field"
                data-agent-field="row_2"
              ></select>
              <button data-agent-kind="action" data-agent-action="seat.book.submit">Book a seat</button>
              <button type="button" data-agent-kind="action" data-agent-action="seat.remove" data-agent-danger="high" data-agent-confirm="required">Remove all</button>
            </form>
            <a href="/list" data-agent-kind="link">List</a> <a href="#top">Top</a>
            <button data-agent-kind="action" data-agent-action="flights.search">Search flights</button>
            </main>
        "##]],
    );
}

#[test]
fn actions_annotate_one_element() {
    actions(
        &page("<p data-agent-version=\"0.1\"></p><butt$0on>Delete the row</button>"),
        Some("annotate the button"),
        expect![[r#"
            <p data-agent-version="0.1"></p><button data-agent-kind="action" data-agent-action="row.delete" data-agent-danger="high" data-agent-confirm="required">Delete the row</button>
        "#]],
    );
    actions(
        &page("<p data-agent-version=\"0.1\"></p><a href=\"/list\">Li$0st</a>"),
        Some("add data-agent-kind"),
        expect![[r#"
            <p data-agent-version="0.1"></p><a href="/list" data-agent-kind="link">List</a>
        "#]],
    );
    actions(
        "=== a.jsx\nconst a = <form name=\"join\" data-agent-version=\"0.1\"><in$0put name={x} /><input name=\"mail\" required={true} /></form>;\n",
        Some("annotate the form"),
        expect![[r#"
            const a = <form name="join" data-agent-version="0.1" data-agent-kind="action" data-agent-action="a.join" data-agent-danger="low" data-agent-confirm="optional"><input name={x} /><input name="mail" required={true} data-agent-kind="field" data-agent-field="mail" /></form>;
        "#]],
    );
}

#[test]
fn actions_add_what_the_manifest_has() {
    let form = FORM.replace("<form", "<fo$0rm");
    actions(
        &page(&form),
        None,
        expect![[r#"
        add the missing field "meal"
        add the missing field "mail"
        add all 2 missing fields of "seat.book"
    "#]],
    );
    actions(
        &page(&form),
        Some("add the missing field \"meal\""),
        expect![[r#"
        <form data-agent-kind="action" data-agent-action="seat.book">
          <input data-agent-kind="field" data-agent-field="row">
          <label>Meal <select name="meal" data-agent-kind="field" data-agent-field="meal"><option value="none">none</option><option value="full">full</option></select></label>
          <button data-agent-kind="action" data-agent-action="seat.book.submit">Book</button>
        </form>
    "#]],
    );
    actions(
        &page(&form),
        Some("add all"),
        expect![[r#"
        <form data-agent-kind="action" data-agent-action="seat.book">
          <input data-agent-kind="field" data-agent-field="row">
          <label>Meal <select name="meal" data-agent-kind="field" data-agent-field="meal"><option value="none">none</option><option value="full">full</option></select></label>
          <label>Mail <input type="email" name="mail" data-agent-kind="field" data-agent-field="mail"></label>
          <button data-agent-kind="action" data-agent-action="seat.book.submit">Book</button>
        </form>
    "#]],
    );
    let button = "<button data-agent-kind=\"action\" data-agent-action=\"seat.$0book\">Book</button>";
    actions(
        &page(button),
        Some("add the missing field \"row\""),
        expect![[r#"
        <button data-agent-kind="action" data-agent-action="seat.book">Book</button>
        <label>Row <input type="number" min="1" name="row" data-agent-kind="field" data-agent-field="row" data-agent-for-action="seat.book" required></label>
    "#]],
    );
    let empty = "<form data-agent-kind=\"action\" data-agent-action=\"seat.$0book\">\n</form>";
    actions(
        &page(empty),
        Some("add all"),
        expect![[r#"
        <form data-agent-kind="action" data-agent-action="seat.book">
          <label>Row <input type="number" min="1" name="row" data-agent-kind="field" data-agent-field="row" required></label>
          <label>Meal <select name="meal" data-agent-kind="field" data-agent-field="meal"><option value="none">none</option><option value="full">full</option></select></label>
          <label>Mail <input type="email" name="mail" data-agent-kind="field" data-agent-field="mail"></label>
        </form>
    "#]],
    );
}

/// A form whose action is not in the manifest.
const JOIN: &str = r#"<form aria-label="Join the club" data-agent-kind="action" data-agent-action="club.$0join" data-agent-scope="club.write">
  <input type="email" name="mail" required data-agent-kind="field" data-agent-field="mail">
  <input type="number" min="0" max="9" step="1" data-agent-kind="field" data-agent-field="years">
  <input type="number" step="0.5" data-agent-kind="field" data-agent-field="share">
  <select data-agent-kind="field" data-agent-field="kind"><option value="">Choose</option><option>one</option><option value="2">two</option></select>
  <input type="date" data-agent-kind="field" data-agent-field="from"><input type="tel" data-agent-kind="field" data-agent-field="phone">
  <label data-agent-kind="field" data-agent-field="site">Your site <input type="url"></label>
</form>"#;

#[test]
fn actions_add_to_the_manifest() {
    expect_file!["./manifest_with_an_action.txt"]
        .assert_eq(&chosen(&page(JOIN), Some("add action \"club.join\"")));
}

#[test]
fn an_embedded_manifest_gets_a_file_of_its_own() {
    let text = "=== site/book.html\n<body>\n  <script type=\"application/agent+json\">\n    {\n      \"ver$0sion\": \"0.1\"\n    }\n  </script>\n  <p data-agent-kind=\"status\" data-agent-output=\"a\"></p>\n</body>\n";
    actions(
        text,
        Some("move the manifest"),
        expect![[r#"
        === /workspace/site/.well-known/agent-manifest.json
        {
          "version": "0.1"
        }
        === /workspace/site/book.html
        <body>
          <p data-agent-kind="status" data-agent-output="a"></p>
        </body>
    "#]],
    );
}
