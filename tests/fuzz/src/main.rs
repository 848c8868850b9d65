//! `tests/fuzz/run MINUTES [PART]`: runs targets for a time, with new seeds, and stores what fails.

use std::process::{Command, ExitCode};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use agmark_fuzz::engine::{self, Until};
use agmark_fuzz::{Target, corpus, minimize, targets};

/// The part that is not a target of this crate.
const PROTOCOL: &str = "protocol";

/// How many targets' time it gets in a run of all parts.
const PROTOCOL_SHARES: usize = 8;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let (minutes, part) = match words.as_slice() {
        [minutes] => (minutes, None),
        [minutes, part] => (minutes, Some(part.as_str())),
        _ => return usage("expected MINUTES and at most one PART"),
    };
    let Some(minutes) = minutes.parse::<f64>().ok().filter(|m| m.is_finite() && *m > 0.0) else {
        return usage(&format!("\"{minutes}\" is not a number of minutes"));
    };
    let chosen = chosen(part);
    let sessions = part.is_none_or(|part| part == PROTOCOL);
    if chosen.is_empty() && !sessions {
        return usage(&format!("unknown part \"{}\"", part.unwrap_or_default()));
    }
    let shares = chosen.len() + if sessions { PROTOCOL_SHARES } else { 0 };
    let each = Duration::from_secs_f64(minutes * 60.0 / shares as f64);
    let seed = seed();
    let (mut passed, mut failed) = (0, 0);
    for target in chosen {
        if run(target, seed, each) { passed += 1 } else { failed += 1 }
    }
    if sessions {
        if protocol(seed, each * PROTOCOL_SHARES as u32) { passed += 1 } else { failed += 1 }
    }
    println!("{passed} passed, {failed} failed");
    ExitCode::from(u8::from(failed > 0))
}

/// The sessions of `tests/e2e/tests/protocol/fuzz`, which need the built program. They print how many they played.
fn protocol(seed: u64, time: Duration) -> bool {
    let cargo = |words: &[&str]| {
        let mut cargo = Command::new("cargo");
        cargo.args(words).env("AGMARK_FUZZ_SEED", seed.to_string());
        cargo.env("AGMARK_FUZZ_SECONDS", time.as_secs().max(1).to_string());
        cargo.status().is_ok_and(|status| status.success())
    };
    cargo(&["build", "--quiet", "--package", "agmark", "--locked"])
        && cargo(&[
            "test",
            "--quiet",
            "--package",
            "agmark-tests",
            "--test",
            "protocol",
            "--locked",
            "fuzz::",
            "--",
            "--nocapture",
        ])
}

/// All targets, those of a group, or the one with this name.
fn chosen(part: Option<&str>) -> Vec<&'static Target> {
    let wanted = |target: &&Target| part.is_none_or(|part| part == target.group() || part == target.name);
    targets::all().into_iter().filter(wanted).collect()
}

/// Runs the stored failures, then new inputs.
fn run(target: &'static Target, seed: u64, time: Duration) -> bool {
    let mut good = true;
    for (file, case) in corpus::stored(target) {
        if let Err(why) = target.run(&case) {
            good = false;
            println!("{}: the stored input {file} fails: {why}", target.name);
        }
    }
    let outcome = engine::run(target, seed, Until::Time(time));
    println!("{:<24} {:>9} executions", target.name, outcome.executions);
    let Some(failure) = outcome.failure else { return good };
    let least = minimize::minimize(target, &failure.case);
    let why = target.run(&least).err().unwrap_or(failure.why);
    println!("{} fails for the input of seed {:#018x}: {why}", target.name, failure.seed);
    match corpus::store(target, failure.seed, &least) {
        Ok(path) => println!("stored as {}", path.display()),
        Err(error) => println!("the input cannot be stored: {error}\n{:?}", least.0),
    }
    false
}

/// `AGMARK_FUZZ_SEED`, or a new one each time.
fn seed() -> u64 {
    let given = std::env::var("AGMARK_FUZZ_SEED").ok();
    let number = given.and_then(|text| match text.strip_prefix("0x") {
        Some(hex) => u64::from_str_radix(hex, 16).ok(),
        None => text.parse().ok(),
    });
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    // Far apart, so that the inputs of two runs do not overlap.
    number.unwrap_or_else(|| (now.as_secs() << 32) ^ u64::from(now.subsec_nanos()))
}

fn usage(problem: &str) -> ExitCode {
    let mut groups: Vec<&str> = targets::all().into_iter().map(Target::group).collect();
    groups.dedup();
    eprintln!("{problem}\n\nUsage: tests/fuzz/run MINUTES [PART]\n\nPARTs: protocol, {}", groups.join(", "));
    eprintln!("or one target:");
    targets::all().iter().for_each(|target| eprintln!("  {}", target.name));
    ExitCode::from(2)
}
