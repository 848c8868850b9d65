//! Serves a client until it ends.

use std::io;
use std::time::Duration;

use rmcp::ServiceExt;
use rmcp::service::ServerInitializeError;
use tokio::io::{AsyncRead, AsyncWrite};

use crate::line_transport::LineTransport;
use crate::server::Server;

/// How long running calls may take to end after a signal.
const ENDING: Duration = Duration::from_secs(3);

/// Serves a client on standard input and output until it closes its end or `stopped` ends.
///
/// # Errors
/// If the runtime cannot be started.
pub fn stdio(server: Server, stopped: impl Future<Output = ()>) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let (input, output) = rmcp::transport::stdio_pipes();
        tokio::select! {
            () = connection(server, input, output) => {}
            () = stopped => {}
        }
    });
    // A thread may still wait for standard input, which a client does not have to close.
    runtime.shutdown_timeout(ENDING);
    Ok(())
}

/// Serves one client of messages in lines.
pub async fn connection<R, W>(server: Server, input: R, output: W)
where
    R: AsyncRead + Send + Unpin + 'static,
    W: AsyncWrite + Send + Unpin + 'static,
{
    match server.serve(LineTransport::new(input, output)).await {
        Ok(running) => {
            let ended = running.waiting().await;
            tracing::debug!("the session ended: {ended:?}");
        }
        Err(ServerInitializeError::ConnectionClosed(_)) => {}
        Err(error) => tracing::warn!("the session did not begin: {error}"),
    }
}
