//! What tokens cost.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::model::Usage;

static PRICES: LazyLock<HashMap<String, [f64; 2]>> =
    LazyLock::new(|| toml::from_str(include_str!("prices.toml")).unwrap_or_default());

/// US dollars for what a model read and wrote; nothing for a model without a price.
pub fn cost(model: &str, usage: Usage) -> Option<f64> {
    let [input, output] = PRICES.get(model)?;
    let dollars = (usage.input as f64 * input + usage.output as f64 * output) / 1e6;
    // Sums of binary fractions have tails that no price has.
    Some((dollars * 1e9).round() / 1e9)
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
    }
}
