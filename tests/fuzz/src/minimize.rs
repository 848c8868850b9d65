//! Makes a failing input smaller.

use crate::{Case, Target};

/// How many checks are spent on one input.
const TRIES: usize = 4000;

/// A smaller input that fails too: without blocks of lines, then without blocks of characters.
pub fn minimize(target: &Target, case: &Case) -> Case {
    let mut tries = TRIES;
    let mut least = case.clone();
    for index in 0..least.0.len() {
        let lines = |text: &str| text.split_inclusive('\n').map(str::to_owned).collect::<Vec<_>>();
        let characters = |text: &str| text.chars().map(String::from).collect::<Vec<_>>();
        for units in [lines as fn(&str) -> Vec<String>, characters] {
            without(target, &mut least, index, units, &mut tries);
        }
    }
    least
}

/// Removes ever smaller blocks of units from a part, as long as the case fails.
fn without(
    target: &Target,
    case: &mut Case,
    index: usize,
    units: fn(&str) -> Vec<String>,
    tries: &mut usize,
) {
    let mut kept = units(case.part(index));
    let mut size = kept.len().div_ceil(2);
    while size > 0 {
        let mut at = 0;
        while at < kept.len() && *tries > 0 {
            *tries -= 1;
            let mut fewer = kept.clone();
            fewer.drain(at..(at + size).min(kept.len()));
            let mut candidate = case.clone();
            candidate.0[index] = fewer.concat();
            if target.run(&candidate).is_err() {
                *case = candidate;
                kept = fewer;
            } else {
                at += size;
            }
        }
        size = if size == 1 { 0 } else { size.div_ceil(2) };
    }
}
