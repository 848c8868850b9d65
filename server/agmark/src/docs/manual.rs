//! The pages of the manual: one for each command, and one for each other name of the program.

use std::fs;
use std::path::Path;

use anyhow::Context;

use crate::program_name;

/// Writes the pages into a folder and returns a sentence about them.
///
/// # Errors
/// When the folder or a page cannot be written.
pub fn write(command: clap::Command, folder: &Path) -> anyhow::Result<String> {
    let failed = || format!("{}: cannot be written: name another folder with --output", folder.display());
    fs::create_dir_all(folder).with_context(failed)?;
    clap_mangen::generate_to(command, folder).with_context(failed)?;
    for name in program_name::all().into_iter().filter(|name| *name != program_name::OWN) {
        let words = program_name::subcommand(name).join("-");
        // This request of man shows the other page.
        let page = format!(".so man1/{}-{words}.1\n", program_name::OWN);
        fs::write(folder.join(format!("{name}.1")), page).with_context(failed)?;
    }
    Ok(format!("{}: manual written\n", folder.display()))
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn each_command_and_each_name_has_a_page() {
        let folder = tempfile::tempdir().unwrap();
        write(crate::cli::Cli::command(), folder.path()).unwrap();
        let page = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
        assert!(page("agmark.1").contains("agmark\\-check(1)"), "{}", page("agmark.1"));
        assert!(page("agmark-check.1").contains("output\\-format"), "the options of a command are there");
        for name in program_name::all().into_iter().skip(1) {
            let shown = page(&format!("{name}.1"));
            let other = shown.strip_prefix(".so man1/").unwrap().trim_end().to_owned();
            assert!(page(&other).starts_with(".ie"), "{name}: {other}");
        }
    }
}
