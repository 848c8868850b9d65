//! A program that is about to be run.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::wanted::{Marker, Wanted};
use crate::error::RunError;
use crate::program::Agent;
use crate::run::Settings;
use crate::settings::DEFAULT_MODEL;

/// What marks of this kind begin with. Marks of an earlier kind, which covered less, are never equal to these.
const KIND: &[u8] = b"agmark consent 3";

/// A loaded program with its settings: what a person is shown, and what runs after a yes.
#[derive(Debug)]
pub struct Plan {
    named: PathBuf,
    agent: Arc<Agent>,
    settings: Settings,
    wanted: Vec<Wanted>,
}

/// A plan that a person said yes to. A run is made of this and of nothing else.
#[derive(Debug)]
pub struct Approved(Plan);

impl Plan {
    /// Loads a program with all that it imports.
    ///
    /// # Errors
    /// When it cannot be loaded, or the working folder does not exist any more.
    pub fn load(program: &Path, settings: Settings) -> Result<Self, RunError> {
        let agent = Agent::load(program, settings.limits.depth)?;
        let folder = std::env::current_dir().map_err(|error| RunError::Folder(error.to_string()))?;
        let all = agent.all();
        let each = all.iter().flat_map(|agent| agent.servers().map(move |server| (agent, server)));
        let wanted: Vec<_> = each.map(|(agent, server)| Wanted::of(agent, server, &folder)).collect();
        let (count, limit) = (wanted.len(), settings.limits.servers);
        if count > limit {
            return Err(RunError::Servers { count, limit });
        }
        Ok(Self { named: program.to_owned(), agent, settings, wanted })
    }

    /// The program.
    pub fn agent(&self) -> &Arc<Agent> {
        &self.agent
    }

    /// The program as the person named it.
    pub fn named(&self) -> &Path {
        &self.named
    }

    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// All that the program and its imports start and call besides the model.
    pub fn wanted(&self) -> &[Wanted] {
        &self.wanted
    }

    /// The servers of one of its programs.
    pub(crate) fn servers<'a>(&'a self, agent: &'a Agent) -> impl Iterator<Item = &'a Wanted> {
        self.wanted.iter().filter(|wanted| wanted.program == agent.path)
    }

    /// The models that are asked, callers first.
    pub fn models(&self) -> Vec<&str> {
        let mut models: Vec<&str> = Vec::new();
        let mut seen = HashSet::new();
        let mut next = vec![(&*self.agent, DEFAULT_MODEL)];
        while let Some((agent, of_caller)) = next.pop() {
            let own = agent.program.model.as_deref();
            let model = self.settings.model.as_deref().or(own).unwrap_or(of_caller);
            if seen.insert((&agent.path, model)) {
                next.extend(agent.imports.iter().rev().map(|import| (&**import, model)));
                if !models.contains(&model) {
                    models.push(model);
                }
            }
        }
        models
    }

    /// What tells this plan from every other one that starts or calls something else: a yes to one is a yes to no
    /// other.
    pub fn mark(&self) -> String {
        let mut marker = Marker::default();
        marker.field(KIND);
        marker.field(self.settings.endpoint.base_url.as_bytes());
        marker.path(Some(&self.agent.path));
        let models = self.models();
        marker.number(models.len());
        models.iter().for_each(|model| marker.field(model.as_bytes()));
        marker.number(self.wanted.len());
        self.wanted.iter().for_each(|wanted| marker.wanted(wanted));
        marker.done()
    }

    /// A person said yes to [`Plan::question`], or typed the command that runs the program.
    pub fn approve(self) -> Approved {
        Approved(self)
    }
}

