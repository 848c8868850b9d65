//! Names that model APIs take.

use sha2::{Digest, Sha256};

/// No API takes longer names.
const LONGEST: usize = 64;

/// A name that the API takes for a tool: its own if that will do, else one that is made from it, and the same each
/// time: with a hash of the whole name at its end.
pub fn accepted(full: &str, taken: impl Fn(&str) -> bool) -> String {
    let legal = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    if full.len() <= LONGEST && full.chars().all(legal) && !full.is_empty() && !taken(full) {
        return full.to_owned();
    }
    let plain: String = full.chars().map(|c| if legal(c) { c } else { '_' }).collect();
    let mut seed = full.to_owned();
    loop {
        let hash: String = Sha256::digest(&seed).iter().take(4).map(|byte| format!("{byte:02x}")).collect();
        let kept = plain.len().min(LONGEST - 1 - hash.len());
        let name = format!("{}_{hash}", &plain[..kept]);
        if !taken(&name) {
            return name;
        }
        seed.push('+');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn good_names_stay_and_others_are_made_good() {
        assert_eq!(accepted("mcp__a__b-c", |_| false), "mcp__a__b-c");
        let dotted = accepted("mcp__a__b.c", |_| false);
        assert!(dotted.starts_with("mcp__a__b_c_") && dotted.len() == 20, "{dotted}");
        assert_ne!(dotted, accepted("mcp__a__b/c", |_| false));
        let long = accepted(&"x".repeat(100), |_| false);
        assert_eq!((long.len(), &long[..3]), (64, "xxx"));
        assert_ne!(accepted("a", |name| name == "a"), "a");
    }
}
