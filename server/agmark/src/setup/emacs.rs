//! Emacs: a library for eglot, and a line in the person's init file that loads it.

use std::path::PathBuf;

use super::files::EMACS;
use super::places::Places;
use super::plan::Plan;
use super::{Aim, block};

/// # Errors
/// When a file cannot be read.
pub fn plan(places: &Places, aim: Aim) -> anyhow::Result<Plan> {
    let library = places.own("emacs").join("agmark.el");
    let mut plan = Plan::new(places);
    let path = lisp(&library.to_string_lossy());
    let command = lisp(&places.command());
    let body = format!("(setq agmark-program {command})\n(load {path} t t)\n");
    let change = |text: &str| Ok(block::put(text, ";;", &body, aim));
    match aim {
        Aim::SetUp => {
            plan.place(library, EMACS)?;
            plan.edit(init_file(places), change)?;
            plan.step("start Emacs anew; it needs eglot, which is part of Emacs 29");
        }
        Aim::Remove => {
            plan.edit(init_file(places), change)?;
            plan.remove(library);
        }
    }
    Ok(plan)
}

/// The first of Emacs's init files that is there, in its order; else the one that new Emacs set-ups have.
fn init_file(places: &Places) -> PathBuf {
    let home = &places.home;
    let all = [home.join(".emacs.el"), home.join(".emacs"), home.join(".emacs.d/init.el")];
    let usual = places.config.join("emacs/init.el");
    all.into_iter().find(|file| file.is_file()).unwrap_or(usual)
}

/// A text as Lisp reads it.
fn lisp(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
