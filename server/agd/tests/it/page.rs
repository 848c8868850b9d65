//! The statements of the documentation are true.

use std::sync::Arc;

use agd::Agd;
use agd::ast::OwnedBlock;
use agd::edit::Operation;
use agmark_syntax::{Format, testing};

const PAGE: &str = include_str!("../../../../docs/agd.md");

/// The texts between `before` and `after`.
fn all<'a>(before: &'a str, after: &'a str) -> impl Iterator<Item = &'a str> {
    PAGE.split(before).skip(1).filter_map(move |rest| rest.split_once(after)).map(|(found, _)| found)
}

#[test]
fn its_examples_are_good() {
    let mut count = 0;
    for example in all("```agd\n", "```") {
        count += 1;
        let document = agd::parse(example).unwrap_or_else(|error| panic!("{error}:\n{example}"));
        assert_eq!(agd::serialize(&document), example, "it is in canonical form");
        let found = testing::diagnostics(Arc::new(Agd), example);
        assert!(found.lines().all(|line| line.contains("fees.agd")), "{found}");
    }
    assert!(count > 0);
}

#[test]
fn its_operations_and_blocks_can_be_read() {
    let operations: Vec<_> = all("--op '", "'\n").collect();
    assert!(!operations.is_empty());
    for operation in operations {
        serde_json::from_str::<Operation>(operation).unwrap_or_else(|error| panic!("{error}: {operation}"));
    }
    let blocks: Vec<_> = all("`parse --json` prints:\n`", "`.").collect();
    assert!(!blocks.is_empty());
    for block in blocks {
        let block: OwnedBlock =
            serde_json::from_str(block).unwrap_or_else(|error| panic!("{error}: {block}"));
        assert!(agd::parse(&block.canonical()).is_ok());
    }
}

#[test]
fn it_names_every_command_and_no_other() {
    let mut named: Vec<_> = all("`agmark.agd.", "`").collect();
    let mut there: Vec<_> =
        Agd::INFO.commands.iter().filter_map(|command| command.id.strip_prefix("agmark.agd.")).collect();
    named.sort();
    there.sort();
    assert_eq!(named, there);
    for rule in all("`agd/", "`").filter(|rule| !rule.is_empty()) {
        assert!(Agd::INFO.rules.iter().any(|known| known.short() == rule), "{rule}");
    }
}
