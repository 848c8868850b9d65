//! Loading a program with its imports.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use agmark_markdownlang::{LoadError, Program, Server};

use crate::schema::{Derived, Schema};

/// The maximum size of a program, in bytes.
const MAX_SIZE: usize = 4 << 20;

/// A loaded program without errors. Its imports have no errors either.
#[derive(Debug)]
pub struct Agent {
    /// The file, with symbolic links resolved.
    pub path: PathBuf,
    pub program: Program,
    pub input: Schema,
    pub output: Schema,
    /// The form of `output` that is sent to the model.
    pub derived: Derived,
    /// The programs that it can call, in the order of its text.
    pub imports: Vec<Arc<Agent>>,
}

/// Why a program cannot be loaded.
#[derive(Debug, thiserror::Error)]
pub enum ProgramError {
    #[error("cannot read {}: {message}", path.display())]
    File { path: PathBuf, message: String },
    #[error("{}", findings(path, error))]
    Faulty { path: PathBuf, error: LoadError },
    #[error("{}:{line}: {message}", path.display())]
    Import { path: PathBuf, line: usize, message: String },
}

fn findings(path: &Path, error: &LoadError) -> String {
    let each = error.errors.iter();
    let each =
        each.map(|f| format!("{}:{}:{}: {} ({})", path.display(), f.line, f.column, f.message, f.code));
    each.collect::<Vec<_>>().join("\n")
}

impl Agent {
    /// Loads a program and its imports up to a depth.
    ///
    /// # Errors
    /// If a file cannot be read or has errors, or the imports form a cycle or are too deep.
    pub fn load(path: &Path, depth: usize) -> Result<Arc<Self>, ProgramError> {
        Self::load_allowed(path, depth, &|_| true)
    }

    /// The same, if `may_read` allows each file, with links resolved, before it is read.
    ///
    /// # Errors
    /// If a file is not allowed, and as [`Agent::load`].
    pub fn load_allowed(
        path: &Path,
        depth: usize,
        may_read: &dyn Fn(&Path) -> bool,
    ) -> Result<Arc<Self>, ProgramError> {
        let mut loader = Loader { depth, may_read, done: HashMap::new(), open: Vec::new() };
        loader.load(path)
    }

    /// The enabled servers of this program.
    pub fn servers(&self) -> impl Iterator<Item = &Server> {
        self.program.servers.iter().filter(|server| !server.disabled)
    }

    /// Whether its text mentions Python.
    pub fn mentions_python(&self) -> bool {
        self.program.body().to_ascii_lowercase().contains("python")
    }

    /// This program and all its imports, each once, callers first.
    pub fn all(self: &Arc<Self>) -> Vec<Arc<Self>> {
        let mut all: Vec<Arc<Self>> = Vec::new();
        let mut next = vec![Arc::clone(self)];
        while let Some(agent) = next.pop() {
            if all.iter().all(|known| known.path != agent.path) {
                next.extend(agent.imports.iter().rev().cloned());
                all.push(agent);
            }
        }
        all
    }
}

struct Loader<'a> {
    depth: usize,
    may_read: &'a dyn Fn(&Path) -> bool,
    done: HashMap<PathBuf, Arc<Agent>>,
    /// The programs whose imports are being loaded. Each is an import of the one before.
    open: Vec<PathBuf>,
}

impl Loader<'_> {
    fn load(&mut self, path: &Path) -> Result<Arc<Agent>, ProgramError> {
        let file = |message: String| ProgramError::File { path: path.to_owned(), message };
        let real = fs::canonicalize(path).map_err(|error| file(error.to_string()))?;
        if let Some(agent) = self.done.get(&real) {
            return Ok(Arc::clone(agent));
        }
        if !(self.may_read)(&real) {
            return Err(file("it is outside of the folders that may be read".to_owned()));
        }
        let text = read(&real).map_err(file)?;
        let program =
            Program::load(&text).map_err(|error| ProgramError::Faulty { path: path.to_owned(), error })?;
        let schema =
            |what: &str, value| Schema::new(value).map_err(|error| file(format!("`{what}`: {error}")));
        let (input, output) = (schema("input", &program.input)?, schema("output", &program.output)?);
        self.open.push(real.clone());
        let imports = self.imports(&real, &program, &text);
        self.open.pop();
        let derived = Derived::new(&program.output);
        let agent =
            Arc::new(Agent { path: real.clone(), input, output, derived, imports: imports?, program });
        self.done.insert(real, Arc::clone(&agent));
        Ok(agent)
    }

    fn imports(
        &mut self,
        path: &Path,
        program: &Program,
        text: &str,
    ) -> Result<Vec<Arc<Agent>>, ProgramError> {
        let mut imports: Vec<Arc<Agent>> = Vec::new();
        for import in &program.imports {
            let before = text.get(..import.span.start as usize).unwrap_or_default();
            let line = before.matches('\n').count() + 1;
            let error = |message: String| ProgramError::Import { path: path.to_owned(), line, message };
            let written = &import.path;
            if written.starts_with("stdlib:") {
                return Err(error(format!(
                    "`{written}`: the standard library does not exist yet: import a file"
                )));
            }
            let target = path.parent().unwrap_or(path).join(written);
            let real = fs::canonicalize(&target)
                .map_err(|reason| error(format!("cannot read the import `{written}`: {reason}")))?;
            if let Some(at) = self.open.iter().position(|open| *open == real) {
                let cycle = self.open[at..].iter().chain([&real]).map(|path| name(path));
                let cycle = cycle.collect::<Vec<_>>().join(" → ");
                return Err(error(format!("cycle of imports: {cycle}. Remove one of them")));
            }
            if self.open.len() > self.depth {
                let depth = self.depth;
                return Err(error(format!("imports are nested more than {depth} deep: remove some")));
            }
            let agent = self.load(&target)?;
            if imports.iter().any(|known| known.program.name == agent.program.name) {
                let name = &agent.program.name;
                return Err(error(format!("two imports have the name `{name}`: rename one of them")));
            }
            imports.push(agent);
        }
        Ok(imports)
    }
}

