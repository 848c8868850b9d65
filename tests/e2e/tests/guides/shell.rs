//! The commands of a block.

use crate::blocks::Block;

/// A command, and what the page shows as its output.
pub struct Line {
    pub command: String,
    pub output: Option<String>,
}

/// The commands of a block: lines after `$ ` with their output, or lines that each are a command.
pub fn lines(block: &Block, wrong: &mut Vec<String>) -> Vec<Line> {
    let mut all: Vec<Line> = Vec::new();
    let prompted = block.text.lines().any(|line| line.starts_with("$ "));
    for line in block.text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')) {
        match (prompted, line.strip_prefix("$ ")) {
            (true, Some(command)) => all.push(Line { command: command.to_owned(), output: None }),
            (true, None) => {
                if let Some(last) = all.last_mut() {
                    let output = last.output.get_or_insert_default();
                    output.push_str(line);
                    output.push('\n');
                }
            }
            (false, _) => all.push(Line { command: line.to_owned(), output: None }),
        }
    }
    let known = [
        "agmark ",
        "agd ",
        "echo ",
        "export ",
        "cargo ",
        "UPDATE_EXPECT=1 cargo ",
        "bash ",
        "node ",
        "npm ",
        "python3 ",
        "tests/",
        "markdownlang ",
    ];
    for line in &all {
        if !known.iter().any(|start| line.command.starts_with(start)) {
            wrong.push(format!("line {}: not a command that is known here: {}", block.line, line.command));
        }
    }
    all
}
