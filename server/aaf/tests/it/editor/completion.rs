//! What could be written at the cursor.

use agmark_syntax::Edit;
use expect_test::{Expect, expect};

use super::{FORM, MANIFEST, open, page};
use crate::common;

fn complete(text: &str, expect: Expect) {
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
            @context (optional) over "\"\"" => "@context": {$1},
            errors (optional) over "\"\"" => "errors": {$1},
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
    // A word is a value that has ended, as a text is.
    complete(
        &with("\"idempotent\": false", "\"idempotent\": false $0"),
        expect![[r#"
        endpoint (optional) over "" => , "endpoint": "$1"
        handoff (optional) over "" => , "handoff": {$1}
    "#]],
    );
    complete(
        &with("\"idempotent\": false", "\"idempotent\": f$0"),
        expect![[r#"
        true () over "f"
        false () over "f"
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
    complete(
        &with("\"idempotent\": false", "\"idempotent\": $0"),
        expect![[r#"
        true () over ""
        false () over ""
    "#]],
    );
    complete(
        &with("\"risk\": \"low\"", "\"risk\": $0"),
        expect![[r#"
        none () over "" => "none"
        low () over "" => "low"
        high () over "" => "high"
    "#]],
    );
    complete(
        &with("  \"version\": \"0.1\",\n", "  \"version\": \"0.1\"\n  $0\n"),
        expect![[r#"
        @context (optional) over "" => , "@context": {$1},
        errors (optional) over "" => , "errors": {$1},
    "#]],
    );
}

/// The first file after the offer with this label was taken; nothing if it is not offered.
fn taken(text: &str, label: &str) -> String {
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

#[test]
fn an_empty_manifest_begins_with_a_skeleton() {
    for (text, before, after) in [
        ("=== agent-manifest.json\n$0", "", ""),
        ("=== agent-manifest.json\n\n$0\n", "\n", "\n"),
        ("=== agent-manifest.json\nman$0", "", ""),
        (
            "=== a.html\n<script type=\"application/agent+json\">$0</script>",
            "<script type=\"application/agent+json\">",
            "</script>",
        ),
    ] {
        let whole = taken(text, "manifest");
        let inner = whole.strip_prefix(before).and_then(|rest| rest.strip_suffix(after)).expect("around it");
        for text in [agmark_syntax::completion_list::without_placeholders(inner), filled(inner)] {
            let parsed = agmark_schema::json::parse(&text);
            assert!(parsed.problems.is_empty(), "{text}: {:?}", parsed.problems);
        }
        assert_eq!(taken(text, "{"), format!("{before}{{\n  $0\n}}{after}"));
    }
    // Filled in, nothing is wrong with it.
    let filled = filled(&taken("=== agent-manifest.json\n$0", "manifest"));
    let files = common::files(&format!("=== agent-manifest.json\n{filled}"), "none");
    let document = files.own().expect("a manifest");
    let found: Vec<_> =
        document.chunks().iter().flat_map(|(_, chunk)| &chunk.analysis().diagnostics).collect();
    assert!(found.is_empty(), "{found:?}");
    complete(
        "=== agent-manifest.json\n{$0}",
        expect![[r#"
            version (required) over "" => "version": "$1"
            site (required) over "" => "site": {$1}
            actions (required) over "" => "actions": {$1}
            @context (optional) over "" => "@context": {$1}
            data (optional) over "" => "data": {$1}
            pages (optional) over "" => "pages": {$1}
            errors (optional) over "" => "errors": {$1}
        "#]],
    );
}

/// A snippet with its placeholders filled in.
fn filled(snippet: &str) -> String {
    let mut out = String::new();
    let mut rest = snippet.replace("$0", "");
    while let Some((before, place)) = rest.split_once("${") {
        let (inside, after) = place.split_once('}').expect("a place ends");
        out.push_str(before);
        out.push_str(inside.split_once(':').map_or("", |(_, words)| words));
        rest = after.to_owned();
    }
    out + &rest
}

#[test]
fn lists_of_a_manifest_hold_each_name_once() {
    let with = |from: &str, to: &str| MANIFEST.replacen(from, to, 1);
    let lists = |list: &str| {
        let text = with("\"required\": [\"row\"]", &format!("\"required\": {list}"));
        let (files, document, offset) = open(&text);
        let offers = document.format().completions(&document, &files, offset);
        offers
            .iter()
            .map(|offer| format!("{}:{}", offer.label, offer.edit.text))
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert_eq!(lists("[\"row\", $0]"), "meal:\"meal\" mail:\"mail\"");
    assert_eq!(lists("[\"$0row\"]"), "row:row meal:meal mail:mail");
    assert_eq!(lists("[$0 \"row\"]"), "meal:\"meal\", mail:\"mail\",");
    assert_eq!(lists("[\"row\" $0]"), "meal:, \"meal\" mail:, \"mail\"");
    assert_eq!(lists("[\"row\", \"m$0\"]"), "meal:meal mail:mail");
    assert_eq!(lists("[\"row\", \"mail$0\"]"), "meal:meal mail:mail");
    let types = with("\"type\": \"integer\"", "\"type\": [\"integer\", $0]");
    assert_eq!(taken(&types, "integer"), "");
    assert!(taken(&types, "null").contains("[\"integer\", \"null\"]"));
    let actions = with("\"actions\": [\"seat.book\"]", "\"actions\": [\"seat.book\", \"$0\"]");
    assert_eq!(taken(&actions, "seat.book"), "");
}
