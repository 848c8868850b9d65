//! Whether two texts mean the same to an agent.

use serde_json::Value;

use super::tree::Ast;
use crate::syntax::whole::Whole;

/// Whether `after` means the same as `before`, except for white space, the form of the version, and the first and last
/// lines of diffs, which fixes change. A text that is too long to be compared counts as the same.
pub fn same_meaning(before: &str, after: &str) -> bool {
    match (tree(before), tree(after)) {
        (Some(before), Some(after)) => before == after,
        _ => true,
    }
}

fn tree(text: &str) -> Option<Value> {
    let mut tree = Ast::of(&Whole::new(text)?.structure()).to_json();
    without_form(&mut tree);
    Some(tree)
}

/// Removes positions and the parts that fixes change.
fn without_form(value: &mut Value) {
    match value {
        Value::Object(map) => {
            map.remove("span");
            map.remove("version");
            match map.get("name").and_then(Value::as_str) {
                Some("GaryML") => map.remove("params"),
                _ => None,
            };
            map.values_mut().for_each(without_form);
        }
        Value::Array(all) => all.iter_mut().for_each(without_form),
        Value::String(text) => {
            // A fix adds the first line of a patch and the sign of a line of a new file.
            text.retain(|c| !c.is_whitespace() && c != '+');
            *text = text.replace("***BeginPatch", "");
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fixes_keep_the_meaning() {
        assert!(same_meaning(".GaryML version: 1\n.Plan\n\tlook\n", ".GaryML version: 1.0\n.Plan\n  look\n"));
        assert!(same_meaning(".Role: someone\n", ".Role: \"someone\"\n"));
    }

    #[test]
    fn another_parent_changes_the_meaning() {
        assert!(!same_meaning(
            "  .Execute\n    .Context id=a\ntext\n",
            ".Execute\n    .Context id=a\n    text\n"
        ));
        assert!(!same_meaning(".Role: \"a\"\n", ".Role: \"b\"\n"));
    }
}
