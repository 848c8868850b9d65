//! A block with another content.

use crate::ast::{Content, OwnedBlock, OwnedRun, Runs};
use crate::document::parse;

impl OwnedBlock {
    /// The block with another content, written as in a document: a line of text, the lines of a list, or a body without
    /// its fence. `None` if the text cannot be the content of this block.
    pub fn with_content(mut self, text: &str) -> Option<Self> {
        self.content = match self.content {
            Content::Empty => return None,
            Content::Fenced(_) => Content::Fenced(text.to_owned()),
            Content::Inline(_) if text.contains('\n') => return None,
            Content::Inline(_) => Content::Inline(Runs::new(text).map(OwnedRun::from).collect()),
            Content::Items(_) => items(&self.kind, text)?,
        };
        self.hash = None;
        Some(self)
    }
}

fn items(kind: &str, text: &str) -> Option<Content> {
    let source = format!("@{kind}\n{}\n", text.trim_end());
    let list = parse(&source).ok()?;
    let mut blocks = list.blocks();
    let only = blocks.next()?.to_owned();
    blocks.next().is_none().then_some(only.content)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(source: &str, text: &str) -> Option<OwnedBlock> {
        let document = parse(source).expect("good");
        document.blocks().next().expect("a block").to_owned().with_content(text)
    }

    #[test]
    fn the_content_is_written_as_in_a_document() {
        let text = |source, text| {
            let block = with(source, text)?;
            let mut document = parse(source).ok()?;
            document.apply(crate::edit::Operation::Replace { id: "a".into(), with: block }).ok()?;
            Some(document.to_text())
        };
        let check = |source, new, expected: Option<&str>| assert_eq!(text(source, new).as_deref(), expected);
        check("@p Old. [#a lang=en]\n", "New *words*.", Some("@p New *words*. [#a lang=en]\n"));
        check("@ul n=1 [#a]\n- old\n", "- new\n- two", Some("@ul n=1 [#a]\n- new\n- two\n"));
        check("@quote [#a]\n> old\n", "> new\n", Some("@quote [#a]\n> new\n"));
        check(
            "@x-note desc=\"d e\" [#a]\n~~~\nold\n~~~\n",
            "a\nb",
            Some("@x-note desc=\"d e\" [#a]\n~~~\na\nb\n~~~\n"),
        );
        check("@x-note [#a]\n~~~\nold\n~~~\n", "~~~\n@p x", Some("@x-note [#a]\n~~~~\n~~~\n@p x\n~~~~\n"));
        check("@p Old. [#a]\n", "two\nlines", None);
        check("@p Old. [#a]\n", "no id: [#b]", Some("@p no id: [#b] [#a]\n"));
        check("@ul [#a]\n- old\n", "no item", None);
        check("@ul [#a]\n- old\n", "- new\n\n@p More.", None);
        check("@meta k=1 [#a]\n", "text", None);
    }
}
