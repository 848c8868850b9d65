//! A finding can be silenced where it stands, in each format that has comments, and a comment that silences nothing
//! is told of.

use agmark_tests::place::applied;
use agmark_tests::{Client, Setup};
use serde_json::{Value, json};

struct Case {
    file: &'static str,
    language: &'static str,
    text: &'static str,
    code: &'static str,
    /// The same without the mistake: (what to write, instead of what).
    mended: (&'static str, &'static str),
}

const CASES: &[Case] = &[
    Case {
        file: "a.agd",
        language: "agd",
        text: "@h1 One [#a]\n\n@p Two @ref #b\n",
        code: "agd/dangling-reference",
        mended: ("#a", "#b"),
    },
    Case {
        file: "a.garyml",
        language: "garyml",
        text: ".Context id=a\n  \"\"\"\n  text\n  \"\"\"\n.Execute\n  .test\n    input: @b\n",
        code: "garyml/undefined-id",
        mended: ("@a", "@b"),
    },
    Case {
        file: "tab.garyml",
        language: "garyml",
        text: ".Execute\n\t.test\n",
        code: "garyml/tab-indent",
        mended: ("\n  .test", "\n\t.test"),
    },
    Case {
        file: "loose.garyml",
        language: "garyml",
        text: ".Query\n  One line\n\tanother line\n",
        code: "garyml/tab-indent",
        mended: ("\n  another", "\n\tanother"),
    },
    Case {
        file: "a.md",
        language: "markdown",
        text: "---\nname: a\ndescription: b\ninput: { type: object, properties: { c: { type: string } }, required: [c] }\noutput: { type: object }\n---\n\nText\n\n{{ uper .c }}\n",
        code: "markdownlang/unknown-function",
        mended: ("upper", "uper"),
    },
    Case {
        file: "front.md",
        language: "markdown",
        text: "---\nname: a\ndescription: b\ninput: { type: object }\noutput: { type: object }\nmodle: gpt-4o\n---\n\nText\n",
        code: "markdownlang/unknown-key",
        mended: ("model:", "modle:"),
    },
    Case {
        file: "a.html",
        language: "html",
        text: "<p>\n<button data-agent-kind=\"action\" data-agent-action=\"a.b\" data-agent-danger=\"medium\">Go</button>\n</p>\n",
        code: "aaf/invalid-danger",
        mended: ("\"low\"", "\"medium\""),
    },
    Case {
        file: "a.anmla",
        language: "anmla",
        text: "click #e1\nfill #e2 Ann\n",
        code: "anml/bad-action",
        mended: ("\"Ann\"", "Ann"),
    },
];

#[test]
fn a_finding_is_silenced_on_its_line() {
    each(|client, uri, case| {
        let silent = applied(case.text, &suppress(client, uri, case, "agmark: allow "));
        client.change(uri, json!([{ "text": silent }]));
        assert_eq!(client.codes(uri), Vec::<String>::new(), "{silent}");
        // Twice the same mistake: the comment is for one.
        says_when_unused(client, uri, case, &silent);
    });
}

#[test]
fn a_finding_is_silenced_in_its_file() {
    each(|client, uri, case| {
        let silent = applied(case.text, &suppress(client, uri, case, "agmark: allow-file "));
        client.change(uri, json!([{ "text": silent }]));
        assert_eq!(client.codes(uri), Vec::<String>::new(), "{silent}");
        says_when_unused(client, uri, case, &silent);
    });
}

#[test]
fn formats_without_comments_offer_none() {
    let mut client = Setup::default().start();
    let text = "main\n   p \"Odd\"\n";
    client.open("file:///a.anml", "anml", text);
    assert_eq!(client.codes("file:///a.anml"), ["anml/odd-indent"]);
    let offered = actions(&mut client, "file:///a.anml");
    assert!(!offered.to_string().contains("agmark: allow"), "{offered}");
    client.finish();
}

#[test]
fn what_keeps_a_document_from_being_parsed_is_not_silenced() {
    let mut client = Setup::default().start();
    client.open("file:///b.agd", "agd", "@h1 One [#a]\n\n@p Two [#a]\n");
    assert_eq!(client.codes("file:///b.agd"), ["agd/duplicate-id"]);
    let offered = actions(&mut client, "file:///b.agd");
    assert!(!offered.to_string().contains("agmark: allow"), "{offered}");
    client.finish();
}

fn each(check: impl Fn(&mut Client, &str, &Case)) {
    let mut client = Setup::default().start();
    for case in CASES {
        let uri = format!("file:///suppression/{}", case.file);
        client.open(&uri, case.language, case.text);
        assert_eq!(client.codes(&uri), [case.code], "{}", case.file);
        check(&mut client, &uri, case);
    }
    client.finish();
}

/// The edits that silence the one finding of a document, in a comment with these words.
fn suppress(client: &mut Client, uri: &str, case: &Case, words: &str) -> Value {
    let offered = actions(client, uri);
    let mut all = offered.as_array().into_iter().flatten();
    let one = all
        .find(|action| action["edit"].to_string().contains(words))
        .unwrap_or_else(|| panic!("{}: no {words:?} in {offered}", case.file));
    one["edit"]["documentChanges"][0]["edits"].clone()
}

fn actions(client: &mut Client, uri: &str) -> Value {
    let found = client.diagnostics(uri);
    let params = json!({
        "textDocument": { "uri": uri },
        "range": found[0]["range"],
        "context": { "diagnostics": found },
    });
    client.request("textDocument/codeAction", params)
}

fn says_when_unused(client: &mut Client, uri: &str, case: &Case, silent: &str) {
    let (right, wrong) = case.mended;
    client.change(uri, json!([{ "text": silent.replace(wrong, right) }]));
    let found = client.diagnostics(uri);
    let severities: Vec<_> = found.iter().map(|d| d["severity"].as_u64()).collect();
    assert_eq!(severities, [Some(4)], "{}: a hint that it is of no use: {found:?}", case.file);
}
