//! `agmark aaf prompt`: the prompt of a planner for its model.

use std::path::PathBuf;
use std::process::ExitCode;

use agmark_aaf::planner::prompt;

use super::planner;
use crate::examples;
use crate::terminal;

#[derive(Debug, clap::Args)]
#[command(after_long_help = examples::after("aaf prompt", ""))]
pub struct Args {
    /// Manifest of the site
    #[arg(long, value_name = "FILE")]
    manifest: PathBuf,
    /// Route of the current page; its actions are listed first
    #[arg(long, value_name = "ROUTE")]
    page: Option<String>,
}

/// # Errors
/// If the manifest cannot be read, or the page is unknown.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let planner = planner::load(&args.manifest)?;
    let site = planner.site();
    if let Some(page) = args.page.as_deref().filter(|page| site.page(page).is_none()) {
        let routes: Vec<_> = site.pages.iter().map(|page| page.route.as_str()).collect();
        anyhow::bail!("the manifest has no page {page}: it has {}", routes.join(", "));
    }
    terminal::print(prompt::write(site, args.page.as_deref()))?;
    Ok(ExitCode::SUCCESS)
}
