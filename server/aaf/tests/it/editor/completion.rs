//! What could be written at the cursor.

use agmark_syntax::Edit;
use expect_test::{Expect, expect};

use super::{FORM, open, page};

pub fn complete(text: &str, expect: Expect) {
    let (files, document, offset) = open(text);
    let offers = document.format().completions(&document, &files, offset);
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

#[test]
fn attributes_are_completed() {
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
}

#[test]
fn values_are_completed() {
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
}

#[test]
fn nothing_is_completed_in_text() {
    complete(&page("<p class=\"$0\" data-agent-kind=\"status\"></p>"), expect![[""]]);
    complete(&page("<p data-agent-kind=\"status\">$0</p>"), expect![[""]]);
}

#[test]
fn attributes_of_components_are_completed() {
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

/// The first file after the offer with this label was taken; nothing if it is not offered.
pub fn taken(text: &str, label: &str) -> String {
    let (files, document, offset) = open(text);
    let offers = document.format().completions(&document, &files, offset);
    let Some(offer) = offers.iter().find(|offer| offer.label == label) else { return String::new() };
    Edit::apply(&document.text().to_string(), std::slice::from_ref(&offer.edit))
}

#[test]
fn values_are_offered_however_they_are_quoted() {
    for (name, before, after) in [
        ("a.html", "<p data-agent-danger=$0>", "<p data-agent-danger=\"high\">"),
        ("a.html", "<p data-agent-danger=$0", "<p data-agent-danger=\"high\""),
        ("a.html", "<p data-agent-danger= $0></p>", "<p data-agent-danger= \"high\"></p>"),
        ("a.html", "<p data-agent-danger=$0 class=\"x\">", "<p data-agent-danger=\"high\" class=\"x\">"),
        ("a.html", "<p data-agent-danger=h$0>", "<p data-agent-danger=high>"),
        ("a.html", "<p data-agent-danger='$0'>", "<p data-agent-danger='high'>"),
        ("a.html", "<p data-agent-danger=\"lo$0w\">", "<p data-agent-danger=\"high\">"),
        ("a.html", "<p data-agent-danger=\"h$0 class=x>", "<p data-agent-danger=\"high\" class=x>"),
        (
            "a.vue",
            "<template><p data-agent-danger=$0></p></template>",
            "<template><p data-agent-danger=\"high\"></p></template>",
        ),
        (
            "a.vue",
            "<template><p :data-agent-danger=\"$0\"></p></template>",
            "<template><p :data-agent-danger=\"'high'\"></p></template>",
        ),
        ("a.vue", "<template><p :data-agent-danger=\"a ? $0\"></p></template>", ""),
        ("a.svelte", "<p data-agent-danger=$0></p>", "<p data-agent-danger=\"high\"></p>"),
        ("a.svelte", "<p data-agent-danger={$0}></p>", "<p data-agent-danger={\"high\"}></p>"),
        ("a.tsx", "const a = <p data-agent-danger=$0></p>;", "const a = <p data-agent-danger=\"high\"></p>;"),
        (
            "a.tsx",
            "const a = <p data-agent-danger=$0 id=\"x\" />;",
            "const a = <p data-agent-danger=\"high\" id=\"x\" />;",
        ),
        (
            "a.jsx",
            "const a = <p data-agent-danger={$0}></p>;",
            "const a = <p data-agent-danger={\"high\"}></p>;",
        ),
        (
            "a.jsx",
            "const a = <p data-agent-danger={\"$0\"}></p>;",
            "const a = <p data-agent-danger={\"high\"}></p>;",
        ),
        (
            "a.jsx",
            "const a = <p data-agent-danger={'lo$0'}></p>;",
            "const a = <p data-agent-danger={'high'}></p>;",
        ),
        (
            "a.jsx",
            "const a = <p data-agent-danger={h$0}></p>;",
            "const a = <p data-agent-danger={\"high\"}></p>;",
        ),
        ("a.jsx", "const a = <p data-agent-danger={x ? $0 : y}></p>;", ""),
        (
            "a.jsx",
            "const a = <AgentAction action=\"a.b\" danger=$0 />;",
            "const a = <AgentAction action=\"a.b\" danger=\"high\" />;",
        ),
    ] {
        assert_eq!(taken(&format!("=== {name}\n{before}\n"), "high").trim_end(), after, "{before}");
    }
    for before in
        ["<p data-agent-danger$0=\"low\">", "<p data-agent-danger=$0\"low\">", "<p>data-agent-danger=$0</p>"]
    {
        assert_eq!(taken(&format!("=== a.html\n{before}\n"), "high"), "", "{before}");
    }
    let action = "<p data-agent-action=$0 data-agent-kind=\"action\">";
    assert_eq!(
        taken(&page(action), "seat.book").lines().next(),
        Some("<p data-agent-action=\"seat.book\" data-agent-kind=\"action\">")
    );
}
