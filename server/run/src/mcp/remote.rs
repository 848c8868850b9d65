//! Servers at an address, with a sign-in if they ask for one.

use std::sync::Arc;

use ::http::header::AUTHORIZATION;
use rmcp::ServiceExt;
use rmcp::transport::StreamableHttpClientTransport;
use rmcp::transport::auth::AuthClient;
use rmcp::transport::streamable_http_client::StreamableHttpClientTransportConfig;
use tokio::time::timeout;

use super::connection::{ConnectError, Connection, ToolListListener, list_tools, no_answer};
use super::context::ServerContext;
use super::{errors, event_stream, http};
use crate::sign_in::{SignInServer, SignInSession, SignInStore};
use crate::variables;

/// A connected server with its sign-in.
pub struct Remote {
    pub connection: Connection,
    pub sign_in: Option<SignInStore>,
}

/// An address with its headers, as a program writes them.
pub struct Address<'a> {
    pub server: &'a str,
    pub url: &'a str,
    pub headers: &'a [(String, String)],
}

impl Address<'_> {
    /// Connects, and asks the person to sign in if the server requires it. The time limit for signing in is longer than the
    /// limit for starting.
    ///
    /// # Errors
    /// If this is not a server, it does not answer in time, or the sign-in fails.
    pub async fn connect(&self, context: &ServerContext) -> Result<Remote, String> {
        let variable = |name: &str| std::env::var(name).ok();
        let url = variables::expand(self.url, variable)?;
        let headers = http::headers(self.headers, variable)?;
        let has_token = headers.contains_key(AUTHORIZATION);
        let http = http::client(&url, &headers, http::redirects())?;
        let at_address = |error: &dyn std::fmt::Display| format!("{}: {error}", self.url);
        let (folder, watch) = (context.sign_ins.as_deref(), Arc::clone(&context.watch));
        let server = SignInServer::new(&url, self.url, folder, context.limits.sign_in, watch);
        let server = server.map_err(|error| at_address(&error))?;
        // A token in the headers has priority over a sign-in.
        let mut session = match has_token {
            true => None,
            false => server.resume().await.map_err(|error| at_address(&error))?,
        };
        let mut asked = false;
        loop {
            let sign_in = session.as_ref().map(|session| session.store.clone());
            let connected =
                timeout(context.limits.start, self.connect_once(&http, &url, session.take())).await;
            let error = match connected {
                Ok(Ok(connection)) => return Ok(Remote { connection, sign_in }),
                Ok(Err(error)) => error,
                Err(_) => return Err(no_answer(context.limits.start)),
            };
            match error.challenge {
                Some(challenge) if !has_token && !asked => {
                    asked = true;
                    let person = context.person.clone();
                    let signed_in = server.sign_in(challenge.0.as_deref(), sign_in.as_ref(), person).await;
                    session = Some(signed_in.map_err(|error| at_address(&error))?);
                }
                _ => return Err(error.message),
            }
        }
    }

    /// Connects once.
    async fn connect_once(
        &self,
        http: &reqwest::Client,
        url: &str,
        session: Option<SignInSession>,
    ) -> Result<Connection, ConnectError> {
        let changed = Arc::default();
        let listener = ToolListListener::new(&changed);
        let mut config = StreamableHttpClientTransportConfig::with_uri(url);
        config.retry_config = Arc::new(http::FewRetries);
        let signed_in = session.is_some();
        let client = http::CheckedClient(http.clone());
        let served = match session {
            Some(session) => {
                let client = AuthClient::new(client, session.manager);
                listener.serve(StreamableHttpClientTransport::with_client(client, config)).await
            }
            None => listener.serve(StreamableHttpClientTransport::with_client(client, config)).await,
        };
        let service = match served {
            Ok(service) => service,
            Err(error) => {
                let challenge = errors::challenge_of_start(&error);
                let transport = match challenge.is_some() || signed_in {
                    true => None,
                    // Older servers send messages in an event stream.
                    false => event_stream::connect(http, url).await,
                };
                let Some(transport) = transport else {
                    let message = format!("{}: {}", self.url, errors::of_start(&error));
                    return Err(ConnectError { message, challenge });
                };
                ToolListListener::new(&changed)
                    .serve(transport)
                    .await
                    .map_err(|error| errors::of_start(&error))?
            }
        };
        let tools = list_tools(self.server, service.peer()).await?;
        Ok(Connection { service, changed, tools })
    }
}
