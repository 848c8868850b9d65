use agmark_syntax::{FileChange, Outcome, Request, Span};
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
                let path = c.path().display();
                let after = c.after().unwrap_or_default();
                match c {
                    FileChange::Edit { .. } => format!("=== {path}\n{after}"),
                    FileChange::Create { .. } => format!("=== {path} (new)\n{after}"),
                    FileChange::Delete { .. } => format!("=== {path} (gone)\n"),
                    FileChange::Rename { to, .. } => format!("=== {path} -> {}\n{after}", to.display()),
                }
            })
            .collect(),
        Ok(Outcome::Document(w)) => format!("{} ({}, {})\n{}", w.name, w.language, w.note, w.text),
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
            error: hunk 1 of menu.md does not apply: the file has no line "Bread"
        "#]],
    );
    check(
        FIX,
        &[MENU],
        "agmark.garyml.applyDiff",
        &json!({"id": "fox"}),
        expect![[r#"
            error: unknown .Diff "fox": expected fix
        "#]],
    );
    check(
        "|.Plan: \"x\"\n",
        &[],
        "agmark.garyml.applyDiff",
        &Value::Null,
        expect![[r#"
            error: no .Diff with an id at the cursor: give the argument "id"
        "#]],
    );
}

const MOVES: &str = ".Diff id=order format=v4a\n  \"\"\"\n  *** Begin Patch\n  *** Delete File: old.md\n  *** Update File: menu.md\n  *** Move to: cards/menu.md\n  @@\n   Bread\n  -Soup\n  +Stew\n  *** Update File: cards/menu.md\n  *** Move to: cards/today.md\n  *** End Patch\n  \"\"\"|\n";

#[test]
fn a_diff_removes_and_moves_files() {
    check(
        MOVES,
        &[MENU, ("old.md", "Salad\n")],
        "agmark.garyml.applyDiff",
        &Value::Null,
        expect![[r#"
        === /workspace/old.md (gone)
        === /workspace/menu.md -> /workspace/cards/today.md
        # Menu
        Bread
        Stew
        Tea
    "#]],
    );
    check(
        MOVES,
        &[MENU, ("old.md", "Salad\n")],
        "agmark.garyml.previewDiff",
        &Value::Null,
        expect![[r#"
        order.diff (diff, 2 files)
        --- a/old.md
        +++ /dev/null
        @@ -1 +0,0 @@
        -Salad
        diff --git a/menu.md b/cards/today.md
        rename from menu.md
        rename to cards/today.md
        --- a/menu.md
        +++ b/cards/today.md
        @@ -1,4 +1,4 @@
         # Menu
         Bread
        -Soup
        +Stew
         Tea
    "#]],
    );
    // One hunk does not apply, so no file changes.
    check(
        MOVES,
        &[("menu.md", "Bread\n"), ("old.md", "Salad\n")],
        "agmark.garyml.applyDiff",
        &Value::Null,
        expect![[r#"
            error: hunk 1 of menu.md does not apply: line 2 of the file is after its end, but the diff expects "Soup"
        "#]],
    );
    // A file in the place of a deleted one is a change of that one.
    check(
        ".Diff id=swap format=unified\n  ```diff\n  --- a/b.md\n  +++ /dev/null\n  @@ -1 +0,0 @@\n  -old\n  diff --git a/a.md b/b.md\n  rename from a.md\n  rename to b.md\n  ```|\n",
        &[("a.md", "new\n"), ("b.md", "old\n")],
        "agmark.garyml.applyDiff",
        &Value::Null,
        expect![[r#"
            === /workspace/b.md
            new
            === /workspace/a.md (gone)
        "#]],
    );
}

#[test]
fn no_path_of_a_diff_leaves_the_workspace() {
    for path in ["../out.md", "/etc/hosts", "a/../../out.md", "C:\\x.md"] {
        for action in ["Add", "Delete", "Update"] {
            let body = if action == "Delete" { "" } else { "  +x\n" };
            let text = format!(
                ".Diff id=d format=v4a\n  \"\"\"\n  *** Begin Patch\n  *** {action} File: {path}\n{body}  *** End Patch\n  \"\"\"|\n"
            );
            let case = Case::new(&text, &[MENU]);
            let why = run(&case, "agmark.garyml.applyDiff", &Value::Null).expect_err("it leads out");
            assert!(why.contains("`..`") || why.contains("absolute"), "{action} {path}: {why}");
        }
    }
    let text = ".Diff id=d format=v4a\n  \"\"\"\n  *** Begin Patch\n  *** Update File: menu.md\n  *** Move to: ../menu.md\n  *** End Patch\n  \"\"\"|\n";
    let case = Case::new(text, &[MENU]);
    let why = run(&case, "agmark.garyml.applyDiff", &Value::Null).expect_err("it leads out");
    assert!(why.contains("`..`"), "{why}");
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
    let paths: Vec<_> = changes.iter().map(|c| c.path().display().to_string()).collect();
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
            task.prompt.xml (xml, 22 tokens; "a" is empty: file "no.md" does not exist)
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
            error: unknown format "html": expected xml or markdown
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
        [{"name":"tag","doc":"Tags a commit","parameters":[{"name":"name","doc":"of the tag"}],"file":"docs.garyml","line":3}]
    "#]],
    );
}

/// An edit of one file gives exactly the text of the diff, also if texts are similar.
#[test]
fn every_command_is_known() {
    let case = Case::new("|", &[]);
    for command in case.format().info().commands {
        let outcome = run(&case, command.id, &Value::Null);
        assert!(!outcome.is_err_and(|why| why.contains("there is no command")), "{}", command.id);
    }
    assert!(run(&case, "agmark.garyml.unknown", &Value::Null).is_err());
}
