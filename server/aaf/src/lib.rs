//! The AAF format: annotations and manifests.
