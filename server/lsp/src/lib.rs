//! The protocol: session, snapshots, one file a feature.
