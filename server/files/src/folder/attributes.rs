//! Extended attributes of Linux: access lists and attributes of programs. A new file that replaces another one gets
//! them. With the permissions alone, the group could get what the access list permits to others.

use std::ffi::{CStr, CString};
use std::fs::File;
use std::io;

use rustix::fs::{XattrFlags, fgetxattr, flistxattr, fremovexattr, fsetxattr};
use rustix::io::Errno;

/// The limit of Linux for the list of names and for a value, in bytes.
const LIMIT: usize = 64 << 10;
const ACCESS: &CStr = c"system.posix_acl_access";

/// The attributes of a file that its replacement must have.
#[derive(Clone, Debug, Default)]
pub(crate) struct Attributes {
    access: Option<Vec<u8>>,
    notes: Vec<(CString, Vec<u8>)>,
}

impl Attributes {
    /// Reads the attributes. A file system without attributes has none.
    pub fn of_file(file: &File) -> Self {
        let mut room = vec![0; LIMIT];
        let length = flistxattr(file, &mut room[..]).unwrap_or_default();
        let names: Vec<CString> = room[..length]
            .split(|byte| *byte == 0)
            .filter(|name| name.starts_with(b"user."))
            .filter_map(|name| CString::new(name).ok())
            .collect();
        let mut value = |name: &CStr| {
            let length = fgetxattr(file, name, &mut room[..]).ok()?;
            Some(room[..length].to_vec())
        };
        let access = value(ACCESS);
        let notes = names.into_iter().filter_map(|name| value(&name).map(|value| (name, value))).collect();
        Self { access, notes }
    }

    /// Sets the attributes of a new file, which may have an access list from its folder.
    ///
    /// # Errors
    /// If the access list cannot be set.
    pub fn give_to(&self, file: &File) -> io::Result<()> {
        for (name, value) in &self.notes {
            // An attribute of a program that cannot be set does not prevent the write.
            let _ = fsetxattr(file, name, value, XattrFlags::empty());
        }
        match &self.access {
            Some(access) => Ok(fsetxattr(file, ACCESS, access, XattrFlags::empty())?),
            None => match fremovexattr(file, ACCESS) {
                Ok(()) | Err(Errno::NODATA | Errno::NOTSUP | Errno::NOSYS) => Ok(()),
                Err(error) => Err(error.into()),
            },
        }
    }
}
