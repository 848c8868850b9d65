//! The sentence about the limit of a score.

use agmark_aaf::coverage;

/// Explains the limit of the score of a page with errors.
pub fn limit_sentence(errors: usize) -> String {
    format!("{errors} error(s) that `agmark check` reports limit the score to {}", coverage::MOST_WITH_ERRORS)
}
