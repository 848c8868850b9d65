//! A command as a prompt, and the order in prompts.

use std::path::Path;

use agmark_garyml::prompt::{PromptFormat, command_prompt, prompt};
use expect_test::{Expect, expect};

use super::PromptFiles;

fn check(call: &str, text: &str, files: &[(&str, &str)], format: PromptFormat, expect: Expect) {
    let path = Path::new("/w/task.garyml");
    let out = match command_prompt(call, text, path, &PromptFiles(files), format) {
        Ok(made) => made.warnings.iter().fold(made.text.clone(), |out, w| format!("{out}warning: {w}\n")),
        Err(error) => format!("error: {error}\n"),
    };
    expect.assert_eq(&out);
}

const TASK: &str = r#".GaryML version: 1.0
.Role: "Release manager"
.Context id=hosts
  one.example.org
.Instructions
  Ask before you delete.
.Query: "What changed?"
.Plan
  1. Build
.Diff id=fix format=unified
  --- a/x
  +++ b/x
  @@ -1 +1 @@
  -a
  +b
.Documentation title="Operations"
  Some text.
  .Section title: Deploy
    .deploy: "Puts a build on a host"
      env: [dev, prod]
      input: "what to deploy"
    .rollback: "Takes it back"
.Execute
  .rollback
.OutputFormat: "One line"
"#;

