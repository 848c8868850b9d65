//! Operations on the files of a guest that several calls share.

use super::call::CallResult;
use super::errno::Errno;
use super::files::{Content, ROOT, now};
use super::memory::GuestMemory;
use super::state::{APPEND, FILE, FOLDER, Wasi};
use super::table::Open;

impl Wasi {
    pub fn find(&self, memory: &GuestMemory<'_>, fd: u32, path: u32, length: u32) -> Result<u64, Errno> {
        let folder = self.table.folder(fd)?;
        self.files.find(folder, &memory.path(path, length)?)
    }

    pub fn open(&mut self, fd: u32, path: &str, how: u32, flags: u16) -> Result<u32, Errno> {
        const CREATE: u32 = 1;
        const IS_FOLDER: u32 = 2;
        const ALONE: u32 = 4;
        const TRUNCATE: u32 = 8;
        let from = self.table.folder(fd)?;
        let node = match self.files.find(from, path) {
            Ok(_) if how & CREATE != 0 && how & ALONE != 0 => return Err(Errno::Exists),
            Err(Errno::NoEntry) if how & CREATE != 0 && how & IS_FOLDER == 0 => {
                let (folder, name) = self.files.walk(from, path)?;
                self.files.create(folder, &name, false)?
            }
            found => found?,
        };
        let open = match self.files.node(node)?.content {
            Content::Folder(_) if how & (CREATE | TRUNCATE) != 0 => return Err(Errno::IsDirectory),
            Content::Folder(_) => Open::Folder(node),
            Content::File(_) if how & IS_FOLDER != 0 => return Err(Errno::NotDirectory),
            Content::File(_) => {
                if how & TRUNCATE != 0 {
                    self.files.resize(node, 0)?;
                }
                Open::File { number: node, at: 0, append: flags & APPEND != 0 }
            }
        };
        let number = self.table.add(open)?;
        self.files.opened(node);
        Ok(number)
    }

    pub fn read(
        &self,
        memory: &mut GuestMemory<'_>,
        node: u64,
        at: u64,
        list: u32,
        count: u32,
    ) -> Result<u32, Errno> {
        let mut sum = 0;
        for (to, length) in memory.vectors(list, count)? {
            let read = self.files.read(node, at + u64::from(sum), memory.room(to, length)?)? as u32;
            sum += read;
            if read < length {
                break;
            }
        }
        Ok(sum)
    }

    pub fn write(
        &mut self,
        memory: &GuestMemory<'_>,
        node: u64,
        at: u64,
        list: u32,
        count: u32,
    ) -> Result<u32, Errno> {
        let mut sum = 0;
        for (from, length) in memory.vectors(list, count)? {
            let bytes = memory.bytes(from, length)?;
            let at = at.checked_add(u64::from(sum)).ok_or(Errno::NoSpace)?;
            match self.files.write(node, at, bytes) {
                Ok(written) => sum += written as u32,
                Err(errno) if sum == 0 => return Err(errno),
                Err(_) => break,
            }
        }
        Ok(sum)
    }

    pub fn kind(&self, node: u64) -> Result<u8, Errno> {
        Ok(if matches!(self.files.node(node)?.content, Content::Folder(_)) { FOLDER } else { FILE })
    }

    pub fn stat(&self, memory: &mut GuestMemory<'_>, node: u64, out: u32) -> CallResult {
        let node_state = self.files.node(node)?;
        let mut bytes = [0; 64];
        bytes[0] = 1;
        bytes[8..16].copy_from_slice(&node.to_le_bytes());
        bytes[16] = self.kind(node)?;
        bytes[24] = 1;
        bytes[32..40].copy_from_slice(&self.files.size(node)?.to_le_bytes());
        for at in [40, 48, 56] {
            bytes[at..at + 8].copy_from_slice(&node_state.changed.to_le_bytes());
        }
        memory.put(out, &bytes)
    }

    pub fn times(&mut self, node: u64, changed: u64, flags: u32) -> CallResult {
        const TO: u32 = 4;
        const NOW: u32 = 8;
        if flags & NOW != 0 {
            self.files.set_time(node, now());
        } else if flags & TO != 0 {
            self.files.set_time(node, changed);
        }
        Ok(())
    }

    /// Fills memory with unpredictable bytes: hashes of a counter, with a seed from the system.
    pub fn random(&mut self, room: &mut [u8]) {
        use std::hash::{BuildHasher, RandomState};
        let state = RandomState::new();
        for chunk in room.chunks_mut(8) {
            self.drawn += 1;
            let bytes = state.hash_one((self.drawn, ROOT)).to_le_bytes();
            chunk.copy_from_slice(&bytes[..chunk.len()]);
        }
    }
}
