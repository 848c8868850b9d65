//! Neovim: the plugin as a package that Neovim loads by itself, with its parsers.

use std::env;
use std::fmt::Write as _;
use std::path::Path;

use super::action::Action;
use super::files::{GRAMMARS, NEOVIM};
use super::folders::Folders;
use super::grammars::{Build, Interface, need_compiler};
use super::plan::Plan;

/// # Errors
/// When a file cannot be read, or there is no C compiler.
pub fn plan(folders: &Folders, action: Action) -> anyhow::Result<Plan> {
    let root = folders.data.join(data_folder()).join("site/pack/agmark/start/agmark");
    let mut plan = Plan::new(folders);
    let builds = GRAMMARS.iter().map(|grammar| Build {
        grammar: *grammar,
        interface: Interface::Newest,
        target: root.join("parser").join(format!("{}.so", grammar.name)),
    });
    let tags = (root.join("doc/tags"), help_tags());
    let program = (root.join("lua/agmark/program.lua"), program(&folders.command()));
    match action {
        Action::SetUp => {
            if builds.clone().any(|build| !build.is_current()) {
                need_compiler()?;
            }
            for file in NEOVIM {
                plan.place(root.join(file.name), file.text())?;
            }
            for (path, text) in [tags, program] {
                plan.place(path, &text)?;
            }
            builds.for_each(|build| plan.build(build));
            plan.step("restart Neovim; `:checkhealth agmark` checks the setup, `:help agmark` describes the commands");
        }
        Action::Remove => {
            for build in builds {
                plan.remove(build.stamp());
                plan.remove(build.target);
            }
            for path in [tags.0, program.0] {
                plan.remove(path);
            }
            for file in NEOVIM {
                plan.remove(root.join(file.name));
            }
        }
    }
    Ok(plan)
}

/// The name of Neovim's data folder; a user can have several.
fn data_folder() -> String {
    let own = env::var("NVIM_APPNAME").ok().filter(|name| !name.is_empty());
    let name = own.unwrap_or_else(|| "nvim".to_owned());
    if cfg!(windows) { format!("{name}-data") } else { name }
}

/// What `:helptags` would write.
fn help_tags() -> String {
    let mut tags: Vec<_> = NEOVIM
        .iter()
        .filter(|file| file.name.starts_with("doc/"))
        .flat_map(|file| marked(file.text()).map(move |tag| (tag, file.name)))
        .collect();
    tags.sort_unstable();
    tags.iter().fold(String::new(), |mut out, (tag, file)| {
        let file = Path::new(file).file_name().unwrap_or_default().to_string_lossy();
        let _ = writeln!(out, "{tag}\t{file}\t/*{tag}*");
        out
    })
}

/// The words between two stars.
fn marked(text: &str) -> impl Iterator<Item = &str> {
    text.split_whitespace()
        .filter_map(|word| word.strip_prefix('*')?.strip_suffix('*'))
        .filter(|word| !word.is_empty() && !word.contains('*'))
}

/// A module with the path of the program.
fn program(command: &str) -> String {
    let quoted = command.replace('\\', "\\\\").replace('\'', "\\'");
    format!("-- Written by `agmark setup neovim`.\nreturn '{quoted}'\n")
}