fn name(path: &Path) -> String {
    path.file_name().map_or_else(|| path.display().to_string(), |name| name.to_string_lossy().into_owned())
}

fn read(path: &Path) -> Result<String, String> {
    if path.is_file() && path.extension().is_none_or(|extension| !extension.eq_ignore_ascii_case("md")) {
        return Err("it is not a Markdown file: the name of a program must end with `.md`".to_owned());
    }
    agmark_files::read_text(path, MAX_SIZE).map_err(|error| error.reason())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn program(name: &str, imports: &[&str]) -> String {
        let imports = match imports {
            [] => String::new(),
            some => format!("imports: [{}]\n", some.join(", ")),
        };
        format!(
            "---\nname: {name}\ndescription: A test\ninput: {{ type: object }}\noutput: {{ type: object }}\n{imports}---\nHello.\n"
        )
    }

    fn load(files: &[(&str, String)], depth: usize) -> Result<Arc<Agent>, String> {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            fs::write(folder.path().join(name), text).unwrap();
        }
        let real = fs::canonicalize(folder.path()).unwrap();
        Agent::load(&real.join(files[0].0), depth)
            .map_err(|error| error.to_string().replace(&format!("{}/", real.display()), ""))
    }

    #[test]
    fn imports_are_loaded_once() {
        let agent = load(
            &[
                ("a.md", program("a", &["b.md", "c.md"])),
                ("b.md", program("b", &["./c.md"])),
                ("c.md", program("c", &[])),
            ],
            8,
        )
        .unwrap();
        let names: Vec<_> = agent.all().iter().map(|agent| agent.program.name.clone()).collect();
        assert_eq!(names, ["a", "b", "c"]);
        assert!(Arc::ptr_eq(&agent.imports[1], &agent.imports[0].imports[0]));
    }

    /// As the rule `markdownlang/outside-import` describes.
    #[test]
    fn imports_from_any_folder_are_loaded() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("workspace")).unwrap();
        let at = folder.path().join("workspace/a.md");
        fs::write(&at, program("a", &["../b.md"])).unwrap();
        fs::write(folder.path().join("b.md"), program("b", &[])).unwrap();
        assert_eq!(Agent::load(&at, 8).unwrap().imports[0].program.name, "b");
    }

    /// The import outside has errors, which would be shown if it were read.
    #[test]
    fn a_file_that_is_not_allowed_is_not_read() {
        let folder = tempfile::tempdir().unwrap();
        let inside = folder.path().join("workspace");
        fs::create_dir(&inside).unwrap();
        let at = inside.join("a.md");
        fs::write(&at, program("a", &["../b.md"])).unwrap();
        fs::write(folder.path().join("b.md"), "secret").unwrap();
        let allowed = fs::canonicalize(&inside).unwrap();
        let may_read = |path: &Path| path.starts_with(&allowed);
        let error = Agent::load_allowed(&at, 8, &may_read).unwrap_err();
        assert!(
            matches!(&error, ProgramError::File { message, .. } if message.contains("outside")),
            "{error}"
        );
        assert!(Agent::load_allowed(&at, 8, &|_| false).is_err());
    }

    #[test]
    fn a_cycle_is_shown_completely() {
        let cycle = [
            ("a.md", program("a", &["b.md"])),
            ("b.md", program("b", &["c.md"])),
            ("c.md", program("c", &["b.md"])),
        ];
        assert_eq!(
            load(&cycle, 8).unwrap_err(),
            "c.md:6: cycle of imports: b.md → c.md → b.md. Remove one of them"
        );
    }

    #[test]
    fn an_invalid_import_has_a_message() {
        let gone = load(&[("a.md", program("a", &["gone.md"]))], 8).unwrap_err();
        assert!(gone.starts_with("a.md:6: cannot read the import `gone.md`: "), "{gone}");
        let twice = [
            ("a.md", program("a", &["b.md", "c.md"])),
            ("b.md", program("x", &[])),
            ("c.md", program("x", &[])),
        ];
        assert_eq!(load(&twice, 8).unwrap_err(), "a.md:6: two imports have the name `x`: rename one of them");
        let deep = [
            ("a.md", program("a", &["b.md"])),
            ("b.md", program("b", &["c.md"])),
            ("c.md", program("c", &[])),
        ];
        assert_eq!(load(&deep, 1).unwrap_err(), "b.md:6: imports are nested more than 1 deep: remove some");
        assert_eq!(load(&deep, 2).unwrap().all().len(), 3, "the limit is inclusive");
        let faulty =
            load(&[("a.md", program("a", &[]).replace("description: A test\n", ""))], 8).unwrap_err();
        assert!(faulty.contains("description") && faulty.starts_with("a.md:"), "{faulty}");
    }
}
