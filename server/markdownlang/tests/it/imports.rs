//! What is found about imports, with the files around.

use std::sync::Arc;

use agmark_syntax::testing::Files;
use agmark_syntax::{Encoding, Settings, diagnostics::diagnose};

use crate::common::format;

fn program(name: &str, imports: &str) -> String {
    format!(
        "---\nname: {name}\ndescription: d\ninput: {{}}\noutput: {{}}\nimports:\n{imports}\n---\nDo it.\n"
    )
}

/// The findings in the first file, a line each, then the related places with their files.
fn found(files: &[(&str, &str)]) -> Vec<String> {
    let format = format();
    let world = Files::new(files, &|_| Some(Arc::clone(&format)));
    let mut all = Vec::new();
    for one in diagnose(world.own().unwrap(), &world, &Settings::default()) {
        all.push(format!("{}: {}", one.rule.short(), one.message));
        for related in &one.related {
            let path = related.path.as_ref().unwrap();
            let file = path.strip_prefix("/workspace").unwrap().display();
            let (_, text) = files.iter().find(|(name, _)| *name == file.to_string()).unwrap();
            let at = agmark_syntax::Text::new(text).position(related.span.start as usize, Encoding::Utf32);
            let quoted = &text[related.span.range()];
            all.push(format!("  {file}:{}: {quoted}: {}", at.line + 1, related.message));
        }
    }
    all
}

#[test]
fn a_circle_shows_each_import_on_the_way() {
    let (a, b) = (program("a", "- ./tools/b.md"), program("b", "- ./z.md\n- \"../c.md\""));
    let (c, z) = (program("c", "- a.md"), program("z", "[]"));
    let files = [("a.md", &*a), ("tools/b.md", &*b), ("c.md", &*c), ("tools/z.md", &*z)];
    assert_eq!(
        found(&files),
        [
            "import-cycle: this file imports itself: a.md → tools/b.md → c.md → a.md",
            "  tools/b.md:8: ../c.md: tools/b.md imports c.md",
            "  c.md:7: a.md: c.md imports a.md",
        ]
    );
}

#[test]
fn a_program_that_imports_itself_has_no_other_place() {
    let a = program("a", "- ./a.md");
    assert_eq!(found(&[("a.md", &a)]), ["import-cycle: this file imports itself: a.md → a.md"]);
}

#[test]
fn an_import_outside_of_the_workspace_is_reported_and_not_read() {
    let a = program("a", "- ../b.md\n- /c.md\n- tools/../../d.md\n- ../workspace/e.md");
    let e = program("e", "[]");
    let message = |path: &str| {
        format!(
            "outside-import: \"{path}\" is outside of the workspace folder: it is not checked, but a run loads it"
        )
    };
    let expected = [message("../b.md"), message("/c.md"), message("tools/../../d.md")];
    assert_eq!(found(&[("a.md", &a), ("e.md", &e)]), expected);
}
