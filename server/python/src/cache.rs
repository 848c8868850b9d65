//! Stores compiled code: a file for each engine and processor, in a private folder of the user.
//!
//! Loaded code is run. Therefore it is loaded only from a folder that no other user can write to, and only if it has the hash
//! in its file. Damaged files are written again.

use std::fs::{self, File, OpenOptions};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use agmark_files::{Before, Rights};
use sha2::{Digest, Sha256};
use wasmtime::{Engine, Module};

use crate::interpreter;

/// The size of a hash, in bytes.
const HASH: usize = 32;

/// Returns the WebAssembly to compile.
type WasmSource = fn() -> Result<Vec<u8>, String>;

/// The compiled interpreter from the folder. If it does not exist there, it is compiled and stored.
pub fn module(
    engine: &Engine,
    folder: Option<&Path>,
    source: WasmSource,
    tell: &dyn Fn(&str),
) -> Result<Module, String> {
    let Some(folder) = folder.filter(|folder| prepare_folder(folder).is_ok()) else {
        tell("compiling Python for this run");
        return compiled(engine, source);
    };
    let file = folder.join(name(engine));
    if let Some(module) = load(engine, &file) {
        return Ok(module);
    }
    // One process compiles, the others wait for it. The lock ends with its process.
    let lock = OpenOptions::new().create(true).truncate(false).write(true).open(folder.join("lock"));
    let lock = lock.and_then(|lock| lock.lock().map(|()| lock)).ok();
    if lock.is_some()
        && let Some(module) = load(engine, &file)
    {
        return Ok(module);
    }
    tell("compiling Python once, which takes a few seconds");
    let module = compiled(engine, source)?;
    if let Err(error) = module.serialize().map_err(io::Error::other).and_then(|code| store(&file, &code)) {
        tell(&format!("cannot store the compiled Python in {}: {error}", folder.display()));
    }
    Ok(module)
}

fn compiled(engine: &Engine, source: WasmSource) -> Result<Module, String> {
    Module::new(engine, source()?).map_err(|error| format!("cannot compile Python: {error:#}"))
}

/// The name of the file, which depends on the engine and the processor.
fn name(engine: &Engine) -> String {
    let mut hasher = DefaultHasher::new();
    engine.precompile_compatibility_hash().hash(&mut hasher);
    interpreter::name().hash(&mut hasher);
    format!("python-{:016x}", hasher.finish())
}

/// Loads compiled code; `None` if the file does not exist or is not trusted.
fn load(engine: &Engine, file: &Path) -> Option<Module> {
    let mut opened = File::open(file).ok()?;
    if !is_private(&opened.metadata().ok()?) {
        return None;
    }
    let mut bytes = Vec::new();
    opened.read_to_end(&mut bytes).ok()?;
    let (hash, code) = bytes.split_at_checked(HASH)?;
    if Sha256::digest(code).as_slice() != hash {
        return None;
    }
    deserialized(engine, code)
}

/// Loads a module from bytes that this program has written.
#[allow(unsafe_code)]
fn deserialized(engine: &Engine, code: &[u8]) -> Option<Module> {
    // SAFETY: the bytes are what `Module::serialize` gave for the same engine: they come from a file
    // and a folder that only the user can write to, and have the hash that was written with them.
    unsafe { Module::deserialize(engine, code) }.ok()
}

/// Writes compiled code atomically.
fn store(file: &Path, code: &[u8]) -> io::Result<()> {
    let place = agmark_files::FileLocation::named(file)?;
    Ok(place.write_with(Before::Anything, Rights::Private, |file| {
        file.write_all(&Sha256::digest(code))?;
        file.write_all(code)
    })?)
}

/// Creates the folder if necessary, and checks that only the user can write to it.
fn prepare_folder(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)?;
    let about = fs::symlink_metadata(folder)?;
    if about.is_dir() && is_private(&about) { Ok(()) } else { Err(io::ErrorKind::PermissionDenied.into()) }
}

/// Whether a file belongs to the user, and no other user may write to it.
#[cfg(unix)]
fn is_private(about: &fs::Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    about.uid() == rustix::process::geteuid().as_raw() && about.mode() & 0o022 == 0
}

/// On other systems, the folders of a user are private by default.
#[cfg(not(unix))]
fn is_private(_about: &fs::Metadata) -> bool {
    true
}

/// The default folder for compiled code.
pub fn default_folder() -> Option<PathBuf> {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let base = if cfg!(windows) {
        set("LOCALAPPDATA")
    } else {
        set("XDG_CACHE_HOME")
            .filter(|folder| folder.is_absolute())
            .or_else(|| Some(std::env::home_dir()?.join(".cache")))
    };
    Some(base?.join("agmark").join("python"))
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;
    use crate::guests;

    /// An empty module.
    fn nothing() -> Result<Vec<u8>, String> {
        Ok(b"\0asm\x01\0\0\0".to_vec())
    }

    /// Loads the module. Returns the messages.
    fn told(engine: &Engine, folder: &Path) -> Vec<String> {
        let told = Mutex::new(Vec::new());
        module(engine, Some(folder), nothing, &|what| told.lock().unwrap().push(what.to_owned())).unwrap();
        told.into_inner().unwrap()
    }

    #[test]
    fn code_is_compiled_once_and_again_when_it_is_damaged() {
        let engine = guests::engine().unwrap();
        let base = tempfile::tempdir().unwrap();
        let folder = base.path().join("a").join("b");
        assert!(told(&engine, &folder)[0].contains("Python once"));
        assert!(told(&engine, &folder).is_empty());
        let file = folder.join(name(&engine));
        let good = fs::read(&file).unwrap();
        for damage in [&b""[..], &good[..HASH], &good[..good.len() - 1], &[&good[..], b"x"].concat()] {
            fs::write(&file, damage).unwrap();
            assert_eq!(told(&engine, &folder).len(), 1, "{} bytes", damage.len());
            assert_eq!(fs::read(&file).unwrap(), good);
        }
        let mut flipped = good.clone();
        flipped[HASH + 100] ^= 1;
        fs::write(&file, &flipped).unwrap();
        assert_eq!(told(&engine, &folder).len(), 1);
        assert_eq!(fs::read(&file).unwrap(), good);
    }

    #[test]
    fn parallel_calls_compile_once() {
        let engine = guests::engine().unwrap();
        let base = tempfile::tempdir().unwrap();
        let folder = base.path().join("cache");
        let all = std::thread::scope(|scope| {
            let each: Vec<_> = (0..8).map(|_| scope.spawn(|| told(&engine, &folder).len())).collect();
            each.into_iter().map(|one| one.join().unwrap()).sum::<usize>()
        });
        assert_eq!(all, 1);
    }

    #[cfg(unix)]
    #[test]
    fn files_that_others_can_write_to_are_not_loaded() {
        use std::os::unix::fs::PermissionsExt;
        let engine = guests::engine().unwrap();
        let base = tempfile::tempdir().unwrap();
        let folder = base.path().join("cache");
        told(&engine, &folder);
        assert_eq!(fs::metadata(&folder).unwrap().permissions().mode() & 0o777, 0o700);
        let file = folder.join(name(&engine));
        let open = |path: &Path, mode| fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
        open(&file, 0o666);
        assert!(load(&engine, &file).is_none());
        open(&folder, 0o777);
        assert!(told(&engine, &folder)[0].contains("for this run"));
        let link = base.path().join("link");
        std::os::unix::fs::symlink(&folder, &link).unwrap();
        open(&folder, 0o700);
        assert!(prepare_folder(&link).is_err() && prepare_folder(&folder).is_ok());
    }
}
