//! A site in order has no findings; with one mistake it has the finding that names it, and no other.

use crate::common;
use agmark_syntax::testing;

const PAGE: &str = include_str!("../../samples/site/stays/new.html");
const DANGER: &str = include_str!("../../samples/site/account.html");
const MANIFEST: &str = include_str!("../../samples/site/.well-known/agent-manifest.json");

const PATHS: [&str; 3] = ["stays/new.html", "account.html", ".well-known/agent-manifest.json"];

/// The findings in all three files, as `file severity rule`.
fn findings(texts: [&str; 3]) -> Vec<String> {
    let mut found = Vec::new();
    for own in 0..3 {
        let mut text = String::new();
        for file in (0..3).map(|at| (own + at) % 3) {
            text.push_str(&format!("=== {}\n{}", PATHS[file], texts[file]));
        }
        let files = common::files(&text, "none");
        let document = files.own().expect("a file of the site is of a format");
        let out = testing::diagnostics_in(document, &files);
        let lines = out.lines().filter(|line| line.starts_with(|c: char| c.is_ascii_digit()));
        found.extend(lines.map(|line| {
            let words: Vec<_> = line.split(' ').collect();
            format!("{} {} {}", ["page", "danger", "manifest"][own], words[1], words[2])
        }));
    }
    found
}

#[test]
fn a_site_in_order_has_no_findings() {
    assert_eq!(findings([PAGE, DANGER, MANIFEST]), Vec::<String>::new());
}

const P: usize = 0;
const D: usize = 1;
const M: usize = 2;

/// The file, the text, its replacement, and the rules that are broken after it.
type Mutation = (usize, &'static str, &'static str, &'static [&'static str]);

