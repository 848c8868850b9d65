//! Completion in front matter and scripts.

use expect_test::expect;

use super::SNAPSHOT;
use super::completion::{here, offers};

#[test]
fn front_matter() {
    here(
        "---\nur$0\ntitle: x\n---\n",
        3,
        &expect![[r#"
            type ("diff")
            base (any text)
            url (any text)
            … 8 more
            => type: 
        "#]],
    );
    here(
        "---\nfilter: link, $0\n---\n",
        2,
        &expect![[r#"
            interactive (what agents act on)
            compact (without unnamed structure and passive content)
            … 98 more
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

#[test]
fn commands_and_refs_of_a_script() {
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
        &expect![[r#"
            e1 (textbox#e1 "Name")
            e2 (checkbox#e2 "Stay")
            e10 (button#e10 "Go")
            => click #e1
        "#]],
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
        &expect![[r#"
            e3 (nav#e3 "More")
            e10 (button#e10 "Go")
            => expand #e3
        "#]],
    );
}

#[test]
fn arguments_and_comments_of_a_script() {
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
