//! What holds for the documents of every format, whatever is in them. Each format has a file with its name: the general
//! tests run for it there, beside the tests that only it needs.

mod corpus;
mod edits;
mod endings;
mod fixes;
mod formats;
mod generate;
mod kept_answers;
mod offers;
mod queries;
mod totality;
mod work;
mod work_requests;

/// The general tests of a format. `unfinished` are the rules that may report what an offer inserts, because more must be
/// written after it.
macro_rules! general_tests {
    ($format:literal, unfinished: $unfinished:expr) => {
        #[test]
        fn edits_leave_a_fresh_document() {
            crate::edits::check($format);
        }

        #[test]
        fn fixes_keep_what_was_written() {
            crate::fixes::check($format);
        }

        #[test]
        fn offers_fit_their_place() {
            crate::offers::check($format, $unfinished);
        }

        #[test]
        fn random_documents_are_read() {
            crate::totality::check($format);
        }
    };
}

macro_rules! formats {
    ($($name:ident),*) => {
        $(mod $name;)*
        const TESTED: &[&str] = &[$(stringify!($name)),*];
    };
}

// Each format, in the order of the alphabet.
formats!(aaf, agd, anml, garyml, markdownlang);

#[test]
fn each_format_has_its_tests() {
    let mut names = formats::names();
    names.sort_unstable();
    assert_eq!(names, TESTED);
}
