//! Which properties the fields of a template mean, and how often.

use std::collections::{HashMap, HashSet};

use agmark_syntax::{Span, work};

use crate::type_check::report::TypeReport;

/// The fields of some reports, without their places.
#[derive(Default)]
pub(crate) struct UsedFields {
    /// The schemas of the properties that a field may mean, each list once.
    pub meanings: HashSet<Vec<u32>>,
    /// The number of places by the schemas of the properties that all fields at a place may mean.
    pub uses: HashMap<Vec<u32>, usize>,
}

impl UsedFields {
    pub fn add(&mut self, report: &TypeReport) {
        let mut places: HashMap<Span, Vec<u32>> = HashMap::new();
        for (span, ids) in &report.fields {
            work::add(1);
            if !self.meanings.contains(ids) {
                self.meanings.insert(ids.clone());
            }
            places.entry(*span).or_default().extend(ids);
        }
        for mut ids in places.into_values() {
            ids.sort_unstable();
            ids.dedup();
            *self.uses.entry(ids).or_default() += 1;
        }
    }

    pub fn add_all(&mut self, other: &Self) {
        work::add(other.meanings.len());
        self.meanings.extend(other.meanings.iter().cloned());
        for (ids, count) in &other.uses {
            *self.uses.entry(ids.clone()).or_default() += count;
        }
    }
}