impl Approved {
    /// What was approved.
    pub fn plan(&self) -> &Plan {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::model::Api;
    use crate::process::Launcher;
    use crate::settings::{Endpoint, Limits};

    const HEAD: &str = "description: d\ninput: { type: object }\noutput: { type: object }\n";

    fn write(path: &Path, front: &str) {
        let name = path.file_stem().unwrap().to_str().unwrap();
        fs::write(path, format!("---\nname: {name}\n{HEAD}{front}\n---\nx\n")).unwrap();
    }

    fn plan(path: &Path) -> Plan {
        let endpoint = Endpoint::new(Some("http://localhost:1/v1"), Some("sk-own-key"), Api::Chat);
        let settings = Settings {
            endpoint,
            model: None,
            limits: Limits::default(),
            launcher: Launcher::default(),
            sign_ins: None,
        };
        Plan::load(path, settings).unwrap()
    }

    /// The mark of a program with one server.
    fn mark(server: &str) -> String {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.md");
        write(&path, &format!("mcp_servers:\n  - {{ name: s, {server} }}"));
        // Folders differ between calls; everything else counts.
        let mut plan = plan(&path);
        Arc::get_mut(&mut plan.agent).unwrap().path = "/a.md".into();
        plan.wanted.iter_mut().for_each(|wanted| wanted.program = "/a.md".into());
        plan.mark()
    }

    #[test]
    fn everything_that_decides_what_runs_is_part_of_the_mark() {
        let base = "command: sh, args: [\"-y\", b], env: { A: one, B: two }";
        assert_eq!(mark(base), mark(base));
        for other in [
            "command: cat, args: [\"-y\", b], env: { A: one, B: two }",
            "command: /bin/sh, args: [\"-y\", b], env: { A: one, B: two }",
            "command: sh, args: [\"-n\", b], env: { A: one, B: two }",
            "command: sh, args: [\"-y b\"], env: { A: one, B: two }",
            "command: sh, args: [b, \"-y\"], env: { A: one, B: two }",
            "command: sh, args: [\"-y\", b], env: { A: other, B: two }",
            // As long as the value of before.
            "command: sh, args: [\"-y\", b], env: { A: own, B: two }",
            "command: sh, args: [\"-y\", b], env: { C: one, B: two }",
            "command: sh, args: [\"-y\", b, A], env: { B: two }",
            "command: sh, args: [\"-y\", b], env: { A: \"oneB\", B: two }",
            "command: sh, args: [\"-y\", b], env: { A: one, B: two, PYTHONPATH: ./evil }",
            "command: sh, args: [\"-y\", b], env: { A: one, B: two, PATH: \"./evil\" }",
            "url: \"http://sh/\"",
        ] {
            assert_ne!(mark(base), mark(other), "{other}");
        }
        let url = |more: &str| mark(&format!("url: \"http://a/{more}"));
        let marks = [
            url("\""),
            url("${B}\""),
            url("\", headers: { A: one }"),
            url("\", headers: { A: own }"),
            url("\", headers: { A: \"${B}\" }"),
            url("\", headers: { B: one }"),
            url("\", headers: { A: one, B: two }"),
            url("\", headers: { B: two, A: one }"),
        ];
        assert_eq!(marks.iter().collect::<HashSet<_>>().len(), marks.len());
    }

    #[test]
    fn settings_and_imports_are_part_of_the_mark() {
        let folder = tempfile::tempdir().unwrap();
        let (a, b) = (folder.path().join("a.md"), folder.path().join("b.md"));
        write(&b, "");
        write(&a, "imports: [b.md]");
        let before = plan(&a).mark();
        write(&b, "model: expensive");
        assert_ne!(before, plan(&a).mark(), "the model of an import");
        write(&b, "mcp_servers: [{ name: s, command: sh, disabled: true }]");
        assert_eq!(before, plan(&a).mark(), "a disabled server is not started");
        write(&b, "mcp_servers: [{ name: s, command: sh, disabled: false }]");
        let with_server = plan(&a).mark();
        assert_ne!(before, with_server, "a server is enabled");
        write(&b, "mcp_servers: [{ name: t, command: sh }]");
        assert_ne!(with_server, plan(&a).mark(), "a server gets another name");
        let mut elsewhere = plan(&a);
        elsewhere.settings.endpoint.base_url = "http://localhost:2/v1".to_owned();
        assert_ne!(elsewhere.mark(), plan(&a).mark());
    }

    #[cfg(unix)]
    #[test]
    fn a_command_that_means_another_file_has_another_mark() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.md");
        let tools = [folder.path().join("one"), folder.path().join("two")];
        for tool in &tools {
            fs::create_dir(tool).unwrap();
        }
        let front = format!(
            "mcp_servers: [{{ name: s, command: tool, env: {{ PATH: \"{}:{}\" }} }}]",
            tools[0].display(),
            tools[1].display()
        );
        write(&path, &front);
        let add = |at: &Path| {
            fs::write(at, "").unwrap();
            fs::set_permissions(at, fs::Permissions::from_mode(0o755)).unwrap();
        };
        let absent = plan(&path).mark();
        add(&tools[1].join("tool"));
        let second = plan(&path).mark();
        add(&tools[0].join("tool"));
        let first = plan(&path).mark();
        fs::remove_file(tools[0].join("tool")).unwrap();
        symlink(tools[1].join("tool"), tools[0].join("tool")).unwrap();
        let linked = plan(&path);
        let marks = [absent, second, first, linked.mark()];
        assert_eq!(marks.iter().collect::<HashSet<_>>().len(), 4);
        assert!(linked.question().contains("a link to "), "{}", linked.question());
    }

    #[cfg(unix)]
    #[test]
    fn names_that_are_not_utf_8_are_told_apart() {
        use std::os::unix::ffi::OsStrExt;
        let folder = tempfile::tempdir().unwrap();
        let mut marks = HashSet::new();
        for byte in [0xfe, 0xff] {
            let name = [b"a", &[byte][..], b".md"].concat();
            let path = folder.path().join(std::ffi::OsStr::from_bytes(&name));
            let text = format!("---\nname: a\n{HEAD}mcp_servers: [{{ name: s, command: sh }}]\n---\nx\n");
            if fs::write(&path, text).is_err() {
                // Not every file system has such names.
                return;
            }
            marks.insert(plan(&path).mark());
        }
        assert_eq!(marks.len(), 2);
    }

    #[test]
    fn models_are_those_that_are_asked() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(format!("{name}.md"));
        write(&at("c"), "");
        write(&at("b"), "imports: [c.md]\nmodel: small");
        write(&at("a"), "imports: [b.md, c.md]");
        let mut plan = plan(&at("a"));
        assert_eq!(plan.models(), [DEFAULT_MODEL, "small"]);
        plan.settings.model = Some("flag".to_owned());
        assert_eq!(plan.models(), ["flag"]);
    }
}
