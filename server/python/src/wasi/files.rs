//! The files of a guest, in memory.

use std::collections::{BTreeMap, HashMap};
use std::time::{SystemTime, UNIX_EPOCH};

use super::errno::Errno;

/// The number of the root folder.
pub const ROOT: u64 = 1;

/// The size of a file or a folder in addition to its content, in bytes.
const OVERHEAD: u64 = 512;

/// The maximum number of parts of a path.
const MAX_DEPTH: usize = 256;

/// All files and folders, by number.
pub struct Files {
    nodes: HashMap<u64, Node>,
    next: u64,
    left: u64,
}

/// A file or a folder.
pub struct Node {
    pub content: Content,
    /// Nanoseconds since 1970.
    pub changed: u64,
    /// Whether it is in a folder. If not, it is removed when it is closed.
    linked: bool,
    open: u32,
}

pub enum Content {
    File(Vec<u8>),
    Folder(BTreeMap<String, u64>),
}

impl Files {
    /// A file system of a maximum size in bytes, with an empty folder `tmp`.
    pub fn new(room: u64) -> Self {
        let mut files = Self { nodes: HashMap::new(), next: ROOT, left: room.saturating_add(2 * OVERHEAD) };
        // The size includes these two folders.
        let _ = files.add(Content::Folder(BTreeMap::new()));
        let _ = files.create(ROOT, "tmp", true);
        files
    }

    fn add(&mut self, content: Content) -> Result<u64, Errno> {
        self.left = self.left.checked_sub(OVERHEAD).ok_or(Errno::NoSpace)?;
        let number = self.next;
        self.next += 1;
        self.nodes.insert(number, Node { content, changed: now(), linked: true, open: 0 });
        Ok(number)
    }

    pub fn node(&self, number: u64) -> Result<&Node, Errno> {
        self.nodes.get(&number).ok_or(Errno::BadDescriptor)
    }

    fn entries(&mut self, folder: u64) -> Result<&mut BTreeMap<String, u64>, Errno> {
        match self.nodes.get_mut(&folder).map(|node| &mut node.content) {
            Some(Content::Folder(entries)) => Ok(entries),
            Some(Content::File(_)) => Err(Errno::NotDirectory),
            None => Err(Errno::BadDescriptor),
        }
    }

    fn child(&self, folder: u64, name: &str) -> Result<Option<u64>, Errno> {
        match &self.node(folder)?.content {
            Content::Folder(entries) => Ok(entries.get(name).copied()),
            Content::File(_) => Err(Errno::NotDirectory),
        }
    }

    /// The folder of the last part of a path, and the last part, which is empty for the folder itself. A path cannot leave
    /// the folder where it starts. The parent of the root is the root.
    pub fn walk(&self, from: u64, path: &str) -> Result<(u64, String), Errno> {
        if path.starts_with('/') || path.contains('\0') {
            return Err(Errno::NotCapable);
        }
        let mut way = vec![from];
        let mut steps: Vec<&str> = path.split('/').filter(|step| !step.is_empty() && *step != ".").collect();
        if steps.len() > MAX_DEPTH {
            return Err(Errno::NameTooLong);
        }
        let last = if steps.last() == Some(&"..") { None } else { steps.pop() };
        for step in steps {
            if step == ".." {
                // The root is its own parent.
                if way != [ROOT] {
                    way.pop();
                }
            } else {
                let folder = *way.last().ok_or(Errno::NotCapable)?;
                let child = self.child(folder, step)?.ok_or(Errno::NoEntry)?;
                if !matches!(self.node(child)?.content, Content::Folder(_)) {
                    return Err(Errno::NotDirectory);
                }
                way.push(child);
            }
            if way.is_empty() {
                return Err(Errno::NotCapable);
            }
        }
        let folder = *way.last().ok_or(Errno::NotCapable)?;
        Ok((folder, last.unwrap_or_default().to_owned()))
    }

    /// The file or folder at a path.
    pub fn find(&self, from: u64, path: &str) -> Result<u64, Errno> {
        let (folder, name) = self.walk(from, path)?;
        if name.is_empty() {
            return Ok(folder);
        }
        let found = self.child(folder, &name)?.ok_or(Errno::NoEntry)?;
        if path.ends_with('/') && !matches!(self.node(found)?.content, Content::Folder(_)) {
            return Err(Errno::NotDirectory);
        }
        Ok(found)
    }

    /// Creates a file or a folder.
    pub fn create(&mut self, folder: u64, name: &str, is_folder: bool) -> Result<u64, Errno> {
        if name.is_empty() || self.child(folder, name)?.is_some() {
            return Err(Errno::Exists);
        }
        if name.len() > 255 {
            return Err(Errno::NameTooLong);
        }
        let content = if is_folder { Content::Folder(BTreeMap::new()) } else { Content::File(Vec::new()) };
        let number = self.add(content)?;
        self.entries(folder)?.insert(name.to_owned(), number);
        self.touch(folder);
        Ok(number)
    }

