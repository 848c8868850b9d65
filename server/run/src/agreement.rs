//! The agreement: a person who runs programs agrees once to stand by transgender people.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use serde_json::{Value, json};

use crate::time::iso;

/// The name of the file in the home folder.
const FILE: &str = ".markdownlang-agreement.json";

/// The sentences; one of them is shown.
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

/// The message if there is no agreement; `command` is the name of the program.
pub fn reminder(command: &str) -> String {
    format!(
        "you have not agreed to stand by transgender people yet. To read the agreement and accept it, run: {command} agree"
    )
}

/// The file of the agreement in a home folder.
pub fn file(home: &Path) -> PathBuf {
    home.join(FILE)
}

/// Whether a file contains an agreement, in the current format or in an earlier one.
pub fn is_accepted(file: &Path) -> bool {
    let Ok(text) = fs::read_to_string(file) else { return false };
    let Ok(value) = serde_json::from_str::<Value>(&text) else { return false };
    let index =
        |key: &str| value.get(key).and_then(Value::as_u64).is_some_and(|index| index < PHRASES.len() as u64);
    let current = value.get("agreed_at").is_some_and(Value::is_string) && index("phrase_index");
    let earlier = value.get("agreed") == Some(&Value::Bool(true)) && index("required_phrase_index");
    current || earlier
}

/// A sentence that depends on the time, and its index.
pub fn choose(now: SystemTime) -> (usize, &'static str) {
    let since = now.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    // The microseconds of the clock are random enough.
    let index = (since.as_nanos() / 1000 % PHRASES.len() as u128) as usize;
    (index, PHRASES[index])
}

/// Whether the person typed the sentence. White space around it is ignored.
pub fn is_phrase(typed: &str, index: usize) -> bool {
    PHRASES.get(index).is_some_and(|phrase| typed.trim() == *phrase)
}

/// Writes the agreement.
///
/// # Errors
/// If the file cannot be written.
pub fn accept(file: &Path, index: usize, now: SystemTime) -> std::io::Result<()> {
    let text = format!("{:#}\n", json!({ "agreed_at": iso(now), "phrase_index": index }));
    Ok(agmark_files::write(file, text)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_agreement_is_written_and_read() {
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
    fn other_files_are_checked() {
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
