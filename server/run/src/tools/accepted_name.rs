//! Names of tools that model APIs accept.

use sha2::{Digest, Sha256};

/// The maximum length of a name.
const MAX_LENGTH: usize = 64;

/// The name itself if APIs accept it, otherwise a shortened name with a hash of the full name at the end.
pub fn accepted_name(full: &str, taken: impl Fn(&str) -> bool) -> String {
    let legal = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    if full.len() <= MAX_LENGTH && full.chars().all(legal) && !full.is_empty() && !taken(full) {
        return full.to_owned();
    }
    let plain: String = full.chars().map(|c| if legal(c) { c } else { '_' }).collect();
    let mut seed = full.to_owned();
    loop {
        let hash: String = Sha256::digest(&seed).iter().take(4).map(|byte| format!("{byte:02x}")).collect();
        let kept = plain.len().min(MAX_LENGTH - 1 - hash.len());
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
    fn invalid_names_are_replaced() {
        assert_eq!(accepted_name("mcp__a__b-c", |_| false), "mcp__a__b-c");
        let dotted = accepted_name("mcp__a__b.c", |_| false);
        assert!(dotted.starts_with("mcp__a__b_c_") && dotted.len() == 20, "{dotted}");
        assert_ne!(dotted, accepted_name("mcp__a__b/c", |_| false));
        let long = accepted_name(&"x".repeat(100), |_| false);
        assert_eq!((long.len(), &long[..3]), (64, "xxx"));
        assert_ne!(accepted_name("a", |name| name == "a"), "a");
    }
}