    /// Removes a file or an empty folder.
    pub fn remove(&mut self, from: u64, path: &str, is_folder: bool) -> Result<(), Errno> {
        let (folder, name) = self.walk(from, path)?;
        let number = self.child(folder, &name)?.ok_or(Errno::NoEntry)?;
        match (&self.node(number)?.content, is_folder) {
            (Content::Folder(entries), true) if !entries.is_empty() => return Err(Errno::NotEmpty),
            (Content::Folder(_), false) => return Err(Errno::IsDirectory),
            (Content::File(_), true) => return Err(Errno::NotDirectory),
            _ => {}
        }
        self.entries(folder)?.remove(&name);
        self.touch(folder);
        self.unlink(number);
        Ok(())
    }

    /// Renames a file or a folder. It replaces an existing one.
    pub fn rename(&mut self, from: u64, old: &str, to: u64, new: &str) -> Result<(), Errno> {
        let (old_folder, old_name) = self.walk(from, old)?;
        let (new_folder, new_name) = self.walk(to, new)?;
        let number = self.child(old_folder, &old_name)?.ok_or(Errno::NoEntry)?;
        if new_name.is_empty() || self.holds(number, new_folder) {
            return Err(Errno::Invalid);
        }
        if new_name.len() > 255 {
            return Err(Errno::NameTooLong);
        }
        if let Some(there) = self.child(new_folder, &new_name)? {
            if there == number {
                return Ok(());
            }
            let is_folder = matches!(self.node(number)?.content, Content::Folder(_));
            match (&self.node(there)?.content, is_folder) {
                (Content::Folder(entries), true) if !entries.is_empty() => return Err(Errno::NotEmpty),
                (Content::Folder(_), false) => return Err(Errno::IsDirectory),
                (Content::File(_), true) => return Err(Errno::NotDirectory),
                _ => {}
            }
            self.unlink(there);
        }
        self.entries(old_folder)?.remove(&old_name);
        self.entries(new_folder)?.insert(new_name, number);
        self.touch(old_folder);
        self.touch(new_folder);
        Ok(())
    }

    /// Whether a folder is or contains another one, at any depth.
    fn holds(&self, above: u64, below: u64) -> bool {
        let mut open = vec![above];
        while let Some(number) = open.pop() {
            if number == below {
                return true;
            }
            if let Some(Node { content: Content::Folder(entries), .. }) = self.nodes.get(&number) {
                open.extend(entries.values().copied());
            }
        }
        false
    }

    /// Reads from an offset in a file. Returns 0 after the end.
    pub fn read(&self, number: u64, at: u64, into: &mut [u8]) -> Result<usize, Errno> {
        let Content::File(bytes) = &self.node(number)?.content else { return Err(Errno::IsDirectory) };
        let rest = usize::try_from(at).ok().and_then(|at| bytes.get(at..)).unwrap_or_default();
        let read = rest.len().min(into.len());
        if let (Some(into), Some(rest)) = (into.get_mut(..read), rest.get(..read)) {
            into.copy_from_slice(rest);
        }
        Ok(read)
    }

    /// Writes at an offset in a file. The file grows if necessary.
    pub fn write(&mut self, number: u64, at: u64, from: &[u8]) -> Result<usize, Errno> {
        if from.is_empty() {
            return Ok(0);
        }
        let end = at.checked_add(from.len() as u64).ok_or(Errno::NoSpace)?;
        if end > self.size(number)? {
            self.resize(number, end)?;
        }
        let bytes = self.file(number)?;
        let at = usize::try_from(at).map_err(|_| Errno::NoSpace)?;
        bytes.get_mut(at..at + from.len()).ok_or(Errno::NoSpace)?.copy_from_slice(from);
        self.touch(number);
        Ok(from.len())
    }

    fn file(&mut self, number: u64) -> Result<&mut Vec<u8>, Errno> {
        match self.nodes.get_mut(&number).map(|node| &mut node.content) {
            Some(Content::File(bytes)) => Ok(bytes),
            Some(Content::Folder(_)) => Err(Errno::IsDirectory),
            None => Err(Errno::BadDescriptor),
        }
    }

    pub fn size(&self, number: u64) -> Result<u64, Errno> {
        Ok(match &self.node(number)?.content {
            Content::File(bytes) => bytes.len() as u64,
            Content::Folder(entries) => entries.len() as u64,
        })
    }

    /// Changes the size of a file.
    pub fn resize(&mut self, number: u64, size: u64) -> Result<(), Errno> {
        let now = self.file(number)?.len() as u64;
        self.left = (self.left + now).checked_sub(size).ok_or(Errno::NoSpace)?;
        let size = usize::try_from(size).map_err(|_| Errno::NoSpace)?;
        self.file(number)?.resize(size, 0);
        self.touch(number);
        Ok(())
    }

