//! Actions and commands.

use std::fmt::Write as _;

use agmark_syntax::{Change, Format, Outcome, Request, Span};
use expect_test::{Expect, expect};
use serde_json::{Value, json};

use super::{applied, own, text, workspace};
use crate::Anml;

/// The titles of the actions at the cursor.
fn titles(files: &[(&str, &str)], expect: &Expect) {
    let (files, at) = workspace(files);
    let document = own(&files);
    let all = document.format().code_actions(document, &files, Span::at(at));
    let titles: Vec<_> = all.iter().map(|action| format!("{:?} {}", action.kind, action.title)).collect();
    expect.assert_eq(&titles.join("\n"));
}

/// What the action with this title, which is edits, makes of the text.
fn act(source: &str, title: &str, expect: &Expect) {
    let (files, at) = workspace(&[("a.anml", source)]);
    let document = own(&files);
    let all = document.format().code_actions(document, &files, Span::at(at));
    let action = all.iter().find(|action| action.title.starts_with(title)).expect("the action");
    let Change::Edits(edits) = &action.change else { panic!("{:?}", action.change) };
    expect.assert_eq(&applied(&text(&files), edits));
}

#[test]
fn actions() {
    titles(
        &[("a.anml", "ma$0in\n  p \"x\"\n"), ("b.anml", "main\n"), ("c.anml", "---\ntype: diff\n---\n- p\n")],
        &expect![[r#"
            Rewrite collapse to a summary, `~ 1 paragraph`
            Rewrite renumber the refs from 1
            Source view what agents act on
            Source view without what is passive
            Source view two levels
            Source view in 50 lines
            Source diff with b.anml"#]],
    );
    titles(
        &[("d.anml", "---\ntype: diff\nbase: b\n---\n* p$0 \"x\"\n"), ("b.anml", "p\n")],
        &expect!["Source apply the diff to b.anml"],
    );
    titles(&[("a.anml", "- link \"x\" [ref=e1]$0\n")], &expect!["Source convert the document to ANML"]);
    act(
        "nav\n  list#e1$0 \"x\"\n    item\n      link#e2 \"a\"\n    item\n    > text\n    | a | link#e3 |\n  p \"b\"\n",
        "collapse",
        &expect![[r#"
            nav
              list#e1 "x"
                ~ 2 items, 2 links, 1 line of text, 1 row
              p "b"
        "#]],
    );
    act(
        "button#e1 \"x\" [disabled] type=\"a\" $0checked\n",
        "move",
        &expect![[r#"
            button#e1 "x" type=a [disabled] checked
        "#]],
    );
}

fn execute(files: &[(&str, &str)], command: &str, options: &Value) -> Result<Outcome, String> {
    let (files, at) = workspace(files);
    let document = own(&files);
    let request = Request { document, world: &files, selection: Span::at(at), options };
    document.format().execute(command, &request)
}

fn command(files: &[(&str, &str)], command: &str, options: Value, expect: &Expect) {
    let said = match execute(files, command, &options) {
        Ok(Outcome::Document(written)) => format!("{} ({})\n{}", written.name, written.note, written.text),
        Ok(Outcome::Edits(edits)) => applied(&files[0].1.replace("$0", ""), &edits),
        Ok(Outcome::Change(changes)) => {
            let mut out = String::new();
            for change in changes {
                let _ = write!(out, "{}\n{}", change.path().display(), change.after().unwrap_or_default());
            }
            out
        }
        Ok(Outcome::Message(said)) => format!("said: {said}"),
        Ok(Outcome::Value(value)) => value.to_string(),
        Err(why) => format!("refused: {why}"),
    };
    expect.assert_eq(&said);
}

const PAGE: (&str, &str) = ("a.anml", "$0main\n  p \"x\"\n  link#e5 \"Go\" for=#e2\n  button#e2 \"Do\"\n");
const OLDER: (&str, &str) = ("b.anml", "main\n  p \"y\"\n  link#e5 \"Go\" for=#e2\n  button#e2 \"Do\"\n");

#[test]
fn a_view_is_written() {
    command(
        &[PAGE],
        "agmark.anml.viewDocument",
        json!({ "filter": "interactive" }),
        &expect![[r#"
        a.view.anml (25 tokens)
        ---
        filter: interactive
        ---
        link#e5 "Go" for=#e2
        button#e2 "Do"
    "#]],
    );
    command(
        &[PAGE],
        "agmark.anml.viewDocument",
        json!({ "depth": 1 }),
        &expect![[r#"
        a.view.anml (23 tokens)
        ---
        depth: 1
        ---
        main
          ~ 1 paragraph, 1 link, 1 button
    "#]],
    );
    command(
        &[PAGE],
        "agmark.anml.viewDocument",
        Value::Null,
        &expect!["refused: say what the view is to keep: `filter`, `depth`, `budget` or `expand`"],
    );
    command(
        &[PAGE],
        "agmark.anml.viewDocument",
        json!({ "filter": "A b" }),
        &expect![[
            r#"refused: invalid filter "A b": write `interactive`, `compact` or role names, with commas between them"#
        ]],
    );
}

#[test]
fn snapshots_are_compared() {
    command(
        &[PAGE, OLDER],
        "agmark.anml.diffDocuments",
        json!({ "with": "b.anml" }),
        &expect![[r#"
        a.diff.anml (20 tokens)
        ---
        type: diff
        base: b.anml
        ---
        main
          * p "x"
    "#]],
    );
    command(
        &[PAGE, ("b.anml", &PAGE.1[2..])],
        "agmark.anml.diffDocuments",
        json!({ "with": "b.anml" }),
        &expect!["said: nothing changed since b.anml"],
    );
    let renumbered = ("b.anml", "main\n  link#e1 \"Go\" for=#e2\n  button#e2 \"Do\"\n");
    command(
        &[PAGE, renumbered],
        "agmark.anml.diffDocuments",
        json!({ "with": "b.anml", "keepRefs": true }),
        &expect![[r#"
            a.diff.anml (20 tokens)
            ---
            type: diff
            base: b.anml
            ---
            main
              + p "x"
        "#]],
    );
    command(
        &[PAGE],
        "agmark.anml.diffDocuments",
        json!({ "with": "none.anml" }),
        &expect![
            "refused: none.anml cannot be read: name a file of the workspace, relative to this document"
        ],
    );
}

#[test]
fn another_snapshot_may_be_given_as_a_text() {
    let (_, older) = OLDER;
    command(
        &[PAGE],
        "agmark.anml.diffDocuments",
        json!({ "with": "unsaved/b.anml", "text": older }),
        &expect![[r#"
            a.diff.anml (22 tokens)
            ---
            type: diff
            base: unsaved/b.anml
            ---
            main
              * p "x"
        "#]],
    );
    command(
        &[("d.anml", "$0---\ntype: diff\n---\nmain\n  * p \"z\"\n")],
        "agmark.anml.applyDiff",
        json!({ "base": "b.anml", "text": older }),
        &expect![[r#"
            b.new.anml (28 tokens)
            main
              p "z"
              link#e5 "Go" for=#e2
              button#e2 "Do"
        "#]],
    );
}

#[test]
fn the_tree_is_returned_even_of_a_broken_snapshot() {
    command(
        &[("a.anml", "$0---\ntitle: \"A\"\n---\nmain\n  buton#e1 \"Go\" [\n")],
        "agmark.anml.parseDocument",
        Value::Null,
        &expect![[
            r#"{"frontmatter":{"title":"A"},"body":[{"kind":"element","role":"main","attributes":{},"states":[],"span":{"start":19,"end":23},"children":[{"kind":"element","role":"buton","ref":"e1","name":"Go","attributes":{},"states":[],"span":{"start":26,"end":41},"children":[]}]}]}"#
        ]],
    );
}

#[test]
fn tokens_are_listed() {
    command(
        &[PAGE],
        "agmark.anml.listTokens",
        Value::Null,
        &expect![[r#"
        a.tokens.txt (28 tokens)
              28  the document
              28    line 1: main
              25  what agents act on: view --filter interactive
              34  the same content as HTML
              51  the same content as JSON
    "#]],
    );
}

#[test]
fn a_diff_is_applied() {
    let diff = ("d.anml", "$0---\ntype: diff\nbase: b\n---\nmain\n  * p \"z\"\n");
    command(
        &[diff, OLDER],
        "agmark.anml.applyDiff",
        Value::Null,
        &expect![[r#"
        b.new.anml (28 tokens)
        main
          p "z"
          link#e5 "Go" for=#e2
          button#e2 "Do"
    "#]],
    );
    command(
        &[diff],
        "agmark.anml.applyDiff",
        Value::Null,
        &expect![
            "refused: which snapshot is the diff of? Name its file in the front matter, `base: login.anml`"
        ],
    );
}

#[test]
fn other_formats_are_converted() {
    command(
        &[("a.anml", "$0- link \"x\" [ref=e1]\n")],
        "agmark.anml.convertSnapshot",
        Value::Null,
        &expect![[r#"
            link#e1 "x"
        "#]],
    );
    command(
        &[PAGE],
        "agmark.anml.convertSnapshot",
        Value::Null,
        &expect![[
            r#"refused: this is not an ARIA snapshot: its lines begin with "- ", such as - link "Home" [ref=e1]"#
        ]],
    );
    command(
        &[PAGE, ("p.html", "<h1>Hi</h1>")],
        "agmark.anml.convertHtml",
        json!({ "path": "p.html" }),
        &expect![[r#"
            p.anml (8 tokens)
            h1#e1 "Hi"
        "#]],
    );
}

#[test]
fn refs_are_renumbered() {
    command(
        &[PAGE],
        "agmark.anml.renumberRefs",
        Value::Null,
        &expect![[r#"
        main
          p "x"
          link#e1 "Go" for=#e2
          button#e2 "Do"
    "#]],
    );
    command(
        &[PAGE, ("a.anmla", "click #e5 -- go\nclick #e2\n")],
        "agmark.anml.renumberRefs",
        Value::Null,
        &expect![[r#"
            /workspace/a.anml
            main
              p "x"
              link#e1 "Go" for=#e2
              button#e2 "Do"
            /workspace/a.anmla
            click #e1 -- go
            click #e2
        "#]],
    );
    command(
        &[("a.anml", "p#e1\np#e1$0\n")],
        "agmark.anml.renumberRefs",
        Value::Null,
        &expect![[r##"refused: the ref "#e1" is there twice: give one of the two another one first"##]],
    );
}

#[test]
fn every_command_is_known() {
    for known in Anml::INFO.commands {
        let files = [("a.anml", "$0main\n")];
        let said = execute(&files, known.id, &Value::Null);
        assert!(!said.as_ref().is_err_and(|why| why.starts_with("there is no command")), "{}", known.id);
    }
}
