use agmark_syntax::{LensOptions, Outcome, Request, Span};
use expect_test::expect;

use super::Case;

#[test]
fn commands_and_diffs_have_lenses() {
    let text = "|.Execute\n  .deploy env=prod\n    host: one\n  .test\n.Diff id=a format=v4a\n  \"\"\"\n  *** Begin Patch\n  *** Delete File: f\n  *** End Patch\n  \"\"\"\n.Documentation title=x\n  .Section title: y\n    .deploy: \"z\"\n";
    let case = Case::new(text, &[]);
    let lenses = case.format().code_lenses(case.document(), &case.files, LensOptions { tokens: false });
    let shown: String = lenses
        .iter()
        .map(|lens| {
            let (command, options) = lens.command.clone().expect("each has a command");
            format!("{:?} {:?}: {command} {options}\n", &case.text[lens.span.range()], lens.title)
        })
        .collect();
    expect![[r#"
        ".deploy" Some("open as prompt"): agmark.garyml.renderPrompt {"command":".deploy env=prod\n    host: one"}
        ".test" Some("open as prompt"): agmark.garyml.renderPrompt {"command":".test"}
        ".Diff" Some("apply"): agmark.garyml.applyDiff {"id":"a"}
        ".Diff" Some("preview"): agmark.garyml.previewDiff {"id":"a"}
    "#]].assert_eq(&shown);
    let (command, options) = lenses[0].command.clone().expect("a command");
    let request =
        Request { document: case.document(), world: &case.files, selection: Span::at(0), options: &options };
    let Ok(Outcome::Document(written)) = case.format().execute(command, &request) else {
        panic!("no prompt")
    };
    expect![[r#"
        <prompt>
        <documentation title="x">
        <section title="y">
        <definition name="deploy">z</definition>
        </section>
        </documentation>
        <execute>
        <command name="deploy">
        <param name="env">prod</param>
        <param name="host">one</param>
        </command>
        </execute>
        </prompt>
    "#]]
    .assert_eq(&written.text);
}
