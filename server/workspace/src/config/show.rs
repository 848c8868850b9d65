//! Shows the effective settings of a file.

use std::fmt::Write as _;
use std::path::Path;

use agmark_files::Foreign;
use agmark_syntax::{Rule, Severity};

use super::effective::Config;
use super::globs::Globs;
use super::layer::Layer;
use super::tables::{Chosen, ChosenValue};
use crate::paths;

/// The name of the client's settings.
const EDITOR: &str = "the editor's settings";

impl Config {
    /// The effective settings of `file` as TOML, with a comment on each line about its source.
    pub fn show(&self, file: &Path) -> String {
        let file = paths::absolute(file);
        let mut out = format!("# Settings of {}\n", Foreign(file.display()));
        match self.path() {
            Some(path) => _ = writeln!(out, "# The nearest agmark.toml: {}", Foreign(path.display())),
            None => out.push_str("# No agmark.toml in a folder above it.\n"),
        }
        let mut lines = Vec::new();
        if let Some((layer, globs)) = self.exclude() {
            let value = format!("exclude = {}", list(globs.patterns()));
            let excluded = if globs.set().is_match(&file) { ": excludes this file from folders" } else { "" };
            lines.push((value, format!("{}{excluded}", source(layer, layer.exclude_line))));
        }
        if let Some((layer, globs)) = self.include() {
            let value = format!("include = {}", list(globs.patterns()));
            lines.push((value, source(layer, layer.include_line)));
        }
        if let Some((layer, delay)) = self.typing_delay() {
            lines.push((format!("typing-delay = {delay}"), file_name(layer)));
        }
        if let Some((layer, tokens)) = self.token_counts() {
            lines.push((format!("token-counts = {tokens}"), file_name(layer)));
        }
        if !lines.is_empty() {
            lines.push((String::new(), String::new()));
        }
        lines.extend(self.tables(&file));
        lines.push(("[rules]".to_owned(), String::new()));
        lines.extend(self.rules(&file));
        let width = lines.iter().map(|(value, _)| value.chars().count()).max().unwrap_or(0);
        out.push('\n');
        for (value, comment) in lines {
            let line = if comment.is_empty() { value } else { format!("{value:width$}  # {comment}") };
            let _ = writeln!(out, "{line}");
        }
        out
    }

    /// The tables of formats with settings.
    fn tables(&self, file: &Path) -> Vec<(String, String)> {
        let mut set = self.chosen_for(file);
        // Of several for the same setting, the last one wins.
        set.reverse();
        let mut kept: Vec<(&Layer, Option<&Globs>, &Chosen)> = Vec::new();
        for one in set {
            if !kept.iter().any(|(_, _, other)| other.place() == one.2.place()) {
                kept.push(one);
            }
        }
        kept.sort_by(|(_, _, a), (_, _, b)| a.place().cmp(&b.place()));
        let mut lines = Vec::new();
        let mut last = String::new();
        for (layer, globs, chosen) in kept {
            let (table, line) = match &chosen.value {
                ChosenValue::Number(number) => {
                    (format!("[{}]", chosen.format), format!("{} = {number}", chosen.key))
                }
                ChosenValue::Name(name, word) => {
                    let table = format!("[{}.{}]", chosen.format, chosen.key);
                    (table, format!("{} = {}", quoted(name), quoted(word)))
                }
            };
            if table != last {
                if !last.is_empty() {
                    lines.push((String::new(), String::new()));
                }
                lines.push((table.clone(), String::new()));
                last = table;
            }
            lines.push((line, explained(layer, globs, chosen.line)));
        }
        if !lines.is_empty() {
            lines.push((String::new(), String::new()));
        }
        lines
    }

    /// Each rule with its severity, configured rules first.
    fn rules(&self, file: &Path) -> Vec<(String, String)> {
        let mut set = self.set_for(file);
        // Of several for one rule, the last one wins.
        set.reverse();
        let mut seen = Vec::new();
        set.retain(|(_, _, setting)| {
            let first = !seen.contains(&&setting.code);
            seen.push(&setting.code);
            first
        });
        set.sort_by_key(|(_, _, setting)| &setting.code);
        let line = |code: &str, severity: Option<Severity>| {
            format!("{} = \"{}\"", quoted(code), severity.map_or("off", Severity::word))
        };
        let chosen = set.iter().map(|(layer, globs, setting)| {
            (line(&setting.code, setting.severity), explained(layer, *globs, setting.line))
        });
        let untouched =
            self.known.rules.iter().filter(|rule| set.iter().all(|(_, _, s)| s.code != rule.code));
        let severity = |rule: &Rule| (!self.off.contains(&rule.code)).then_some(rule.severity);
        let defaults = untouched.map(|rule| (line(rule.code, severity(rule)), "default".to_owned()));
        chosen.chain(defaults).collect()
    }
}

fn file_name(layer: &Layer) -> String {
    match &layer.path {
        Some(path) => path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
        None => EDITOR.to_owned(),
    }
}

/// The source of a value and its files.
fn explained(layer: &Layer, globs: Option<&Globs>, line: usize) -> String {
    let files = globs.map(|globs| format!(", for {}", list(globs.patterns()))).unwrap_or_default();
    format!("{}{files}", source(layer, line))
}

fn source(layer: &Layer, line: usize) -> String {
    match &layer.path {
        Some(path) => format!("{}:{line}", path.file_name().unwrap_or_default().to_string_lossy()),
        None => EDITOR.to_owned(),
    }
}

fn list(words: &[String]) -> String {
    format!("[{}]", words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(", "))
}

/// A word in TOML syntax.
fn quoted(word: &str) -> String {
    toml::Value::String(word.to_owned()).to_string()
}
