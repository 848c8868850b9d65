//! Emacs: a library for eglot, and a line in the user's init file that loads it.

use std::path::PathBuf;

use super::action::Action;
use super::files::EMACS;
use super::folders::{Folders, folder};
use super::plan::Plan;
use super::{lisp, marked_block};

/// # Errors
/// When a file cannot be read.
pub fn plan(folders: &Folders, action: Action) -> anyhow::Result<Plan> {
    let library = folders.own("emacs").join("agmark.el");
    let mut plan = Plan::new(folders);
    let path = quoted(&library.to_string_lossy());
    let command = quoted(&folders.command());
    let body = format!("(setq agmark-program {command})\n(load {path} t t)\n");
    let change = |text: Option<&str>| {
        text.map_or(Ok(()), lisp::check)?;
        marked_block::put(text, ";;", &body, action)
    };
    match action {
        Action::SetUp => {
            plan.place(library, EMACS.text())?;
            plan.edit(init_file(folders), change)?;
            plan.step("restart Emacs; eglot is required and is part of Emacs 29");
        }
        Action::Remove => {
            plan.edit(init_file(folders), change)?;
            plan.remove(library);
        }
    }
    Ok(plan)
}

/// Emacs's init file: the first that exists, in the order of Emacs; else the one in its default folder.
fn init_file(folders: &Folders) -> PathBuf {
    let home = home(folders);
    let (own, shared) = (home.join(".emacs.d"), folders.config.join("emacs"));
    let all = [home.join(".emacs.el"), home.join(".emacs"), own.join("init.el")];
    let usual = if own.is_dir() { own } else { shared }.join("init.el");
    all.into_iter().find(|file| file.is_file()).unwrap_or(usual)
}

/// The home folder of Emacs.
fn home(folders: &Folders) -> PathBuf {
    let own = cfg!(windows).then(|| folder("HOME").or_else(|| folder("APPDATA"))).flatten();
    own.unwrap_or_else(|| folders.home.clone())
}

/// A text as Lisp reads it.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
