//! The options of `agmark check`.

use std::path::PathBuf;

use super::fix::Safety;
use crate::examples;
use crate::output::OutputFormat;
use crate::rule_names::RuleName;

const AFTER: &str = "\
Folders are searched for files of agmark's formats. Files that an ignore file names are skipped; `.well-known` and \
`.garyml` are searched. A file that is named on the command line is always checked. Other files of the workspace (the \
nearest parent folder with an `agmark.toml`, else with a `.git`) are read, too, so that references into them can be \
checked. Without such a folder, at most 5000 files and folders and 32 MiB around the file are read, the nearest first; a \
note names the files that were not read.

Exit codes: 0 no errors, 1 errors (or warnings with --deny-warnings), 2 invalid usage or a file that cannot be read.";

#[derive(Debug, clap::Args)]
#[command(after_long_help = examples::after("check", AFTER))]
#[expect(clippy::struct_excessive_bools, reason = "one for each flag")]
pub struct Args {
    /// Files or folders to check [default: current directory]; `-` reads standard input
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// File name of the text on standard input; sets its format and its settings
    #[arg(long, value_name = "NAME")]
    pub stdin_path: Option<PathBuf>,
    /// Output format for findings
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t)]
    pub output_format: OutputFormat,
    /// Apply automatic fixes and report the remaining findings
    ///
    /// With standard input, the fixed text goes to standard output and the report to standard error.
    #[arg(long)]
    pub fix: bool,
    /// Include fixes that may change the meaning
    ///
    /// This concerns findings that have exactly one fix. With --fix the fixes are applied, otherwise they are counted.
    #[arg(long)]
    pub unsafe_fixes: bool,
    /// Check only these rules: a code, a name or a format
    ///
    /// Examples: `agd/duplicate-id`, `duplicate-id`, `agd`, `agd/*`. Separate several by commas. A rule that is off by
    /// default is checked if its name is given.
    #[arg(long, value_name = "RULE", value_delimiter = ',', value_parser = RuleName, hide_possible_values = true)]
    pub select: Vec<String>,
    /// Skip these rules; takes the same names as --select
    #[arg(long, value_name = "RULE", value_delimiter = ',', value_parser = RuleName, hide_possible_values = true)]
    pub ignore: Vec<String>,
    /// Print the number of findings of each rule instead of the findings
    #[arg(long)]
    pub statistics: bool,
    /// Check again whenever a file changes, until ctrl-c
    #[arg(long)]
    pub watch: bool,
    /// Exit with code 1 if there are warnings
    #[arg(long)]
    pub deny_warnings: bool,
}

impl Args {
    /// Which fixes `--fix` applies.
    pub fn safety(&self) -> Safety {
        if self.unsafe_fixes { Safety::Unsafe } else { Safety::Automatic }
    }
}
