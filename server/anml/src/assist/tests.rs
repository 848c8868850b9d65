//! What is offered where a cursor is: `$0` in the text of the first file.

use std::fmt::Write as _;
use std::sync::Arc;

use agmark_syntax::testing::Files;
use agmark_syntax::{Assist, Change, Document, Edit, Format, Outcome, Request, Show, Span, Splice};
use expect_test::{Expect, expect};
use serde_json::{Value, json};

use crate::{Anml, Script};

fn format(path: &str) -> Option<Arc<dyn Format>> {
    let formats: [Arc<dyn Format>; 2] = [Arc::new(Anml), Arc::new(Script)];
    formats.into_iter().find(|format| format.extensions().iter().any(|e| path.ends_with(&format!(".{e}"))))
}

/// A workspace whose first file has a cursor, and where that is.
fn workspace(files: &[(&str, &str)]) -> (Files, usize) {
    let at = files[0].1.find("$0").expect("a cursor");
    let own = files[0].1.replace("$0", "");
    let mut all = vec![(files[0].0, own.as_str())];
    all.extend(&files[1..]);
    (Files::new(&all, &format), at)
}

fn own(files: &Files) -> &Document {
    files.own().expect("a document of ours")
}

fn text(files: &Files) -> String {
    let text = own(files).text();
    text.slice(0..text.len()).into_owned()
}

fn applied(text: &str, edits: &[Edit]) -> String {
    let mut edits: Vec<&Edit> = edits.iter().collect();
    edits.sort_by_key(|edit| std::cmp::Reverse(edit.span));
    let mut out = text.to_owned();
    for edit in edits {
        out.replace_range(edit.span.start as usize..edit.span.end as usize, &edit.text);
    }
    out
}

/// The first offers, and what the first of them makes of the line.
fn offers(files: &[(&str, &str)], shown: usize, expect: &Expect) {
    let (files, at) = workspace(files);
    let document = own(&files);
    let all = document.format().complete(document, &files, at);
    let mut out = String::new();
    for offer in all.iter().take(shown) {
        let _ = writeln!(out, "{} ({})", offer.label, offer.detail);
    }
    if all.len() > shown {
        let _ = writeln!(out, "… {} more", all.len() - shown);
    }
    if let Some(first) = all.first() {
        let text = applied(&text(&files), std::slice::from_ref(&first.edit));
        let line = text[..first.edit.span.start as usize].matches('\n').count();
        let _ = writeln!(out, "=> {}", text.split('\n').nth(line).unwrap_or(""));
    }
    expect.assert_eq(&out);
}

fn here(text: &str, shown: usize, expect: &Expect) {
    offers(&[("a.anml", text)], shown, expect);
}

