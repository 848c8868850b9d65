//! `agmark aaf prompt`.

use expect_test::expect;

use super::site;

#[test]
fn prompts() {
    expect![[r#"
        Site: Tables (https://tables.example)
        A small restaurant
        You are on /book: Book

        Actions on this page
        - table.book: Book a table
          risk low, confirmation review, scope tables.write, must not be repeated
          on /book
          - day: string (date), required
          - mail [schema.org/email]: string (email)

        Data on other pages
        - table.list: Free tables
          scope tables.read
          on /tables/
          - at: string
          - seats: integer

        Pages
        - /book: Book
        - /tables/: Tables

        Reply with one JSON object and nothing else:
        {"action": "ID", "args": {"FIELD": VALUE}} to carry out an action or to look at a data view
        {"navigate": "/ROUTE"} to go to a page and stop there
        {"action": "none", "answer": "TEXT"} to answer without doing anything
        Give values, never CSS selectors. Leave out arguments that you do not know.
        exit 0
    "#]]
    .assert_eq(&site().run(&["aaf", "prompt", "--manifest", "m.json", "--page", "/book"]).to_string());
    expect![[r#"
        2> error: the manifest has no page /none: it has /book, /tables/
        exit 2
    "#]]
    .assert_eq(&site().run(&["aaf", "prompt", "--manifest", "m.json", "--page", "/none"]).to_string());
    expect![[r#"
        2> error: book.html: the manifest is not valid JSON: unexpected <: a value is expected here: check it with `agmark check`
        exit 2
    "#]].assert_eq(&site().run(&["aaf", "prompt", "--manifest", "book.html"]).to_string());
}
