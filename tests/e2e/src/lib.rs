//! What crosses crates: the protocol over stdio, corpora, properties.
