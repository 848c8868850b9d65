//! Python in a sandbox.
