//! The prices of tokens.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::model::message::Usage;

static PRICES: LazyLock<HashMap<String, [f64; 2]>> =
    LazyLock::new(|| toml::from_str(include_str!("prices.toml")).unwrap_or_default());

/// The cost of tokens in US dollars; `None` if the price of the model is unknown.
pub fn cost(model: &str, usage: Usage) -> Option<f64> {
    let [input, output] = PRICES.get(model).or_else(|| PRICES.get(without_date(model)?))?;
    let dollars = (usage.input as f64 * input + usage.output as f64 * output) / 1e6;
    // Round off the errors of binary fractions.
    Some((dollars * 1e9).round() / 1e9)
}

/// The name of a model without the date of its version: `gpt-4o` for `gpt-4o-2024-08-06`.
fn without_date(model: &str) -> Option<&str> {
    let at = model.len().checked_sub("-2024-08-06".len())?;
    let (name, date) = model.split_at_checked(at)?;
    let fits = |(index, byte): (usize, u8)| match index {
        0 | 5 | 8 => byte == b'-',
        _ => byte.is_ascii_digit(),
    };
    date.bytes().enumerate().all(fits).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_read() {
        assert!(PRICES.len() >= 7);
        assert_eq!(cost("gpt-4o", Usage { input: 150, output: 75 }), Some(0.001_125));
        assert_eq!(cost("gpt-4o", Usage::default()), Some(0.0));
        assert_eq!(cost("gpt-4o-2024", Usage { input: 1, output: 1 }), None);
        for name in
            ["gpt-4o-2024-08-06x", "gpt-4o_2024-08-06", "llama-2024-08-06", "-2024-08-06", "é-2024-08-06"]
        {
            assert_eq!(cost(name, Usage { input: 1, output: 1 }), None, "{name}");
        }
        let dated = Usage { input: 150, output: 75 };
        assert_eq!(cost("gpt-4o-2024-08-06", dated), Some(0.001_125));
        assert_eq!(cost("gpt-4o-2024-05-13", dated), Some(0.001_875), "the first one had another price");
    }
}
