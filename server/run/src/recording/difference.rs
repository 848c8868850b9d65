//! The difference of two JSON values.

use serde_json::Value;

/// The JSON Pointer of the first difference of two values.
pub fn first_difference(one: &Value, other: &Value) -> Option<String> {
    let within = |step: String, one: &Value, other: &Value| {
        first_difference(one, other).map(|rest| format!("/{step}{rest}"))
    };
    match (one, other) {
        (Value::Object(a), Value::Object(b)) => {
            let extra = b.iter().filter(|(key, _)| !a.contains_key(*key));
            a.iter()
                .map(|(key, value)| (key, Some(value), b.get(key)))
                .chain(extra.map(|(key, value)| (key, None, Some(value))))
                .find_map(|(key, one, other)| match (one, other) {
                    (Some(one), Some(other)) => within(crate::schema::escaped(key), one, other),
                    _ => Some(format!("/{}", crate::schema::escaped(key))),
                })
        }
        (Value::Array(a), Value::Array(b)) => {
            let known = a.iter().zip(b).enumerate();
            known
                .filter_map(|(index, (one, other))| within(index.to_string(), one, other))
                .next()
                .or_else(|| (a.len() != b.len()).then(|| format!("/{}", a.len().min(b.len()))))
        }
        _ => (one != other).then(String::new),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_first_difference_is_named() {
        let differs = |one: Value, other: Value| first_difference(&one, &other);
        assert_eq!(
            differs(json!({ "a": [1, { "b/c": 2 }] }), json!({ "a": [1, { "b/c": 3 }] })).unwrap(),
            "/a/1/b~1c"
        );
        assert_eq!(differs(json!([1]), json!([1, 2])).unwrap(), "/1");
        assert_eq!(differs(json!({ "a": 1 }), json!({ "a": 1, "b": 2 })).unwrap(), "/b");
        assert_eq!(differs(json!({ "a": 1, "b": 2 }), json!({ "b": 2, "a": 1 })), None);
    }
}
