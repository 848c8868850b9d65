//! The options of `agmark aaf-lint`.

use std::ffi::OsString;
use std::path::PathBuf;

use agmark_audit::Selector;
use agmark_audit::http::is_address;
use clap::ArgGroup;

use super::report_format::ReportFormat;
use crate::examples;
use crate::program_name::AAF_LINT;

const AFTER: &str = "\
    An address is audited, also without --audit.\n\
    Exit codes: 0 fine; 1 an error was found, a score is below the minimum, or a page that was named cannot be \
    read; 130 interrupted; 2 wrong usage, or a file or folder that does not exist (1 where the program is called as \
    aaf-lint).\n\
    An audit's manifest is that of --manifest, else `.well-known/agent-manifest.json` of the site (of a file: in \
    its folder or above it, also in `public`), else the page's own. \
    Elements in one with `data-agent-ignore` do not count.";

#[derive(Debug, clap::Args)]
#[command(version, after_long_help = examples::after("aaf-lint", AFTER))]
#[command(group(ArgGroup::new("pages").args(["paths", "stdin", "changed", "html", "audit", "audit_pages"])))]
#[command(group(ArgGroup::new("audits").args(["audit", "audit_pages"])))]
#[command(group(ArgGroup::new("many").args(["crawl", "audit_pages"]).multiple(true)))]
#[command(group(ArgGroup::new("rendered").args(["render", "audit_pages"]).multiple(true)))]
pub struct Args {
    /// Files or folders to check [default: current directory]
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// Check the files that are listed on standard input, one per line
    #[arg(long)]
    pub stdin: bool,
    /// Check files that differ from a Git revision, and new files
    #[arg(long, value_name = "REF", num_args = 0..=1, default_missing_value = "HEAD")]
    pub changed: Option<String>,
    /// Check one page, regardless of its name
    #[arg(long, value_name = "FILE|URL")]
    pub html: Option<String>,
    /// Check this manifest; with pages, use it for them
    #[arg(long, value_name = "FILE")]
    pub manifest: Option<PathBuf>,
    /// Validate the manifest against this JSON Schema instead of the built-in rules
    #[arg(long, value_name = "FILE", requires = "manifest")]
    pub schema: Option<PathBuf>,
    /// Score a page, all pages of a folder, or a page on a server
    #[arg(long, value_name = "FILE|FOLDER|URL")]
    pub audit: Option<String>,
    /// Score each page in the manifest, rendered; routes with a `:param` are skipped
    #[arg(long, value_name = "URL", requires = "manifest")]
    pub audit_pages: Option<String>,
    /// Also audit the pages of the site that the page links to
    #[arg(long, requires = "audit")]
    pub crawl: bool,
    /// Maximum number of links to follow from the page
    #[arg(long, value_name = "N", default_value_t = 1, requires = "crawl")]
    pub depth: usize,
    /// Maximum number of pages
    #[arg(long, value_name = "N", default_value_t = 200, requires = "many", value_parser = at_least_one)]
    pub max_pages: usize,
    /// Also crawl pages that robots.txt forbids; it is never applied on localhost
    #[arg(long, requires = "crawl")]
    pub ignore_robots: bool,
    /// Maximum number of parallel requests
    #[arg(long, value_name = "N", default_value_t = 4, requires = "many", value_parser = at_least_one)]
    pub concurrency: usize,
    /// Render pages with headless Chromium, including scripts
    #[arg(long)]
    pub render: bool,
    /// Chromium or Chrome to start [default: searched on PATH and in the usual folders]
    #[arg(long, value_name = "PATH", requires = "rendered")]
    pub chrome: Option<PathBuf>,
    /// Seconds to wait until a page is idle; after that, the page is read as it is
    #[arg(long, value_name = "SECONDS", default_value_t = 15, requires = "rendered", value_parser = clap::value_parser!(u64).range(1..=600))]
    pub render_timeout: u64,
    /// Start Chromium without its sandbox (necessary as root): only for pages that you trust
    #[arg(long, requires = "rendered")]
    pub no_sandbox: bool,
    /// Send a cookie to the site, for pages behind a login; can be repeated
    ///
    /// AGMARK_AUTH_COOKIE with `NAME=VALUE; NAME=VALUE` does the same, and other users of the machine cannot see it.
    #[arg(long, value_name = "NAME=VALUE")]
    pub auth_cookie: Vec<String>,
    /// Set a value in the site's local storage, for rendered pages behind a login; can be repeated
    ///
    /// AGMARK_AUTH_LOCAL_STORAGE with one value per line does the same.
    #[arg(long, value_name = "KEY=VALUE", requires = "rendered")]
    pub auth_local_storage: Vec<String>,
    /// Read cookies and local storage from a Playwright file [env: AGMARK_AUTH_STORAGE_STATE]
    #[arg(long, value_name = "FILE")]
    pub auth_storage_state: Option<PathBuf>,
    /// Also check the site's llms.txt; this does not change the score or the exit code
    #[arg(long, requires = "audits")]
    pub check_llms_txt: bool,
    /// Also audit dangerous buttons
    #[arg(long, requires = "audits")]
    pub safety: bool,
    /// Also audit links
    #[arg(long, requires = "audits")]
    pub navigation: bool,
    /// Skip these elements and their content; can be repeated
    #[arg(long, value_name = "CSS", requires = "audits", value_parser = Selector::new)]
    pub exclude: Vec<Selector>,
    /// Include the panels of developer tools in the audit
    #[arg(long, requires = "audits")]
    pub no_strip_devtools: bool,
    /// Minimum score of a page or site
    #[arg(long, value_name = "N", default_value_t = 50, requires = "audits", value_parser = clap::value_parser!(u32).range(..=100))]
    pub min_score: u32,
    /// Exit with code 1 if there are warnings
    #[arg(long)]
    pub deny_warnings: bool,
    /// Output format for the report
    #[arg(long, visible_alias = "format", value_enum, value_name = "FORMAT", default_value_t)]
    pub output_format: ReportFormat,
}

