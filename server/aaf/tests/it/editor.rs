//! What editors are told: hovers, completions, lenses, hints and actions, in a small site. `$0` is the cursor.

use crate::common;
use agmark_syntax::testing::Files;
use agmark_syntax::{Change, Document, Edit, Outcome, Request, Show, Span, World};
use expect_test::{Expect, expect};
use serde_json::{Value, json};

const MANIFEST: &str = r#"=== .well-known/agent-manifest.json
{
  "version": "0.1",
  "site": { "name": "Seats", "origin": "https://seats.example" },
  "actions": {
    "seat.book": {
      "title": "Book a seat",
      "description": "Books one seat.",
      "scope": "seats.write",
      "risk": "low",
      "confirmation": "review",
      "idempotent": false,
      "inputSchema": {
        "type": "object",
        "required": ["row"],
        "properties": {
          "row": { "type": "integer", "minimum": 1 },
          "meal": { "type": "string", "enum": ["none", "full"] },
          "mail": { "type": "string", "format": "email", "x-semantic": "https://schema.org/email" }
        }
      },
      "outputSchema": { "type": "object" }
    }
  },
  "data": {
    "seat.list": { "title": "Free seats", "scope": "seats.read", "outputSchema": { "type": "array" } }
  },
  "pages": {
    "/book": { "title": "Book", "actions": ["seat.book"] },
    "/list": { "title": "List", "data": ["seat.list"] }
  }
}
"#;

/// The files, and where the cursor is in the first.
fn open(text: &str) -> (Files, Document, usize) {
    let (text, _) = (text.to_owned(), ());
    let first_end = text.find("\n=== ").map_or(text.len(), |end| end + 1);
    let (first, rest) = text.split_at(first_end);
    let (header, body) = first.split_once('\n').expect("a file's name");
    let (body, offset) = if body.contains("$0") { common::cursor(body) } else { (body.to_owned(), 0) };
    let files = common::files(&format!("{header}\n{body}{rest}"), "none");
    let document = files.own().expect("a format").clone();
    (files, document, offset)
}

fn page(body: &str) -> String {
    format!("=== book.html\n{body}\n{MANIFEST}")
}

fn hover(text: &str, expect: Expect) {
    let (files, document, offset) = open(text);
    let shown = document.format().hover(&document, &files, offset).map_or("nothing".to_owned(), |hover| {
        let about = hover.span.range();
        format!("[{}]\n{}\n", document.text().slice(about), hover.markdown)
    });
    expect.assert_eq(&shown);
}

fn complete(text: &str, expect: Expect) {
    let (files, document, offset) = open(text);
    let offers = document.format().complete(&document, &files, offset);
    let lines: String = offers
        .iter()
        .take(16)
        .map(|offer| {
            let over = document.text().slice(offer.edit.span.range());
            let written = if offer.edit.text == offer.label {
                String::new()
            } else {
                format!(" => {}", offer.edit.text)
            };
            format!("{} ({}) over {over:?}{written}\n", offer.label, offer.detail)
        })
        .collect();
    expect.assert_eq(&lines);
}

/// The titles of the actions at the cursor; with `choose`, what the one of that title makes of the files.
fn actions(text: &str, choose: Option<&str>, expect: Expect) {
    let (files, document, offset) = open(text);
    let all = document.format().actions(&document, &files, Span::at(offset));
    let Some(choose) = choose else {
        let titles: String = all.iter().map(|action| format!("{}\n", action.title)).collect();
        return expect.assert_eq(&titles);
    };
    let action = all.iter().find(|action| action.title.starts_with(choose)).expect("the action");
    let text = document.text().to_string();
    let out = match &action.change {
        Change::Edits(edits) => Edit::apply(&text, edits),
        Change::Files(changes) => changes
            .iter()
            .map(|change| {
                let before = change.before.clone().unwrap_or_default();
                format!("=== {}\n{}", change.path.display(), Edit::apply(&before, &change.edits))
            })
            .collect(),
        Change::Command(id, options) => format!("{id} {options}"),
    };
    expect.assert_eq(&out);
}

const FORM: &str = r#"<form data-agent-kind="action" data-agent-action="seat.book">
  <input data-agent-kind="field" data-agent-field="row">
  <button data-agent-kind="action" data-agent-action="seat.book.submit">Book</button>
</form>"#;

