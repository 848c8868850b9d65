//! A program with its settings, before it runs.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::planned_server::PlannedServer;
use crate::error::RunError;
use crate::fingerprint::FingerprintBuilder;
use crate::program::Agent;
use crate::settings::{DEFAULT_MODEL, Settings};

/// The version of fingerprints. Consent to an earlier version, which covered less, is asked for again.
const VERSION: &[u8] = b"agmark consent 3";

/// A loaded program with its settings: what a person is shown, and what runs after the person agrees.
#[derive(Debug)]
pub struct Plan {
    named: PathBuf,
    agent: Arc<Agent>,
    settings: Settings,
    servers: Vec<PlannedServer>,
}

/// A plan that a person has agreed to. Only an approved plan can run.
#[derive(Debug)]
pub struct Approved(Plan);

impl Plan {
    /// Loads a program with its imports.
    ///
    /// # Errors
    /// If a file cannot be loaded, or the working folder does not exist.
    pub fn load(program: &Path, settings: Settings) -> Result<Self, RunError> {
        Self::load_allowed(program, settings, &|_| true)
    }

    /// The same, if `may_read` allows each file, with links resolved, before it is read.
    ///
    /// # Errors
    /// If a file is not allowed, and as [`Plan::load`].
    pub fn load_allowed(
        program: &Path,
        settings: Settings,
        may_read: &dyn Fn(&Path) -> bool,
    ) -> Result<Self, RunError> {
        let agent = Agent::load_allowed(program, settings.limits.depth, may_read)?;
        let folder = std::env::current_dir().map_err(|error| RunError::Folder(error.to_string()))?;
        let all = agent.all();
        let each = all.iter().flat_map(|agent| agent.servers().map(move |server| (agent, server)));
        let servers: Vec<_> = each.map(|(agent, server)| PlannedServer::of(agent, server, &folder)).collect();
        let (count, limit) = (servers.len(), settings.limits.servers);
        if count > limit {
            return Err(RunError::Servers { count, limit });
        }
        Ok(Self { named: program.to_owned(), agent, settings, servers })
    }

    /// The program.
    pub fn agent(&self) -> &Arc<Agent> {
        &self.agent
    }

    /// The path of the program, as the person wrote it.
    pub fn named(&self) -> &Path {
        &self.named
    }

    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The servers of the program and its imports.
    pub fn servers(&self) -> &[PlannedServer] {
        &self.servers
    }

    /// The servers of one of its programs.
    pub(crate) fn servers_of<'a>(&'a self, agent: &'a Agent) -> impl Iterator<Item = &'a PlannedServer> {
        self.servers.iter().filter(|server| server.program == agent.path)
    }

    /// The models that are called, those of callers first.
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

    /// The fingerprint of everything that the plan starts and calls. Consent to a plan is valid for plans with the same
    /// fingerprint.
    pub fn fingerprint(&self) -> String {
        let mut fingerprint = FingerprintBuilder::default();
        fingerprint.field(VERSION);
        fingerprint.field(self.settings.endpoint.base_url.as_bytes());
        fingerprint.path(Some(&self.agent.path));
        let models = self.models();
        fingerprint.number(models.len());
        models.iter().for_each(|model| fingerprint.field(model.as_bytes()));
        fingerprint.number(self.servers.len());
        self.servers.iter().for_each(|server| server.add_to(&mut fingerprint));
        fingerprint.finish()
    }

    /// Records that a person agreed to [`Plan::question`] or typed the command that runs the program.
    pub fn approve(self) -> Approved {
        Approved(self)
    }
}

impl Approved {
    /// The plan that was approved.
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

    /// The fingerprint of a program with one server.
    fn fingerprint(server: &str) -> String {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.md");
        write(&path, &format!("mcp_servers:\n  - {{ name: s, {server} }}"));
        // The folders of the calls differ.
        let mut plan = plan(&path);
        Arc::get_mut(&mut plan.agent).unwrap().path = "/a.md".into();
        plan.servers.iter_mut().for_each(|server| server.program = "/a.md".into());
        plan.fingerprint()
    }

