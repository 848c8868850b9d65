//! Every target, on its stored failures and on its share of new inputs: the same ones on every machine.

use agmark_fuzz::engine::{self, Until};
use agmark_fuzz::{Target, corpus, minimize, targets};

/// The first seed of the share.
const SEED: u64 = 0x5eed;

/// Runs the targets of one group in threads.
fn share(group: &str) {
    let chosen: Vec<&'static Target> = targets::all().into_iter().filter(|t| t.group() == group).collect();
    assert!(!chosen.is_empty(), "no target belongs to {group}");
    let failures: Vec<String> = chosen.into_iter().flat_map(run).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}

fn run(target: &'static Target) -> Vec<String> {
    let mut failures = Vec::new();
    for (file, case) in corpus::stored(target) {
        if let Err(why) = target.run(&case) {
            failures.push(format!("{}: the stored input {file} fails: {why}", target.name));
        }
    }
    if let Some(failure) = engine::run(target, SEED, Until::Count(target.share)).failure {
        let least = minimize::minimize(target, &failure.case);
        let why = target.run(&least).err().unwrap_or(failure.why);
        failures.push(format!(
            "{}: the input of seed {:#x} fails: {why}\n{:?}",
            target.name, failure.seed, least.0
        ));
    }
    failures
}

#[test]
fn aaf() {
    share("aaf");
}

#[test]
fn agd() {
    share("agd");
}

#[test]
fn anml() {
    share("anml");
}

#[test]
fn garyml() {
    share("garyml");
}

#[test]
fn manifest() {
    share("manifest");
}

#[test]
fn markdownlang() {
    share("markdownlang");
}

#[test]
fn script() {
    share("script");
}

#[test]
fn text() {
    share("text");
}

#[test]
fn values() {
    share("values");
}

#[test]
fn each_group_has_a_test() {
    let source = include_str!("targets.rs");
    for target in targets::all() {
        let call = format!("share(\"{}\");", target.group());
        assert!(source.contains(&call), "{} is not run by a test", target.name);
    }
}

#[test]
fn no_stored_failure_is_forgotten() {
    let names: Vec<&str> = targets::all().iter().map(|target| target.name).collect();
    let folder = corpus::root().join("tests/fuzz/corpus");
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        assert!(names.contains(&name.as_str()), "tests/fuzz/corpus/{name} belongs to no target");
    }
}
