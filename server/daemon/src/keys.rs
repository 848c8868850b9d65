//! The keys of a document in Redis.

/// The end of the key of a stream of operations.
const STREAM: &str = ":ops";
/// The end of the key of a state.
const STATE: &str = ":state";

/// The keys of a document.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct DocumentKeys {
    /// The stream of operations.
    pub stream: String,
    /// The hash with the content and the last id.
    pub state: String,
    /// The stream of results.
    pub results: String,
    /// The next state, for the moment in which it is written.
    pub next: String,
    /// The consumer that works on the document now.
    pub claim: String,
}

impl DocumentKeys {
    /// The keys of the document with this prefix: `PREFIX:ops`, `PREFIX:state` and so on.
    pub fn of_prefix(prefix: &str) -> Self {
        Self::named(format!("{prefix}{STREAM}"), format!("{prefix}{STATE}"))
    }

    /// The keys of a document whose stream and state have any names. The results are beside the stream, the claim is
    /// beside the state.
    pub fn named(stream: String, state: String) -> Self {
        let results = format!("{}:results", stream.strip_suffix(STREAM).unwrap_or(&stream));
        let claim = format!("{}:claim", state.strip_suffix(STATE).unwrap_or(&state));
        let next = format!("{state}:next");
        Self { stream, state, results, next, claim }
    }

    /// The key of the results of a stream.
    pub fn results_of(stream: &str) -> String {
        Self::named(stream.to_owned(), String::new()).results
    }

    /// The document that has this stream.
    pub(crate) fn of_stream(stream: &str) -> Option<Self> {
        stream.strip_suffix(STREAM).map(Self::of_prefix)
    }

    /// The pattern of the streams of the documents that a pattern names.
    pub(crate) fn streams(documents: &str) -> String {
        format!("{documents}{STREAM}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_have_the_prefix_of_their_document() {
        let keys = DocumentKeys::of_prefix("agd:doc:{7}");
        assert_eq!(keys.stream, "agd:doc:{7}:ops");
        assert_eq!(keys.state, "agd:doc:{7}:state");
        assert_eq!(keys.results, "agd:doc:{7}:results");
        assert_eq!(keys.next, "agd:doc:{7}:state:next");
        assert_eq!(keys.claim, "agd:doc:{7}:claim");
        assert_eq!(DocumentKeys::of_stream("agd:doc:{7}:ops"), Some(keys));
        assert_eq!(DocumentKeys::of_stream("agd:doc:{7}"), None);
        let keys = DocumentKeys::named("edits".to_owned(), "page".to_owned());
        assert_eq!((keys.results.as_str(), keys.claim.as_str()), ("edits:results", "page:claim"));
    }
}
