//! The results of operations, as they are written to the stream of results.

/// The status of an operation that was applied.
pub const APPLIED: &str = "applied";

/// The result of an operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OperationResult {
    Applied,
    TargetNotFound {
        id: String,
    },
    /// The block has changed since the operation was made.
    Conflict {
        /// The hash of its content now.
        found: String,
        reason: String,
    },
    Refused {
        reason: String,
    },
}

/// The bytes of the longest reason. Reasons can quote the operation.
const MAX_REASON: usize = 400;

impl OperationResult {
    /// The word for it in `last_status` and in the stream of results.
    pub fn status(&self) -> &'static str {
        match self {
            Self::Applied => APPLIED,
            Self::TargetNotFound { .. } => "target_not_found",
            Self::Conflict { .. } => "conflict",
            Self::Refused { .. } => "refused",
        }
    }

    fn reason(&self) -> Option<String> {
        match self {
            Self::Applied => None,
            Self::TargetNotFound { id } => Some(format!("block #{} does not exist", short(id))),
            Self::Conflict { reason, .. } | Self::Refused { reason } => Some(short(reason).to_owned()),
        }
    }
}

fn short(text: &str) -> &str {
    &text[..text.floor_char_boundary(MAX_REASON)]
}

/// The results of adjacent entries of a stream. Applied operations share one entry of the stream of results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResultRange {
    /// The ids of the first and the last of these operations.
    pub first: String,
    pub last: String,
    pub count: usize,
    pub result: OperationResult,
}

impl ResultRange {
    /// The fields and values of its entry in the stream of results.
    pub fn fields(&self) -> Vec<String> {
        let mut fields: Vec<String> = [
            ("status", self.result.status()),
            ("first", &self.first),
            ("last", &self.last),
            ("count", &self.count.to_string()),
        ]
        .into_iter()
        .flat_map(|(field, value)| [field.to_owned(), value.to_owned()])
        .collect();
        if let OperationResult::Conflict { found, .. } = &self.result {
            fields.extend(["hash".to_owned(), found.clone()]);
        }
        if let Some(reason) = self.result.reason() {
            fields.extend(["reason".to_owned(), reason]);
        }
        fields
    }
}

/// Adds the result of the operation in the entry `id`.
pub fn add(all: &mut Vec<ResultRange>, id: &str, result: OperationResult) {
    match all.last_mut() {
        Some(range) if range.result == OperationResult::Applied && result == OperationResult::Applied => {
            range.count += 1;
            id.clone_into(&mut range.last);
        }
        _ => all.push(ResultRange { first: id.to_owned(), last: id.to_owned(), count: 1, result }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adjacent_applied_operations_are_one_entry() {
        let mut all = Vec::new();
        let conflict =
            OperationResult::Conflict { found: "1a2b3c4d".to_owned(), reason: "changed".to_owned() };
        add(&mut all, "1-0", OperationResult::Applied);
        add(&mut all, "2-0", OperationResult::Applied);
        add(&mut all, "3-0", conflict);
        add(&mut all, "4-0", OperationResult::TargetNotFound { id: "é".repeat(MAX_REASON) });
        let fields: Vec<String> = all.iter().map(|range| range.fields().join(" ")).collect();
        assert_eq!(fields[0], "status applied first 1-0 last 2-0 count 2");
        assert_eq!(fields[1], "status conflict first 3-0 last 3-0 count 1 hash 1a2b3c4d reason changed");
        assert!(fields[2].len() < MAX_REASON + 100, "{}", fields[2]);
        assert_eq!(fields.len(), 3);
    }
}