#[test]
fn a_command_with_what_it_needs() {
    check(
        ".deploy env=prod",
        TASK,
        &[],
        PromptFormat::Xml,
        expect![[r#"
        <prompt version="1.0">
        <role>Release manager</role>
        <context id="hosts">one.example.org</context>
        <instructions>Ask before you delete.</instructions>
        <output_format>One line</output_format>
        <documentation title="Operations">
        <section title="Deploy">
        <definition name="deploy">
        Puts a build on a host
        <param name="env">
        <item>dev</item>
        <item>prod</item>
        </param>
        <param name="input">what to deploy</param>
        </definition>
        </section>
        </documentation>
        <execute>
        <command name="deploy">
        <param name="env">prod</param>
        </command>
        </execute>
        </prompt>
    "#]],
    );
    check(
        ".deploy env=prod",
        TASK,
        &[],
        PromptFormat::Markdown,
        expect![[r#"
        # Role

        Release manager

        # Context: hosts

        ```
        one.example.org
        ```

        # Instructions

        Ask before you delete.

        # Output format

        One line

        # Documentation: Operations

        ## Deploy

        - `.deploy`: Puts a build on a host
          - env: dev, prod
          - input: what to deploy

        # Execute

        - `.deploy`
          - env: prod
    "#]],
    );
}

#[test]
fn a_prompt_contains_the_blocks_that_it_refers_to() {
    let project = [(".garyml", ".Context id=tools\n  knife\n.Context id=unused\n  x\n")];
    check(
        ".deploy\n  input: [@fix, @tools, @nothing]\n",
        TASK,
        &project,
        PromptFormat::Xml,
        expect![[r#"
            <prompt version="1.0">
            <diff id="fix" format="unified">
            --- a/x
            +++ b/x
            @@ -1 +1 @@
            -a
            +b
            </diff>
            <context id="tools">knife</context>
            <role>Release manager</role>
            <context id="hosts">one.example.org</context>
            <instructions>Ask before you delete.</instructions>
            <output_format>One line</output_format>
            <documentation title="Operations">
            <section title="Deploy">
            <definition name="deploy">
            Puts a build on a host
            <param name="env">
            <item>dev</item>
            <item>prod</item>
            </param>
            <param name="input">what to deploy</param>
            </definition>
            </section>
            </documentation>
            <execute>
            <command name="deploy">
            <param name="input">
            <item ref="fix"/>
            <item ref="tools"/>
            <item ref="nothing"/>
            </param>
            </command>
            </execute>
            </prompt>
            warning: undefined reference @nothing: no block has this id
        "#]],
    );
}

#[test]
fn a_definition_elsewhere_is_found() {
    let docs = ".Documentation title=x\n  .Section title: y\n    .wash: \"Washes\"\n      what: \"@soap and water\"\n      with: @soap\n.Context id=soap\n  soap\n";
    let expected = || {
        expect![[r#"
            <prompt>
            <context id="soap">soap</context>
            <role>Cook</role>
            <documentation title="x">
            <section title="y">
            <definition name="wash">
            Washes
            <param name="what">@soap and water</param>
            <param name="with" ref="soap"/>
            </definition>
            </section>
            </documentation>
            <execute>
            <command name="wash">
            <param name="what">it</param>
            </command>
            </execute>
            </prompt>
        "#]]
    };
    for name in [".garyml", "docs/all.garyml"] {
        check(".wash what=it", ".Role: \"Cook\"\n", &[(name, docs)], PromptFormat::Xml, expected());
    }
    let included = [("more.garyml", docs)];
    check(
        ".wash",
        ".Include path=more.garyml\n",
        &included,
        PromptFormat::Xml,
        expect![[r#"
        <prompt>
        <context id="soap">soap</context>
        <documentation title="x">
        <section title="y">
        <definition name="wash">
        Washes
        <param name="what">@soap and water</param>
        <param name="with" ref="soap"/>
        </definition>
        </section>
        </documentation>
        <execute>
        <command name="wash"/>
        </execute>
        </prompt>
    "#]],
    );
}

#[test]
fn problems_of_a_command_are_reported() {
    for (call, expected) in [
        (
            "deploy",
            expect![[r#"
                error: "deploy" is not a single command: write it as in a document, such as .test or .deploy env=prod
            "#]],
        ),
        (
            "",
            expect![[r#"
                error: "" is not a single command: write it as in a document, such as .test or .deploy env=prod
            "#]],
        ),
        (
            ".Role: \"x\"",
            expect![[r#"
                error: ".Role: \"x\"" is not a single command: write it as in a document, such as .test or .deploy env=prod
            "#]],
        ),
        (
            ".deploy\n.deploy",
            expect![[r#"
                error: ".deploy\n.deploy" is not a single command: write it as in a document, such as .test or .deploy env=prod
            "#]],
        ),
        (
            ".deploy prod",
            expect![[r#"
                error: invalid command: invalid parameter "prod": expected key=value, key: value at the end, or : "content"
            "#]],
        ),
        (
            ".delpoy env=prod",
            expect![[r#"
                error: undefined command .delpoy: did you mean .deploy?
            "#]],
        ),
    ] {
        check(call, TASK, &[], PromptFormat::Xml, expected);
    }
}

#[test]
fn unknown_parameters_are_reported_with_the_prompt() {
    check(
        ".deploy envv=prod",
        ".Role: \"x\"\n",
        &[("d.garyml", TASK)],
        PromptFormat::Xml,
        expect![[r#"
            <prompt>
            <role>x</role>
            <documentation title="Operations">
            <section title="Deploy">
            <definition name="deploy">
            Puts a build on a host
            <param name="env">
            <item>dev</item>
            <item>prod</item>
            </param>
            <param name="input">what to deploy</param>
            </definition>
            </section>
            </documentation>
            <execute>
            <command name="deploy">
            <param name="envv">prod</param>
            </command>
            </execute>
            </prompt>
            warning: unknown parameter "envv" of .deploy: did you mean "env"?
        "#]],
    );
    // Every host has it.
    check(
        ".test target=x",
        ".Role: \"x\"\n",
        &[],
        PromptFormat::Xml,
        expect![[r#"
        <prompt>
        <role>x</role>
        <execute>
        <command name="test">
        <param name="target">x</param>
        </command>
        </execute>
        </prompt>
    "#]],
    );
}

#[test]
fn the_order_of_text_and_commands_stays() {
    let text = ".Instructions\n  \"\"\"\n  First.\n  \"\"\"\n  .test\n  Then this.\n  .log message=done\n  At last.\n";
    let made = |format| {
        let made =
            prompt(text, Path::new("/w/task.garyml"), &PromptFiles(&[]), format).expect("small enough");
        made.text
    };
    expect![[r#"
        <prompt>
        <instructions>
        First.
        <command name="test"/>
        Then this.
        <command name="log">
        <param name="message">done</param>
        </command>
        At last.
        </instructions>
        </prompt>
    "#]]
    .assert_eq(&made(PromptFormat::Xml));
    expect![[r#"
        # Instructions

        First.

        - `.test`

        Then this.

        - `.log`
          - message: done

        At last.
    "#]]
    .assert_eq(&made(PromptFormat::Markdown));
}

#[test]
fn a_command_of_another_file_may_be_meant() {
    let other = ".Documentation title=Work\n  .Section title: Releases\n    .publish: \"Publishes\"\n";
    check(
        ".publsh",
        ".Role: \"x\"\n",
        &[("other.garyml", other)],
        PromptFormat::Xml,
        expect![[r#"
            error: undefined command .publsh: did you mean .publish?
        "#]],
    );
}
