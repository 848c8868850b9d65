//! Folders, files, configuration, the index over all documents.
