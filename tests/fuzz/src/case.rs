//! One input of a target: a few texts. In a file they are separated by lines that say which part follows.

/// An input.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Case(pub Vec<String>);

/// The line before each part but the first. No text that is generated has it: [`Case::new`] takes it out.
const SEPARATOR: &str = "\n=====8<===== next part =====8<=====\n";

impl Case {
    /// A case of these parts.
    pub fn new(parts: Vec<String>) -> Self {
        Self(parts.into_iter().map(|part| part.replace(SEPARATOR, "\n")).collect())
    }

    /// A part; empty if the case has fewer.
    pub fn part(&self, index: usize) -> &str {
        self.0.get(index).map_or("", String::as_str)
    }

    /// A number made from a part, below `limit`: for choices that are not texts.
    pub fn number(&self, index: usize, limit: usize) -> usize {
        let hash = self
            .part(index)
            .bytes()
            .fold(0_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3).rotate_left(5));
        usize::try_from(hash % limit.max(1) as u64).unwrap_or(0)
    }

    /// The text of the case's file.
    pub fn to_text(&self) -> String {
        self.0.join(SEPARATOR)
    }

    /// The case in a file.
    pub fn of_text(text: &str) -> Self {
        Self(text.split(SEPARATOR).map(str::to_owned).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_case_survives_its_file() {
        for parts in [vec!["a\r\nb"], vec!["", "x\n", "\n"], vec!["a", "", ""]] {
            let case = Case::new(parts.into_iter().map(str::to_owned).collect());
            assert_eq!(Case::of_text(&case.to_text()), case);
        }
        let hostile = Case::new(vec![format!("a{SEPARATOR}b")]);
        assert_eq!(Case::of_text(&hostile.to_text()), hostile);
    }
}
