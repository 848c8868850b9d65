//! The connection to Redis, and its errors in words that help. Credentials are never part of them.

use std::fmt;
use std::time::Duration;

use redis::aio::{ConnectionManager, ConnectionManagerConfig, MultiplexedConnection};
use redis::{AsyncConnectionConfig, Client, ConnectionAddr, IntoConnectionInfo, RedisError};
use thiserror::Error;

/// The maximum time for a connection, and for an answer.
const CONNECTING: Duration = Duration::from_secs(3);
const ANSWERING: Duration = Duration::from_secs(10);

/// Redis at an address.
#[derive(Clone)]
pub struct Server {
    client: Client,
    /// Without credentials.
    address: String,
}

/// An error of Redis, or of the way to it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ServerError {
    #[error("invalid Redis URL: write it like redis://127.0.0.1:6379/0, or rediss://host:6380/0 with TLS")]
    Url,
    #[error("no answer from Redis at {address}: {reason}")]
    Connection { address: String, reason: String },
    #[error(
        "Redis at {address} is out of memory (maxmemory): nothing is lost, operations wait in their streams; free \
         memory or raise the limit"
    )]
    OutOfMemory { address: String },
    #[error("Redis at {address} refuses the user or the password")]
    Credentials { address: String },
    #[error(
        "Redis at {address} is a node of a cluster that does not have this key, or keys of one document are on \
         several nodes: put a hash tag such as {{7}} into the prefix, and run a daemon for each node"
    )]
    Cluster { address: String },
    #[error(
        "Redis at {address} has a value of another type in a key of this document: use another prefix, or remove what \
         does not belong to the document"
    )]
    Type { address: String },
    #[error("Redis at {address}: {reason}")]
    Answer { address: String, reason: String },
}

impl Server {
    /// Redis at a URL. Nothing is connected yet.
    ///
    /// # Errors
    /// If the URL is invalid.
    pub fn at(url: &str) -> Result<Self, ServerError> {
        let info = url.into_connection_info().map_err(|_| ServerError::Url)?;
        let address = match info.addr() {
            ConnectionAddr::Tcp(host, port) => format!("{host}:{port}"),
            // A URL cannot ask that the certificate is not checked.
            ConnectionAddr::TcpTls { host, port, insecure: false, .. } => {
                // Fails if another client has installed it before.
                let _ = rustls::crypto::ring::default_provider().install_default();
                format!("{host}:{port}")
            }
            ConnectionAddr::Unix(path) => path.display().to_string(),
            _ => return Err(ServerError::Url),
        };
        // A small command is sent at once.
        let settings = info.tcp_settings().clone().set_nodelay(true);
        let client = Client::open(info.set_tcp_settings(settings)).map_err(|_| ServerError::Url)?;
        Ok(Self { client, address })
    }

    /// Its address, without credentials.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// A connection for short commands, which connects again by itself. All clones use one connection.
    ///
    /// # Errors
    /// If the settings are invalid.
    pub fn commands(&self) -> Result<ConnectionManager, ServerError> {
        let config = ConnectionManagerConfig::new()
            .set_connection_timeout(Some(CONNECTING))
            .set_response_timeout(Some(ANSWERING))
            .set_number_of_retries(0);
        self.client.get_connection_manager_lazy(config).map_err(|error| self.explain(&error))
    }

    /// A connection for one command at a time that waits for at most `waiting`.
    ///
    /// # Errors
    /// If Redis does not answer.
    pub async fn waiting(&self, waiting: Duration) -> Result<MultiplexedConnection, ServerError> {
        let config = AsyncConnectionConfig::new()
            .set_connection_timeout(Some(CONNECTING))
            .set_response_timeout(Some(waiting + ANSWERING));
        let connection = self.client.get_multiplexed_async_connection_with_config(&config).await;
        connection.map_err(|error| self.explain(&error))
    }

    /// An error of Redis in words that help.
    pub fn explain(&self, error: &RedisError) -> ServerError {
        let address = self.address.clone();
        // Of a transaction, the first error is the reason.
        let errors = error.clone().into_server_errors();
        let first = errors.as_ref().and_then(|errors| errors.first()).map(|(_, error)| error.code());
        match first.or(error.code()) {
            Some("OOM") => return ServerError::OutOfMemory { address },
            Some("NOAUTH" | "WRONGPASS" | "NOPERM") => return ServerError::Credentials { address },
            Some("WRONGTYPE") => return ServerError::Type { address },
            Some("MOVED" | "ASK" | "CROSSSLOT" | "CLUSTERDOWN") => return ServerError::Cluster { address },
            _ => {}
        }
        if error.kind() == redis::ErrorKind::AuthenticationFailed {
            return ServerError::Credentials { address };
        }
        let reason = error.to_string();
        if error.is_io_error() || error.is_connection_dropped() || error.is_timeout() {
            return ServerError::Connection { address, reason };
        }
        ServerError::Answer { address, reason }
    }
}

/// Without credentials.
impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Server").field(&self.address).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn credentials_are_never_shown() {
        let server = Server::at("redis://ada:secret@127.0.0.1:1/0").expect("it is valid");
        assert_eq!(format!("{server:?}"), "Server(\"127.0.0.1:1\")");
        let server = Server::at("rediss://ada:secret@host/").expect("it is valid");
        assert_eq!(format!("{server:?}"), "Server(\"host:6379\")");
        for url in ["rediss://ada:secret@host/#insecure", "redis://ada:secret@:port/", "secret"] {
            let error = Server::at(url).map(|_| ()).expect_err("it is invalid").to_string();
            assert!(!error.contains("secret"), "{error}");
        }
    }
}
