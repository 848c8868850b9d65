//! The table of `tests/mutants` fits the sources. The mutants themselves are tried by that command.

use std::collections::BTreeSet;

use crate::{read, root};

#[test]
fn each_mutant_changes_one_place() {
    let table: toml::Value = toml::from_str(&read(&root().join("tests/mutants.toml"))).expect("TOML");
    let mutants = table["mutant"].as_array().expect("a list");
    assert!(mutants.len() >= 40, "{} mutants", mutants.len());
    let mut names = BTreeSet::new();
    let mut wrong = Vec::new();
    for mutant in mutants {
        let word = |key: &str| mutant[key].as_str().unwrap_or_else(|| panic!("{mutant} has no {key}"));
        let found = read(&root().join(word("file"))).matches(word("old")).count();
        if found != 1 {
            wrong.push(format!("{}: `old` occurs {found} times in {}", word("name"), word("file")));
        }
        if word("old") == word("new") {
            wrong.push(format!("{} changes nothing", word("name")));
        }
        if !names.insert(word("name").to_owned()) {
            wrong.push(format!("two mutants are called {}", word("name")));
        }
        for key in ["package", "filter"] {
            word(key);
        }
    }
    assert!(wrong.is_empty(), "tests/mutants.toml does not fit the sources:\n{}", wrong.join("\n"));
}
