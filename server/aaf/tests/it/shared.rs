//! What pages and manifests give to the features: detection, hover, renames, folds, comments, colours.

use std::path::Path;
use std::sync::Arc;

use agmark_aaf::{Manifests, Pages, formats};
use agmark_syntax::diagnostics::diagnose;
use agmark_syntax::format::Candidate;
use agmark_syntax::highlight::Highlighter;
use agmark_syntax::world::{EmptyWorld, NameInFile};
use agmark_syntax::{
    AnyFormat, ArcStr, Document, Edit, Encoding, LinkKind, Location, Name, Registry, Settings, Span,
    SuppressionKind, World, outline,
};
use expect_test::{Expect, expect};

fn page(text: &str) -> Document {
    Document::new(Arc::new(Pages), text)
}

fn manifest(text: &str) -> Document {
    Document::new(Arc::new(Manifests), text)
}

#[test]
fn only_files_that_take_part_are_ours() {
    let registry = Registry::new(formats());
    let title = |path: &str, text: &str| {
        registry
            .detect_file(Path::new(path), text, agmark_syntax::Surroundings::NONE)
            .map_or("none", |format| format.info().title)
    };
    assert_eq!(title("a/index.html", "<p data-agent-kind=status>"), "AAF");
    assert_eq!(title("a/INDEX.HTM", "<script type='application/agent+json'>"), "AAF");
    assert_eq!(title("a/index.html", "<p data-kind=agent>"), "none");
    assert_eq!(title("a/notes.md", "<p data-agent-kind=status>"), "none");
    let manifest = "{\"site\": {}, \"actions\": {}}";
    assert_eq!(title(".well-known/agent-manifest.json", manifest), "AAF manifest");
    assert_eq!(title("shop.agent-manifest.json", manifest), "AAF manifest");
    assert_eq!(title(".well-known/agent-manifest.json", "{}"), "none");
    assert_eq!(title("package.json", "{\"actions\": {}}"), "none");
    let untitled = Candidate {
        path: None,
        language: Some("html"),
        text: &"<p data-agent-kind=item>",
        surroundings: agmark_syntax::Surroundings::NONE,
    };
    assert_eq!(registry.detect(&untitled).map(|format| format.info().title), Some("AAF"));
}

/// A workspace whose manifest has one action.
struct OneAction;

impl World for OneAction {
    fn definitions(&self, _: &Name, _: bool) -> Vec<Location> {
        Vec::new()
    }

    fn defines(&self, name: &Name) -> bool {
        *name == Name::new("action", "club.join")
    }

    fn in_file(&self, _: &str, _: &Name) -> NameInFile {
        NameInFile::NoFile
    }

    fn names(&self, space: &'static str) -> Vec<ArcStr> {
        if space == "action" { vec!["club.join".into()] } else { Vec::new() }
    }
}

#[test]
fn for_action_may_name_an_action_of_the_manifest() {
    let found = |action: &str| {
        let text =
            format!("<input data-agent-kind=field data-agent-field=x data-agent-for-action={action}>\n");
        let findings = diagnose(&page(&text), &OneAction, &Settings::default());
        findings.into_iter().map(|finding| finding.message).collect::<Vec<_>>()
    };
    assert_eq!(found("club.join"), Vec::<String>::new());
    assert_eq!(found("club.jion"), ["action \"club.jion\" is not defined: did you mean \"club.join\"?"]);
}

/// Hovers at the `$` of a text.
fn hover(format: Arc<dyn AnyFormat>, text: &str, expect: Expect) {
    let offset = text.find('$').unwrap_or_default();
    let text = text.replacen('$', "", 1);
    let document = Document::new(Arc::clone(&format), &text);
    let shown = match format.hover(&document, &EmptyWorld, offset) {
        Some(hover) => format!("{}\n{}", hover.span.text(&text), hover.markdown),
        None => "nothing".to_owned(),
    };
    expect.assert_eq(&shown);
}

