//! What documents cost.

use expect_test::expect;

use super::{cost, count, html::Html, json::Json};
use crate::syntax::context::Context;
use crate::syntax::entry::{DocumentPart, each};

/// A sign-in page, as an agent sees it.
const PAGE: &str = "---\nurl: https://bank.example/\ntitle: Sign in\n---\nheader\n  link#e1 \"Home\" href=/\nmain\n  h1 \"Welcome\"\n  \
                    form\n    textbox#e2 \"Account\" placeholder=\"DE00 0000\"\n    textbox#e3 \"Code\" [masked] [required]\n    \
                    button#e4 \"Sign in\"\n  table \"Rates\"\n    | Term | Rate |\n    | 1 y | button#e5 \"2 %\" |\n  > All rates \
                    & terms\n  ~ 3 links\n";

fn forms(text: &str) -> (String, String) {
    let (mut html, mut json) = (Html::default(), Json::default());
    each(text, Context::default(), &mut |item| match item {
        DocumentPart::Front(front) => {
            for entry in &front.entries {
                html.meta(entry.key.text(text), entry.value.text(text));
                json.meta(entry.key.text(text), entry.value.text(text));
            }
        }
        DocumentPart::Line(entry) => {
            html.line(&entry);
            json.line(&entry);
        }
    });
    (html.finish(), json.finish())
}

#[test]
fn the_same_content_in_other_forms() {
    let (html, json) = forms(PAGE);
    expect![[r#"<meta name="url" content="https://bank.example/"><title>Sign in</title><header><a id="e1" href="/">Home</a></header><main><h1>Welcome</h1><form><label for="e2">Account</label><input id="e2" placeholder="DE00 0000"><label for="e3">Code</label><input id="e3" type="password" required><button id="e4">Sign in</button></form><table aria-label="Rates"><tr><th>Term</th><th>Rate</th></tr><tr><td>1 y</td><td><button id="e5">2 %</button></td></tr></table><p>All rates &amp; terms</p><p>3 links</p></main>"#]].assert_eq(&html);
    expect![[r#"{"url":"https://bank.example/","title":"Sign in","body":[{"role":"header","children":[{"role":"link","ref":"e1","name":"Home","href":"/"}]},{"role":"main","children":[{"role":"h1","name":"Welcome"},{"role":"form","children":[{"role":"textbox","ref":"e2","name":"Account","placeholder":"DE00 0000"},{"role":"textbox","ref":"e3","name":"Code","masked":true,"required":true},{"role":"button","ref":"e4","name":"Sign in"}]},{"role":"table","name":"Rates","children":[["Term","Rate"],["1 y",{"role":"button","ref":"e5","name":"2 %"}]]},{"text":"All rates & terms"},{"text":"3 links"}]}]}"#]].assert_eq(&json);
}

#[test]
fn parts_add_up() {
    let cost = cost(PAGE).expect("a document");
    let parts: usize = cost.parts.iter().map(|part| part.tokens).sum();
    assert_eq!(cost.front + parts, cost.whole);
    assert_eq!(count(PAGE), cost.whole);
    expect![[r#"
        Cost {
            whole: 115,
            front: 14,
            parts: [
                Part {
                    title: "header",
                    line: 5,
                    tokens: 13,
                },
                Part {
                    title: "main",
                    line: 7,
                    tokens: 88,
                },
            ],
            interactive: Some(
                88,
            ),
            html: 175,
            json: 168,
        }
    "#]]
    .assert_debug_eq(&cost);
}

#[test]
fn a_long_document_costs_what_its_text_does() {
    let page = format!("{PAGE}\n\n{}", PAGE.rsplit("---\n").next().unwrap_or("").repeat(300));
    let cost = cost(&page).expect("a document");
    let parts: usize = cost.parts.iter().map(|part| part.tokens).sum();
    assert_eq!((cost.front + parts, cost.whole), (count(&page), count(&page)));
    assert_eq!(cost.parts.len(), 602);
}

#[test]
fn a_diff_has_no_view() {
    let cost = cost("---\ntype: diff\n---\n+ p \"a\"\n").expect("a document");
    assert_eq!(cost.interactive, None);
}