    #[test]
    fn everything_that_decides_what_runs_is_in_the_fingerprint() {
        let base = "command: sh, args: [\"-y\", b], env: { A: one, B: two }";
        assert_eq!(fingerprint(base), fingerprint(base));
        for other in [
            "command: cat, args: [\"-y\", b], env: { A: one, B: two }",
            "command: /bin/sh, args: [\"-y\", b], env: { A: one, B: two }",
            "command: sh, args: [\"-n\", b], env: { A: one, B: two }",
            "command: sh, args: [\"-y b\"], env: { A: one, B: two }",
            "command: sh, args: [b, \"-y\"], env: { A: one, B: two }",
            "command: sh, args: [\"-y\", b], env: { A: other, B: two }",
            // This value has the length of the first one.
            "command: sh, args: [\"-y\", b], env: { A: own, B: two }",
            "command: sh, args: [\"-y\", b], env: { C: one, B: two }",
            "command: sh, args: [\"-y\", b, A], env: { B: two }",
            "command: sh, args: [\"-y\", b], env: { A: \"oneB\", B: two }",
            "command: sh, args: [\"-y\", b], env: { A: one, B: two, PYTHONPATH: ./evil }",
            "command: sh, args: [\"-y\", b], env: { A: one, B: two, PATH: \"./evil\" }",
            "url: \"http://sh/\"",
        ] {
            assert_ne!(fingerprint(base), fingerprint(other), "{other}");
        }
        let url = |more: &str| fingerprint(&format!("url: \"http://a/{more}"));
        let all = [
            url("\""),
            url("${B}\""),
            url("\", headers: { A: one }"),
            url("\", headers: { A: own }"),
            url("\", headers: { A: \"${B}\" }"),
            url("\", headers: { B: one }"),
            url("\", headers: { A: one, B: two }"),
            url("\", headers: { B: two, A: one }"),
        ];
        assert_eq!(all.iter().collect::<HashSet<_>>().len(), all.len());
    }

    #[test]
    fn settings_and_imports_are_in_the_fingerprint() {
        let folder = tempfile::tempdir().unwrap();
        let (a, b) = (folder.path().join("a.md"), folder.path().join("b.md"));
        write(&b, "");
        write(&a, "imports: [b.md]");
        let before = plan(&a).fingerprint();
        write(&b, "model: expensive");
        assert_ne!(before, plan(&a).fingerprint(), "the model of an import");
        write(&b, "mcp_servers: [{ name: s, command: sh, disabled: true }]");
        assert_eq!(before, plan(&a).fingerprint(), "a disabled server is not started");
        write(&b, "mcp_servers: [{ name: s, command: sh, disabled: false }]");
        let with_server = plan(&a).fingerprint();
        assert_ne!(before, with_server, "a server is enabled");
        write(&b, "mcp_servers: [{ name: t, command: sh }]");
        assert_ne!(with_server, plan(&a).fingerprint(), "a server gets another name");
        let mut other = plan(&a);
        other.settings.endpoint.base_url = "http://localhost:2/v1".to_owned();
        assert_ne!(other.fingerprint(), plan(&a).fingerprint());
    }

    #[cfg(unix)]
    #[test]
    fn a_command_that_starts_another_file_has_another_fingerprint() {
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
        let absent = plan(&path).fingerprint();
        add(&tools[1].join("tool"));
        let second = plan(&path).fingerprint();
        add(&tools[0].join("tool"));
        let first = plan(&path).fingerprint();
        fs::remove_file(tools[0].join("tool")).unwrap();
        symlink(tools[1].join("tool"), tools[0].join("tool")).unwrap();
        let linked = plan(&path);
        let all = [absent, second, first, linked.fingerprint()];
        assert_eq!(all.iter().collect::<HashSet<_>>().len(), 4);
        assert!(linked.question().contains("a link to "), "{}", linked.question());
    }

    #[cfg(unix)]
    #[test]
    fn names_that_are_not_utf_8_have_different_fingerprints() {
        use std::os::unix::ffi::OsStrExt;
        let folder = tempfile::tempdir().unwrap();
        let mut all = HashSet::new();
        for byte in [0xfe, 0xff] {
            let name = [b"a", &[byte][..], b".md"].concat();
            let path = folder.path().join(std::ffi::OsStr::from_bytes(&name));
            let text = format!("---\nname: a\n{HEAD}mcp_servers: [{{ name: s, command: sh }}]\n---\nx\n");
            if fs::write(&path, text).is_err() {
                // Some file systems do not support such names.
                return;
            }
            all.insert(plan(&path).fingerprint());
        }
        assert_eq!(all.len(), 2);
    }

    #[test]
    fn all_models_are_listed() {
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
