//! Helix: entries in the user's `languages.toml`, queries and grammars in its runtime folder.

use toml_edit::DocumentMut;

use super::action::Action;
use super::files::{GRAMMARS, HELIX, HELIX_LANGUAGES};
use super::folders::Folders;
use super::grammars::{Build, Interface, need_compiler};
use super::languages_toml;
use super::plan::Plan;

/// The placeholder in agmark's `languages.toml` for the folder of the grammars' sources.
const GRAMMARS_PLACE: &str = "GRAMMARS";

/// # Errors
/// If a file cannot be read, `languages.toml` is not TOML, or there is no C compiler.
pub fn plan(folders: &Folders, action: Action) -> anyhow::Result<Plan> {
    let root = folders.config.join("helix");
    let sources = folders.own("grammars");
    let mut plan = Plan::new(folders);
    let builds = GRAMMARS.iter().map(|grammar| Build {
        grammar: *grammar,
        interface: Interface::Older,
        target: root.join("runtime/grammars").join(format!(
            "{}.{}",
            grammar.name,
            std::env::consts::DLL_EXTENSION
        )),
    });
    let source_files = || {
        GRAMMARS.iter().flat_map(|grammar| {
            let folder = sources.join(grammar.folder).join("src");
            grammar.sources.iter().map(move |file| (folder.join(file.name), Interface::Older.source(file)))
        })
    };
    let ours = ours(&sources.to_string_lossy(), &folders.command())?;
    let languages_toml = root.join("languages.toml");
    match action {
        Action::SetUp => {
            if builds.clone().any(|build| !build.is_current()) {
                need_compiler()?;
            }
            plan.edit(languages_toml, |text| languages_toml::add(text, &ours))?;
            for file in HELIX {
                plan.place(root.join("runtime").join(file.name), file.text())?;
            }
            for (path, text) in source_files() {
                plan.place(path, &text)?;
            }
            builds.for_each(|build| plan.build(build));
            plan.step("restart Helix; `hx --health agd` checks the setup");
        }
        Action::Remove => {
            plan.edit(languages_toml, |text| languages_toml::remove(text, &ours))?;
            for build in builds {
                plan.remove(build.stamp());
                plan.remove(build.target);
            }
            for file in HELIX {
                plan.remove(root.join("runtime").join(file.name));
            }
            for (path, _) in source_files() {
                plan.remove(path);
            }
        }
    }
    Ok(plan)
}

/// Our `languages.toml`, for this machine.
fn ours(sources: &str, command: &str) -> anyhow::Result<DocumentMut> {
    let text = HELIX_LANGUAGES.text();
    // The comment above the first entry is not copied.
    let entries = text.find("[language-server").and_then(|at| text.get(at..));
    let mut ours: DocumentMut = entries.unwrap_or_default().parse()?;
    if let Some(server) = ours.get_mut("language-server").and_then(|all| all.get_mut("agmark")) {
        server["command"] = toml_edit::value(command);
    }
    if let Some(all) = ours.get_mut("grammar").and_then(toml_edit::Item::as_array_of_tables_mut) {
        for grammar in all.iter_mut() {
            let path = grammar.get_mut("source").and_then(|source| source.get_mut("path"));
            if let Some(path) = path {
                let named = path.as_str().unwrap_or_default().replace(GRAMMARS_PLACE, sources);
                *path = toml_edit::value(named);
            }
        }
    }
    Ok(ours)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn our_entries_name_this_machine() {
        let text = ours("/x/grammars", "/bin/agmark").expect("TOML").to_string();
        assert!(text.contains("source = { path = \"/x/grammars/agd\" }"), "{text}");
        assert!(text.contains("command = \"/bin/agmark\""), "{text}");
    }
}
