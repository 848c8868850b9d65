//! Comments that silence rules.

use agmark_syntax::{Document, Edit, SuppressionKind};
use expect_test::expect;

use super::check;

#[test]
fn suppression() {
    check(
        ".Context path=a.md\n# agmark: allow missing-parameter\n.Context path=b.md\n",
        expect![[r#"
            1:1-1:9 error garyml/missing-parameter missing parameter "id" of .Context
              suggestion: add id=context: 1:9-1:9 " id=context"
        "#]],
    );
    check(
        ".Execute\n  .test # agmark: allow indent\n      # agmark: allow garyml/indent\n      target: all tests\n",
        expect![[r#"
            2:25-2:31 hint agmark/unused-allow "indent" finds nothing here: remove the comment
              fix: remove the comment: 2:8-2:31 ""
        "#]],
    );
    check(
        "# agmark: allow-file bare-reference, undefined-bare-id\n.Execute\n  .test target=x\n",
        expect![[""]],
    );
}

#[test]
fn a_fix_writes_the_comment() {
    let text = ".Execute\n  .test\n      target: all tests\n";
    let document = Document::new(agmark_garyml::format(), text);
    let at = text.find("target").map_or(0, |i| i - 2);
    let span = agmark_syntax::Span::at(at);
    let edit = document
        .format()
        .suppress(&document, span, "garyml/indent", SuppressionKind::Local)
        .expect("GaryML has comments");
    let silenced = Edit::apply(text, &[edit]);
    expect![[r#"
        .Execute
          .test
              # agmark: allow garyml/indent
              target: all tests
    "#]]
    .assert_eq(&silenced);
    check(&silenced, expect![[""]]);
}
