//! Random operations for the tests, some of which cannot be applied.

use agmark_syntax::testing::Random;
use serde_json::json;

/// A document that all kinds of operations fit.
pub const DOCUMENT: &str = "\
@meta author=test [#meta]

@h1 Harbour [#root]

@h2 Findings [#findings-h]

@ul [#findings]
- first

@p Some *text* with @ref #root. [#text]

@ol [#steps]

@code lang=sh [#code]
~~~
make
~~~
";

/// An operation. `number` makes it differ from all others.
pub fn random(random: &mut Random, writer: usize, number: usize) -> String {
    let ids = ["findings", "steps", "text", "root", "meta", "code", "gone"];
    let id = ids[random.below(ids.len())];
    let unique = format!("{writer}-{number}");
    let inline = |text: &str| json!({ "type": "inline", "value": [{ "kind": "text", "text": text }] });
    let operation = match random.below(12) {
        0..=4 => {
            json!({ "kind": "append_item", "target": id, "payload": { "text": format!("item {unique}") } })
        }
        5 => {
            json!({ "kind": "rename_section", "target": id, "payload": { "new_name": format!("Name {unique}") } })
        }
        6 => json!({ "kind": "set_attr", "target": id, "payload": { "key": "by", "value": unique } }),
        7 => json!({ "op": "set_attr", "id": id, "key": format!("k{}", random.below(4)), "value": number }),
        8 => json!({ "op": "remove_attr", "id": id, "key": format!("k{}", random.below(4)) }),
        9 => {
            let block = json!({ "kind": "p", "id": format!("p-{unique}"), "content": inline(&unique) });
            json!({ "op": "insert_after", "id": id, "block": block })
        }
        10 => {
            json!({ "op": "delete", "id": format!("p-{writer}-{}", number.saturating_sub(random.below(40))) })
        }
        _ => {
            json!({ "op": "replace", "id": id, "hash": "0000", "with": { "kind": "p", "content": inline("x") } })
        }
    };
    let mut operation = operation;
    operation["agent"] = json!(format!("writer-{writer}"));
    operation.to_string()
}
