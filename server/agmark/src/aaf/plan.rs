//! `agmark aaf plan`: reads a model's reply as a runtime does.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use agmark_aaf::planner::plan::Planner;
use agmark_aaf::site::address::Origin;
use agmark_workspace::files;
use serde_json::Value;

use super::planner;
use crate::examples;
use crate::stdin;
use crate::terminal::{self, plain};

const AFTER: &str = "\
    Prints {\"action\", \"args\"}, {\"navigate\"} or {\"action\": \"none\", \"answer\"} on one line; with \"route\" where \
    the runtime has to go for it: the page of a data view with the arguments as its query, or that of an action which is \
    not on the page of --page: arguments that it requires may still be missing, as the planner is asked again there. \
    Text and fences around the JSON, relative paths, addresses of the site, {\"action\": \"navigate\"}, arguments \
    beside the action or in a string, and numbers in quotes are corrected. Exit code 1 with the reason if the reply is \
    invalid: an unknown action, arguments that do not fit or are not declared, CSS selectors, another site, a \
    page that `pages` does not list.";

#[derive(Debug, clap::Args)]
#[command(after_long_help = examples::after("aaf plan", AFTER))]
pub struct Args {
    /// Manifest of the site
    #[arg(long, value_name = "FILE")]
    manifest: PathBuf,
    /// Route of the current page
    #[arg(long, value_name = "ROUTE")]
    page: Option<String>,
    /// Origin of the site, if it differs from the one in the manifest (during development)
    #[arg(long, value_name = "URL", value_parser = planner::origin)]
    origin: Option<Origin>,
    /// File with the reply; `-` reads standard input
    #[arg(value_name = "FILE", default_value = "-")]
    reply: PathBuf,
}

/// # Errors
/// When the manifest or the reply cannot be read.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let mut planner = planner::load(&args.manifest)?;
    if let Some(origin) = &args.origin {
        planner = planner.at(origin.clone());
    }
    let reply = if args.reply == Path::new("-") { stdin::read()? } else { files::read(&args.reply)? };
    match canonical(&planner, &reply, args.page.as_deref()) {
        Ok(plan) => {
            terminal::print(format_args!("{plan}\n"))?;
            Ok(ExitCode::SUCCESS)
        }
        Err(why) => {
            terminal::complain(plain(&why));
            Ok(ExitCode::FAILURE)
        }
    }
}

/// The reply of a model in canonical form, with the route that the runtime has to go to.
///
/// # Errors
/// The reason why the reply is invalid.
pub fn canonical(planner: &Planner, reply: &str, page: Option<&str>) -> Result<Value, String> {
    let plan = planner.read(reply, page)?;
    let mut canonical = plan.reply;
    if let (Some(route), Some(object)) = (plan.route, canonical.as_object_mut()) {
        object.insert("route".to_owned(), route.into());
    }
    Ok(canonical)
}
