//! The AGD format: documents that agents edit together.
