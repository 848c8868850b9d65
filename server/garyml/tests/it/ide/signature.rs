use expect_test::{Expect, expect};

use super::Case;

fn check(text: &str, expect: Expect) {
    let docs = ".Documentation\n  .Section title: Releases\n    .tag: \"Tags a commit\"\n      name: \"of the tag\"\n      sign: true\n";
    let case = Case::new(text, &[("docs.garyml", docs)]);
    let shown = case.format().signature(case.document(), &case.files, case.offset).map(|s| {
        let active =
            s.active.and_then(|i| s.parameters.get(i)).map(|p| format!("{}: {}", p.label, p.documentation));
        format!("{}\n{}\n{}\n", s.label, s.documentation, active.unwrap_or_default())
    });
    expect.assert_eq(&shown.unwrap_or_default());
}

#[test]
fn of_commands() {
    check(
        ".Execute\n  .tag |\n",
        expect![[r#"
        .tag(name, sign)
        Tags a commit

    "#]],
    );
    check(
        ".Execute\n  .tag name=x si|gn=true\n",
        expect![[r#"
        .tag(name, sign)
        Tags a commit

    "#]],
    );
    check(
        ".Execute\n  .tag\n    sign: |\n",
        expect![[r#"
        .tag(name, sign)
        Tags a commit
        sign: true
    "#]],
    );
    check(
        ".Execute\n  .applyPatch\n    |\n",
        expect![[r#"
        .applyPatch(diff)
        Applies a diff to the files that it names.

    "#]],
    );
}

#[test]
fn of_directives() {
    check(
        ".Context id=|\n",
        expect![[r#"
            .Context(id, path, type, format)
            Background: a file, a schema, a note. Other blocks refer to it as `@id`.
            id: The name that references use; unique in the file.
        "#]],
    );
    check(".Plan |\n", expect![[""]]);
    check(".Con|text id=a\n", expect![[""]]);
}
