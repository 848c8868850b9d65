//! The server in a browser: bytes in, bytes out, on the only thread.

use std::sync::Arc;
use std::time::Duration;

use agmark_syntax::Registry;
use futures_util::FutureExt;
use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream};

use crate::runtime::single;
use crate::serve::serve;
use crate::task::Tasks;

/// A server and its connection.
pub struct Connection(DuplexStream);

impl Connection {
    /// Starts a server. It has no tasks, because they use the network or start processes.
    pub fn start(registry: Arc<Registry>) -> Self {
        let (client, server) = tokio::io::duplex(usize::MAX);
        let (input, output) = tokio::io::split(server);
        single::spawn(async {
            serve(registry, Tasks::default(), input, output, None).await;
        });
        Self(client)
    }

    /// Passes bytes of the client to the server. They are read with the next [`Self::run`].
    pub fn send(&mut self, bytes: &[u8]) {
        // The other end has no limit, so it takes all at once. After the end of the server they are not read.
        let _ = self.0.write_all(bytes).now_or_never();
    }

    /// Lets the server work until it waits. Returns the time until it wants to run again, if it does.
    pub fn run(&mut self) -> Option<Duration> {
        single::run()
    }

    /// The bytes that the server has written since the last call.
    pub fn receive(&mut self) -> Vec<u8> {
        let mut bytes = Vec::new();
        while let Some(Ok(1..)) = self.0.read_buf(&mut bytes).now_or_never() {}
        bytes
    }
}
