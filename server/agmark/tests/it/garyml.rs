//! `agmark garyml`: what it prints, writes and ends with.

mod apply;
mod settings;

use crate::cli::hostile;
use crate::support::Folder;
use expect_test::{Expect, expect};

const TASK: &str = r#".GaryML version: 1.0
.Include path=../common.garyml
.Context id=menu path=../menu.md
.Diff id=fix format=unified
  ```diff
  --- a/menu.md
  +++ b/menu.md
  @@ -1,3 +1,3 @@
   # Menu
  -Soup
  +Stew
   Tea
  --- /dev/null
  +++ b/new/list.md
  @@ -0,0 +1 @@
  +salt
  ```
.Diff id=wrong format=search_replace path=menu.md
  """
  <<<<<<< SEARCH
  # Menu
  =======
  # The menu
  >>>>>>> REPLACE
  <<<<<<< SEARCH
  Salad
  =======
  Cake
  >>>>>>> REPLACE
  """
.Diff id=gone format=v4a
  """
  *** Begin Patch
  *** Delete File: menu.md
  *** Update File: old.md
  *** Move to: deep/new.md
  @@
  -x
  +y
  *** End Patch
  """
.Execute
  .cook what=@menu
"#;

const COMMON: &str = ".Role: \"Cook\"\n.Documentation title=Kitchen\n  .Section title: Stove\n    .cook: \"Cooks something\"\n      what: \"the thing\"\n    .clean\n      \"Cleans up\"\n";

fn folder() -> Folder {
    Folder::of(&[
        ("agmark.toml", ""),
        ("ask/task.garyml", TASK),
        ("common.garyml", COMMON),
        ("menu.md", "# Menu\nSoup\nTea\n"),
        ("old.md", "x\n"),
    ])
}

fn check(folder: &Folder, args: &[&str], expect: Expect) {
    let mut all = vec!["garyml"];
    all.extend(args);
    let ran = folder.run(&all);
    expect.assert_eq(&ran.to_string());
}

