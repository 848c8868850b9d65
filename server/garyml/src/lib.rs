//! The garyml format.
