//! JSON, YAML, configuration, paths.

use std::path::Path;
use std::sync::OnceLock;

use agmark_files::SafePath;
use agmark_schema::{Node, Parsed, Value, json, yaml};
use agmark_syntax::Registry;
use agmark_workspace::Config;

use crate::{Case, corpus};

type Checked = Result<(), String>;

/// JSON is read as `serde_json` reads it; what that refuses has a problem.
pub fn read_json(case: &Case) -> Checked {
    let text = case.part(0);
    let parsed = json::parse(text);
    sound(&parsed, text)?;
    // A byte order mark is no mistake of the author.
    let bare = text.strip_prefix('\u{feff}').unwrap_or(text);
    match serde_json::from_str::<serde_json::Value>(bare) {
        Ok(value) => {
            if let Some(problem) = parsed.problems.iter().find(|one| !is_stricter(one.kind)) {
                return Err(format!("correct JSON has a problem: {problem:?}"));
            }
            match parsed.problems.is_empty() && parsed.root.to_json() != value {
                true => Err(format!("{} is not {value}", parsed.root.to_json())),
                false => Ok(()),
            }
        }
        Err(error) if parsed.problems.is_empty() && !bare.trim().is_empty() => {
            Err(format!("JSON with an error has no problem: {error}"))
        }
        Err(_) => Ok(()),
    }
}

/// What we report and `serde_json` takes.
fn is_stricter(kind: agmark_schema::ProblemKind) -> bool {
    use agmark_schema::ProblemKind::{Depth, DuplicateKey, Number};
    matches!(kind, DuplicateKey | Depth | Number)
}

/// YAML is read to a tree whose places lie in the text.
pub fn read_yaml(case: &Case) -> Checked {
    let text = case.part(0);
    let parsed = yaml::parse(text);
    sound(&parsed, text)?;
    parsed.root.to_json();
    Ok(())
}

/// All places lie in the text, children in their parents, and no container is deeper than the limit.
fn sound(parsed: &Parsed, text: &str) -> Checked {
    node(&parsed.root, text, 0)?;
    for problem in &parsed.problems {
        let spans = [Some(problem.span.clone()), problem.repair.as_ref().map(|one| one.span.clone())];
        for span in spans.into_iter().flatten() {
            if text.get(span.clone()).is_none() {
                return Err(format!("{span:?} of {problem:?} is not a part of the text"));
            }
        }
    }
    Ok(())
}

fn node(one: &Node, text: &str, depth: usize) -> Checked {
    if text.get(one.span.clone()).is_none() || depth > agmark_schema::MAX_DEPTH + 1 {
        return Err(format!("{:?} at depth {depth} is not a part of the text", one.span));
    }
    match &one.value {
        Value::List(items) => items.iter().try_for_each(|item| node(item, text, depth + 1)),
        Value::Map(map) => map.iter().try_for_each(|member| match text.get(member.key.span.clone()) {
            Some(_) => node(&member.value, text, depth + 1),
            None => Err(format!("the key at {:?} is not a part of the text", member.key.span)),
        }),
        _ => Ok(()),
    }
}

/// A configuration is read, or refused with a place in its text.
pub fn config(case: &Case) -> Checked {
    static REGISTRY: OnceLock<Registry> = OnceLock::new();
    let registry = REGISTRY.get_or_init(corpus::registry);
    let text = case.part(0);
    match Config::parse(text, Path::new("/work/agmark.toml"), registry) {
        Ok(config) => {
            for path in ["/work/a.agd", "/work/docs/b.anml", "/elsewhere"] {
                config.settings(Path::new(path));
            }
            Ok(())
        }
        Err(error) => match error
            .span
            .as_ref()
            .is_none_or(|span| text.get(span.start as usize..span.end as usize).is_some())
        {
            true => Ok(()),
            false => Err(format!("{error:?} has no place in the text")),
        },
    }
}

/// A path that is accepted stays inside of its folder, on every platform.
pub fn paths(case: &Case) -> Checked {
    let text = case.part(0);
    for line in text.lines().chain([text]) {
        let Ok(safe) = SafePath::new(line) else { continue };
        let root = Path::new("/work/folder");
        let under = safe.under(root);
        if !under.starts_with(root) || under == root {
            return Err(format!("{line:?} leads to {}", under.display()));
        }
        for part in safe.parts() {
            let lower = part.to_lowercase();
            let trimmed = lower.trim_end_matches(['.', ' ']);
            let digits = |rest: &str| !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_digit());
            let short = trimmed.strip_prefix("git~").is_some_and(digits);
            let bad = matches!(part, "" | "." | "..") || trimmed == ".git" || short;
            if bad || part.contains(['/', '\\', ':']) || part.contains(char::is_control) {
                return Err(format!("{line:?} is accepted with the part {part:?}"));
            }
        }
        let again = SafePath::below(root, &under).map_err(|error| format!("{line:?}: {error}"))?;
        if again != safe {
            return Err(format!("{line:?} is read back as {again}"));
        }
    }
    Ok(())
}
