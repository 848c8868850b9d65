//! The memory of a guest. All accesses are checked.

use super::errno::Errno;

/// The memory of a guest.
pub struct GuestMemory<'a>(pub &'a mut [u8]);

impl GuestMemory<'_> {
    /// Bytes that the guest wrote.
    pub fn bytes(&self, at: u32, length: u32) -> Result<&[u8], Errno> {
        let at = at as usize;
        self.0.get(at..at.checked_add(length as usize).ok_or(Errno::Fault)?).ok_or(Errno::Fault)
    }

    /// Bytes for the guest to read.
    pub fn room(&mut self, at: u32, length: u32) -> Result<&mut [u8], Errno> {
        let at = at as usize;
        self.0.get_mut(at..at.checked_add(length as usize).ok_or(Errno::Fault)?).ok_or(Errno::Fault)
    }

    pub fn put(&mut self, at: u32, bytes: &[u8]) -> Result<(), Errno> {
        let length = u32::try_from(bytes.len()).map_err(|_| Errno::Fault)?;
        self.room(at, length)?.copy_from_slice(bytes);
        Ok(())
    }

    pub fn put_u32(&mut self, at: u32, value: u32) -> Result<(), Errno> {
        self.put(at, &value.to_le_bytes())
    }

    pub fn put_u64(&mut self, at: u32, value: u64) -> Result<(), Errno> {
        self.put(at, &value.to_le_bytes())
    }

    pub fn u32(&self, at: u32) -> Result<u32, Errno> {
        let bytes = self.bytes(at, 4)?;
        bytes.try_into().map(u32::from_le_bytes).map_err(|_| Errno::Fault)
    }

    pub fn u64(&self, at: u32) -> Result<u64, Errno> {
        let bytes = self.bytes(at, 8)?;
        bytes.try_into().map(u64::from_le_bytes).map_err(|_| Errno::Fault)
    }

    /// A path that the guest wrote.
    pub fn path(&self, at: u32, length: u32) -> Result<String, Errno> {
        const LONGEST: u32 = 4096;
        if length > LONGEST {
            return Err(Errno::NameTooLong);
        }
        String::from_utf8(self.bytes(at, length)?.to_vec()).map_err(|_| Errno::Invalid)
    }

    /// A list of buffers: the address and the length of each.
    pub fn vectors(&self, at: u32, count: u32) -> Result<Vec<(u32, u32)>, Errno> {
        const MOST: u32 = 1024;
        if count > MOST {
            return Err(Errno::Invalid);
        }
        let one = |n: u32| {
            let at = at.checked_add(n * 8).ok_or(Errno::Fault)?;
            Ok((self.u32(at)?, self.u32(at.checked_add(4).ok_or(Errno::Fault)?)?))
        };
        (0..count).map(one).collect()
    }
}
