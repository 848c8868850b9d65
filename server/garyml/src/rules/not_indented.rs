use agmark_syntax::{Diagnostic, Rule, Severity};

use crate::item::{Form, Item};
use crate::reindent::reindent;
use crate::structure::Structure;

pub static RULE: Rule = Rule {
    code: "garyml/not-indented",
    severity: Severity::Warning,
    summary: "a parameter or content that is not indented under the header that it is meant for",
    help: "What belongs to a header is indented under it. At column 0 it belongs to nothing; right after a \
           header that still needs it, it is taken for that header's all the same.",
    bad: &[".Context\nid: notes\npath: notes.md\n", ".Role\n\"Release manager\"\n"],
    good: &[".Context\n  id: notes\n  path: notes.md\n", ".Role\n  \"Release manager\"\n"],
};

pub fn check(structure: &Structure<'_>, item: &Item<'_>, found: &mut Vec<Diagnostic>) {
    let Some(expected) = item.expected.filter(|_| item.attached) else { return };
    let header = item.owner.and_then(|o| o.header).and_then(|i| structure.headers.get(i));
    let name = header.map_or("", |h| h.name);
    let what = match item.form {
        Form::Parameter(i) => {
            let key = structure.parameters.get(i).map_or("", |p| p.key);
            format!("parameter \"{key}\"")
        }
        Form::Code => "code block".to_owned(),
        Form::Content => "content".to_owned(),
        _ => "text".to_owned(),
    };
    let message = format!("the {what} is meant for .{name}: indent it");
    let span = item.first_line(structure.text);
    let edits = reindent(item, structure.text, expected);
    found.push(RULE.at(span, message).fix(format!("indent by {expected}"), edits));
}
