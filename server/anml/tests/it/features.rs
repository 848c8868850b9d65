//! Diagnostics, outline, names, folds, hovers and canonical form of documents.

use crate::common::{DIFF, PAGE, WRONG, anml, long};
use agmark_syntax::outline::folds;
use agmark_syntax::world::EmptyWorld;
use agmark_syntax::{Document, testing};
use expect_test::{Expect, expect, expect_file};

fn check(text: &str, expect: &Expect) {
    expect.assert_eq(&testing::diagnostics(anml(), text));
}

#[test]
fn a_page_has_only_what_it_is_meant_to_have() {
    check(
        PAGE,
        &expect![[r#"
        40:3-40:9 hint anml/unknown-role unknown role "widget"
    "#]],
    );
}

#[test]
fn a_diff_has_no_mistakes() {
    check(DIFF, &expect![[""]]);
}

#[test]
fn everything_that_can_be_wrong() {
    expect_file!["data/wrong.diagnostics.txt"].assert_eq(&testing::diagnostics(anml(), WRONG));
}

#[test]
fn front_matter_that_is_wrong() {
    check(
        "---\nurl https://a.example\nts: now\nts: 1\n- x\nfilter: Buttons\nbudget:\n---\n",
        &expect![[r#"
            2:1-2:22 error anml/bad-front-matter invalid line in the front matter: write "key: value"
              suggestion: write a colon after the key: 2:4-2:4 ":"
            3:5-3:8 warning anml/front-matter-type invalid value "now": "ts" must be a whole number
            4:1-4:3 error anml/duplicate-key duplicate key "ts": remove one of them
              3:1-3:3 first here
              suggestion: remove the line: 4:1-5:1 ""
            5:1-5:4 error anml/bad-front-matter invalid line in the front matter: write "key: value"
              suggestion: remove the line: 5:1-6:1 ""
            6:9-6:16 warning anml/front-matter-type invalid value "Buttons": "filter" must be a list of "interactive", "compact" or role names, with commas between them
            7:1-7:7 warning anml/front-matter-type missing value of "budget": it must be a whole number from 0
        "#]],
    );
    check(
        "---\nurl: /\nmain\n  p \"a\"\n",
        &expect![[r#"
            1:1-1:4 error anml/unclosed-front-matter unclosed front matter: add a line "---"
              suggestion: close the front matter: 3:1-3:1 "---\n"
        "#]],
    );
    check(
        "---",
        &expect![[r#"
        1:1-1:4 error anml/unclosed-front-matter unclosed front matter: add a line "---"
          suggestion: close the front matter: 1:4-1:4 "\n---\n"
    "#]],
    );
}

#[test]
fn limits_of_the_front_matter() {
    check(
        "---\ndepth: 1\nbudget: 2\nfilter: interactive, h1\n---\nh1 \"A\"\nnav\n  link#e1 \"B\"\n    p \"C\"\n",
        &expect![[r#"
            7:1-7:4 hint anml/against-filter "nav" is excluded by the filter in the front matter
            8:3-8:7 hint anml/over-depth element on level 2: the front matter sets "depth: 1"
            8:3-8:14 hint anml/over-budget body exceeds the budget in the front matter from here on
            9:5-9:6 hint anml/against-filter "p" is excluded by the filter in the front matter
        "#]],
    );
}

#[test]
fn indents_are_read_as_the_nearest_level() {
    let text = "main\n    section \"four spaces\"\n        p \"a\"\n        p \"b\"\n    section \"again\"\n      p \"c\"\n p \"d\"\n\tp \"e\"\n+ x\n";
    expect![[r#"
        main  Module 1-9
          section "four spaces"  String 2-4
            p "a"  String 3-3
            p "b"  String 4-4
          section "again"  String 5-6
            p "c"  String 6-6
          p "d"  String 7-7
          p "e"  String 8-9
        x  Key 9-9
    "#]]
    .assert_eq(&testing::symbols(anml(), text));
    check(
        text,
        &expect![[r#"
            2:1-2:5 error anml/indent-jump indent of 4 spaces on level 1: use 2, two for each level
              fix: indent by 2 spaces: 2:1-2:5 "  "
            3:1-3:9 error anml/indent-jump indent of 8 spaces on level 2: use 4, two for each level
              fix: indent by 4 spaces: 3:1-3:9 "    "
            4:1-4:9 error anml/indent-jump indent of 8 spaces on level 2: use 4, two for each level
              fix: indent by 4 spaces: 4:1-4:9 "    "
            5:1-5:5 error anml/indent-jump indent of 4 spaces on level 1: use 2, two for each level
              fix: indent by 2 spaces: 5:1-5:5 "  "
            6:1-6:7 error anml/indent-jump indent of 6 spaces on level 2: use 4, two for each level
              fix: indent by 4 spaces: 6:1-6:7 "    "
            7:1-7:2 error anml/odd-indent indent must be a multiple of 2 (found 1, read as 2)
              fix: indent by 2 spaces: 7:1-7:2 "  "
            8:1-8:2 error anml/tab-indent tab in the indent: use two spaces for each level
              fix: indent with spaces: 8:1-8:2 "  "
            9:1-9:3 error anml/stray-diff-prefix diff prefix "+" outside a diff: remove it, or add "type: diff" to the front matter
              suggestion: remove the "+": 9:1-9:3 ""
            9:3-9:4 hint anml/unknown-role unknown role "x"
        "#]],
    );
}

#[test]
fn an_aria_snapshot_is_said_once() {
    let text = "- banner:\n  - link \"Home\" [ref=e1] [cursor=pointer]:\n    - /url: \"#home\"\n  - text: Hello\n  - 'cell \"a: b\"'\n";
    check(
        &long(text, 60),
        &expect![[r##"
            1:3-1:10 error anml/aria-snapshot ARIA snapshot instead of ANML: convert the document (`- link "Home" [ref=e1]` becomes `link#e1 "Home"`)
              suggestion: convert the document to ANML: 1:1-301:1 "header\n  link#e1 \"Home\" cursor=pointer href=\"#home\"\n  p \"Hello\"\n  cell \"a: b\"\nheader\n  link \"Home\" ref=e1 cursor=pointer href=\"#home\"\n  p \"Hello\"\n  cell \"a: b\"\nheader\n  link \"Home\" ref=e1 cursor=pointer href=\"#home\"\n  p \"Hello\"\n  cell \"a: b\"\nheader\n  link \"Home\" ref=e1 cursor=pointer href=\"#home\"\n  p \"Hello\"\n  cell \"a: b\"\nheader\n  link \"Home\" ref=e1 cursor=pointer href=\"#home\"\n  p \"Hello\"\n  cell \"a: b\"\nheader\n  link \"Home\" ref=e1 cursor=pointer href=\"#home\"\n  p \"Hello\"\n  cell \"a: b\"\nheader\n  link \"Home\" ref=e1 cursor=pointer href=\"#home\"\n  p \"Hello\"\n  cell \"a: b\"\nheader\n  link \"Home\" ref=e1 cursor=pointer href=\"#home\"\n  p \"Hello\"\n  cell \"a: b\"\nheader\n  link \"Home\" ref=e1 cursor=pointer href=\"#home\"\n  p \"Hello\"\n  cell \"a: b\"\nheader\n  link \"Home\" ref=e1 cursor=pointer href=\"#home\"\n  p \"Hello\"\n  cell \"a: b\"\nheader\n  link \"Home\" ref=e1 cursor=pointer href=\"#home\"\n  p \"Hello\"\n  cell \"a: b\"\nheader\n  link \"Home\" ref=e1 cursor=pointer href=\"#home\"\n  p \"Hello\"\n  cell \"a: b\"\nheader\n  link \"Home\" ref=e1 cursor=pointer href=\"#home\"\n  p \"Hello\"\n  cell \"a: b\"\nheader\n  link \"Home\" ref=e1 cursor=pointer href=\"#home\"\n  p \"Hello\"\n  cell \"a: b\"\nheader\n  link \"Home\" ref=e1 cursor=pointer href=\"#home\"\n  p \"Hello\"\n  cell \"a: b\"\nheader\n  link \"Home\" ref=e1 cursor=pointer href=\"#home\"\n  p \"Hello\"\n  cell \"a: b\"\nheader\n  link \"Home\" ref=e1 cursor=pointer href=\"#home\"\n  p \"Hello\"\n  cell \"a: b\"\nheader\n  link \"Home\" ref=e1 cursor=pointer href=\"#home\"\n  p \"Hello\"\n  cell \"a: b\"\nheader\n  link \"Home\" ref=e1 cursor=pointer href=\"#home\"\n  p \"Hello\"\n  cell \"a: b\"\nheader\n  link \"Home\" ref=e1 cursor=pointer href=\"#home\"\n  p \"Hello\"\n  cell \"a: b\"\nheader\n  link \"Home\" ref=e1 cursor=pointer href=\"#home\"\n  p \"Hello\"\n  cell \"a: b\"\nheader\n  link \"Home\" ref=e1 cursor=pointer href=\"#home\"\n  p \"Hello\"\n  cell \"a: b\"\nheader\n  link \"Home\" ref=e1 cursor=pointer href=\"#home\"\n  p \"Hello\"\n  cell \"a: b\"\nheader\n  link \"Home\" ref=e1 cursor=pointer href=\"#home\"\n  p \"Hello\"\n  cell \"a: b\"\nheader\n  link \"Home\" ref=e1 cursor=pointer href=\"#home\"\n  p \"Hello\"\n  cell \"a: b\"\nheader\n  link \"Home\" ref=e1 cursor=pointer href=\"#home\"\n  p \"Hello\"\n  cell \"a: b\"\nheader\n  link \"Home\" ref=e1 cursor=pointer href=\"#home\"\n  p \"Hello\"\n  cell \"a: b\"\nheader\n  link \"Home\" ref=e1 cursor=pointer href=\"#home\"\n  p \"Hello\"\n  cell \"a: b\"\nheader\n  link \"Home\" ref=e1 cursor=pointer href=\"#home\"\n  p \"Hello\"\n  cell \"a: b\"\nheader\n  link \"Home\" ref=e1 cursor=pointer href=\"#home\"\n  p \"Hello\"\n  cell \"a: b\"\nheader\n  link \"Home\" ref=e1 cursor=pointer href=\"#home\"\n  p \"Hello\"\n  cell \"a: b\"\nheader\n  link \"Home\" ref=e1 cursor=pointer href=\"#home\"\n  p \"Hello\"\n  cell \"a: b\"\nheader\n  link \"Home\" ref=e1 cursor=pointer href=\"#home\"\n  p \"Hello\"\n  cell \"a: b\"\nheader\n  link \"Home\" ref=e1 cursor=pointer href=\"#home\"\n  p \"Hello\"\n  cell \"a: b\"\nheader\n  link \"Home\" ref=e1 cursor=pointer href=\"#home\"\n  p \"Hello\"\n  cell \"a: b\"\nheader\n  link \"Home\" ref=e1 cursor=pointer href=\"#home\"\n  p \"Hello\"\n  cell \"a: b\"\nheader\n  link \"Home\" ref=e1 cursor=pointer href=\"#home\"\n  p \"Hello\"\n  cell \"a: b\"\nheader\n  link \"Home\" ref=e1 cursor=pointer href=\"#home\"\n  p \"Hello\"\n  cell \"a: b\"\nheader\n  link \"Home\" ref=e1 cursor=pointer href=\"#home\"\n  p \"Hello\"\n  cell \"a: b\"\nheader\n  link \"Home\" ref=e1 cursor=pointer href=\"#home\"\n  p \"Hello\"\n  cell \"a: b\"\nheader\n  link \"Home\" ref=e1 cursor=pointer href=\"#home\"\n  p \"Hello\"\n  cell \"a: b\"\nheader\n  link \"Home\" ref=e1 cursor=pointer href=\"#home\"\n  p \"Hello\"\n  cell \"a: b\"\nheader\n  link \"Home\" ref=e1 cursor=pointer href=\"#home\"\n  p \"Hello\"\n  cell \"a: b\"\nheader\n  link \"Home\" ref=e1 cursor=pointer href=\"#home\"\n  p \"Hello\"\n  cell \"a: b\"\nheader\n  link \"Home\" ref=e1 cursor=pointer href=\"#home\"\n  p \"Hello\"\n  cell \"a: b\"\nheader\n  link \"Home\" ref=e1 cursor=pointer href=\"#home\"\n  p \"Hello\"\n  cell \"a: b\"\nheader\n  link \"Home\" ref=e1 cursor=pointer href=\"#home\"\n  p \"Hello\"\n  cell \"a: b\"\nheader\n  link \"Home\" ref=e1 cursor=pointer href=\"#home\"\n  p \"Hello\"\n  cell \"a: b\"\nheader\n  link \"Home\" ref=e1 cursor=pointer href=\"#home\"\n  p \"Hello\"\n  cell \"a: b\"\nheader\n  link \"Home\" ref=e1 cursor=pointer href=\"#home\"\n  p \"Hello\"\n  cell \"a: b\"\nheader\n  link \"Home\" ref=e1 cursor=pointer href=\"#home\"\n  p \"Hello\"\n  cell \"a: b\"\nheader\n  link \"Home\" ref=e1 cursor=pointer href=\"#home\"\n  p \"Hello\"\n  cell \"a: b\"\nheader\n  link \"Home\" ref=e1 cursor=pointer href=\"#home\"\n  p \"Hello\"\n  cell \"a: b\"\nheader\n  link \"Home\" ref=e1 cursor=pointer href=\"#home\"\n  p \"Hello\"\n  cell \"a: b\"\nheader\n  link \"Home\" ref=e1 cursor=pointer href=\"#home\"\n  p \"Hello\"\n  cell \"a: b\"\nheader\n  link \"Home\" ref=e1 cursor=pointer href=\"#home\"\n  p \"Hello\"\n  cell \"a: b\"\nheader\n  link \"Home\" ref=e1 cursor=pointer href=\"#home\"\n  p \"Hello\"\n  cell \"a: b\"\nheader\n  link \"Home\" ref=e1 cursor=pointer href=\"#home\"\n  p \"Hello\"\n  cell \"a: b\"\nheader\n  link \"Home\" ref=e1 cursor=pointer href=\"#home\"\n  p \"Hello\"\n  cell \"a: b\"\nheader\n  link \"Home\" ref=e1 cursor=pointer href=\"#home\"\n  p \"Hello\"\n  cell \"a: b\"\n"
        "##]],
    );
}

#[test]
fn refs_grow() {
    let text = "link#e1 \"a\"\nlink#e7 \"b\"\n> text\nlink#e3 \"c\"\nlink#e4 \"d\"\nresource#r1 \"e\"\nlink#e2 \"f\"\n\
                | A | B |\n| link#e9 \"g\" | link#e8 \"h\" |\nlink#e5 \"i\"\n";
    check(
        text,
        &expect![[r##"
            4:6-4:8 hint anml/falling-ref ref "#e3" follows "#e7": ref numbers must increase
            9:22-9:24 hint anml/falling-ref ref "#e8" follows "#e9": ref numbers must increase
            10:6-10:8 hint anml/falling-ref ref "#e5" follows "#e8": ref numbers must increase
        "##]],
    );
    let diff =
        format!("---\ntype: diff\n---\n{}", text.lines().map(|l| format!("+ {l}\n")).collect::<String>());
    assert!(!testing::diagnostics(anml(), &diff).contains("falling-ref"));
}

#[test]
fn refs_are_unique_on_each_side_of_a_diff() {
    check(
        "---\ntype: diff\n---\n- p#e1\n+ p#e1\nmain#e1\n- p#e1\n* link#e2 for=#e77\n- button \"gone\"\n",
        &expect![[r##"
            6:6-6:8 error anml/duplicate-ref ref "e1" is already defined on line 5
              5:5-5:7 first defined here
              suggestion: replace with the next free ref, "#e78": 6:6-6:8 "e78"
            7:5-7:7 error anml/duplicate-ref removed ref "e1" is already defined on line 4
              4:5-4:7 first defined here
              suggestion: replace with the next free ref, "#e79": 7:5-7:7 "e79"
        "##]],
    );
}

#[test]
fn cells_are_elements_too() {
    check(
        "table\n  | a | b |\n  | buton#e1 \"x\\q\" checked | link#e1 href= [x y] |\n",
        &expect![[r##"
            3:5-3:10 hint anml/unknown-role unknown role "buton": did you mean "button"?
              likely fix: replace with "button": 3:5-3:10 "button"
            3:16-3:18 error anml/bad-escape invalid escape "\q" in a JSON string: write "\\" for a backslash
              fix: write the backslash twice: 3:16-3:16 "\\"
            3:20-3:27 warning anml/bare-state `checked` without quotes or brackets: write "checked" for a name, [checked] for states
              suggestion: write [checked]: 3:20-3:27 "[checked]"
            3:35-3:37 error anml/duplicate-ref ref "e1" is already defined on line 3
              3:11-3:13 first defined here
              suggestion: replace with the next free ref, "#e2": 3:35-3:37 "e2"
            3:38-3:43 error anml/missing-value attribute "href" has no value: write one directly after "="
              suggestion: write an empty value: 3:43-3:43 "\"\""
            3:44-3:49 error anml/bad-state invalid state "[x y]": write one word in brackets, such as "[open]"
              suggestion: write states, attributes and ref separately: 3:44-3:49 "[x] [y]"
        "##]],
    );
}

#[test]
fn findings_far_apart_are_the_same_as_near() {
    let text = format!("link#e1 \"a\"\n{}link#e1 \"b\" for=#e9999\n", long("p#e1 \"filler text\"\n", 200));
    let found = testing::diagnostics(anml(), &text);
    let found: Vec<_> = found.lines().filter(|l| !l.contains("hint")).collect();
    expect![[r##"
        202:6-202:8 error anml/duplicate-ref ref "e1" is already defined on line 1
          1:6-1:8 first defined here
          suggestion: replace with the next free ref, "#e10000": 202:6-202:8 "e10000"
        202:18-202:23 warning anml/dangling-ref ref "e9999" is not defined"##]]
    .assert_eq(&found.join("\n"));
}

#[test]
fn outline() {
    expect_file!["data/page.symbols.txt"].assert_eq(&testing::symbols(anml(), PAGE));
}

#[test]
fn names_and_links() {
    expect_file!["data/page.names.txt"].assert_eq(&testing::names(anml(), PAGE));
    expect_file!["data/diff.names.txt"].assert_eq(&testing::names(anml(), DIFF));
}

#[test]
fn what_leads_somewhere() {
    let text = "link#e1 href=https://a.example/x href2=b.html\nlink#e2 href=\"my shop/b.anml#top\"\nimg src=@blob1\n\
                link#e3 href=/abs\nlink#e4 href=#e1\nlink#e5 href=mailto:a@b.c\nimg src=../pics/a.png\nlink#e6 href=page\n";
    expect![[r#"
        1:6-1:8 def ref e1
        2:6-2:8 def ref e2
        1:14-1:33 link Address https://a.example/x
        2:14-2:34 link File my shop/b.anml#top
        4:6-4:8 def ref e3
        5:6-5:8 def ref e4
        6:6-6:8 def ref e5
        8:6-8:8 def ref e6
        5:15-5:17 ref ref e1 File
        7:9-7:22 link File ../pics/a.png
    "#]]
    .assert_eq(&testing::names(anml(), text));
}

#[test]
fn folding() {
    let document = Document::new(anml(), PAGE);
    let line = |at: u32| document.text().line_of(at as usize) + 1;
    let found: Vec<_> =
        folds(&document).iter().map(|f| format!("{}-{}", line(f.span.start), line(f.span.end - 1))).collect();
    expect!["1-8 9-11 12-40 15-21 22-26 23-26 27-31 28-29 32-33 34-37 35-37"].assert_eq(&found.join(" "));
}

#[test]
fn hover_says_what_words_mean() {
    let said = |needle: &str| {
        let document = Document::new(anml(), PAGE);
        let offset = PAGE.find(needle).expect(needle);
        let hover = anml().hover(&document, &EmptyWorld, offset);
        hover.map_or("nothing".to_owned(), |h| {
            format!("{}: {}", h.span.text(PAGE), h.markdown.replace('\n', "/"))
        })
    };
    let all = [
        "viewport:",
        "searchbox#",
        "placeholder=",
        "[checked]",
        "checked=mixed",
        "command#t1",
        "\"Bakery\"",
        "shop:",
    ];
    expect![[r#"
        viewport: **viewport**: a width and a height, such as "1280x720"//How large the window was, in pixels: `1280x720`.
        searchbox: **searchbox**: interactive role: carries a ref, agents act on it//Takes words to search for.//Takes `click`, `fill`, `hover`, `scroll`, `keys`, `text`.//In `banner`. 20 tokens.
        placeholder: **placeholder**: attribute//The hint in an empty field, not its value.
        [checked]: **checked**: state//It is on.
        checked: **checked**: attribute//Neither on nor off. What is on is the state `[checked]`.//One of `mixed`.
        term:command: **command**: interactive role: carries a ref, agents act on it//An action that is offered by name, as in a terminal or a palette.//Takes `click`, `hover`, `scroll`, `keys`, `text`.//From the source `term`.//In `main`. 23 tokens.
        nothing
        nothing"#]].assert_eq(&all.map(said).join("\n"));
}

#[test]
fn renaming_takes_refs_only() {
    let name = agmark_syntax::Name::new("ref", "e1");
    let all = ["e2", "#r12", "send", "1", "a b1", ""];
    let said = all.map(|new| match anml().check_name(&name, new) {
        Ok(new) => format!("ok {new}"),
        Err(why) => why,
    });
    expect![[r#"
        ok e2
        ok r12
        "send" is not a ref: letters and digits, a letter first and a digit last, such as "e1"
        "1" is not a ref: letters and digits, a letter first and a digit last, such as "e1"
        "a b1" is not a ref: letters and digits, a letter first and a digit last, such as "e1"
        "" is not a ref: letters and digits, a letter first and a digit last, such as "e1""#]]
    .assert_eq(&said.join("\n"));
}

/// Only a known state of the role gets its brackets unseen: other words may be a name whose quotes are missing.
#[test]
fn bare_words_are_no_states_unless_they_are_known() {
    let text = "button#e1 Submit order\nbutton#e2 \"Go\" disabled pressed\nbutton#e3 checked\nlink#e4 href=/ Read more\n\
                button#e5 disabled Submit [busy] pressed\n";
    check(
        text,
        &expect![[r#"
            1:11-1:23 warning anml/bare-state `Submit order` without quotes or brackets: write "Submit order" for a name, [Submit] [order] for states
              suggestion: write "Submit order" as the name: 1:11-1:23 "\"Submit order\""
              suggestion: write [Submit] [order]: 1:11-1:23 "[Submit] [order]"
            2:16-2:24 warning anml/bare-state state "disabled" without brackets: write "[disabled]"
              fix: write "[disabled]": 2:16-2:24 "[disabled]"
            2:25-2:32 warning anml/bare-state state "pressed" without brackets: write "[pressed]"
              fix: write "[pressed]": 2:25-2:32 "[pressed]"
            3:11-3:18 warning anml/bare-state `checked` without quotes or brackets: write "checked" for a name, [checked] for states
              suggestion: write "checked" as the name: 3:11-3:18 "\"checked\""
              suggestion: write [checked]: 3:11-3:18 "[checked]"
            4:16-4:25 warning anml/bare-state `Read more` without quotes or brackets: write "Read more" for a name, [Read] [more] for states
              suggestion: write "Read more" as the name: 4:8-4:8 " \"Read more\"", 4:15-4:25 ""
              suggestion: write [Read] [more]: 4:16-4:25 "[Read] [more]"
            5:11-5:26 warning anml/bare-state `disabled Submit` without quotes or brackets: write "disabled Submit" for a name, [disabled] [Submit] for states
              suggestion: write "disabled Submit" as the name: 5:11-5:26 "\"disabled Submit\""
              suggestion: write [disabled] [Submit]: 5:11-5:26 "[disabled] [Submit]"
            5:34-5:41 warning anml/bare-state state "pressed" without brackets: write "[pressed]"
              fix: write "[pressed]": 5:34-5:41 "[pressed]"
        "#]],
    );
    let laid = testing::formatted(anml(), text);
    assert_eq!(
        laid,
        text.replace("disabled pressed", "[disabled] [pressed]").replace("] pressed", "] [pressed]")
    );
    assert_eq!(testing::formatted(anml(), &laid), laid);
}

#[test]
fn what_a_diff_removes_is_gone() {
    let base = "form\n  label \"Name\" for=#e1\n  textbox#e1 \"Name\"\n  button#e2 \"Go\" controls=#e3\n  region#e3\n";
    let diff = "---\ntype: diff\nbase: a.anml\n---\nform\n  - textbox#e1\n  * button#e2 \"Go\" controls=#e1\n  + link#e9 \"x\" controls=#e3\n";
    let found = |files: &[(&str, &str)]| {
        let files = testing::Files::new(files, &|_| Some(anml()));
        testing::diagnostics_in(files.own().expect("a diff"), &files)
    };
    let expected = expect![[r##"
        6:13-6:15 warning anml/dangling-ref removed ref "#e1" is used in line 2 of the base
        7:30-7:32 warning anml/dangling-ref undefined ref "e1"
    "##]];
    expected.assert_eq(&found(&[("d.anml", diff), ("a.anml", base)]));
    // Without the base only what the diff itself removes is known.
    let expected = expect![[r##"
        7:30-7:32 warning anml/dangling-ref reference to "#e1", which the diff removes
    "##]];
    expected.assert_eq(&found(&[("d.anml", diff)]));
}

#[test]
fn fixes_that_a_person_chooses() {
    check(
        "button#e1 \"Yes\"\nbutton#e1 \"No\"\nbutton \"Maybe\"\ntable rows=3 cols=4\n  | a | b |\n  | 1 | 2 |\n",
        &expect![[r##"
            2:8-2:10 error anml/duplicate-ref ref "e1" is already defined on line 1
              1:8-1:10 first defined here
              suggestion: replace with the next free ref, "#e2": 2:8-2:10 "e2"
            3:1-3:7 warning anml/missing-ref "button" is interactive and needs a ref, such as "button#e1"
              suggestion: add the next free ref, "#e3": 3:7-3:7 "#e3"
            4:7-4:13 hint anml/table-size wrong number of rows "rows=3": the table shows 1 below the header
              suggestion: write "rows=1": 4:7-4:13 "rows=1"
            4:14-4:20 hint anml/table-size wrong number of columns "cols=4": the header has 2
              suggestion: write "cols=2": 4:14-4:20 "cols=2"
        "##]],
    );
    // One fix for a ref in brackets, and none that gives another ref.
    check(
        "button \"Yes\" [ref=e2] [nth=1]\n",
        &expect![[r##"
            1:14-1:22 error anml/bad-state invalid state "[ref=e2]": write one word in brackets, such as "[open]"
              suggestion: write states, attributes and ref separately: 1:7-1:7 "#e2", 1:13-1:22 ""
            1:23-1:30 error anml/bad-state invalid state "[nth=1]": write one word in brackets, such as "[open]"
              suggestion: write states, attributes and ref separately: 1:22-1:30 ""
        "##]],
    );
    check(
        "navigation#e1 \"Main\"\n  heading \"News\" level=3\n  progressbar \"x\"\n  term \"y\"\n",
        &expect![[r#"
            1:1-1:11 hint anml/unknown-role unknown role "navigation": use "nav" in ANML
              suggestion: write "nav": 1:1-1:11 "nav"
            2:3-2:10 hint anml/unknown-role unknown role "heading": use "h3" in ANML
              suggestion: write "h3": 2:3-2:10 "h3", 2:17-2:25 ""
        "#]],
    );
    check(
        "nav#e1 \"More\" [expanded] [collapsed]\ncheckbox#e2 \"x\" [checked] [checked]\n",
        &expect![[r#"
            1:26-1:37 warning anml/repeated-state "[collapsed]" contradicts "[expanded]": keep one of them
              1:15-1:25 contradicts this state
              suggestion: keep "[collapsed]": 1:14-1:25 ""
              suggestion: keep "[expanded]": 1:25-1:37 ""
            2:27-2:36 warning anml/repeated-state repeated state "[checked]": remove one of them
              2:17-2:26 first here
              fix: remove this state: 2:26-2:36 ""
        "#]],
    );
    // The word is told of, not each element.
    check(
        "---\nfilter: link, interactiv\n---\nmain\n  h1 \"a\"\n",
        &expect![[r#"
            2:15-2:25 warning anml/front-matter-type unknown filter or role "interactiv": did you mean "interactive"?
              likely fix: replace with "interactive": 2:15-2:25 "interactive"
        "#]],
    );
}
