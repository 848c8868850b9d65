//! Features answer for every text and cursor, with positions inside the text.

use agmark_syntax::testing::{Files, Random};
use agmark_syntax::{Change, Edit, LensOptions, Request, Span, World};
use serde_json::Value;

const WORDS: &[&str] = &[
    "\n",
    "\r\n",
    "\n  ",
    "\n    ",
    "\n\t",
    " ",
    "# c",
    "\"\"\"",
    "```go",
    "\n  ```\n",
    "\"",
    ".",
    ":",
    "=",
    "[",
    "@",
    "@a",
    "\n.Plan",
    "\n.Role: \"x\"",
    "\n.Context id=a path=b.md",
    "\n.Context id=a\n  text\n",
    "\n.Execute",
    "\n  .test target=@a",
    "\n  .applyPatch diff=d",
    "\n.Documentation\n  .Section title: T\n    .tag: \"x\"\n      name: y",
    "\n.Include path=c.garyml",
    "\n.Diff id=d format=unified\n  ```\n  --- b.md\n  +++ b.md\n  @@ -1 +1 @@\n  -one\n  +two\n  ```",
    "\n.Diff id=e format=search_replace path=b.md\n  <<<<<<< SEARCH\n  one\n  =======\n  >>>>>>> REPLACE",
    "\n.ToolCall name=.tag arguments:",
    "東京",
    "\u{0}",
];

#[test]
fn every_place_has_an_answer() {
    let format = agmark_garyml::format();
    let mut random = Random(1_234_567);
    for round in 0..400 {
        let text = random.text(WORDS, if round % 100 == 0 { 300 } else { 16 });
        let files = Files::new(
            &[("task.garyml", &text), ("b.md", "one\n"), ("c.garyml", ".Context id=c\n  x\n")],
            &super::format_of,
        );
        let document = files.own().expect("a document");
        let world: &dyn World = &files;
        let inside = |span: Span| assert!(span.end as usize <= text.len(), "{span:?} in {text:?}");
        let applied = |edits: &[Edit]| {
            edits.iter().for_each(|e| inside(e.span));
            let _ = Edit::apply(&text, edits);
        };
        for _ in 0..4 {
            let mut at = random.below(text.len() + 1);
            while !text.is_char_boundary(at) {
                at -= 1;
            }
            format.hover(document, world, at).into_iter().for_each(|h| inside(h.span));
            for offer in format.completions(document, world, at) {
                inside(offer.edit.span);
                let span = offer.edit.span;
                assert!(span.start as usize <= at && at <= span.end as usize, "{span:?} at {at} in {text:?}");
            }
            let _ = format.signature(document, world, at);
            if let Some(typed) = text[..at].chars().next_back() {
                applied(&format.on_type(document, at, typed));
            }
            let mut end = (at + random.below(20)).min(text.len());
            while !text.is_char_boundary(end) {
                end += 1;
            }
            for action in format.code_actions(document, world, Span::new(at, end)) {
                if let Change::Edits(edits) = action.change {
                    applied(&edits);
                }
            }
            let request = Request { document, world, selection: Span::at(at), options: &Value::Null };
            for command in format.info().commands {
                let _ = format.execute(command.id, &request);
            }
        }
        for lens in format.code_lenses(document, world, LensOptions { tokens: true }) {
            inside(lens.span);
            let _ = format.lens_title(document, world, &lens);
        }
        for finding in format.check_across_files(document, world).iter() {
            inside(finding.span);
        }
    }
}
