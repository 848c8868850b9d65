//! Completion in a manifest.

use expect_test::expect;

use super::completion::{complete, taken};
use super::{MANIFEST, open};
use crate::common;

/// The manifest with a part replaced.
fn with(from: &str, to: &str) -> String {
    MANIFEST.replacen(from, to, 1)
}

#[test]
fn keys_and_values_are_completed() {
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
}

#[test]
fn names_are_completed() {
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
}

#[test]
fn schemas_are_completed() {
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
}

#[test]
fn completion_where_something_is_missing() {
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
