//! How much of a page an agent can use: the categories of the audit (6.7), their scores, and the score of a page.
//!
//! Editors and the audit of a site use the same arithmetic, so that they show the same score.

mod assess;
mod assessment;
mod category;
mod count;
mod errors;
mod manifest;
mod safety;
mod score;
mod subject;

pub use assessment::{Assessment, Gap, GapFile, ReportLine, ReportMark};
pub use category::Category;
pub use errors::{MOST_WITH_ERRORS, limited};
pub use manifest::{ManifestCheck, ManifestError};
pub use score::{label, mean, overall, percent};
pub use subject::AuditedPage;
