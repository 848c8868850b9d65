//! The toy format: the general tests.

general_tests!("toy", unfinished: &[]);