#[rustfmt::skip]
const MUTATIONS: &[Mutation] = &[
    // Attributes and their values.
    (P, "kind=\"status\"", "kind=\"stauts\"", &["page error aaf/invalid-kind"]),
    (P, "kind=\"link\"", "kind=\"Link\"", &["page error aaf/invalid-kind"]),
    (P, "danger=\"low\"", "danger=\"medium\"", &["page error aaf/invalid-danger"]),
    (P, "danger=\"low\"", "danger=\"\"", &["page error aaf/invalid-danger"]),
    (P, "confirm=\"review\"", "confirm=\"manual\"", &["page error aaf/invalid-confirm"]),
    (P, "idempotent=\"false\"", "idempotent=\"no\"", &["page error aaf/invalid-idempotent"]),
    (P, "scope=\"stays.write\"", "scope=\"stays:write\"", &["page warning aaf/invalid-scope"]),
    (P, "version=\"0.1\"", "version=\"v1\"", &["page warning aaf/invalid-version"]),
    (P, "version=\"0.1\"", "version=\"1\"", &["page warning aaf/invalid-version"]),
    (P, "output=\"stay.book.status\"", "output=\"The status\"", &["page warning aaf/invalid-output"]),
    (P, "action=\"stay.book.submit\"", "action=\"stay.book.Submit\"", &["page warning aaf/invalid-action"]),
    (P, "<a href=\"/stays/\" data-agent-kind=\"link\"", "<a data-agent-page=\"stays\" data-agent-kind=\"link\"", &["page warning aaf/invalid-page"]),
    (D, "for-action=\"account.close\"", "for-action=\"Account.Close\"", &["danger warning aaf/invalid-for-action"]),
    (P, "data-agent-scope=\"stays.write\"", "data-agent-skope=\"stays.write\"", &["page warning aaf/unknown-attribute"]),
    (P, "data-agent-idempotent=\"false\"", "data-agent-Idempotent=\"false\"", &["page warning aaf/unknown-attribute"]),
    (P, "data-agent-confirm=\"review\"", "data-agent-confirm=\"review\" data-agent-confirm=\"review\"", &["page warning aaf/duplicate-attribute"]),
    (P, "<input type=\"number\"", "<input data-agent-version=\"0.1\" type=\"number\"", &["page hint aaf/version-placement"]),
    // Companions.
    (P, "data-agent-kind=\"status\" ", "", &["page warning aaf/missing-kind"]),
    (P, " data-agent-output=\"stay.book.status\"", "", &["page hint aaf/missing-companion"]),
    (P, "<a href=\"/stays/\" data-agent-kind=\"link\">All stays</a>", "<p data-agent-kind=\"link\">All stays</p>", &["page error aaf/missing-companion"]),
    (P, " data-agent-action=\"stay.book.submit\"", "", &["page error aaf/missing-companion"]),
    // Resolution.
    (P, "</form>", "<p data-agent-kind=\"status\" data-agent-output=\"stay.book.more\"></p></form>", &["page warning aaf/ambiguous", "page warning aaf/ambiguous"]),
    (P, "</form>", "<input data-agent-kind=\"field\" data-agent-field=\"room\"></form>", &["page warning aaf/ambiguous", "page warning aaf/ambiguous"]),
    (D, "</body>", "<input data-agent-kind=\"field\" data-agent-field=\"confirmation_text\" data-agent-for-action=\"account.close\"></body>", &["danger warning aaf/ambiguous", "danger warning aaf/ambiguous"]),
    (P, "</form>", "</form><input data-agent-kind=\"field\" data-agent-field=\"room\" data-agent-for-action=\"stay.book\">", &["page warning aaf/nested-and-tied"]),
    (P, "</form>", "</form><input data-agent-kind=\"field\" data-agent-field=\"room\">", &["page warning aaf/orphan-field"]),
    (D, "for-action=\"account.close\"", "for-action=\"account.clsoe\"", &["danger error aaf/unknown-action"]),
    (P, "</form>", "<input name=\"more\"></form>", &["page warning aaf/unannotated-control"]),
    (P, "</form>", "</form><select name=\"more\"></select>", &["page hint aaf/unannotated-control"]),
    (P, "</form>", "<input type=\"hidden\" name=\"more\"></form>", &[]),
    (P, "</form>", "<input type=\"checkbox\" name=\"more\"></form>", &[]),
    // Safety.
    (D, "  data-agent-confirm=\"required\"\n", "", &["danger warning aaf/unconfirmed-danger"]),
    (P, "</form>", "<button type=\"button\">Cancel</button></form>", &[]),
    (P, "</body>", "<button>Erase</button></body>", &["page warning aaf/unguarded-button"]),
    (P, "</body>", "<button>Eraser</button></body>", &[]),
    (P, "<a href=\"/stays/\" data-agent-kind=\"link\">All stays</a>", "<object><a href=\"/stays/\" data-agent-kind=\"link\">All stays</a></object>", &["page warning aaf/third-party"]),
    (P, "<a href=\"/stays/\"", "<iframe><a href=\"/stays/\"", &["page warning aaf/third-party"]),
    (P, "<button type=\"submit\"", "<button hidden type=\"submit\"", &["page hint aaf/hidden-control"]),
    (P, "<button type=\"submit\"", "<button style=\"color: red; display:none\" type=\"submit\"", &["page hint aaf/hidden-control"]),
    (P, "<button type=\"submit\"", "<button aria-hidden=\"true\" type=\"submit\"", &["page hint aaf/hidden-control"]),
    // The manifest's shape.
    (M, "\"version\": \"0.1\"", "\"version\": \"one\"", &["manifest error aaf/manifest-value"]),
    (M, "  \"version\": \"0.1\",\n", "", &["manifest error aaf/manifest-missing-key"]),
    (M, "\"origin\": \"https://hotel.example\"", "\"origin\": \"hotel\"", &["manifest error aaf/manifest-value"]),
    (M, "    \"name\": \"Small hotel\",\n", "", &["manifest error aaf/manifest-missing-key"]),
    (M, "\"description\": \"Rooms", "\"descripton\": \"Rooms", &["manifest error aaf/manifest-unknown-key"]),
    (M, "\"idempotent\": false,\n      \"inputSchema\": {\n        \"type\": \"object\",\n        \"required\": [\"guest", "\"idempotent\": \"false\",\n      \"inputSchema\": {\n        \"type\": \"object\",\n        \"required\": [\"guest", &["manifest error aaf/manifest-type"]),
    (M, "\"title\": \"Book a stay\",\n      \"desc", "\"titel\": \"Book a stay\",\n      \"desc", &["manifest error aaf/manifest-unknown-key"]),
    (M, "\"scope\": \"stays.read\"", "\"scope\": \"Stays.Read\"", &["manifest error aaf/manifest-value"]),
    (M, "\"FULL\": { \"message\"", "\"FULL\": { \"text\"", &["manifest error aaf/manifest-unknown-key", "manifest error aaf/manifest-missing-key"]),
    (M, "\"/account\": {", "\"account\": {", &["manifest warning aaf/manifest-name"]),
    (M, "\"review\",", "\"review\"", &["manifest error aaf/json-syntax"]),
    (M, "\"risk\": \"low\",", "\"risk\": \"low\", \"risk\": \"low\",", &["manifest error aaf/duplicate-key"]),
    // The schemas in it.
    (M, "\"type\": \"integer\"", "\"type\": \"int\"", &["manifest error aaf/invalid-schema"]),
    (M, "\"minimum\": 1", "\"minimum\": \"1\"", &["manifest error aaf/invalid-schema"]),
    (M, "\"enum\": [\"single\", \"double\"]", "\"enum\": \"single\"", &["manifest error aaf/invalid-schema"]),
    (M, "\"items\": { \"type\": \"object\" }", "\"items\": 1", &["manifest error aaf/invalid-schema"]),
    (M, "\"required\": [\"booking\"]", "\"required\": [\"number\"]", &["manifest error aaf/undeclared-required"]),
    (M, "\"required\": [\"guest_email\", \"nights\"]", "\"required\": [\"guest_email\", \"night\"]", &["manifest error aaf/undeclared-required"]),
    (M, "https://schema.org/identifier", "identifier", &["manifest hint aaf/invalid-semantic"]),
    (M, "{ \"schema\": \"https://schema.org/\" }", "{ \"wishes\": \"schema:description\" }", &["manifest warning aaf/repeated-context"]),
    (M, "\"confirmation\": \"required\"", "\"confirmation\": \"optional\"", &["danger warning aaf/differs", "manifest warning aaf/unconfirmed-risk"]),
    // Page and manifest together.
    (M, "\"actions\": [\"stay.book\"]", "\"actions\": [\"stay.bok\"]", &["manifest error aaf/unknown-page-entry"]),
    (M, "\"data\": [\"stay.list\"]", "\"data\": [\"stay.lists\"]", &["manifest error aaf/unknown-page-entry"]),
    (P, "action=\"stay.book\"", "action=\"stay.bock\"", &["page warning aaf/undeclared-action"]),
    (P, "field=\"room\"", "field=\"rooms\"", &["page warning aaf/undeclared-field"]),
    (P, " data-agent-kind=\"field\" data-agent-field=\"wishes\"", "", &["page warning aaf/missing-field", "page warning aaf/unannotated-control"]),
    (M, ",\n          \"wishes\": { \"type\": \"string\", \"x-semantic\": \"https://schema.org/description\" }", "", &["page warning aaf/undeclared-field"]),
    (P, "href=\"/stays/\"", "href=\"/stay/\"", &["page warning aaf/unknown-route"]),
    (P, "danger=\"low\"", "danger=\"none\"", &["page warning aaf/differs"]),
    (P, "confirm=\"review\"", "confirm=\"never\"", &["page warning aaf/differs"]),
    (P, "scope=\"stays.write\"", "scope=\"stays.all\"", &["page warning aaf/differs"]),
    (P, "idempotent=\"false\"", "idempotent=\"true\"", &["page warning aaf/differs"]),
    (M, "    \"/account\": { \"title\": \"Account\", \"actions\": [\"account.close\"] }", "    \"/account\": { \"title\": \"Account\" }", &["manifest hint aaf/unlisted-action"]),
    // Text that is not an annotation.
    (P, "<!-- <form", "<!-- <form data-agent-danger=\"huge\" ", &[]),
    (P, "&lt;input ", "&lt;input data-agent-danger=\"huge\" ", &[]),
    (P, "const sample = \"", "const sample = \"<p data-agent-field='A'>", &[]),
    (P, "field=\"room\"", "field='room'", &[]),
    (P, "field=\"room\"", "field=room", &[]),
    (P, "field=\"room\"", "field=\"{{ name }}\"", &[]),
    (P, "danger=\"low\"", "danger=\"<%= risk %>\"", &[]),
];

#[test]
fn one_mistake_gives_the_finding_that_names_it() {
    assert!(MUTATIONS.len() >= 60, "{} mutations", MUTATIONS.len());
    let mut wrong = String::new();
    for (file, from, to, expected) in MUTATIONS {
        let mut texts = [PAGE, DANGER, MANIFEST].map(str::to_owned);
        assert!(texts[*file].contains(from), "{from:?} is not in {}", PATHS[*file]);
        texts[*file] = texts[*file].replacen(from, to, 1);
        let mut found = findings([&texts[0], &texts[1], &texts[2]]);
        let mut expected: Vec<_> = expected.iter().map(|one| (*one).to_owned()).collect();
        found.sort();
        expected.sort();
        if found != expected {
            wrong.push_str(&format!("{from:?} -> {to:?}\n  expected {expected:?}\n  found    {found:?}\n"));
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}
