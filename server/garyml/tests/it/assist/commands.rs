use agmark_syntax::{Edit, Outcome, Request, Span};
use expect_test::{Expect, expect};
use serde_json::{Value, json};

use super::Case;

fn run(case: &Case, command: &str, options: &Value) -> Result<Outcome, String> {
    let selection = Span::at(case.offset);
    case.format()
        .execute(command, &Request { document: case.document(), world: &case.files, selection, options })
}

fn check(text: &str, files: &[(&str, &str)], command: &str, options: &Value, expect: Expect) {
    let case = Case::new(text, files);
    let shown = match run(&case, command, options) {
        Err(why) => format!("error: {why}\n"),
        Ok(Outcome::Change(changes)) => changes
            .iter()
            .map(|c| {
                let before = c.before.as_deref().unwrap_or("");
                let new = if c.before.is_none() { " (new)" } else { "" };
                format!("=== {}{new}\n{}", c.path.display(), Edit::apply(before, &c.edits))
            })
            .collect(),
        Ok(Outcome::Written(w)) => format!("{} ({}, {})\n{}", w.name, w.language, w.note, w.text),
        Ok(Outcome::Value(value)) => format!("{value}\n"),
        Ok(other) => format!("{other:?}\n"),
    };
    expect.assert_eq(&shown);
}

const FIX: &str = ".Diff id=fix format=v4a\n  \"\"\"\n  *** Begin Patch\n  *** Update File: menu.md\n  @@\n   Bread\n  -Soup\n  +Stew\n  *** Add File: new/list.md\n  +salt\n  *** End Patch\n  \"\"\"|\n";
const MENU: (&str, &str) = ("menu.md", "# Menu\nBread\nSoup\nTea\n");

#[test]
fn a_diff_is_applied() {
    check(
        FIX,
        &[MENU],
        "agmark.garyml.applyDiff",
        &Value::Null,
        expect![[r#"
        === /workspace/menu.md
        # Menu
        Bread
        Stew
        Tea
        === /workspace/new/list.md (new)
        salt
    "#]],
    );
    check(
        FIX,
        &[("menu.md", "Salad\n")],
        "agmark.garyml.applyDiff",
        &json!({"id": "fix"}),
        expect![[r#"
        error: hunk 1 of menu.md does not apply: no line of the file is "Bread"
    "#]],
    );
    check(
        FIX,
        &[MENU],
        "agmark.garyml.applyDiff",
        &json!({"id": "fox"}),
        expect![[r#"
        error: there is no .Diff with the id "fox": there are fix
    "#]],
    );
    check(
        "|.Plan: \"x\"\n",
        &[],
        "agmark.garyml.applyDiff",
        &Value::Null,
        expect![[r#"
        error: there is no .Diff with an id at the cursor: name one with "id"
    "#]],
    );
}

#[test]
fn the_files_of_a_diff_are_in_a_folder_above() {
    let text = FIX.replace('|', "");
    let files = agmark_syntax::testing::Files::new(&[("ask/task.garyml", &text), MENU], &super::format_of);
    let document = files.own().expect("a document");
    let request = Request { document, world: &files, selection: Span::at(0), options: &Value::Null };
    let Ok(Outcome::Change(changes)) = document.format().execute("agmark.garyml.applyDiff", &request) else {
        panic!("it applies");
    };
    let paths: Vec<_> = changes.iter().map(|c| c.path.display().to_string()).collect();
    assert_eq!(paths, ["/workspace/menu.md", "/workspace/new/list.md"]);
}

#[test]
fn a_diff_is_previewed() {
    check(
        FIX,
        &[MENU],
        "agmark.garyml.previewDiff",
        &Value::Null,
        expect![[r#"
        fix.diff (diff, 2 files)
        --- a/menu.md
        +++ b/menu.md
        @@ -1,4 +1,4 @@
         # Menu
         Bread
        -Soup
        +Stew
         Tea
        --- /dev/null
        +++ b/new/list.md
        @@ -0,0 +1 @@
        +salt
    "#]],
    );
}

#[test]
fn a_prompt_is_rendered() {
    let files = [("common.garyml", ".Role: \"Cook\"\n"), MENU];
    let text = "|.Include path=common.garyml\n.Context id=menu path=menu.md\n.Query: @menu\n";
    check(
        text,
        &files,
        "agmark.garyml.renderPrompt",
        &json!({"format": "markdown"}),
        expect![[r#"
        task.prompt.md (markdown, 39 tokens)
        # Role

        Cook

        # Context: menu

        *path: menu.md*

        ```md
        # Menu
        Bread
        Soup
        Tea
        ```

        # Query

        See "menu".
    "#]],
    );
    check(
        ".Plan: |\"x\"\n.Context id=a path=no.md\n",
        &[],
        "agmark.garyml.renderPrompt",
        &Value::Null,
        expect![[r#"
            task.prompt.xml (xml, 22 tokens; "a" is empty: there is no file "no.md")
            <prompt>
            <plan>x</plan>
            <context id="a" path="no.md"/>
            </prompt>
        "#]],
    );
    check(
        "|",
        &[],
        "agmark.garyml.renderPrompt",
        &json!({"format": "html"}),
        expect![[r#"
        error: unknown format "html": allowed are xml and markdown
    "#]],
    );
}

#[test]
fn commands_are_listed() {
    let docs = ".Documentation\n  .Section title: Releases\n    .tag: \"Tags a commit\"\n      name: \"of the tag\"\n";
    check(
        "|",
        &[("docs.garyml", docs)],
        "agmark.garyml.listCommands",
        &Value::Null,
        expect![[r#"
        commands.md (markdown, 1 command)
        # Commands

        `.tag(name)`

        Tags a commit

        - `name`: of the tag

        Defined in `docs.garyml`.
    "#]],
    );
    check(
        "|",
        &[("docs.garyml", docs)],
        "agmark.garyml.listCommands",
        &json!({"json": true}),
        expect![[r#"
        [{"name":"tag","doc":"Tags a commit","parameters":[{"name":"name","doc":"of the tag"}],"file":"docs.garyml"}]
    "#]],
    );
}

/// An edit of one file gives exactly what the diff says, wherever texts are alike.
#[test]
fn every_command_is_known() {
    let case = Case::new("|", &[]);
    for command in case.format().commands() {
        let outcome = run(&case, command.id, &Value::Null);
        assert!(!outcome.is_err_and(|why| why.contains("there is no command")), "{}", command.id);
    }
    assert!(run(&case, "agmark.garyml.unknown", &Value::Null).is_err());
}
