//! What a page says without a command that shows it: exit codes, messages, files that are written. Beside the sentence
//! stands a comment that readers do not see:
//!
//! ```text
//! <!-- test
//! $ agmark check broken.agd
//! exit 1
//! out: agd/duplicate-id
//! err: a text on standard error
//! not: a text that is printed nowhere
//! file notes.agd: a text that the file holds afterwards
//! -->
//! ```
//!
//! The commands of a comment run one after the other in one folder, each from a shell. A command without `exit` must end
//! with 0. `cat > NAME` with lines until `EOF` writes a file.

use crate::blocks::Claim;
use crate::fixture::{Ran, Workspace};

/// How many characters of an output are shown.
const MOST: usize = 2000;

/// A command, and what must hold after it.
struct Step {
    command: String,
    exit: i32,
    checks: Vec<Check>,
}

enum Check {
    Out(String),
    Err(String),
    Not(String),
    File { name: String, holds: String },
}

/// Runs the commands of a comment; gives what is not as the page says.
pub fn problems(path: &str, claim: &Claim) -> Vec<String> {
    let steps = match steps(&claim.text) {
        Ok(steps) => steps,
        Err(line) => return vec![format!("{path}:{}: cannot be read: {line}", claim.line)],
    };
    if steps.is_empty() {
        return vec![format!("{path}:{}: a test without a command", claim.line)];
    }
    let workspace = Workspace::new();
    let mut wrong = Vec::new();
    for step in steps {
        let ran = workspace.shell(&step.command);
        let place = format!("{path}:{}: {}", claim.line, step.command);
        if ran.code != step.exit {
            wrong.push(format!("{place}\nends with {} instead of {}", ran.code, step.exit));
        }
        let failed = step.checks.iter().filter_map(|check| check.problem(&ran, &workspace));
        wrong.extend(failed.map(|why| format!("{place}\n{why}")));
        if !wrong.is_empty() {
            let printed: String = ran.out.chars().take(MOST).chain(ran.err.chars().take(MOST)).collect();
            wrong.push(format!("it prints:\n{printed}"));
            break;
        }
    }
    wrong
}

impl Check {
    fn problem(&self, ran: &Ran, workspace: &Workspace) -> Option<String> {
        let (holds, what) = match self {
            Self::Out(text) => (ran.out.contains(text), format!("\"{text}\" is not on standard output")),
            Self::Err(text) => (ran.err.contains(text), format!("\"{text}\" is not on standard error")),
            Self::Not(text) => {
                (!ran.out.contains(text) && !ran.err.contains(text), format!("\"{text}\" is printed"))
            }
            Self::File { name, holds } => {
                let text = workspace.read(name);
                (text.contains(holds), format!("{name} does not hold \"{holds}\":\n{text}"))
            }
        };
        (!holds).then_some(what)
    }
}

fn steps(text: &str) -> Result<Vec<Step>, String> {
    let mut steps: Vec<Step> = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if line.trim().is_empty() {
            continue;
        }
        if let Some(command) = line.strip_prefix("$ ") {
            let mut command = command.to_owned();
            // What a command reads from the lines after it.
            if command.ends_with("<<'EOF'") {
                for line in lines.by_ref() {
                    command.push('\n');
                    command.push_str(line);
                    if line == "EOF" {
                        break;
                    }
                }
            }
            steps.push(Step { command, exit: 0, checks: Vec::new() });
            continue;
        }
        let last = steps.last_mut().ok_or(line)?;
        let (kind, rest) = line.split_once(' ').ok_or(line)?;
        match kind {
            "exit" => last.exit = rest.trim().parse().map_err(|_| line)?,
            "out:" => last.checks.push(Check::Out(rest.to_owned())),
            "err:" => last.checks.push(Check::Err(rest.to_owned())),
            "not:" => last.checks.push(Check::Not(rest.to_owned())),
            "file" => {
                let (name, holds) = rest.split_once(": ").ok_or(line)?;
                last.checks.push(Check::File { name: name.to_owned(), holds: holds.to_owned() });
            }
            _ => return Err(line.to_owned()),
        }
    }
    Ok(steps)
}
