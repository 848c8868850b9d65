//! Servers that are commands.

use std::sync::Arc;

use rmcp::ServiceExt;

use super::connection::{Connection, ToolListListener, list_tools};
use super::context::ServerContext;
use super::errors;
use super::limited_reader::{LimitReached, LimitedReader};
use crate::consent::{PlannedServer, ServerKind};
use crate::process::{Process, does_not_exist};
use crate::variables;

/// Starts the command of a server and connects to it. The process is stored in `process` as soon as it runs.
///
/// # Errors
/// If the command cannot be started, or is not a server.
pub async fn start(
    server: &PlannedServer,
    context: &ServerContext,
    process: &mut Option<Process>,
    limit_reached: &LimitReached,
) -> Result<Connection, String> {
    let ServerKind::Command { command, args, env, file, folder, .. } = &server.kind else {
        return Err("it has no command".to_owned());
    };
    let variable = |name: &str| std::env::var(name).ok();
    let file = file.as_deref().ok_or_else(|| does_not_exist(command))?;
    let args = args.iter().map(|arg| variables::expand(arg, variable)).collect::<Result<Vec<_>, _>>()?;
    let env = env.iter().map(|(name, value)| Ok((valid_name(name)?, variables::expand(value, variable)?)));
    let env = env.collect::<Result<Vec<_>, String>>()?;
    let (running, pipes) = context.launcher.start(file, folder, &args, &env)?;
    *process = Some(running);
    let stdout = LimitedReader::new(pipes.stdout, context.limits.server, limit_reached.clone());
    let changed = Arc::default();
    let listener = ToolListListener::new(&changed);
    let service = listener.serve((stdout, pipes.stdin)).await.map_err(|error| errors::of_start(&error))?;
    let tools = list_tools(&server.server, service.peer()).await.map_err(|error| error.message)?;
    Ok(Connection { service, changed, tools })
}

/// The name of an environment variable, if it is valid.
fn valid_name(name: &str) -> Result<String, String> {
    if name.is_empty() || name.contains(['=', '\0']) {
        return Err(format!("invalid name of an environment variable: {name:?}. Rename it in `env`"));
    }
    Ok(name.to_owned())
}
