//! The open files of a guest.

use std::collections::BTreeMap;

use super::errno::Errno;
use super::files::ROOT;

/// The maximum number of open files.
const MAX_OPEN: usize = 1024;

/// The number of the folder that is open at the start.
pub const PREOPENED: u32 = 3;

/// The open files and folders by number.
pub struct Table(BTreeMap<u32, Open>);

/// An open stream, folder or file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Open {
    Stdin,
    Stdout,
    Stderr,
    Folder(u64),
    File { number: u64, at: u64, append: bool },
}

impl Table {
    pub fn new() -> Self {
        let first = [Open::Stdin, Open::Stdout, Open::Stderr, Open::Folder(ROOT)];
        Self(first.into_iter().enumerate().map(|(number, open)| (number as u32, open)).collect())
    }

    pub fn get(&self, number: u32) -> Result<Open, Errno> {
        self.0.get(&number).copied().ok_or(Errno::BadDescriptor)
    }

    /// The folder that is open under a number.
    pub fn folder(&self, number: u32) -> Result<u64, Errno> {
        match self.get(number)? {
            Open::Folder(folder) => Ok(folder),
            _ => Err(Errno::NotDirectory),
        }
    }

    /// The file or folder that is open under a number.
    pub fn node(&self, number: u32) -> Result<u64, Errno> {
        match self.get(number)? {
            Open::Folder(node) | Open::File { number: node, .. } => Ok(node),
            Open::Stdin | Open::Stdout | Open::Stderr => Err(Errno::Invalid),
        }
    }

    pub fn add(&mut self, open: Open) -> Result<u32, Errno> {
        if self.0.len() >= MAX_OPEN {
            return Err(Errno::TooManyOpen);
        }
        let free = (0..).find(|number| !self.0.contains_key(number)).ok_or(Errno::TooManyOpen)?;
        self.0.insert(free, open);
        Ok(free)
    }

    pub fn set(&mut self, number: u32, open: Open) {
        self.0.insert(number, open);
    }

    pub fn close(&mut self, number: u32) -> Result<Open, Errno> {
        self.0.remove(&number).ok_or(Errno::BadDescriptor)
    }
}
