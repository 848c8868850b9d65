//! No text at all gives an ERROR or MISSING node, from no legal cut, and no text makes a format fail.
//!
//! `AGMARK_TOTALITY=200000` tries that many documents a grammar.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use agmark_syntax::{AnyFormat, testing};

use crate::formats;
use crate::generate::Generator;

/// How many documents a grammar are tried unless told otherwise.
const DOCUMENTS: usize = 20_000;

/// How many documents come from one generator, and so are tried by one thread.
const BATCH: usize = 250;

#[test]
fn examples_are_read_alike_in_chunks_and_whole() {
    for format in formats::with_total_grammar() {
        let long: String = examples(&*format).concat();
        for text in examples(&*format).iter().chain([&long]) {
            testing::check_total(&format, text);
        }
    }
}

/// Tries random documents of a format.
pub fn check(name: &str) {
    for format in formats::named(name) {
        let examples = examples(&*format);
        let batches = documents().div_ceil(BATCH);
        let next = AtomicUsize::new(0);
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    loop {
                        let batch = next.fetch_add(1, Ordering::Relaxed);
                        if batch >= batches {
                            return;
                        }
                        let mut generator = Generator::new(&examples, batch as u64);
                        for _ in 0..BATCH {
                            let text = generator.next();
                            if !passes(&format, &text) {
                                let least = reduce(&format, text);
                                // Once more, for its message.
                                check_text(&format, &least);
                            }
                        }
                    }
                });
            }
        });
    }
}

fn documents() -> usize {
    std::env::var("AGMARK_TOTALITY").ok().and_then(|n| n.parse().ok()).unwrap_or(DOCUMENTS)
}

fn examples(format: &dyn AnyFormat) -> Vec<String> {
    let files = formats::examples(format.info().name).into_iter().map(|(_, text)| text);
    files.chain(formats::rule_examples(format)).collect()
}

fn check_text(format: &Arc<dyn AnyFormat>, text: &str) {
    // The grammars of HTML and JSON are not ours: their trees may have errors.
    if format.info().name != "aaf" {
        testing::check_total(format, text);
    }
    testing::diagnostics(Arc::clone(format), text);
}

fn passes(format: &Arc<dyn AnyFormat>, text: &str) -> bool {
    catch_unwind(AssertUnwindSafe(|| check_text(format, text))).is_ok()
}

/// A smaller document that fails too: without whole lines, then without single characters.
fn reduce(format: &Arc<dyn AnyFormat>, text: String) -> String {
    let lines: Vec<String> = text.split_inclusive('\n').map(str::to_owned).collect();
    let few = without(format, lines).concat();
    without(format, few.chars().map(String::from).collect()).concat()
}

fn without(format: &Arc<dyn AnyFormat>, mut parts: Vec<String>) -> Vec<String> {
    let mut at = 0;
    while at < parts.len() {
        let part = parts.remove(at);
        if passes(format, &parts.concat()) {
            parts.insert(at, part);
            at += 1;
        }
    }
    parts
}
