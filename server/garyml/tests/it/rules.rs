//! The examples of the rules are their tests.

#[test]
fn every_rule_finds_its_bad_examples_and_leaves_its_good_ones() {
    agmark_syntax::testing::check_examples(agmark_garyml::format());
}
