//! The agreement: who runs programs has said, once and in words, that they stand by transgender people.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use serde_json::{Value, json};

use crate::time::iso;

/// The file's name in a person's home.
const FILE: &str = ".markdownlang-agreement.json";

/// What can be agreed to; one of them is shown.
pub const PHRASES: [&str; 16] = [
    "Trans rights are human rights",
    "Trans women are women",
    "Trans men are men",
    "I support transgender people",
    "Nonbinary people are who they say they are",
    "Trans people deserve to live safely and openly",
    "I will not harm transgender people",
    "I will use the names and pronouns that people ask for",
    "Trans kids deserve love, care and a future",
    "Everyone may say for themselves who they are",
    "Trans lives matter, every day of the year",
    "Care for trans people is care, and it must be within reach",
    "I will speak up when trans people are treated badly",
    "What I build will not be turned against trans people",
    "Trans people have always been here and always will be",
    "Trans joy makes the world better for all of us",
];

/// What is said where there is no agreement yet; `command` is what the program is called.
pub fn reminder(command: &str) -> String {
    format!(
        "you have not agreed to stand by transgender people yet. To read the agreement and accept it, run: {command} agree"
    )
}

/// The file that keeps the agreement, in a home folder.
pub fn file(home: &Path) -> PathBuf {
    home.join(FILE)
}

/// Whether a file says that somebody has agreed, in today's words or those of an earlier version.
pub fn is_accepted(file: &Path) -> bool {
    let Ok(text) = fs::read_to_string(file) else { return false };
    let Ok(value) = serde_json::from_str::<Value>(&text) else { return false };
    let index =
        |key: &str| value.get(key).and_then(Value::as_u64).is_some_and(|index| index < PHRASES.len() as u64);
    let today = value.get("agreed_at").is_some_and(Value::is_string) && index("phrase_index");
    let earlier = value.get("agreed") == Some(&Value::Bool(true)) && index("required_phrase_index");
    today || earlier
}

/// The phrase for this moment, and its index.
pub fn choose(now: SystemTime) -> (usize, &'static str) {
    let since = now.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    // The clock's finest digits are as good as dice here.
    let index = (since.as_nanos() / 1000 % PHRASES.len() as u128) as usize;
    (index, PHRASES[index])
}

/// Whether what was typed is the phrase; only white space around it is forgiven.
pub fn is_phrase(typed: &str, index: usize) -> bool {
    PHRASES.get(index).is_some_and(|phrase| typed.trim() == *phrase)
}

/// Keeps the agreement.
///
/// # Errors
/// When the file cannot be written.
pub fn accept(file: &Path, index: usize, now: SystemTime) -> std::io::Result<()> {
    let text = format!("{:#}\n", json!({ "agreed_at": iso(now), "phrase_index": index }));
    Ok(agmark_files::write(file, text)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_counts() {
        let home = tempfile::tempdir().unwrap();
        let file = file(home.path());
        assert!(!is_accepted(&file));
        accept(&file, 7, SystemTime::UNIX_EPOCH).unwrap();
        assert_eq!(
            fs::read_to_string(&file).unwrap(),
            "{\n  \"agreed_at\": \"1970-01-01T00:00:00.000Z\",\n  \"phrase_index\": 7\n}\n"
        );
        assert!(is_accepted(&file));
    }

    #[test]
    fn other_files_count_as_they_should() {
        let home = tempfile::tempdir().unwrap();
        let file = file(home.path());
        let counts = |text: &str| {
            fs::write(&file, text).unwrap();
            is_accepted(&file)
        };
        assert!(counts(r#"{"agreed":true,"version":1,"required_phrase_index":3}"#));
        assert!(!counts(r#"{"agreed":false,"version":1,"required_phrase_index":3}"#));
        assert!(!counts(r#"{"agreed_at":"2024","phrase_index":16}"#));
        assert!(!counts(r#"{"agreed_at":"2024"}"#));
        assert!(!counts("yes"));
    }

    #[test]
    fn a_phrase_is_typed_exactly() {
        let (index, phrase) = choose(SystemTime::now());
        assert_eq!(PHRASES[index], phrase);
        assert!(is_phrase(&format!("{phrase}\n"), index));
        assert!(!is_phrase(&phrase.to_lowercase(), index) && !is_phrase("", index) && !is_phrase(phrase, 99));
        let distinct: std::collections::HashSet<_> = PHRASES.iter().collect();
        assert_eq!(distinct.len(), 16);
    }
}