/// Flags whose value is the next argument.
const VALUED: &[&str] = &[
    "--changed",
    "--html",
    "--manifest",
    "--schema",
    "--audit",
    "--audit-pages",
    "--depth",
    "--max-pages",
    "--concurrency",
    "--chrome",
    "--render-timeout",
    "--auth-cookie",
    "--auth-local-storage",
    "--auth-storage-state",
    "--exclude",
    "--min-score",
    "--format",
    "--output-format",
    "--color",
];

/// The arguments of a process, with `--audit` before an address that has no option.
pub fn arguments(mut arguments: Vec<OsString>) -> Vec<OsString> {
    let text = |one: &OsString| one.to_str().map(str::to_owned).unwrap_or_default();
    if arguments.get(1).is_none_or(|name| name != AAF_LINT) {
        return arguments;
    }
    let words: Vec<String> = arguments.iter().map(text).collect();
    let has = |flag: &str| words.iter().any(|word| word == flag || word.starts_with(&format!("{flag}=")));
    if ["--audit", "--audit-pages", "--html"].into_iter().any(has) {
        return arguments;
    }
    let alone = (2..words.len()).find(|at| {
        let (word, before) = (&words[*at], &words[at - 1]);
        is_address(word) && !word.starts_with('-') && !VALUED.contains(&before.as_str()) && before != "--"
    });
    if let Some(at) = alone {
        arguments.insert(at, "--audit".into());
    }
    arguments
}

fn at_least_one(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(0) | Err(_) => Err("must be at least 1".to_owned()),
        Ok(number) => Ok(number),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_audited() {
        let read = |words: &[&str]| {
            let all = ["agmark", "aaf-lint"].iter().chain(words).map(OsString::from).collect();
            arguments(all)
                .iter()
                .skip(2)
                .map(|one| one.to_string_lossy().into_owned())
                .collect::<Vec<_>>()
                .join(" ")
        };
        assert_eq!(read(&["https://x.example"]), "--audit https://x.example");
        assert_eq!(
            read(&["--crawl", "https://x.example", "--safety"]),
            "--crawl --audit https://x.example --safety"
        );
        assert_eq!(
            read(&["--format", "json", "https://x.example"]),
            "--format json --audit https://x.example"
        );
        for same in [
            &["--audit", "https://x.example"][..],
            &["--html", "https://x.example"],
            &["--html=https://x.example"],
            &["--auth-cookie", "a=https://x.example"],
            &["a.html"],
            &["--", "https://x.example"],
        ] {
            assert_eq!(read(same), same.join(" "));
        }
        let other: Vec<OsString> =
            ["agmark", "check", "https://x.example"].iter().map(OsString::from).collect();
        assert_eq!(arguments(other.clone()), other);
    }
}