    /// The entries of a folder.
    pub fn list(&self, number: u64) -> Result<impl Iterator<Item = (&str, u64)>, Errno> {
        match &self.node(number)?.content {
            Content::Folder(entries) => Ok(entries.iter().map(|(name, number)| (name.as_str(), *number))),
            Content::File(_) => Err(Errno::NotDirectory),
        }
    }

    fn touch(&mut self, number: u64) {
        self.set_time(number, now());
    }

    pub fn set_time(&mut self, number: u64, time: u64) {
        if let Some(node) = self.nodes.get_mut(&number) {
            node.changed = time;
        }
    }

    pub fn opened(&mut self, number: u64) {
        if let Some(node) = self.nodes.get_mut(&number) {
            node.open += 1;
        }
    }

    pub fn closed(&mut self, number: u64) {
        if let Some(node) = self.nodes.get_mut(&number) {
            node.open = node.open.saturating_sub(1);
        }
        self.free_if_unused(number);
    }

    fn unlink(&mut self, number: u64) {
        if let Some(node) = self.nodes.get_mut(&number) {
            node.linked = false;
        }
        self.free_if_unused(number);
    }

    /// Frees the space of a file without a name that is not open.
    fn free_if_unused(&mut self, number: u64) {
        let gone = self.nodes.get(&number).is_some_and(|node| !node.linked && node.open == 0);
        if gone && let Some(node) = self.nodes.remove(&number) {
            let bytes = if let Content::File(bytes) = node.content { bytes.len() as u64 } else { 0 };
            self.left += OVERHEAD + bytes;
        }
    }
}

/// Nanoseconds since 1970.
pub fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_nanos()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_stay_inside() {
        let mut files = Files::new(1 << 20);
        let tmp = files.find(ROOT, "tmp/").unwrap();
        let file = files.create(tmp, "a", false).unwrap();
        assert_eq!(files.find(ROOT, "./tmp//../tmp/a"), Ok(file));
        assert_eq!(files.find(tmp, "a/"), Err(Errno::NotDirectory));
        assert_eq!(files.find(tmp, "a/b"), Err(Errno::NotDirectory));
        assert_eq!(files.find(tmp, ".."), Err(Errno::NotCapable));
        assert_eq!(files.find(ROOT, "tmp/../../tmp"), Ok(tmp));
        assert_eq!(files.find(tmp, "../tmp/a"), Err(Errno::NotCapable));
        assert_eq!(files.find(ROOT, "/etc/passwd"), Err(Errno::NotCapable));
        assert_eq!(files.find(ROOT, "etc/passwd"), Err(Errno::NoEntry));
    }

    #[test]
    fn space_is_limited_and_freed() {
        let mut files = Files::new(10_600);
        let file = files.create(ROOT, "a", false).unwrap();
        assert_eq!(files.write(file, 0, &[1; 9000]), Ok(9000));
        assert_eq!(files.write(file, 9000, &[1; 9000]), Err(Errno::NoSpace));
        assert_eq!(files.resize(file, 1 << 40), Err(Errno::NoSpace));
        assert_eq!(files.write(file, u64::MAX, &[1]), Err(Errno::NoSpace));
        files.opened(file);
        files.remove(ROOT, "a", false).unwrap();
        let second = files.create(ROOT, "a", false).unwrap();
        assert_eq!(files.write(second, 0, &[1; 5000]), Err(Errno::NoSpace), "the first is still open");
        files.closed(file);
        assert_eq!(files.write(second, 0, &[1; 5000]), Ok(5000));
        let many = (0..100).map(|n| files.create(ROOT, &format!("f{n}"), false)).filter(Result::is_err);
        assert!(many.count() > 80, "empty files need space");
    }

    #[test]
    fn folders_cannot_be_put_into_themselves() {
        let mut files = Files::new(1 << 20);
        let a = files.create(ROOT, "a", true).unwrap();
        files.create(a, "b", true).unwrap();
        assert_eq!(files.rename(ROOT, "a", ROOT, "a/b/c"), Err(Errno::Invalid));
        assert_eq!(files.remove(ROOT, "a", true), Err(Errno::NotEmpty));
        assert_eq!(files.rename(ROOT, "a/b", ROOT, "b"), Ok(()));
        assert_eq!(files.remove(ROOT, "a", true), Ok(()));
        let file = files.create(ROOT, "f", false).unwrap();
        files.write(file, 3, b"x").unwrap();
        let mut bytes = [9; 8];
        assert_eq!((files.read(file, 0, &mut bytes), &bytes[..4]), (Ok(4), &b"\0\0\0x"[..]));
        assert_eq!(files.rename(ROOT, "f", ROOT, "b"), Err(Errno::IsDirectory));
    }
}
