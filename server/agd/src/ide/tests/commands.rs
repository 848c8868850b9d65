use agmark_syntax::{Command, Format, NewDocument, Outcome, Request, Span};
use expect_test::{Expect, expect};
use serde_json::Value;

use super::{edited, files, own};
use crate::Agd;

fn run(command: &str, text: &str) -> Result<Outcome, String> {
    let files = files(text);
    let request =
        Request { document: own(&files), world: &files, selection: Span::default(), options: &Value::Null };
    Agd.execute(&format!("agmark.agd.{command}"), &request)
}

fn check(command: &str, text: &str, expected: Expect) {
    let files = files(text);
    let out = match run(command, text) {
        Ok(Outcome::Edits(edits)) => edited(own(&files), &edits),
        Ok(Outcome::Document(NewDocument { name, language, text, note })) => {
            format!("{name} {language} ({note})\n{text}")
        }
        Ok(Outcome::Message(said)) => said,
        Ok(other) => format!("{other:?}"),
        Err(error) => format!("error: {error}"),
    };
    expected.assert_eq(&out);
}

#[test]
fn all_ids() {
    check(
        "addIds",
        "@meta a=1\n@h1 Fees\n@p x\n@ul\n- a\n@lst\n@h2 Fees\n@ul [#ul-1]\n",
        expect![[r#"
        @meta a=1
        @h1 Fees [#fees]
        @p x
        @ul [#ul-2]
        - a
        @lst
        @h2 Fees [#fees-2]
        @ul [#ul-1]
    "#]],
    );
    check("addIds", "@h1 Fees [#fees]\n", expect!["all blocks already have ids"]);
}

#[test]
fn unused_ids() {
    check(
        "removeUnusedIds",
        "@h1 A [#a]\n@h2 B [#b]\n@p see @ref #b [#p k=v]\n@ul [#used]\n@ol [#ol]\n- x\n@code [#c:12]\n~~~\n~~~\n@p like [#x] [#y]\n\
         === other.agd\n@p x [#x refs=\"example.agd#used\"]\n",
        expect![[r#"
            @h1 A
            @h2 B [#b]
            @p see @ref #b [#p k=v]
            @ul [#used]
            @ol
            - x
            @code [#c:12]
            ~~~
            ~~~
            @p like [#x] [#y]
        "#]],
    );
}

#[test]
fn hashes() {
    check(
        "refreshHashes",
        "@p Open. [#a:0000]\n@p Open all year. [#b:8d6c5b4a]\n@ul [#c:1]\n",
        expect![[r#"
        @p Open. [#a:8314]
        @p Open all year. [#b:8d6c5b4a]
        @ul [#c:a]
    "#]],
    );
    check("refreshHashes", "@p Open all year. [#b:8d6c5b4a]\n", expect!["all hashes are up to date"]);
}

#[test]
fn other_formats() {
    check(
        "toMarkdown",
        "@h1 Fees\n\n@p Ten *a* night. [#n]\n",
        expect![[r#"
            example.md markdown (not converted: line 3: the id of this block)
            # Fees

            Ten **a** night.
        "#]],
    );
    check(
        "toHtml",
        "@h1 Fees [#fees]\n",
        expect![[r#"
        example.html html ()
        <!DOCTYPE html>
        <html>
        <head>
        <meta charset="utf-8">
        </head>
        <body>
        <h1 id="fees">Fees</h1>
        </body>
        </html>
    "#]],
    );
    check(
        "toMarkdown",
        "@h1 Fees\n\n- stray\n",
        expect![[
            r#"error: line 3: item outside a list: items must come directly after "@ul" or "@ol". Fix the errors before you convert the document"#
        ]],
    );
}

#[test]
fn commands_have_their_words() {
    for Command { id, title, help } in Agd::INFO.commands {
        assert!(!title.is_empty() && help.ends_with('.'), "{id}");
        let name = id.strip_prefix("agmark.agd.").expect(id);
        assert!(run(name, "@h1 A\n").is_ok(), "{id}");
    }
    assert!(run("toPdf", "@h1 A\n").is_err());
}
