//! Every rule finds something in each of its bad examples and nothing in its good ones.

use std::sync::Arc;

use agmark_aaf::{Manifests, Pages};
use agmark_syntax::testing;

#[test]
fn examples_of_pages() {
    testing::check_examples(Arc::new(Pages));
}

#[test]
fn examples_of_manifests() {
    testing::check_examples(Arc::new(Manifests));
}
