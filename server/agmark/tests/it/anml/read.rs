//! `view`, `parse`, `tokens`, `actions`.

use expect_test::{Expect, expect};

use super::check;
use crate::support::Folder;

fn said(args: &[&str], expected: &Expect) {
    check(args, &[], "", expected);
}

#[test]
fn views_by_filter_and_depth() {
    said(
        &["view", "page.anml", "--filter", "interactive"],
        &expect![[r#"
            ---
            url: https://library.example/
            title: Find a book
            filter: interactive
            ---
            link#e1 "Home" href=/
            searchbox#e2 "Title" [required]
            button#e3 "Search"
            table "Loans"
              | Book | Renew |
              | Emma | button#e4 "Renew" |
            nav#e5 "More" [collapsed]
            exit 0
        "#]],
    );
    said(
        &["view", "page.anml", "--depth", "1"],
        &expect![[r#"
        ---
        url: https://library.example/
        title: Find a book
        depth: 1
        ---
        header
          ~ 1 link
        main
          ~ 1 heading, 1 paragraph, 1 form, 1 searchbox, 2 buttons, 1 table, 2 rows, 1 navigation, 4 links
        exit 0
    "#]],
    );
    said(
        &["view", "page.anml", "--depth", "1", "--expand", "#e2"],
        &expect![[r#"
            ---
            url: https://library.example/
            title: Find a book
            depth: 1
            expand: e2
            ---
            header
              ~ 1 link
            main
              ~ 1 heading, 1 paragraph
              form
                searchbox#e2 "Title" [required]
                ~ 1 button
              ~ 1 table, 2 rows, 1 button, 1 navigation, 4 links
            exit 0
        "#]],
    );
}

#[test]
fn views_that_are_short() {
    said(
        &["view", "page.anml", "--filter", "compact"],
        &expect![[r#"
            ---
            url: https://library.example/
            title: Find a book
            filter: compact
            ---
            link#e1 "Home" href=/
            searchbox#e2 "Title" [required]
            button#e3 "Search"
            table "Loans"
              | Book | Renew |
              | Emma | button#e4 "Renew" |
            nav#e5 "More" [collapsed]
              ~ 4 links
            exit 0
        "#]],
    );
    said(
        &["view", "page.anml", "--budget", "8"],
        &expect![[r#"
            ---
            url: https://library.example/
            title: Find a book
            budget: 8
            ---
            link#e1 "Home" href=/
            searchbox#e2 "Title" [required]
            button#e3 "Search"
            table "Loans"
              | Book | Renew |
              | Emma | button#e4 "Renew" |
            ~ 1 header, 1 main, 1 heading, 1 paragraph, 1 form, 1 navigation, 4 links
            exit 0
        "#]],
    );
    said(
        &["view", "page.anml", "--filter", "h1,link", "--depth", "1"],
        &expect![[r#"
        ---
        url: https://library.example/
        title: Find a book
        depth: 1
        filter: h1, link
        ---
        link#e1 "Home" href=/
        h1 "Find a book"
        exit 0
    "#]],
    );
}

#[test]
fn views_of_standard_input() {
    check(
        &["view", "-", "--filter", "interactive"],
        &[],
        "- main:\n  - link \"A\" [ref=e1]\n",
        &expect![[r#"
            ---
            filter: interactive
            ---
            link#e1 "A"
            exit 0
        "#]],
    );
    check(
        &["view", "-", "--budget", "2"],
        &[],
        "p \"a\"\np \"b\"\nlink#e1 \"c\"\n",
        &expect![[r#"
        ---
        budget: 2
        ---
        ~ 2 paragraphs
        link#e1 "c"
        exit 0
    "#]],
    );
}

#[test]
fn views_that_there_are_not() {
    said(
        &["view", "none.anml"],
        &expect![[r#"
            2> error: none.anml: file does not exist: check the spelling and the folder
            exit 2
        "#]],
    );
    said(
        &["view", "page.anml", "--expand", "#e99"],
        &expect![[r##"
            ---
            url: https://library.example/
            title: Find a book
            expand: e99
            ---
            header
              link#e1 "Home" href=/
            main
              h1 "Find a book"
              p "By title or author."
              form
                searchbox#e2 "Title" [required]
                button#e3 "Search"
              table "Loans"
                | Book | Renew |
                | Emma | button#e4 "Renew" |
              nav#e5 "More" [collapsed]
                ~ 4 links
            2> error: page.anml: element "#e99" does not exist: expand one of the snapshot
            exit 2
        "##]],
    );
    check(
        &["view", "-", "--depth", "1"],
        &[],
        "---\ntype: diff\n---\n+ p\n",
        &expect![[r#"
        2> error: standard input: this is a diff, not a snapshot: `agmark anml patch BASE DIFF` makes one of it
        exit 2
    "#]],
    );
}

#[test]
fn trees() {
    check(
        &["parse", "--json", "-"],
        &[],
        "---\nts: 1\n---\nform#e1 \"A\" x=1 [open]\n  > text\n  | a | link#e2 |\n",
        &expect![[r#"
            {"frontmatter":{"ts":"1"},"body":[{"kind":"element","role":"form","ref":"e1","name":"A","attributes":{"x":"1"},"states":["open"],"span":{"start":14,"end":36},"children":[{"kind":"content","text":"text","span":{"start":39,"end":45}},{"kind":"table","rows":[["a",{"kind":"element","role":"link","ref":"e2","attributes":{},"states":[],"span":{"start":54,"end":61},"children":[]}]],"span":{"start":48,"end":63}}]}]}
            exit 0
        "#]],
    );
    let folder = Folder::of(&[("page.anml", super::PAGE)]);
    let json: serde_json::Value =
        serde_json::from_str(&folder.run(&["anml", "parse", "page.anml"]).out).unwrap();
    assert_eq!(json["frontmatter"]["title"], "Find a book");
    assert_eq!(json["body"][1]["children"][2]["children"][0]["ref"], "e2");
}

#[test]
fn costs() {
    said(
        &["tokens", "page.anml"],
        &expect![[r#"
            page.anml
                 111  the document
                  15    front matter
                  13    line 5: header
                  83    line 7: main
                  81  what agents act on: view --filter interactive
                 169  the same content as HTML
                 172  the same content as JSON
            exit 0
        "#]],
    );
    let forms = [
        ("form.html", "<nav><a href=\"/\">Home</a></nav><main><h1>Hi</h1><button>Go</button></main>\n"),
        ("form.json", "{\"nav\":[\"Home\"],\"main\":{\"h1\":\"Hi\",\"button\":\"Go\"}}\n"),
        (
            "form.txt",
            "- navigation:\n  - link \"Home\" [ref=e1]\n- main:\n  - heading \"Hi\" [ref=e2] [level=1]\n  - button \"Go\" [ref=e3]\n",
        ),
    ];
    check(
        &["tokens", "form.html", "form.json", "form.txt"],
        &forms,
        "",
        &expect![[r#"
            form.html
                  29  as it is, HTML
                  32  as ANML
                  23  what agents act on: view --filter interactive

            form.json
                  16  as it is

            form.txt
                  44  as it is, an ARIA snapshot
                  29  as ANML
                  20  what agents act on: view --filter interactive
            exit 0
        "#]],
    );
    check(
        &["tokens", "-"],
        &[],
        "---\ntype: diff\nbase: a\n---\n+ p \"x\"\n",
        &expect![[r#"
        standard input
              15  the document
              10    front matter
               5    line 5: p "x"
              23  the same content as HTML
              20  the same content as JSON
        exit 0
    "#]],
    );
    said(
        &["tokens", "none.anml"],
        &expect![[r#"
        2> error: none.anml: file does not exist: check the spelling and the folder
        exit 2
    "#]],
    );
}

#[test]
fn actions() {
    let script = ("page.anmla", "fill #e2 \"Emma\" -- the title\nclick #e3\nexpand #e5\n");
    check(
        &["actions", "page.anmla"],
        &[script],
        "",
        &expect![[r#"
        3 actions: 0 errors, 0 warnings
        exit 0
    "#]],
    );
    let wrong = (
        "other.anmla",
        "# against: page.anml\nfill #e3 \"x\"\nclik #e1\nclick #e77\nclick\nscroll #e5 along\n",
    );
    check(
        &["actions", "other.anmla"],
        &[wrong],
        "",
        &expect![[r##"
            other.anmla:2:6: error: "fill" does not apply to "#e3", a button: use click, hover, expand, scroll, keys, text
            other.anmla:3:1: error: unknown verb "clik": did you mean "click"?
            other.anmla:4:7: error: unknown element "#e77" in the snapshot: use one of its refs
            other.anmla:5:1: error: "click" needs the ref of an element: write `click #e1`
            other.anmla:6:12: error: invalid direction `along`: use one of up, down, left, right
            5 actions: 5 errors, 0 warnings
            exit 1
        "##]],
    );
    check(
        &["actions", "-", "--against", "page.anml"],
        &[],
        "check #e4\n",
        &expect![[r##"
        standard input:1:7: error: "check" does not apply to "#e4", a button: use click, hover, expand, scroll, keys, text
        1 action: 1 error, 0 warnings
        exit 1
    "##]],
    );
    check(
        &["actions", "-"],
        &[],
        "click #e4\n",
        &expect![[r#"
        1 action: 0 errors, 0 warnings
        2> note: no snapshot: refs are not looked up; name one with --against SNAPSHOT
        exit 0
    "#]],
    );
    check(
        &["actions", "lost.anmla"],
        &[("lost.anmla", "# against: gone.anml\nclick #e1\n")],
        "",
        &expect![[r#"
            2> error: gone.anml: file does not exist: check the spelling and the folder
            exit 2
        "#]],
    );
}
