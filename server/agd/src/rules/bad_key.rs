//! A key with other characters than keys have.

use agmark_syntax::{Diagnostic, FixKind, Rule, Severity};

use crate::syntax::context::BlockContext;

pub static RULE: Rule = Rule {
    code: "agd/bad-key",
    severity: Severity::Error,
    fix: FixKind::None,
    summary: "a key has characters that keys do not have",
    help: "A key is made of ASCII letters, digits, `_` and `-`.",
    bad: &["@meta größe=12\n", "@meta tide.high=6\n"],
    good: &["@meta size=12\n", "@meta tide-high=6\n"],
};

pub fn check(context: BlockContext<'_>, out: &mut Vec<Diagnostic>) {
    for attribute in context.block().attributes.iter().filter(|attribute| !attribute.good_name) {
        let key = attribute.name.text(context.text);
        out.push(RULE.at(attribute.name, format!("bad key \"{key}\": letters, digits, \"_\" and \"-\"")));
    }
}
