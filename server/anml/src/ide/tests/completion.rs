//! Completion.

use std::fmt::Write as _;

use expect_test::{Expect, expect};

use super::{applied, own, text, workspace};

/// The first offers, and what the first of them makes of the line.
pub(super) fn offers(files: &[(&str, &str)], shown: usize, expect: &Expect) {
    let (files, at) = workspace(files);
    let document = own(&files);
    let all = document.format().completions(document, &files, at);
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

pub(super) fn here(text: &str, shown: usize, expect: &Expect) {
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
            … 116 more
            =>   button#e5 "$1"$0
        "#]],
    );
    here(
        "ma$0 \"x\"\n",
        1,
        &expect![[r#"
            button (interactive)
            … 117 more
            => button "x"
        "#]],
    );
    here(
        "table\n  | a | $0 |\n",
        1,
        &expect![[r#"
            button (interactive)
            … 19 more
            =>   | a | button#e1 "$1"$0 |
        "#]],
    );
    here(
        "---\ntype: diff\nbase: x\n---\n- $0\n",
        1,
        &expect![[r#"
            button (interactive)
            … 117 more
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
        &[("d.anml", "---\ntype: diff\nbase: a.anml\n---\n+ link#e12\n+ link#$0\n"), base],
        5,
        &expect![[r#"
        e13 (the next free ref)
        => + link#e13
    "#]],
    );
    offers(
        &[("d.anml", "---\ntype: diff\nbase: a\n---\n+ link#$0\n"), base],
        5,
        &expect![[r#"
        e11 (the next free ref)
        => + link#e11
    "#]],
    );
}

#[test]
fn elements_of_the_base() {
    let base = ("a.anml", "main\n  link#e2 \"x\"   [visited] href=/\n  p \"text\"\n  ~ 2 links\n");
    offers(
        &[("d.anml", "---\ntype: diff\nbase: a.anml\n---\nmain\n  * li$0\n"), base],
        5,
        &expect![[r#"
        main (in a.anml)
        link#e2 "x" (in a.anml)
        p "text" (in a.anml)
        =>   * main
    "#]],
    );
    offers(
        &[("d.anml", "---\ntype: diff\nbase: a.anml\n---\n- $0\n"), ("a.anml", "link#e2 \"x\" href=/\n")],
        5,
        &expect![[r#"
        link#e2 "x" (in a.anml)
        => - link#e2 "x"
    "#]],
    );
    offers(
        &[
            ("d.anml", "---\ntype: diff\nbase: a.anml\n---\n* $0\n"),
            ("a.anml", "link#e2 \"x\" [visited] href=/\n"),
        ],
        5,
        &expect![[r#"
        link#e2 "x" (in a.anml)
        => * link#e2 "x" href=/ [visited]
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
        … 9 more
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
}

#[test]
fn values_are_completed() {
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
}

#[test]
fn completion_in_names_and_cells() {
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

/// The labels that are offered in a document.
pub(super) fn labels(text: &str) -> Vec<String> {
    let (files, at) = workspace(&[("a.anml", text)]);
    let document = own(&files);
    document.format().completions(document, &files, at).into_iter().map(|offer| offer.label).collect()
}

#[test]
fn values_of_a_closed_set() {
    assert_eq!(labels("button#e1 \"x\" type=$0\n"), ["submit", "reset", "button"]);
    assert!(labels("textbox#e1 \"x\" type=$0\n").contains(&"password".to_owned()));
    assert_eq!(labels("h2 \"x\" level=$0\n"), ["2"]);
    assert_eq!(labels("file \"x\" modified=t$0\n"), ["true", "false"]);
    assert!(labels("p \"x\" cursor=$0\n").contains(&"pointer".to_owned()));
    for one in crate::vocabulary::ATTRIBUTES.iter().filter(|one| !one.values.is_empty()) {
        let role = one.roles.first().unwrap_or(&"p");
        assert_eq!(labels(&format!("{role}#e1 \"x\" {}=$0\n", one.name)), one.values, "{}", one.name);
    }
}

#[test]
fn what_is_there_is_not_offered_again() {
    let has = |text: &str, label: &str| labels(text).contains(&label.to_owned());
    assert!(!has("---\nfilter: link, $0\n---\n", "link"));
    assert!(!has("---\nfilter: $0, link\n---\n", "link"));
    assert!(has("---\nfilter: button, li$0\n---\n", "link"));
    assert_eq!(labels("---\nexpand: e1, $0\n---\nnav#e1\nnav#e2\n"), ["e2"]);
    // Text in another cell or in a name does not belong to the element.
    assert!(has("table\n  | checkbox#e1 [checked] | checkbox#e2 [$0] |\n", "checked"));
    assert!(has("link#e1 \"a href=b\" $0\n", "href"));
    assert!(!has("link#e1 \"a\" href=/x $0\n", "href"));
    assert!(!has("link#e1 \"a\" [visited] $0\n", "[visited]"));
}
