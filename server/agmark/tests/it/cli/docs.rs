//! The generated pages are up to date. `UPDATE_EXPECT=1` writes them.

use expect_test::expect_file;

use crate::support::Folder;

#[test]
fn the_rules_page_is_current() {
    let page = Folder::of(&[]).run(&["docs", "rules"]).out;
    expect_file!["../../../../../docs/rules.md"].assert_eq(&page);
}

#[test]
fn the_configuration_page_is_current() {
    let page = Folder::of(&[]).run(&["docs", "configuration"]).out;
    expect_file!["../../../../../docs/configuration.md"].assert_eq(&page);
}