#[test]
fn hover_tells_the_contract_and_how_it_resolves() {
    hover(
        &page(&FORM.replace("=\"seat.book\"", "=\"seat.$0book\"")),
        expect![[r#"
        [seat.book]
        **Book a seat** (action `seat.book`)

        Books one seat.

        risk low, confirmation review, scope seats.write, not to be repeated

        - `row`: `integer >= 1`, required
        - `meal`: `"none" | "full"`
        - `mail` [schema.org/email]: `string (email)`
    "#]],
    );
    hover(
        &page(&FORM.replace("seat.book.submit", "seat.book.sub$0mit")),
        expect![[r#"
        [seat.book.submit]
        A part of the action below.

        **Book a seat** (action `seat.book`)

        Books one seat.

        risk low, confirmation review, scope seats.write, not to be repeated

        - `row`: `integer >= 1`, required
        - `meal`: `"none" | "full"`
        - `mail` [schema.org/email]: `string (email)`
    "#]],
    );
    hover(
        &page(&FORM.replace("=\"row\"", "=\"r$0ow\"")),
        expect![[r#"
        [row]
        **row** (field `row` of `seat.book`)

        `integer >= 1`, required

        found here in the element of `seat.book`, line 2
    "#]],
    );
    hover(
        &page(&FORM.replace("=\"row\"", "=\"r$0wo\"")),
        expect![[r#"
        [rwo]
        **rwo** (field of `seat.book`)

        found here in the element of `seat.book`, line 2
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

        found here in the element of `seat.book`, ambiguous: lines 2, 3
    "#]],
    );
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

            risk low, confirmation review, scope seats.write, not to be repeated

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

#[test]
fn completion_in_a_page() {
    complete(
        &page("<form data-agent-kind=\"action\" data-agent-$0></form>"),
        expect![[r#"
        data-agent-action () over "data-agent-" => data-agent-action="$1"
        data-agent-field () over "data-agent-" => data-agent-field="$1"
        data-agent-danger () over "data-agent-" => data-agent-danger="$1"
        data-agent-confirm () over "data-agent-" => data-agent-confirm="$1"
        data-agent-scope () over "data-agent-" => data-agent-scope="$1"
        data-agent-idempotent () over "data-agent-" => data-agent-idempotent="$1"
        data-agent-output () over "data-agent-" => data-agent-output="$1"
        data-agent-for-action () over "data-agent-" => data-agent-for-action="$1"
        data-agent-version () over "data-agent-" => data-agent-version="$1"
        data-agent-page () over "data-agent-" => data-agent-page="$1"
        data-agent-ignore () over "data-agent-"
    "#]],
    );
    complete(
        &page("<form data-agent-kind=\"ac$0\"></form>"),
        expect![[r#"
        action () over "ac"
        field () over "ac"
        status () over "ac"
        result () over "ac"
        collection () over "ac"
        item () over "ac"
        dialog () over "ac"
        step () over "ac"
        link () over "ac"
    "#]],
    );
    complete(
        &page("<form data-agent-kind=\"action\" data-agent-action=\"$0\"></form>"),
        expect![[r#"
        seat.book (in the manifest) over ""
    "#]],
    );
    complete(
        &page(
            &FORM.replace(
                "=\"row\">",
                "=\"row\">\n  <input data-agent-kind=\"field\" data-agent-field=\"$0\">",
            ),
        ),
        expect![[r#"
            meal ("none" | "full") over ""
            mail (string (email)) over ""
            row (required integer >= 1, on this page already) over ""
        "#]],
    );
    complete(
        &page(&FORM.replace("=\"row\">", "=\"row\">\n  <input name=\"x\" $0>")),
        expect![[r#"
        data-agent-field="meal" ("none" | "full") over "" => data-agent-kind="field" data-agent-field="meal"
        data-agent-field="mail" (string (email)) over "" => data-agent-kind="field" data-agent-field="mail"
        data-agent-kind () over "" => data-agent-kind="$1"
        data-agent-action () over "" => data-agent-action="$1"
        data-agent-field () over "" => data-agent-field="$1"
        data-agent-danger () over "" => data-agent-danger="$1"
        data-agent-confirm () over "" => data-agent-confirm="$1"
        data-agent-scope () over "" => data-agent-scope="$1"
        data-agent-idempotent () over "" => data-agent-idempotent="$1"
        data-agent-output () over "" => data-agent-output="$1"
        data-agent-for-action () over "" => data-agent-for-action="$1"
        data-agent-version () over "" => data-agent-version="$1"
        data-agent-page () over "" => data-agent-page="$1"
        data-agent-ignore () over ""
    "#]],
    );
    complete(
        &page("<form data-agent-kind=\"action\" data-agent-scope=\"$0\"></form>"),
        expect![[r#"
        seats.read (scope) over ""
        seats.write (scope) over ""
    "#]],
    );
    complete(
        &page("<p data-agent-kind=\"link\" data-agent-page=\"/$0\"></p>"),
        expect![[r#"
        /book (Book) over "/"
        /list (List) over "/"
    "#]],
    );
    complete(
        &page("<input data-agent-kind=\"field\" data-agent-field=\"row\" data-agent-for-action=\"$0\">"),
        expect![[r#"
            seat.book (in the manifest) over ""
        "#]],
    );
    complete(&page("<p class=\"$0\" data-agent-kind=\"status\"></p>"), expect![[""]]);
    complete(&page("<p data-agent-kind=\"status\">$0</p>"), expect![[""]]);
    complete(
        "=== a.jsx\nconst a = <AgentAction action=\"a.b\" $0></AgentAction>;\n",
        expect![[r#"
        danger (AgentAction) over "" => danger="$1"
        confirm (AgentAction) over "" => confirm="$1"
        scope (AgentAction) over "" => scope="$1"
        idempotent (AgentAction) over "" => idempotent="$1"
        version (AgentAction) over "" => version="$1"
        data-agent-ignore () over ""
    "#]],
    );
}

#[test]
fn completion_in_a_manifest() {
    let with = |from: &str, to: &str| MANIFEST.replacen(from, to, 1);
    complete(
        &with("  \"version\": \"0.1\",\n", "  \"version\": \"0.1\",\n  \"$0\"\n"),
        expect![[r#"
        @context (optional) over "\"\"" => "@context": {$1}
        errors (optional) over "\"\"" => "errors": {$1}
    "#]],
    );
    complete(
        &with("\"risk\": \"low\"", "\"risk\": \"$0\""),
        expect![[r#"
        none () over ""
        low () over ""
        high () over ""
    "#]],
    );
    complete(
        &with("\"actions\": [\"seat.book\"]", "\"actions\": [\"$0\"]"),
        expect![[r#"
        seat.book (action) over ""
    "#]],
    );
    complete(
        &with("\"data\": [\"seat.list\"]", "\"data\": [\"$0\"]"),
        expect![[r#"
        seat.list (data view) over ""
    "#]],
    );
    complete(
        &with("\"required\": [\"row\"]", "\"required\": [\"row\", \"$0\"]"),
        expect![[r#"
        meal (property) over ""
        mail (property) over ""
    "#]],
    );
    complete(
        &with("https://schema.org/email", "$0"),
        expect![[r#"
        https://schema.org/email (schema.org) over ""
        https://schema.org/telephone (schema.org) over ""
        https://schema.org/faxNumber (schema.org) over ""
        https://schema.org/name (schema.org) over ""
        https://schema.org/givenName (schema.org) over ""
        https://schema.org/familyName (schema.org) over ""
        https://schema.org/additionalName (schema.org) over ""
        https://schema.org/birthDate (schema.org) over ""
        https://schema.org/gender (schema.org) over ""
        https://schema.org/jobTitle (schema.org) over ""
        https://schema.org/URL (schema.org) over ""
        https://schema.org/url (schema.org) over ""
        https://schema.org/identifier (schema.org) over ""
        https://schema.org/description (schema.org) over ""
        https://schema.org/headline (schema.org) over ""
        https://schema.org/text (schema.org) over ""
    "#]],
    );
    complete(
        &with("\"format\": \"email\"", "\"format\": \"$0\""),
        expect![[r#"
        email (format) over ""
        uri (format) over ""
        date (format) over ""
        date-time (format) over ""
        time (format) over ""
        duration (format) over ""
        uuid (format) over ""
        hostname (format) over ""
        ipv4 (format) over ""
        ipv6 (format) over ""
        regex (format) over ""
    "#]],
    );
    complete(
        &with("{ \"type\": \"integer\", \"minimum\": 1 }", "{ \"$0\" }"),
        expect![[r#"
        type (JSON Schema) over "\"\"" => "type": "$1"
        properties (JSON Schema) over "\"\"" => "properties": {$1}
        required (JSON Schema) over "\"\"" => "required": ["$1"]
        description (JSON Schema) over "\"\"" => "description": "$1"
        title (JSON Schema) over "\"\"" => "title": "$1"
        enum (JSON Schema) over "\"\"" => "enum": [$1]
        const (JSON Schema) over "\"\"" => "const": $1
        format (JSON Schema) over "\"\"" => "format": "$1"
        pattern (JSON Schema) over "\"\"" => "pattern": "$1"
        minimum (JSON Schema) over "\"\"" => "minimum": $1
        maximum (JSON Schema) over "\"\"" => "maximum": $1
        exclusiveMinimum (JSON Schema) over "\"\"" => "exclusiveMinimum": $1
        exclusiveMaximum (JSON Schema) over "\"\"" => "exclusiveMaximum": $1
        multipleOf (JSON Schema) over "\"\"" => "multipleOf": $1
        minLength (JSON Schema) over "\"\"" => "minLength": $1
        maxLength (JSON Schema) over "\"\"" => "maxLength": $1
    "#]],
    );
    complete(
        &with("\"title\": \"List\", ", "\"title\": \"List\", \"$0\": \"x\", "),
        expect![[r#"
        description (optional) over "\"\"" => "description"
        actions (optional) over "\"\"" => "actions"
    "#]],
    );
    complete(&with("\"idempotent\": false", "\"idempotent\": $0"), expect![[""]]);
}

#[test]
fn lenses_and_hints() {
    let lenses = |text: &str| {
        let (files, document, _) = open(text);
        let format = document.format();
        let lenses = format.lenses(&document, &files, Show::default()).into_iter();
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
        .hints(&document, &files, Span::new(0, document.text().len()))
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

#[test]
fn actions_annotate() {
    let plain = r##"<main data-agent-version="0.1">
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
    actions(
        &page(plain),
        None,
        expect![[r#"
        annotate the field as "your_e_mail"
        annotate the form as action "seat.book"
        annotate the whole page (8 elements)
    "#]],
    );
    actions(
        &page(plain),
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
    actions(
        &page(plain),
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
          <button type="button" data-agent-kind="action" data-agent-action="remove" data-agent-danger="high" data-agent-confirm="required">Remove all</button>
        </form>
        <a href="/list">List</a> <a href="#top">Top</a>
        <button>Search flights</button>
        </main>
    "##]],
    );
    actions(
        &page(plain),
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
          <button type="button" data-agent-kind="action" data-agent-action="remove" data-agent-danger="high" data-agent-confirm="required">Remove all</button>
        </form>
        <a href="/list" data-agent-kind="link">List</a> <a href="#top">Top</a>
        <button data-agent-kind="action" data-agent-action="flights.search">Search flights</button>
        </main>
    "##]],
    );
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
            const a = <form name="join" data-agent-version="0.1" data-agent-kind="action" data-agent-action="join" data-agent-danger="low" data-agent-confirm="optional"><input name={x} /><input name="mail" required={true} data-agent-kind="field" data-agent-field="mail" /></form>;
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

#[test]
fn actions_add_to_the_manifest() {
    let form = r#"<form aria-label="Join the club" data-agent-kind="action" data-agent-action="club.$0join" data-agent-scope="club.write">
  <input type="email" name="mail" required data-agent-kind="field" data-agent-field="mail">
  <input type="number" min="0" max="9" step="1" data-agent-kind="field" data-agent-field="years">
  <input type="number" step="0.5" data-agent-kind="field" data-agent-field="share">
  <select data-agent-kind="field" data-agent-field="kind"><option value="">Choose</option><option>one</option><option value="2">two</option></select>
  <input type="date" data-agent-kind="field" data-agent-field="from"><input type="tel" data-agent-kind="field" data-agent-field="phone">
  <label data-agent-kind="field" data-agent-field="site">Your site <input type="url"></label>
</form>"#;
    actions(
        &page(form),
        Some("add action \"club.join\""),
        expect![[r#"
        === /workspace/.well-known/agent-manifest.json
        {
          "version": "0.1",
          "site": { "name": "Seats", "origin": "https://seats.example" },
          "actions": {
            "seat.book": {
              "title": "Book a seat",
              "description": "Books one seat.",
              "scope": "seats.write",
              "risk": "low",
              "confirmation": "review",
              "idempotent": false,
              "inputSchema": {
                "type": "object",
                "required": ["row"],
                "properties": {
                  "row": { "type": "integer", "minimum": 1 },
                  "meal": { "type": "string", "enum": ["none", "full"] },
                  "mail": { "type": "string", "format": "email", "x-semantic": "https://schema.org/email" }
                }
              },
              "outputSchema": { "type": "object" }
            },
            "club.join": {
              "title": "Join the club",
              "scope": "club.write",
              "risk": "low",
              "confirmation": "optional",
              "idempotent": false,
              "inputSchema": {
                "type": "object",
                "required": [
                  "mail"
                ],
                "properties": {
                  "mail": {
                    "type": "string",
                    "format": "email",
                    "x-semantic": "https://schema.org/email"
                  },
                  "years": {
                    "type": "integer",
                    "minimum": 0,
                    "maximum": 9
                  },
                  "share": {
                    "type": "number",
                    "multipleOf": 0.5
                  },
                  "kind": {
                    "type": "string",
                    "enum": [
                      "one",
                      "2"
                    ]
                  },
                  "from": {
                    "type": "string",
                    "format": "date",
                    "x-semantic": "https://schema.org/Date"
                  },
                  "phone": {
                    "type": "string",
                    "x-semantic": "https://schema.org/telephone"
                  },
                  "site": {
                    "type": "string",
                    "format": "uri",
                    "x-semantic": "https://schema.org/URL",
                    "description": "Your site"
                  }
                }
              },
              "outputSchema": {
                "type": "object"
              }
            }
          },
          "data": {
            "seat.list": { "title": "Free seats", "scope": "seats.read", "outputSchema": { "type": "array" } }
          },
          "pages": {
            "/book": { "title": "Book", "actions": ["seat.book", "club.join"] },
            "/list": { "title": "List", "data": ["seat.list"] }
          }
        }
    "#]],
    );
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

#[test]
fn commands() {
    let run = |text: &str, command: &str, options: Value| {
        let (files, document, _) = open(text);
        let world: &dyn World = &files;
        let request = Request { document: &document, world, selection: Span::at(0), options: &options };
        match document.format().execute(command, &request) {
            Ok(Outcome::Written(written)) => format!("{} ({})\n{}", written.name, written.note, written.text),
            Ok(Outcome::Value(value)) => format!("{value}\n"),
            Ok(other) => format!("{other:?}\n"),
            Err(why) => format!("error: {why}\n"),
        }
    };
    let no_manifest = format!(
        "=== site/book.html\n<title>Book &amp; go</title>\n{FORM}\n=== site/src/Join.jsx\nexport const Join = () => <form data-agent-kind=\"action\" data-agent-action=\"club.join\"><button>Join now</button></form>;\n"
    );
    expect![[r#"
        agent-manifest.json (2 pages)
        {
          "version": "0.1",
          "site": {
            "name": "site",
            "origin": "https://a.example"
          },
          "actions": {
            "club.join": {
              "title": "Join now",
              "scope": "club.write",
              "risk": "low",
              "confirmation": "optional",
              "idempotent": false,
              "inputSchema": {
                "type": "object",
                "properties": {}
              },
              "outputSchema": {
                "type": "object"
              }
            },
            "seat.book": {
              "title": "Book",
              "scope": "seat.write",
              "risk": "low",
              "confirmation": "optional",
              "idempotent": false,
              "inputSchema": {
                "type": "object",
                "properties": {
                  "row": {
                    "type": "string"
                  }
                }
              },
              "outputSchema": {
                "type": "object"
              }
            }
          },
          "pages": {
            "/book": {
              "title": "Book & go",
              "actions": [
                "seat.book"
              ]
            }
          }
        }
    "#]]
    .assert_eq(&run(&no_manifest, "agmark.aaf.writeManifest", json!({"origin": "https://a.example"})));
    expect![[r#"
        [{"instance":[0,61],"step":"nested","matches":[[64,118]]}]
    "#]]
    .assert_eq(&run(&page(FORM), "agmark.aaf.resolve", json!({"action": "seat.book", "field": "row"})));
    expect![[r#"
        error: "action" is needed: the name of an action
    "#]]
    .assert_eq(&run(&page(FORM), "agmark.aaf.resolve", json!({})));
    let prompt = run(MANIFEST, "agmark.aaf.showPrompt", json!({"page": "/book"}));
    assert!(prompt.contains("- mail [schema.org/email]: string (email)\n"), "{prompt}");
    assert!(run(MANIFEST, "agmark.aaf.resolve", json!({})).starts_with("error: "));
}