#[test]
fn hover_says_what_annotations_and_keys_are_for() {
    hover(
        Arc::new(Pages),
        "<p data-agent-con$firm=\"review\">",
        expect![[r#"
            data-agent-confirm
            **data-agent-confirm**

            Whether the user must agree before the action; `confirmation` in the manifest.

            - `never` The agent does not ask.
            - `optional` The agent may ask.
            - `review` The agent fills in the form; the user reviews and submits it.
            - `required` The agent must ask the user first."#]],
    );
    hover(
        Arc::new(Pages),
        "<p data-agent-confirm=\"rev$iew\">",
        expect![[r#"
            review
            **data-agent-confirm** `review`

            The agent fills in the form; the user reviews and submits it."#]],
    );
    hover(Arc::new(Pages), "<p data-agent-scope=\"rev$iew\">", expect!["nothing"]);
    hover(
        Arc::new(Pages),
        "<p data-agent-sc$ope=\"review\">",
        expect![[r#"
            data-agent-scope
            **data-agent-scope**

            The permission that the action needs.

            Value: lowercase letters, digits, "_" and ".", as in "invoices.write"."#]],
    );
    hover(Arc::new(Pages), "<p$>", expect!["nothing"]);
    let script =
        "<script type=\"application/agent+json\">{\"actions\": {\"a.b\": {\"ri$sk\": \"low\"}}}</script>";
    hover(
        Arc::new(Pages),
        script,
        expect![[r#"
            "risk"
            **risk** (required)

            How much harm the action can do; `data-agent-danger` on the page.

            - `none` The action changes nothing: reading, searching, filtering.
            - `low` The action changes something that can be undone.
            - `high` The action cannot be undone: something is lost, paid or sent."#]],
    );
    hover(
        Arc::new(Manifests),
        "{\"actions\": {\"a.b\": {\"risk\": \"lo$w\"}}}",
        expect![[r#"
            "low"
            **risk** `low`

            The action changes something that can be undone."#]],
    );
    hover(
        Arc::new(Manifests),
        "{\"actions\": {\"a$.b\": {\"risk\": \"low\"}}}",
        expect![[r#"
        a.b
        **a.b** (action `a.b`)

        risk low"#]],
    );
}

#[test]
fn names_are_checked_before_they_are_written() {
    let check = |space, new| Pages.check_name(&Name::new(space, "x"), new);
    assert_eq!(check("action", "club.join"), Ok("club.join".to_owned()));
    assert!(check("field", "club.join").is_err());
    assert!(check("page", "/a b").is_err());
    assert_eq!(check("page", "/members/"), Ok("/members/".to_owned()));
    expect![[r#"invalid action name "Club Join": expected lowercase letters, digits and "-", in parts joined by ".", as in "invoice.create""#]].assert_eq(&check("action", "Club Join").unwrap_err());
}

#[test]
fn the_comment_that_silences_stands_before_the_element() {
    let silenced = |text: &str, at: &str, kind| {
        let document = page(text);
        let span = Span::at(text.find(at).unwrap_or_default());
        let edit = Pages.suppress(&document, span, "aaf/invalid-kind", kind);
        Edit::apply(text, &edit.into_iter().collect::<Vec<_>>())
    };
    let text = "<!doctype html>\n<main>\n  <p\n    data-agent-kind=\"x\"></p><b data-agent-kind=\"y\"></b>\n</main>\n";
    expect![[r#"
        <!doctype html>
        <main>
          <!-- agmark: allow aaf/invalid-kind -->
          <p
            data-agent-kind="x"></p><b data-agent-kind="y"></b>
        </main>
    "#]]
    .assert_eq(&silenced(text, "data-agent-kind=\"x", SuppressionKind::Local));
    expect![[r#"
        <!doctype html>
        <main>
          <p
            data-agent-kind="x"></p><!-- agmark: allow aaf/invalid-kind --> <b data-agent-kind="y"></b>
        </main>
    "#]]
    .assert_eq(&silenced(text, "data-agent-kind=\"y", SuppressionKind::Local));
    expect![[r#"
        <!doctype html>
        <!-- agmark: allow-file aaf/invalid-kind -->
        <main>
          <p
            data-agent-kind="x"></p><b data-agent-kind="y"></b>
        </main>
    "#]]
    .assert_eq(&silenced(text, "data-agent-kind=\"x", SuppressionKind::File));
    expect![[r#"
        <!-- agmark: allow-file aaf/invalid-kind -->
        <p data-agent-kind=x>
    "#]]
    .assert_eq(&silenced("<p data-agent-kind=x>\n", "data", SuppressionKind::File));
    let written = silenced(text, "data-agent-kind=\"x", SuppressionKind::Local);
    let findings = agmark_syntax::testing::diagnostics(Arc::new(Pages), &written);
    assert!(findings.contains("\"y\"") && !findings.contains("\"x\""), "{findings}");
    assert_eq!(
        Manifests.suppress(&manifest("{}"), Span::at(0), "aaf/json-syntax", SuppressionKind::Local),
        None
    );
}

#[test]
fn elements_comments_and_containers_fold() {
    let lines = |document: &Document| {
        let folds = outline::fold_rows(document, Encoding::default()).into_iter();
        folds.map(|fold| (fold.first_line + 1, fold.last_line + 1)).collect::<Vec<_>>()
    };
    let html = "<!--\n x\n-->\n<main>\n<form\n data-agent-kind=action>\n<br>\n<p>\n</p>\n</form>\n</main>\n<p>x</p>\n";
    assert_eq!(lines(&page(html)), [(1, 3), (4, 10), (5, 9)]);
    let json = "{\n\"version\": \"0.1\",\n\"pages\": {\n\"/\": {\n\"actions\": [\n1\n]\n}\n}\n}\n";
    assert_eq!(lines(&manifest(json)), [(1, 9), (3, 8), (4, 7), (5, 6)]);
}

#[test]
fn links_lead_to_addresses_and_pages() {
    let document = manifest(
        r#"{"site": {"origin": "https://x.example/"}, "pages": {"/a": {}, "/b/:id": {}},
        "actions": {"a": {"inputSchema": {"properties": {"f": {"x-semantic": "https://schema.org/email"}}}}}}"#,
    );
    let links: Vec<_> = document
        .chunks()
        .iter()
        .flat_map(|(_, chunk)| chunk.analysis().links.clone())
        .map(|link| (link.kind == LinkKind::Address, link.target))
        .collect();
    let expected = [
        (true, "https://x.example/"),
        (false, "../a.html"),
        (false, "../a/index.html"),
        (true, "https://x.example/a"),
        (true, "https://schema.org/email"),
    ];
    assert_eq!(links, expected.map(|(address, target)| (address, target.to_owned())));
}

/// The highlighted words of a text.
fn colours(format: &dyn AnyFormat, text: &str) -> String {
    let highlighter = Highlighter::new(format);
    assert!(highlighter.is_sound(), "the query does not compile");
    let tree = agmark_syntax::parse::parse(&format.info().language(), text, None);
    let tokens = tree.map(|tree| highlighter.tokens(&tree, text)).unwrap_or_default();
    tokens
        .iter()
        .map(|token| {
            format!("{:?} {}\n", token.kind, &text[token.start as usize..(token.start + token.len) as usize])
        })
        .collect()
}

#[test]
fn annotations_have_colours_and_other_html_has_none() {
    let text = "<form class=\"a\" data-agent-kind=\"action\" data-agent-action=a.b data-agent-danger='low' data-agent-version=\"0.1\">\n";
    expect![[r#"
        Keyword data-agent-kind
        Type action
        Keyword data-agent-action
        Function a.b
        Keyword data-agent-danger
        Constant low
        Keyword data-agent-version
        Number 0.1
    "#]]
    .assert_eq(&colours(&Pages, text));
    let text = "{\"version\": \"0.1\", \"actions\": {\"a.b\": {\"risk\": \"low\", \"idempotent\": true, \"inputSchema\": {\"properties\": {\"f\": {\"x-semantic\": \"https://schema.org/email\"}}}}}, \"pages\": {\"/a\": {\"actions\": [\"a.b\"]}}}";
    expect![[r#"
        Keyword version
        Keyword actions
        Function a.b
        Property risk
        Constant low
        Property idempotent
        Constant true
        Property inputSchema
        Property properties
        Property f
        Attribute x-semantic
        Link https://schema.org/email
        Keyword pages
        Link /a
        Property actions
        Function a.b
    "#]]
    .assert_eq(&colours(&Manifests, text));
}
