//! Edits of a person and of others at the same time.

use expect_test::{Expect, expect};

use super::{kept_text, merge};

const BASE: &str = "@h1 Pier [#pier]\n\n@p One.\n\n@p Two.\n\n@ul [#gear]\n- ropes\n\n@p Same.\n\n@p Same.\n";

/// Applies what a merge gives, and checks the text that the person sees and the messages.
fn check(mine: &str, theirs: &str, expected: Expect) {
    let parse = |text| ::agd::parse(text).expect("the document is good");
    let merged = merge(&parse(BASE), &parse(mine), &parse(theirs));
    let mut document = parse(theirs);
    document.apply_all(merged.operations).expect("all operations are applied");
    let (text, marked) = kept_text(&document.to_text(), &merged.conflicts);
    let mut out = text;
    for one in marked {
        out.push_str(&format!("--- {}-{}: {}\n", one.line, one.end_line, one.message));
    }
    expected.assert_eq(&out);
}

#[test]
fn edits_of_different_blocks_are_merged() {
    check(
        &BASE.replace("One.", "1.").replace("- ropes", "- ropes\n- hooks").replace("@h1 Pier", "@h1 Quay"),
        &BASE.replace("Two.", "2.").replace("@p Same.\n", "@p Other.\n"),
        expect![[r#"
            @h1 Quay [#pier]

            @p 1.

            @p 2.

            @ul [#gear]
            - ropes
            - hooks

            @p Other.

            @p Other.
        "#]],
    );
}

#[test]
fn blocks_are_inserted_moved_and_deleted() {
    check(
        "@p New.\n\n@ul [#gear]\n- ropes\n\n@h1 Pier [#pier]\n\n@p Two.\n\n@x-rule\n\n@x-rule\n\n@p Same.\n\n@p End.\n\n@p Same.\n",
        &BASE.replace("Pier", "Quay"),
        expect![[r#"
            @p New.

            @ul [#gear]
            - ropes

            @h1 Quay [#pier]

            @p Two.

            @x-rule

            @x-rule

            @p Same.

            @p Same.
            --- 0-0: The block without an id was not saved: the blocks beside it were deleted, or have no id and the same content as others. Insert it beside a block with an id.

            Yours:
            @p End.
        "#]],
    );
}

#[test]
fn blocks_that_both_have_changed_keep_the_text_of_the_person() {
    check(
        &BASE.replace("One.", "Mine.").replace("- ropes", "- my ropes").replace("@h1 Pier [#pier]\n\n", ""),
        &BASE.replace("One.", "Theirs.").replace("- ropes", "- their ropes").replace("Pier", "Quay"),
        expect![[r#"
            @h1 Quay [#pier]

            @p Theirs.

            @p Mine.

            @p Two.

            @ul [#gear]
            - my ropes

            @p Same.

            @p Same.
            --- 4-4: The block without an id was changed or deleted by others, and is not saved: save again to insert it.

            Yours:
            @p Mine.
            --- 8-9: Block #gear was changed by others too, and is not saved: save again to replace their text.

            Theirs:
            @ul [#gear]
            - their ropes
            Yours:
            @ul [#gear]
            - my ropes
            --- 0-0: Block #pier was not deleted, because it was changed by others or is not the only one with this content: delete it again.

            Theirs:
            @h1 Quay [#pier]
        "#]],
    );
}

#[test]
fn blocks_that_others_have_deleted_keep_the_text_of_the_person() {
    check(
        &BASE.replace("Two.", "Mine.").replace("- ropes", "- my ropes"),
        &BASE.replace("@p Two.\n\n", "").replace("@ul [#gear]\n- ropes\n\n", ""),
        expect![[r#"
            @h1 Pier [#pier]

            @p One.

            @ul [#gear]
            - my ropes

            @p Mine.

            @p Same.

            @p Same.
            --- 7-7: The block without an id was changed or deleted by others, and is not saved: save again to insert it.

            Yours:
            @p Mine.
            --- 4-5: Block #gear was changed or deleted by others, and is not saved: save again to insert it.

            Yours:
            @ul [#gear]
            - my ropes
        "#]],
    );
}

#[test]
fn the_same_edit_of_both_is_no_conflict() {
    let both =
        BASE.replace("One.", "1.").replace("- ropes", "- hooks").replace("@p Two.", "@p Two.\n\n@p 3.");
    check(
        &both,
        &both,
        expect![[r#"
        @h1 Pier [#pier]

        @p 1.

        @p Two.

        @p 3.

        @ul [#gear]
        - hooks

        @p Same.

        @p Same.
    "#]],
    );
}

#[test]
fn a_block_that_is_there_several_times_cannot_be_named() {
    check(
        &BASE.replacen("@p Same.", "@p Mine.", 1),
        BASE,
        expect![[r#"
        @h1 Pier [#pier]

        @p One.

        @p Two.

        @ul [#gear]
        - ropes

        @p Same.

        @p Same.
        --- 0-0: The block without an id was changed by others too, and is not saved: save again to replace their text.

        Theirs:
        @p Same.
        Yours:
        @p Mine.
    "#]],
    );
}

/// Whatever both do, the operations can be applied, and without conflicts the edits of the person are there.
#[test]
fn random_edits_are_merged() {
    let parts = ["@h1 A [#a]", "@p b [#b]", "@p c", "@p d", "@p d", "@ul [#e]\n- e", "@! f", "@x-g"];
    let mut random = agmark_syntax::testing::Random(0x3e6e);
    let (mut merged, mut conflicts) = (0, 0);
    for _ in 0..3_000 {
        let mut change = |blocks: &[String], name: &str| {
            let mut blocks = blocks.to_vec();
            for step in 0..random.below(4) {
                let at = random.below(blocks.len() + 1);
                match random.below(4) {
                    0 if at < blocks.len() => drop(blocks.remove(at)),
                    1 if at < blocks.len() && blocks[at].starts_with("@p") => {
                        blocks[at] = blocks[at].replacen("@p ", &format!("@p {name}{step}"), 1);
                    }
                    2 if at < blocks.len() => {
                        let block = blocks.remove(at);
                        blocks.insert(random.below(blocks.len() + 1), block);
                    }
                    _ => blocks.insert(at, format!("@p new {name}{step}")),
                }
            }
            blocks
        };
        let base: Vec<String> = parts.iter().map(|&part| part.to_owned()).collect();
        let (mine, theirs) = (change(&base, "m"), change(&base, "t"));
        let texts = [base, mine, theirs].map(|blocks| blocks.join("\n\n") + "\n");
        let [base, mine, theirs] = texts.each_ref().map(|text| ::agd::parse(text).expect("good"));
        let result = merge(&base, &mine, &theirs);
        let mut document = ::agd::parse(&texts[2]).expect("good");
        document.apply_all(result.operations).unwrap_or_else(|error| panic!("{error}: {texts:#?}"));
        if result.conflicts.is_empty() {
            merged += 1;
            for block in mine.blocks().filter(|block| block.text().is_some_and(|text| text.contains('m'))) {
                assert!(document.to_text().contains(block.source().trim_end()), "{texts:#?}");
            }
            if base == theirs {
                let text = ::agd::serialize(&document);
                assert_eq!(text, ::agd::serialize(&mine), "{texts:#?}");
            }
        } else {
            conflicts += 1;
            drop(kept_text(&document.to_text(), &result.conflicts));
        }
    }
    assert!(merged > 500 && conflicts > 100, "{merged} {conflicts}");
}
