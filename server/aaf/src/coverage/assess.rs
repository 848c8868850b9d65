//! The assessment of a page.

use super::assessment::Assessment;
use super::category::Category;
use super::manifest::ManifestCheck;
use super::subject::AuditedPage;
use super::{count, manifest, safety};

impl AuditedPage<'_> {
    /// Looks at each of the categories, in their order.
    pub fn assess(&self, categories: &[Category], contract: &ManifestCheck) -> Vec<Assessment> {
        let wanted = Category::ALL.into_iter().filter(|category| categories.contains(category));
        wanted
            .map(|category| match category {
                Category::Forms => count::forms(self),
                Category::Fields => count::fields(self),
                Category::Actions => count::actions(self),
                Category::Navigation => count::links(self),
                Category::Safety => safety::buttons(self),
                Category::Manifest => manifest::assess(contract),
            })
            .collect()
    }
}
