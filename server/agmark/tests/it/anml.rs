//! `agmark anml`: what it prints and ends with.

mod change;
mod convert;
mod read;
mod stream;

use expect_test::Expect;

use crate::support::Folder;

/// A page of a library, as an agent sees it.
const PAGE: &str = "\
---
url: https://library.example/
title: Find a book
---
header
  link#e1 \"Home\" href=/
main
  h1 \"Find a book\"
  p \"By title or author.\"
  form
    searchbox#e2 \"Title\" [required]
    button#e3 \"Search\"
  table \"Loans\"
    | Book | Renew |
    | Emma | button#e4 \"Renew\" |
  nav#e5 \"More\" [collapsed]
    ~ 4 links
";

/// What the program says in a folder with [`PAGE`] and other files.
fn check(args: &[&str], files: &[(&str, &str)], input: &str, expected: &Expect) {
    let mut all = vec![("page.anml", PAGE)];
    all.extend(files);
    let folder = Folder::of(&all);
    let mut words = vec!["anml"];
    words.extend(args);
    expected.assert_eq(&folder.run_with(&words, input.as_bytes()).to_string());
}
