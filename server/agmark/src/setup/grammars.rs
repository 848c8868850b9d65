//! Builds the parser of a grammar from the sources in the program.

use std::borrow::Cow;
use std::env;
use std::fs;
use std::hash::{Hash as _, Hasher as _};
use std::path::{Path, PathBuf};
use std::process::Command;

use agmark_files::{Before, FileLocation, Rights};
use anyhow::{Context as _, bail};
use rustc_hash::FxHasher;

use super::files::{File, Grammar};
use super::folders::on_path;

/// Compilers that are searched if `CC` is not set.
const COMPILERS: &[&str] = &["cc", "gcc", "clang"];

/// What an editor's tree-sitter can load.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interface {
    /// Version 15 of the parsers' interface.
    Newest,
    /// Version 14: Helix up to 25.01 knows no later one, and later ones know it.
    Older,
}

impl Interface {
    /// A file of a grammar for it. The two differ in what a parser says of reserved words, of which ours have none.
    pub fn source(self, file: &File) -> Cow<'static, str> {
        if self == Self::Newest || file.name != "parser.c" {
            return Cow::Borrowed(file.text());
        }
        let version = file.text().replacen("#define LANGUAGE_VERSION 15", "#define LANGUAGE_VERSION 14", 1);
        Cow::Owned(version.replacen("const TSLexerMode ts_lex_modes", "const TSLexMode ts_lex_modes", 1))
    }
}

/// A parser that is to be built.
#[derive(Clone, Debug)]
pub struct Build {
    pub grammar: Grammar,
    pub interface: Interface,
    /// The shared library.
    pub target: PathBuf,
}

impl Build {
    /// The file beside the library that says what it was built from.
    pub fn stamp(&self) -> PathBuf {
        let name = format!(".{}.agmark", self.grammar.name);
        self.target.with_file_name(name)
    }

    /// Whether the library exists and was built from these sources.
    pub fn is_current(&self) -> bool {
        self.target.is_file() && fs::read_to_string(self.stamp()).is_ok_and(|stamp| stamp == self.mark())
    }

    /// Compiles the sources in a separate folder.
    ///
    /// # Errors
    /// When there is no compiler or it fails.
    pub fn carry_out(&self) -> anyhow::Result<()> {
        let folder = tempfile::tempdir().context("no temporary folder")?;
        for file in self.grammar.sources {
            let path = folder.path().join(file.name);
            fs::create_dir_all(path.parent().unwrap_or(folder.path()))?;
            fs::write(path, self.interface.source(file).as_ref())?;
        }
        let built = folder.path().join("parser.so");
        compile(folder.path(), self.grammar.sources, &built)?;
        let place = self.target.parent().unwrap_or(Path::new("/"));
        fs::create_dir_all(place).with_context(|| place.display().to_string())?;
        // An editor may have the old library open, so the new one is moved to its name.
        let library = fs::read(&built).context("the compiler wrote no library")?;
        let about = FileLocation::named(&built)?.about()?;
        let rights = about.as_ref().map_or(Rights::Usual, Rights::Like);
        FileLocation::named(&self.target)?.write(Before::Anything, rights, &library)?;
        agmark_files::write(&self.stamp(), self.mark())?;
        Ok(())
    }

    fn mark(&self) -> String {
        let mut hasher = FxHasher::default();
        for file in self.grammar.sources {
            self.interface.source(file).hash(&mut hasher);
        }
        format!("{:016x}\n", hasher.finish())
    }
}

fn compile(folder: &Path, sources: &[File], built: &Path) -> anyhow::Result<()> {
    let compiler = compiler()
        .with_context(|| "no C compiler was found to build the grammars: install gcc or clang, or set CC")?;
    let ran = Command::new(&compiler)
        .current_dir(folder)
        .args(["-shared", "-fPIC", "-O2", "-std=c11", "-I."])
        .args(sources.iter().map(|file| file.name).filter(|name| name.ends_with(".c")))
        .arg("-o")
        .arg(built)
        .output()
        .with_context(|| format!("the C compiler {} does not start", compiler.display()))?;
    if !ran.status.success() {
        bail!("{} could not build a grammar:\n{}", compiler.display(), String::from_utf8_lossy(&ran.stderr));
    }
    Ok(())
}

fn compiler() -> Option<PathBuf> {
    match env::var("CC").ok().filter(|named| !named.is_empty()) {
        Some(named) if Path::new(&named).is_absolute() => Some(PathBuf::from(named)),
        Some(named) => on_path(&named),
        None => COMPILERS.iter().find_map(|name| on_path(name)),
    }
}

/// Checks that there is a compiler, before any file is written.
///
/// # Errors
/// What to do about it.
pub fn need_compiler() -> anyhow::Result<()> {
    if compiler().is_none() {
        bail!("no C compiler was found to build the grammars: install gcc or clang, or set CC");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::setup::files::GRAMMARS;

    #[test]
    fn an_older_interface_has_all_that_the_parsers_need() {
        for grammar in GRAMMARS {
            let parser = grammar.sources.iter().find(|file| file.name == "parser.c").expect("a parser");
            assert!(
                parser.text().contains(".max_reserved_word_set_size = 0,"),
                "{}: reserved words",
                grammar.name
            );
            let older = Interface::Older.source(parser);
            assert!(older.contains("#define LANGUAGE_VERSION 14\n"), "{}", grammar.name);
            assert!(
                older.contains("const TSLexMode ts_lex_modes[") && !older.contains("TSLexerMode"),
                "{}",
                grammar.name
            );
        }
    }
}
