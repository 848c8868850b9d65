use std::fmt::Write as _;

use agmark_syntax::Format;
use expect_test::{Expect, expect};

use super::{edited, files, own, place};
use crate::Agd;

/// The first offers, a line each: label, detail, and the line at the cursor with it.
fn check(text: &str, count: usize, expected: Expect) {
    let (text, at) = place(text);
    let files = files(&text);
    let document = own(&files);
    let offers = Agd.completions(document, &files, at.start as usize);
    let mut out = String::new();
    for offer in offers.iter().take(count) {
        assert!(offer.edit.span.touches(at.start as usize), "{offer:?}");
        let line = document.text().line_of(offer.edit.span.start as usize);
        let after = edited(document, std::slice::from_ref(&offer.edit));
        let lines = 1 + offer.edit.text.matches('\n').count();
        let shown = after.lines().skip(line).take(lines).collect::<Vec<_>>().join("⏎");
        let _ = writeln!(out, "{} ({}) {shown}", offer.label, offer.detail);
    }
    if offers.len() > count {
        let _ = writeln!(out, "and {} more", offers.len() - count);
    }
    expected.assert_eq(&out);
}

#[test]
fn tags_at_the_start_of_a_line() {
    check(
        "@p a\n\n@c‸\n\n@x-own k=v\n",
        20,
        expect![[r#"
            @meta (Attributes of the whole document) @meta title="${1:Title}"$0
            @h1 (A heading of the first level) @h1 ${1:Title}$0
            @h2 (A heading of the second level) @h2 ${1:Title}$0
            @h3 (A heading of the third level) @h3 ${1:Title}$0
            @h4 (A heading of the fourth level, which is the lowest) @h4 ${1:Title}$0
            @p (A paragraph) @p ${1:text}$0
            @ul (An unordered list) @ul⏎- ${1:item}$0
            @ol (A numbered list) @ol⏎- ${1:item}$0
            @quote (A quotation) @quote⏎> ${1:words}$0
            @code (Source code, verbatim between two lines of tildes) @code lang=${1:sh}⏎~~~⏎$0⏎~~~
            @raw (Text in another format, kept unchanged) @raw type=${1:html}⏎~~~⏎$0⏎~~~
            @table (A table, in CSV unless `format=` names another format) @table⏎~~~⏎${1:first,second}⏎$0⏎~~~
            @ref (A reference to another block of the document) @ref #${1:id}$0
            @include (Inserts another file at this place) @include path=${1:other.agd}$0
            @x-own (Your own tag, with attributes and an optional fence) @x-own $0
            @x- (Your own tag, with attributes and an optional fence) @x-${1:name} ${2:key}=${3:value}$0
        "#]],
    );
    check(
        "‸",
        2,
        expect![[r#"
            @meta (Attributes of the whole document) @meta title="${1:Title}"$0
            @h1 (A heading of the first level) @h1 ${1:Title}$0
            and 13 more
        "#]],
    );
    check(
        "h‸\n",
        1,
        expect![[r#"
            @meta (Attributes of the whole document) @meta title="${1:Title}"$0
            and 14 more
        "#]],
    );
    check(
        "\u{feff}@h‸\n",
        1,
        expect![[r#"
            @meta (Attributes of the whole document) ﻿@meta title="${1:Title}"$0
            and 14 more
        "#]],
    );
}

#[test]
fn only_the_tag_where_the_rest_is_there() {
    check(
        "@co‸ lang=c\n~~~\n~~~\n",
        1,
        expect![[r#"
            @meta (Attributes of the whole document) @meta lang=c
            and 13 more
        "#]],
    );
    check(
        "@u‸\n- item\n",
        1,
        expect![[r#"
            @meta (Attributes of the whole document) @meta
            and 13 more
        "#]],
    );
    check(
        "@‸\n\n~~~\n~~~\n",
        1,
        expect![[r#"
            @meta (Attributes of the whole document) @meta
            and 13 more
        "#]],
    );
}

#[test]
fn nothing_in_a_fence() {
    check("@code\n~~~\n@‸\n~~~\n", 1, expect![[""]]);
    check("@code\n~~~\n#‸", 1, expect![[""]]);
    check("stray ‸text\n", 1, expect![[""]]);
    check("@! #‸\n", 1, expect![[""]]);
}

#[test]
fn ids_in_brackets() {
    check(
        "@h1 At *night* [#‸]\n\n@h2 At night [#at-night]\n",
        2,
        expect![[r#"
            [#at-night-2] (unused id) @h1 At *night* [#at-night-2]
        "#]],
    );
    check(
        "@h2 Fog [‸\n",
        2,
        expect![[r#"
            [#fog] (unused id) @h2 Fog [#fog]
        "#]],
    );
    check(
        "@ul refs=\"#a\" [#‸\n- a\n\n@ul [#ul-1]\n",
        2,
        expect![[r##"
            [#ul-2] (unused id) @ul refs="#a" [#ul-2]
        "##]],
    );
    check("@h1 done [#done]‸\n", 2, expect![[""]]);
}

#[test]
fn what_references_could_mean() {
    let rest = "\n\n@h2 Old fees [#fees]\n\n@ul desc=\"what to bring\" [#gear]\n";
    check(
        &format!("@ref #‸{rest}"),
        9,
        expect![[r#"
        fees (Old fees) @ref #fees
        gear (ul: what to bring) @ref #gear
    "#]],
    );
    check(
        &format!("@ref ‸{rest}"),
        9,
        expect![[r#"
        fees (Old fees) @ref #fees
        gear (ul: what to bring) @ref #gear
    "#]],
    );
    check(
        &format!("@p see @ref #ge‸ and{rest}"),
        1,
        expect![[r#"
        fees (Old fees) @p see @ref #fees and
        and 1 more
    "#]],
    );
    check(
        &format!("@p see #‸{rest}"),
        1,
        expect![[r#"
        #fees (Old fees) @p see @ref #fees
        and 1 more
    "#]],
    );
    check(
        &format!("@p see @r‸{rest}"),
        2,
        expect![[r#"
            @ref (reference to another block) @p see @ref #$0
            @ref #fees (Old fees) @p see @ref #fees
            and 1 more
        "#]],
    );
    check(
        &format!("@ul\n- a\n- b (#f‸){rest}"),
        1,
        expect![[r#"
        #fees (Old fees) - b (@ref #fees)
        and 1 more
    "#]],
    );
    check(&format!("@p see @ref to ‸{rest}"), 1, expect![[""]]);
}

#[test]
fn entries_of_refs() {
    let rest = " [#here]\n\n@h2 Fees [#fees]\n=== other.agd\n@h1 Deck [#deck]\n@p x [#fees]\n";
    check(
        &format!("@ul refs=\"‸\"{rest}"),
        9,
        expect![[r##"
            #fees (Fees) @ul refs="#fees" [#here]
            other.agd#deck (in other.agd) @ul refs="other.agd#deck" [#here]
            other.agd#fees (in other.agd) @ul refs="other.agd#fees" [#here]
        "##]],
    );
    check(&format!("@ul refs=\"#fees, #‸\"{rest}"), 9, expect![""]);
    check(
        &format!("@ul refs=\"#fees, other.agd#de‸\"{rest}"),
        9,
        expect![[r##"
            deck (in other.agd) @ul refs="#fees, other.agd#deck" [#here]
            fees (in other.agd) @ul refs="#fees, other.agd#fees" [#here]
        "##]],
    );
    check(
        &format!("@p x [#p refs=\"#h‸\"]{}", &rest[8..]),
        9,
        expect![[r##"
            fees (Fees) @p x [#p refs="#fees"]
        "##]],
    );
}

#[test]
fn refs_that_a_list_holds_are_not_offered_again() {
    let rest = " [#here]\n\n@h2 Fees [#fees]\n=== other.agd\n@h1 Deck [#deck]\n@p x [#fees]\n";
    check(
        &format!("@ul refs=\"#fees, other.agd#deck, ‸\"{rest}"),
        9,
        expect![[r##"
            other.agd#fees (in other.agd) @ul refs="#fees, other.agd#deck, other.agd#fees" [#here]
        "##]],
    );
    check(
        &format!("@ul refs=\"other.agd#fees, other.agd#‸\"{rest}"),
        9,
        expect![[r#"
            deck (in other.agd) @ul refs="other.agd#fees, other.agd#deck" [#here]
        "#]],
    );
    check(&format!("@ul refs=\"#fees:0123abcd, #‸\"{rest}"), 9, expect![""]);
}

#[test]
fn keys_and_values() {
    check(
        "@code ‸\n~~~\n~~~\n",
        9,
        expect![[r##"
            lang () @code lang=$0
            desc () @code desc="$1"$0
            refs () @code refs="#$1"$0
            info () @code info="$1"$0
        "##]],
    );
    check(
        "@code lang=c de‸=\"x\"\n~~~\n~~~\n",
        9,
        expect![[r#"
            desc () @code lang=c desc="x"
            refs () @code lang=c refs="x"
            info () @code lang=c info="x"
        "#]],
    );
    check(
        "@code lang=ru‸ desc=x\n~~~\n~~~\n",
        2,
        expect![[r#"
        bash () @code lang=bash desc=x
        c () @code lang=c desc=x
        and 42 more
    "#]],
    );
    check(
        "@table format=\"‸\"\n~~~\n~~~\n",
        9,
        expect![[r#"
        csv () @table format="csv"
        tsv () @table format="tsv"
        json () @table format="json"
    "#]],
    );
    check(
        "@h1 Title [#t ‸]\n",
        9,
        expect![[r##"
        lang () @h1 Title [#t lang=$0]
        desc () @h1 Title [#t desc="$1"$0]
        refs () @h1 Title [#t refs="#$1"$0]
    "##]],
    );
    check(
        "@meta title=\"a b\" ‸\n",
        9,
        expect![[r##"
        author () @meta title="a b" author="$1"$0
        date () @meta title="a b" date="$1"$0
        version () @meta title="a b" version="$1"$0
        lang () @meta title="a b" lang=$0
        desc () @meta title="a b" desc="$1"$0
        refs () @meta title="a b" refs="#$1"$0
    "##]],
    );
    check("@ref #a ‸\n", 9, expect![[""]]);
    check(
        "@include path=‸\n=== more/a.agd\n=== b.agd\n=== c.txt\n",
        9,
        expect![[r#"
            b.agd () @include path=b.agd
            more/ () @include path=more/
        "#]],
    );
    check(
        "@include path=\"more/‸\"\n=== more/a b.agd\n",
        9,
        expect![[r#"
        a b.agd () @include path="more/a b.agd"
    "#]],
    );
}
