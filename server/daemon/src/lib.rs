//! The AGD daemon.
