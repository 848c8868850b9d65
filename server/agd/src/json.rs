//! Documents as JSON.

pub(crate) mod input;

use serde_json::{Map, Value, json};

use crate::ast::Block;
use crate::document::Document;

/// A block with its range in bytes, which a block written by an edit does not have.
pub fn block(block: Block<'_>) -> Value {
    let mut value = serde_json::to_value(block.to_owned()).unwrap_or_default();
    if let (Some(span), Value::Object(map)) = (block.span(), &mut value) {
        map.insert("span".to_owned(), json!({ "start": span.start, "end": span.end }));
    }
    value
}

/// The whole document, as `{"blocks": […]}`.
pub fn document(document: &Document<'_>) -> Value {
    let blocks = document.blocks().map(block).collect();
    Value::Object(Map::from_iter([("blocks".to_owned(), Value::Array(blocks))]))
}

#[cfg(test)]
mod tests {
    use crate::ast::OwnedBlock;
    use crate::{parse, samples};

    #[test]
    fn blocks_have_their_shape() {
        let text = "@meta n=5 t=true s=\"5\"\n@p a *b* @ref #c [#p:12ab]\n@ul\n- x\n-\n@code\n~~~\ny\n~~~\n@ref #p\n@! z\n";
        let json = super::document(&parse(text).expect("good"));
        let lines: Vec<_> =
            json["blocks"].as_array().expect("a list").iter().map(ToString::to_string).collect();
        assert_eq!(
            lines,
            [
                r#"{"kind":"meta","attrs":{"n":5,"s":"5","t":true},"content":{"type":"empty"},"span":{"start":0,"end":22}}"#,
                r#"{"kind":"p","id":"p","hash":"12ab","content":{"type":"inline","value":[{"kind":"text","text":"a "},{"kind":"bold","text":"b"},{"kind":"text","text":" "},{"kind":"ref","text":"c"}]},"span":{"start":23,"end":49}}"#,
                r#"{"kind":"ul","content":{"type":"items","value":[[{"kind":"text","text":"x"}],[]]},"span":{"start":50,"end":59}}"#,
                r#"{"kind":"code","content":{"type":"fenced","value":"y"},"span":{"start":60,"end":75}}"#,
                r#"{"kind":"ref","content":{"type":"inline","value":[{"kind":"ref","text":"p"}]},"span":{"start":76,"end":83}}"#,
                r#"{"kind":"!","content":{"type":"inline","value":[{"kind":"text","text":"z"}]},"span":{"start":84,"end":88}}"#,
            ]
        );
    }

    #[test]
    fn what_is_printed_can_be_given_back() {
        let mut random = agmark_syntax::testing::Random(0x15);
        for _ in 0..300 {
            let text = samples::good(&mut random, 10);
            let Ok(document) = parse(&text) else { continue };
            for block in document.blocks() {
                let back: OwnedBlock = serde_json::from_value(super::block(block)).expect("it has the shape");
                assert_eq!(back, block.to_owned());
                let canonical = back.canonical();
                let again = parse(&canonical).unwrap_or_else(|e| panic!("{e}: {canonical:?}"));
                assert_eq!(again.blocks().next().map(|block| block.to_owned()), Some(back));
            }
        }
    }
}
