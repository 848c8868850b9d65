//! Hovers.

use expect_test::{Expect, expect};

use super::{FORM, MANIFEST, open, page};

fn hover(text: &str, expect: Expect) {
    let (files, document, offset) = open(text);
    let shown = document.format().hover(&document, &files, offset).map_or("nothing".to_owned(), |hover| {
        let about = hover.span.range();
        format!("[{}]\n{}\n", document.text().slice(about), hover.markdown)
    });
    expect.assert_eq(&shown);
}

#[test]
fn hover_on_an_action_shows_its_contract() {
    hover(
        &page(&FORM.replace("=\"seat.book\"", "=\"seat.$0book\"")),
        expect![[r#"
            [seat.book]
            **Book a seat** (action `seat.book`)

            Books one seat.

            risk low, confirmation review, scope seats.write, must not be repeated

            - `row`: `integer >= 1`, required
            - `meal`: `"none" | "full"`
            - `mail` [schema.org/email]: `string (email)`
        "#]],
    );
    hover(
        &page(&FORM.replace("seat.book.submit", "seat.book.sub$0mit")),
        expect![[r#"
            [seat.book.submit]
            A part of this action:

            **Book a seat** (action `seat.book`)

            Books one seat.

            risk low, confirmation review, scope seats.write, must not be repeated

            - `row`: `integer >= 1`, required
            - `meal`: `"none" | "full"`
            - `mail` [schema.org/email]: `string (email)`
        "#]],
    );
}

#[test]
fn hover_on_a_field_shows_where_it_is_found() {
    hover(
        &page(&FORM.replace("=\"row\"", "=\"r$0ow\"")),
        expect![[r#"
            [row]
            **row** (field `row` of `seat.book`)

            `integer >= 1`, required

            found in the element of `seat.book`, line 2
        "#]],
    );
    hover(
        &page(&FORM.replace("=\"row\"", "=\"r$0wo\"")),
        expect![[r#"
            [rwo]
            **rwo** (field of `seat.book`)

            found in the element of `seat.book`, line 2
        "#]],
    );
    let twice =
        FORM.replace("  <button", "  <input data-agent-kind=\"field\" data-agent-field=\"row\">\n  <button");
    hover(
        &page(&twice.replacen("=\"row\"", "=\"r$0ow\"", 1)),
        expect![[r#"
            [row]
            **row** (field `row` of `seat.book`)

            `integer >= 1`, required

            found in the element of `seat.book`, ambiguous: lines 2, 3
        "#]],
    );
}

#[test]
fn hover_on_pages_components_and_manifests() {
    hover(
        &page("<a data-agent-kind=\"link\" data-agent-page=\"/bo$0ok\">Book</a>"),
        expect![[r#"
        [/book]
        **Book** (page `/book`)

        actions: `seat.book`
    "#]],
    );
    hover(
        "=== a.jsx\nconst a = <Agent$0Field field=\"row\" />;\n",
        expect![[r#"
        [AgentField]
        **AgentField**

        An input of the action around it, or of the one that `forAction` names.

        Props: `field`, `forAction`
    "#]],
    );
    hover(
        &MANIFEST.replace(
            "\"/book\": { \"title\": \"Book\", \"actions\": [\"seat",
            "\"/book\": { \"title\": \"Book\", \"actions\": [\"se$0at",
        ),
        expect![[r#"
            [seat.book]
            **Book a seat** (action `seat.book`)

            Books one seat.

            risk low, confirmation review, scope seats.write, must not be repeated

            - `row`: `integer >= 1`, required
            - `meal`: `"none" | "full"`
            - `mail` [schema.org/email]: `string (email)`
        "#]],
    );
    hover(
        &MANIFEST.replace("\"mail\":", "\"ma$0il\":"),
        expect![[r#"
        [mail]
        **mail** (field `mail` of `seat.book`)

        `string (email)`, optional

        meaning: <https://schema.org/email>
    "#]],
    );
}
