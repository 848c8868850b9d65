//! A program with all that it imports.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use agmark_markdownlang::{LoadError, Program, Server};

use crate::schema::{Derived, Schema};

/// No program's file is larger.
const LARGEST: usize = 4 << 20;

/// A program that can be run: it is sound, and so is all that it imports.
#[derive(Debug)]
pub struct Agent {
    /// The file, without links and detours.
    pub path: PathBuf,
    pub program: Program,
    pub input: Schema,
    pub output: Schema,
    /// What is sent to the model in place of `output`.
    pub derived: Derived,
    /// What it may call, in the order of its text.
    pub imports: Vec<Arc<Agent>>,
}

/// Why a program cannot be loaded.
#[derive(Debug, thiserror::Error)]
pub enum Unloadable {
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
    /// Loads a program and its imports, at most `depth` deep.
    ///
    /// # Errors
    /// When a file cannot be read or has errors, or imports lead in a circle or too deep.
    pub fn load(path: &Path, depth: usize) -> Result<Arc<Self>, Unloadable> {
        let mut loader = Loader { depth, done: HashMap::new(), open: Vec::new() };
        loader.load(path)
    }

    /// The servers that are to be started for this program alone.
    pub fn servers(&self) -> impl Iterator<Item = &Server> {
        self.program.servers.iter().filter(|server| !server.disabled)
    }

    /// Whether its text names Python.
    pub fn speaks_of_python(&self) -> bool {
        self.program.body().to_ascii_lowercase().contains("python")
    }

    /// This program and all that it imports, each once, callers first.
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

struct Loader {
    depth: usize,
    done: HashMap<PathBuf, Arc<Agent>>,
    /// Programs whose imports are being loaded, each an import of the one before.
    open: Vec<PathBuf>,
}

impl Loader {
    fn load(&mut self, path: &Path) -> Result<Arc<Agent>, Unloadable> {
        let file = |message: String| Unloadable::File { path: path.to_owned(), message };
        let real = fs::canonicalize(path).map_err(|error| file(error.to_string()))?;
        if let Some(agent) = self.done.get(&real) {
            return Ok(Arc::clone(agent));
        }
        let text = read(&real).map_err(file)?;
        let program =
            Program::load(&text).map_err(|error| Unloadable::Faulty { path: path.to_owned(), error })?;
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

    fn imports(&mut self, path: &Path, program: &Program, text: &str) -> Result<Vec<Arc<Agent>>, Unloadable> {
        let mut imports: Vec<Arc<Agent>> = Vec::new();
        for import in &program.imports {
            let before = text.get(..import.span.start as usize).unwrap_or_default();
            let line = before.matches('\n').count() + 1;
            let wrong = |message: String| Unloadable::Import { path: path.to_owned(), line, message };
            let said = &import.path;
            if said.starts_with("stdlib:") {
                return Err(wrong(format!(
                    "`{said}`: the standard library is reserved for later; import a file"
                )));
            }
            let wanted = path.parent().unwrap_or(path).join(said);
            let real = fs::canonicalize(&wanted)
                .map_err(|error| wrong(format!("cannot read the import `{said}`: {error}")))?;
            if let Some(at) = self.open.iter().position(|open| *open == real) {
                let circle = self.open[at..].iter().chain([&real]).map(|path| name(path));
                let circle = circle.collect::<Vec<_>>().join(" → ");
                return Err(wrong(format!("imports lead in a circle: {circle}. Remove one of them")));
            }
            if self.open.len() > self.depth {
                let depth = self.depth;
                return Err(wrong(format!("imports are more than {depth} deep: import less, or nearer")));
            }
            let agent = self.load(&wanted)?;
            if imports.iter().any(|known| known.program.name == agent.program.name) {
                let name = &agent.program.name;
                return Err(wrong(format!("two imports are called `{name}`: rename one of them")));
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
        return Err("it is not a Markdown file: a program is called `NAME.md`".to_owned());
    }
    agmark_files::read_text(path, LARGEST).map_err(|error| error.reason())
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

    /// The text of the rule `markdownlang/outside-import` says this.
    #[test]
    fn imports_from_any_folder_are_loaded() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("workspace")).unwrap();
        let at = folder.path().join("workspace/a.md");
        fs::write(&at, program("a", &["../b.md"])).unwrap();
        fs::write(folder.path().join("b.md"), program("b", &[])).unwrap();
        assert_eq!(Agent::load(&at, 8).unwrap().imports[0].program.name, "b");
    }

    #[test]
    fn a_circle_is_told_whole() {
        let circle = [
            ("a.md", program("a", &["b.md"])),
            ("b.md", program("b", &["c.md"])),
            ("c.md", program("c", &["b.md"])),
        ];
        assert_eq!(
            load(&circle, 8).unwrap_err(),
            "c.md:6: imports lead in a circle: b.md → c.md → b.md. Remove one of them"
        );
    }

    #[test]
    fn what_cannot_be_imported_says_why() {
        let gone = load(&[("a.md", program("a", &["gone.md"]))], 8).unwrap_err();
        assert!(gone.starts_with("a.md:6: cannot read the import `gone.md`: "), "{gone}");
        let twice = [
            ("a.md", program("a", &["b.md", "c.md"])),
            ("b.md", program("x", &[])),
            ("c.md", program("x", &[])),
        ];
        assert_eq!(load(&twice, 8).unwrap_err(), "a.md:6: two imports are called `x`: rename one of them");
        let deep = [
            ("a.md", program("a", &["b.md"])),
            ("b.md", program("b", &["c.md"])),
            ("c.md", program("c", &[])),
        ];
        assert_eq!(
            load(&deep, 1).unwrap_err(),
            "b.md:6: imports are more than 1 deep: import less, or nearer"
        );
        assert_eq!(load(&deep, 2).unwrap().all().len(), 3, "2 deep is not more than 2 deep");
        let faulty =
            load(&[("a.md", program("a", &[]).replace("description: A test\n", ""))], 8).unwrap_err();
        assert!(faulty.contains("description") && faulty.starts_with("a.md:"), "{faulty}");
    }
}