#[test]
fn parse_prints_the_tree() {
    let folder = Folder::of(&[("a.garyml", ".GaryML version: 1.0\n.Execute\n  .test on=@a\n")]);
    check(
        &folder,
        &["parse", "--json", "a.garyml"],
        expect![[r#"
            {"version":"1.0","nodes":[{"kind":"directive","name":"GaryML","params":{"version":1.0},"children":[],"span":{"start":0,"end":20}},{"kind":"directive","name":"Execute","params":{},"children":[{"kind":"command","name":"test","params":{"on":{"ref":"a"}},"children":[],"span":{"start":32,"end":43}}],"span":{"start":21,"end":43}}]}
            exit 0
        "#]],
    );
    let ran = folder.run_with(&["garyml", "parse", "-"], b".Role: \"x\"\n");
    expect![[r#"
        {"nodes":[{"kind":"directive","name":"Role","params":{},"content":{"type":"inline","value":"x"},"children":[],"span":{"start":0,"end":10}}]}
    "#]].assert_eq(&ran.out);
    check(
        &folder,
        &["parse", "no.garyml"],
        expect![[r#"
            2> error: no.garyml: file does not exist: check the spelling and the folder
            exit 2
        "#]],
    );
}

#[test]
fn commands_are_listed() {
    check(
        &folder(),
        &["commands"],
        expect![[r#"
            .cook  Cooks something  common.garyml:4
              what: the thing
            .clean  Cleans up  common.garyml:6
            exit 0
        "#]],
    );
    check(
        &folder(),
        &["commands", "--json", "common.garyml"],
        expect![[r#"
            [{"name":"cook","doc":"Cooks something","parameters":[{"name":"what","doc":"the thing"}],"file":"common.garyml","line":4},{"name":"clean","doc":"Cleans up","parameters":[],"file":"common.garyml","line":6}]
            exit 0
        "#]],
    );
    check(
        &folder(),
        &["commands", "no"],
        expect![[r#"
            2> error: FOLDER/no: file does not exist: check the spelling and the folder
            exit 2
        "#]],
    );
}

#[test]
fn a_prompt() {
    check(
        &folder(),
        &["prompt", "ask/task.garyml"],
        expect![[r#"
            <prompt version="1.0">
            <role>Cook</role>
            <documentation title="Kitchen">
            <section title="Stove">
            <definition name="cook">
            Cooks something
            <param name="what">the thing</param>
            </definition>
            <definition name="clean">Cleans up</definition>
            </section>
            </documentation>
            <context id="menu" path="../menu.md">
            # Menu
            Soup
            Tea
            </context>
            <diff id="fix" format="unified">
            --- a/menu.md
            +++ b/menu.md
            @@ -1,3 +1,3 @@
             # Menu
            -Soup
            +Stew
             Tea
            --- /dev/null
            +++ b/new/list.md
            @@ -0,0 +1 @@
            +salt
            </diff>
            <diff id="wrong" format="search_replace" path="menu.md">
            <![CDATA[<<<<<<< SEARCH
            # Menu
            =======
            # The menu
            >>>>>>> REPLACE
            <<<<<<< SEARCH
            Salad
            =======
            Cake
            >>>>>>> REPLACE]]>
            </diff>
            <diff id="gone" format="v4a">
            *** Begin Patch
            *** Delete File: menu.md
            *** Update File: old.md
            *** Move to: deep/new.md
            @@
            -x
            +y
            *** End Patch
            </diff>
            <execute>
            <command name="cook">
            <param name="what" ref="menu"/>
            </command>
            </execute>
            </prompt>
            2> note: 286 tokens
            exit 0
        "#]],
    );
}

#[test]
fn a_prompt_in_another_form() {
    check(
        &folder(),
        &["prompt", "--format", "markdown", "common.garyml"],
        expect![[r#"
            # Role

            Cook

            # Documentation: Kitchen

            ## Stove

            - `.cook`: Cooks something
              - what: the thing
            - `.clean`: Cleans up
            2> note: 36 tokens
            exit 0
        "#]],
    );
    check(
        &folder(),
        &["prompt", "--format", "html", "common.garyml"],
        expect![[r#"
            2> error: invalid value 'html' for '--output-format <FORMAT>'
            2>   [possible values: xml, markdown]
            2> 
            2>   tip: a similar value exists: 'xml'
            2> 
            2> For more information, try '--help'.
            exit 2
        "#]],
    );
}

#[test]
fn a_prompt_has_no_files_from_elsewhere() {
    let folder = Folder::of(&[
        ("agmark.toml", ""),
        (
            "a.garyml",
            ".Context id=a path=../../../../../../etc/passwd\n.Context id=b path=/etc/passwd\n.Context id=c path=no.md\n",
        ),
    ]);
    check(
        &folder,
        &["prompt", "a.garyml"],
        expect![[r#"
            <prompt>
            <context id="a" path="../../../../../../etc/passwd"/>
            <context id="b" path="/etc/passwd"/>
            <context id="c" path="no.md"/>
            </prompt>
            2> warning: "a" is empty: /etc/passwd: outside of the workspace: only files inside of it are looked at
            2> warning: "b" is empty: /etc/passwd: outside of the workspace: only files inside of it are looked at
            2> warning: "c" is empty: no.md: file does not exist
            2> note: 39 tokens
            exit 0
        "#]],
    );
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("/etc/passwd", folder.path().join("no.md")).unwrap();
        let ran = folder.run(&["garyml", "prompt", "a.garyml"]);
        assert!(!ran.out.contains("root:") && ran.err.contains("no.md: outside of the workspace"), "{ran}");
    }
}

#[test]
fn a_prompt_of_one_command() {
    check(
        &folder(),
        &["prompt", "ask/task.garyml", "--command", ".cook what=@menu wat=x"],
        expect![[r#"
        <prompt version="1.0">
        <role>Cook</role>
        <context id="menu" path="../menu.md">
        # Menu
        Soup
        Tea
        </context>
        <documentation title="Kitchen">
        <section title="Stove">
        <definition name="cook">
        Cooks something
        <param name="what">the thing</param>
        </definition>
        </section>
        </documentation>
        <execute>
        <command name="cook">
        <param name="what" ref="menu"/>
        <param name="wat">x</param>
        </command>
        </execute>
        </prompt>
        2> warning: unknown parameter "wat" of .cook: did you mean "what"?
        2> note: 116 tokens
        exit 0
    "#]],
    );
    // Any file of the workspace may define it.
    let elsewhere =
        Folder::of(&[("agmark.toml", ""), ("t.garyml", ".Role: \"x\"\n"), ("docs/c.garyml", COMMON)]);
    check(
        &elsewhere,
        &["prompt", "t.garyml", "--command", ".clean", "--format", "markdown"],
        expect![[r#"
        # Role

        x

        # Documentation: Kitchen

        ## Stove

        - `.clean`: Cleans up

        # Execute

        - `.clean`
        2> note: 28 tokens
        exit 0
    "#]],
    );
    check(
        &elsewhere,
        &["prompt", "t.garyml", "--command", ".claen"],
        expect![[r#"
            2> error: undefined command .claen: did you mean .clean?
            exit 2
        "#]],
    );
}

/// `--json` and `--format` stay because the original program has them.
#[test]
fn output_format_is_one_word_everywhere() {
    let folder = Folder::of(&[("a.garyml", ".Role:\n  You.\n")]);
    for (command, old, new) in [
        (&["commands"][..], &["--json"][..], "json"),
        (&["parse", "a.garyml"], &["--json"], "json"),
        (&["prompt", "a.garyml"], &["--format", "xml"], "xml"),
    ] {
        let [old, new] = [old, &["--output-format", new]]
            .map(|flags| folder.run(&[&["garyml"], command, flags].concat()).to_string());
        assert_eq!(old, new, "{command:?}");
        assert!(!new.contains("exit 2"), "{command:?}: {new}");
    }
}

#[test]
fn names_of_files_are_escaped() {
    let folder = Folder::of(&[]);
    let gone = format!("gone-{}", hostile::NAME);
    hostile::is_escaped(&folder, &["garyml", "prompt", &gone]);
    hostile::is_escaped(&folder, &["garyml", "apply", &gone, "x"]);
}

/// A rule of another format has the same name.
#[test]
fn a_name_of_several_rules_lists_them() {
    let folder = Folder::of(&[]);
    expect![[r#"
        2> error: several formats have a rule "duplicate-id": use one of
        2>   garyml/duplicate-id  duplicate id
        2>   agd/duplicate-id     duplicate id
        exit 2
    "#]]
    .assert_eq(&folder.run(&["explain", "duplicate-id"]).to_string());
    expect![[r#"
        2> error: unknown rule "duplicate-idd": did you mean "garyml/duplicate-id" or "agd/duplicate-id"? `agmark rules` lists all rules
        exit 2
    "#]].assert_eq(&folder.run(&["explain", "duplicate-idd"]).to_string());
}