#[test]
fn roles() {
    here(
        "nav\n  link#e4 \"x\"\n  bu$0\n",
        2,
        &expect![[r#"
        button (interactive)
        link (interactive)
        … 76 more
        =>   button#e5 "$1"$0
    "#]],
    );
    here(
        "ma$0 \"x\"\n",
        1,
        &expect![[r#"
        button (interactive)
        … 77 more
        => button "x"
    "#]],
    );
    here(
        "table\n  | a | $0 |\n",
        1,
        &expect![[r#"
        button (interactive)
        … 17 more
        =>   | a | button#e1 "$1"$0 |
    "#]],
    );
    here(
        "---\ntype: diff\nbase: x\n---\n- $0\n",
        1,
        &expect![[r#"
        button (interactive)
        … 77 more
        => - button
    "#]],
    );
    here("p \"a\"\n> $0\n", 1, &expect![[""]]);
}

#[test]
fn own_refs() {
    here(
        "link#e4 \"x\"\nbutton#$0\n",
        3,
        &expect![[r#"
        e5 (the next free ref)
        => button#e5
    "#]],
    );
    let base = ("a.anml", "link#e2 \"x\"\nlink#e10 \"x\"\nlink#e1 \"x\"\n");
    offers(
        &[("d.anml", "---\ntype: diff\nbase: a.anml\n---\n* link#$0\n"), base],
        5,
        &expect![[r#"
        e1 (in a.anml)
        e2 (in a.anml)
        e10 (in a.anml)
        => * link#e1
    "#]],
    );
    offers(
        &[("d.anml", "---\ntype: diff\nbase: a.anml\n---\n+ link#$0\n"), base],
        5,
        &expect![[r#"
        e1 (the next free ref)
        => + link#e1
    "#]],
    );
}

#[test]
fn attributes_and_states() {
    here(
        "textbox#e1 \"Name\" $0\n",
        3,
        &expect![[r#"
        placeholder (attribute)
        maxlength (attribute)
        minlength (attribute)
        … 21 more
        => textbox#e1 "Name" placeholder=
    "#]],
    );
    here(
        "textbox#e1 \"Name\" placeholder=x ma$0x=3\n",
        2,
        &expect![[r#"
        maxlength (attribute)
        minlength (attribute)
        … 21 more
        => textbox#e1 "Name" placeholder=x maxlength=3
    "#]],
    );
    here(
        "checkbox#e1 \"x\" [$0]\n",
        3,
        &expect![[r#"
        checked (state)
        required (state)
        readonly (state)
        … 9 more
        => checkbox#e1 "x" [checked]
    "#]],
    );
    here(
        "checkbox#e1 \"x\" [checked] [dis$0\n",
        2,
        &expect![[r#"
        required (state)
        readonly (state)
        … 9 more
        => checkbox#e1 "x" [checked] [required]
    "#]],
    );
    here(
        "checkbox#e1 \"x\" checked=$0\n",
        2,
        &expect![[r#"
        mixed (checked)
        => checkbox#e1 "x" checked=mixed
    "#]],
    );
    here(
        "link#e1 \"x\" target=_$0blank\n",
        2,
        &expect![[r#"
        _blank (target)
        _self (target)
        … 2 more
        => link#e1 "x" target=_blank
    "#]],
    );
    here(
        "label \"x\" for=$0\ntextbox#e10 \"b\"\ntextbox#e9 \"a\"\n",
        3,
        &expect![[r##"
        #e9 (textbox#e9 "a")
        #e10 (textbox#e10 "b")
        => label "x" for=#e9
    "##]],
    );
    here(
        "label \"x\" for=#$0\ntextbox#e9 \"a\"\n",
        3,
        &expect![[r#"
        e9 (textbox#e9 "a")
        => label "x" for=#e9
    "#]],
    );
    here(
        "nav#e3\n  ~ 3 links (expand #$0)\n",
        3,
        &expect![[r#"
        e3 (nav#e3)
        =>   ~ 3 links (expand #e3)
    "#]],
    );
    here("textbox#e1 \"Na $0me\"\n", 3, &expect![[""]]);
    here(
        "table\n  | a | b |\n  | checkbox#e1 $0 | x |\n",
        2,
        &expect![[r#"
            checked (attribute)
            [checked] (state)
            … 19 more
            =>   | checkbox#e1 checked= | x |
        "#]],
    );
}

#[test]
fn front_matter() {
    here(
        "---\nur$0\ntitle: x\n---\n",
        3,
        &expect![[r#"
        type ("diff")
        base (any text)
        url (any text)
        … 7 more
        => type: 
    "#]],
    );
    here(
        "---\nfilter: link, $0\n---\n",
        2,
        &expect![[r#"
        interactive (what agents act on)
        compact (without unnamed structure and passive content)
        … 59 more
        => filter: link, interactive
    "#]],
    );
    offers(
        &[("d.anml", "---\ntype: diff\nbase: $0\n---\n"), ("a.anml", ""), ("b.txt", "")],
        3,
        &expect![[r#"
            a.anml (snapshot)
            => base: a.anml
        "#]],
    );
}

const SNAPSHOT: (&str, &str) = (
    "login.anml",
    "form\n  textbox#e1 \"Name\"\n  checkbox#e2 \"Stay\"\n  button#e10 \"Go\"\n  nav#e3 \"More\"\n    ~ 3 links\n",
);

#[test]
fn scripts() {
    offers(
        &[("login.anmla", "$0\n"), SNAPSHOT],
        2,
        &expect![[r#"
        click (#e1)
        fill (#e1 "text")
        … 8 more
        => click #
    "#]],
    );
    offers(
        &[("login.anmla", "f$0 #e1 \"x\"\n"), SNAPSHOT],
        12,
        &expect![[r#"
        click (#e1)
        fill (#e1 "text")
        hover (#e1)
        scroll (#e1 down)
        keys (#e1 "text")
        text (#e1)
        => click #e1 "x"
    "#]],
    );
    offers(
        &[("login.anmla", "click #$0\n"), SNAPSHOT],
        9,
        &expect![[r##"
        #e1 (textbox#e1 "Name")
        #e2 (checkbox#e2 "Stay")
        #e10 (button#e10 "Go")
        => click #e1
    "##]],
    );
    offers(
        &[("x.anmla", "# against: login.anml\ncheck $0\n"), SNAPSHOT],
        9,
        &expect![[r##"
        #e2 (checkbox#e2 "Stay")
        => check #e2
    "##]],
    );
    offers(
        &[("login.anmla", "expand #e$0\n"), SNAPSHOT],
        9,
        &expect![[r##"
        #e3 (nav#e3 "More")
        #e10 (button#e10 "Go")
        => expand #e3
    "##]],
    );
    offers(
        &[("login.anmla", "scroll #e3 $0\n"), SNAPSHOT],
        9,
        &expect![[r#"
        up (scroll)
        down (scroll)
        left (scroll)
        right (scroll)
        => scroll #e3 up
    "#]],
    );
    offers(
        &[("login.anmla", "fill #e3 $0\n"), SNAPSHOT],
        9,
        &expect![[r#"
        "text" (fill)
        => fill #e3 "$1"$0
    "#]],
    );
    offers(
        &[("x.anmla", "# ag$0\n"), SNAPSHOT],
        9,
        &expect![[r#"
        against:  (the snapshot that the refs are of)
        => # against: 
    "#]],
    );
    offers(
        &[("x.anmla", "# against: $0\n"), SNAPSHOT],
        9,
        &expect![[r#"
        login.anml (snapshot)
        => # against: login.anml
    "#]],
    );
}

fn hover(files: &[(&str, &str)], expect: &Expect) {
    let (files, at) = workspace(files);
    let document = own(&files);
    let said = document.format().hover(document, &files, at);
    expect.assert_eq(
        &said.map_or("nothing".to_owned(), |h| format!("{}: {}", h.span.text(&text(&files)), h.markdown)),
    );
}

#[test]
fn hovers() {
    let page = "main\n  form \"Pay\"\n    h2 \"Card\"\n    textbox#e1 \"Number\"\n      ~ 2 hints (expand #e1)\n    button#e2 \"Pay\"\n";
    let at = |word: &str, cursor: &str| page.replacen(word, cursor, 1);
    hover(
        &[("a.anml", &at("form", "fo$0rm"))],
        &expect![[r#"
        form: **form**: structural role

        Fields that are sent together.

        In `main`. 38 tokens, with 4 lines below it."#]],
    );
    hover(
        &[("a.anml", &at("h2", "h$02"))],
        &expect![[r#"
        h2: **h2**: content role

        A heading of the second level.

        In ARIA: `heading [level=2]`.

        In `main` › `form "Pay"`. 6 tokens."#]],
    );
    hover(&[("a.anml", &at("#e2", "#$0e2"))], &expect![[r##"#e2: In `main` › `form "Pay"`. 8 tokens."##]]);
    hover(
        &[("a.anml", &at("2 hints", "2 hi$0nts"))],
        &expect![[r#"
        ~ 2 hints (expand #e1): **~**: summary

        Stands for what the source has here and the document does not show: `2 hints (expand #e1)`.

        `expand #e1` asks for it."#]],
    );
    hover(
        &[("a.anml", "---\ntype: diff\n---\n~ ... 3 un$0changed\n")],
        &expect![
            "~ ... 3 unchanged: **~** in a diff: the next 3 elements or lines on this level are as they were."
        ],
    );
    hover(
        &[("login.anmla", "fi$0ll #e1 \"x\"\n"), SNAPSHOT],
        &expect![[r#"
        fill: **fill**: action

        Puts a text into a field, in place of what it holds.

        `fill #e1 "text"`"#]],
    );
    hover(
        &[("login.anmla", "fill #$0e1 \"x\"\n"), SNAPSHOT],
        &expect!["#e1: A textbox: takes `click`, `fill`, `hover`, `scroll`, `keys`, `text`."],
    );
}

/// What becomes of a text after the character before the cursor was typed.
fn typed(text: &str, expect: &Expect) {
    let (files, at) = workspace(&[("a.anml", text)]);
    let document = own(&files);
    let source = self::text(&files);
    // Editors indent the new line before they ask.
    let last = source[..at].trim_end_matches(' ').chars().last().expect("something typed");
    let edits = document.format().on_type(document, at, last);
    expect.assert_eq(&applied(&source, &edits).replace(' ', "·"));
}

#[test]
fn enter_keeps_or_deepens_the_indent() {
    typed(
        "main\n  p \"a\"\n$0\n",
        &expect![[r#"
        main
        ··p·"a"
        ··
    "#]],
    );
    typed(
        "main\n  form \"x\"\n$0\n",
        &expect![[r#"
        main
        ··form·"x"
        ····
    "#]],
    );
    typed(
        "main\n  > text\n      $0\n",
        &expect![[r#"
            main
            ··>·text
            ··
        "#]],
    );
    typed(
        "---\nurl: x\n$0\n---\n",
        &expect![[r#"
        ---
        url:·x

        ---
    "#]],
    );
    typed(
        "main\n$0p \"a\"\n",
        &expect![[r#"
        main
        p·"a"
    "#]],
    );
}

#[test]
fn cells_align() {
    typed(
        "table\n  | Name | Age |\n  | Jo | 3 |$0\n  |x|\\||\n",
        &expect![[r#"
        table
        ··|·Name·|·Age·|
        ··|·Jo···|·3···|
        ··|·x····|·\|··|
    "#]],
    );
    typed(
        "p \"a\"\n> |$0\n",
        &expect![[r#"
        p·"a"
        >·|
    "#]],
    );
}

/// The titles of the actions at the cursor.
fn titles(files: &[(&str, &str)], expect: &Expect) {
    let (files, at) = workspace(files);
    let document = own(&files);
    let all = document.format().actions(document, &files, Span::at(at));
    let titles: Vec<_> = all.iter().map(|action| format!("{:?} {}", action.kind, action.title)).collect();
    expect.assert_eq(&titles.join("\n"));
}

/// What the action with this title, which is edits, makes of the text.
fn act(source: &str, title: &str, expect: &Expect) {
    let (files, at) = workspace(&[("a.anml", source)]);
    let document = own(&files);
    let all = document.format().actions(document, &files, Span::at(at));
    let action = all.iter().find(|action| action.title.starts_with(title)).expect("the action");
    let Change::Edits(edits) = &action.change else { panic!("{:?}", action.change) };
    expect.assert_eq(&applied(&text(&files), edits));
}

#[test]
fn actions() {
    titles(
        &[("a.anml", "ma$0in\n  p \"x\"\n"), ("b.anml", "main\n"), ("c.txt", "")],
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
        "  button#e1 \"x\" [disabled] type=\"a\" $0checked\n",
        "move",
        &expect![[r#"
              button#e1 "x" type=a [disabled] [checked]
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
        Ok(Outcome::Written(written)) => format!("{} ({})\n{}", written.name, written.note, written.text),
        Ok(Outcome::Edits(edits)) => applied(&files[0].1.replace("$0", ""), &edits),
        Ok(Outcome::Change(changes)) => {
            let mut out = String::new();
            for change in changes {
                let before = change.before.unwrap_or_default();
                let _ = write!(out, "{}\n{}", change.path.display(), applied(&before, &change.edits));
            }
            out
        }
        Ok(Outcome::Said(said)) => format!("said: {said}"),
        Ok(Outcome::Value(value)) => value.to_string(),
        Err(why) => format!("refused: {why}"),
    };
    expect.assert_eq(&said);
}

#[test]
fn commands() {
    let page = ("a.anml", "$0main\n  p \"x\"\n  link#e5 \"Go\" for=#e2\n  button#e2 \"Do\"\n");
    let older = ("b.anml", "main\n  p \"y\"\n  link#e5 \"Go\" for=#e2\n  button#e2 \"Do\"\n");
    command(
        &[page],
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
        &[page],
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
        &[page],
        "agmark.anml.viewDocument",
        Value::Null,
        &expect!["refused: say what the view is to keep: `filter`, `depth`, `budget` or `expand`"],
    );
    command(
        &[page],
        "agmark.anml.viewDocument",
        json!({ "filter": "A b" }),
        &expect![[
            r#"refused: "A b" is no filter: write `interactive`, `compact` or role names, with commas between them"#
        ]],
    );
    command(
        &[page, older],
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
        &[page, ("b.anml", &page.1[2..])],
        "agmark.anml.diffDocuments",
        json!({ "with": "b.anml" }),
        &expect!["said: nothing changed since b.anml"],
    );
    let renumbered = ("b.anml", "main\n  link#e1 \"Go\" for=#e2\n  button#e2 \"Do\"\n");
    command(
        &[page, renumbered],
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
        &[page],
        "agmark.anml.diffDocuments",
        json!({ "with": "none.anml" }),
        &expect![
            "refused: none.anml cannot be read: name a file of the workspace, relative to this document"
        ],
    );
    let diff = ("d.anml", "$0---\ntype: diff\nbase: b\n---\nmain\n  * p \"z\"\n");
    command(
        &[diff, older],
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
    command(
        &[("a.anml", "$0- link \"x\" [ref=e1]\n")],
        "agmark.anml.convertSnapshot",
        Value::Null,
        &expect![[r#"
            link#e1 "x"
        "#]],
    );
    command(
        &[page],
        "agmark.anml.convertSnapshot",
        Value::Null,
        &expect![[
            r#"refused: this is no ARIA snapshot: its lines begin with "- ", such as - link "Home" [ref=e1]"#
        ]],
    );
    command(
        &[page, ("p.html", "<h1>Hi</h1>")],
        "agmark.anml.convertHtml",
        json!({ "path": "p.html" }),
        &expect![[r#"
            p.anml (5 tokens)
            h1 "Hi"
        "#]],
    );
    command(
        &[page],
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
        &[page, ("a.anmla", "click #e5 -- go\nclick #e2\n")],
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
    for known in Anml.commands() {
        let files = [("a.anml", "$0main\n")];
        let said = execute(&files, known.id, &Value::Null);
        assert!(!said.as_ref().is_err_and(|why| why.starts_with("there is no command")), "{}", known.id);
    }
}

#[test]
fn lenses_count_tokens() {
    let document =
        Document::new(Arc::new(Anml), &"main\n  p \"some words\"\n  button#e1 \"Go\"\n".repeat(200));
    let show = Show { tokens: true };
    let world = agmark_syntax::world::Nowhere;
    let lenses = Anml.lenses(&document, &world, show);
    let titles: Vec<_> = lenses.iter().filter_map(|lens| Anml.lens_title(&document, &world, lens)).collect();
    let text = document.text().slice(0..document.text().len()).into_owned();
    assert_eq!(titles[0], agmark_tokens::words(agmark_tokens::count(&text)));
    expect![[r#"
        3,200 tokens
        1,406 tokens with what agents act on alone"#]]
    .assert_eq(&titles.join("\n"));
    assert_eq!(Anml.lenses(&document, &world, Show::default()), []);
}

/// Nothing that is offered anywhere may fail, whatever the text.
#[test]
fn anything_may_be_asked_anywhere() {
    let words = [
        "---\n",
        "type: diff\n",
        "base: b\n",
        "main",
        "\n",
        "  ",
        "link#e1",
        "#",
        "#e2",
        " \"a",
        "\"",
        " [",
        "]",
        "x=",
        "| a |",
        "|",
        "~ expand #",
        "> ",
        "+ ",
        "- ",
        "é",
        "\u{feff}",
        "- link [ref=e3]",
        "\r\n",
        "click ",
        "# against: b.anml\n",
    ];
    let mut random = agmark_syntax::testing::Random(77);
    for round in 0..600 {
        let source = random.text(&words, 16);
        let name = if round % 3 == 0 { "a.anmla" } else { "a.anml" };
        let files = Files::new(&[(name, source.as_str()), ("b.anml", "nav#e1 \"x\"\n")], &format);
        let document = own(&files);
        let format = document.format();
        for at in (0..=source.len()).filter(|at| source.is_char_boundary(*at)) {
            for offer in format.complete(document, &files, at) {
                assert!(offer.edit.span.touches(at), "{source:?} {at} {offer:?}");
                assert!(source.is_char_boundary(offer.edit.span.end as usize), "{source:?} {at} {offer:?}");
            }
            format.hover(document, &files, at);
            for c in ['\n', '|'] {
                for edit in format.on_type(document, at, c) {
                    let mut document = Document::new(Arc::clone(format), &source);
                    let (start, end) = (edit.span.start as usize, edit.span.end as usize);
                    document.edit(&Splice { start, end, text: edit.text });
                }
            }
            for action in format.actions(document, &files, Span::at(at)) {
                if let Change::Edits(edits) = action.change {
                    applied(&source, &edits);
                }
            }
        }
    }
}
