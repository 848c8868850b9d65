//! Servers at an address: connected to, with a sign-in where they ask for one.

use std::sync::Arc;

use ::http::header::AUTHORIZATION;
use rmcp::ServiceExt;
use rmcp::transport::StreamableHttpClientTransport;
use rmcp::transport::auth::AuthClient;
use rmcp::transport::streamable_http_client::StreamableHttpClientTransportConfig;
use tokio::time::timeout;

use super::fault;
use super::server::{Connected, Ear, Unready, listed, silent};
use super::{Surroundings, expanded, http, legacy};
use crate::sign_in::{Session, Site, Store};

/// A server that has told its tools, and the sign-in that it is used with.
pub struct Remote {
    pub connected: Connected,
    pub sign_in: Option<Store>,
}

/// An address with its headers, as a program has them.
pub struct Address<'a> {
    pub server: &'a str,
    pub url: &'a str,
    pub headers: &'a [(String, String)],
}

impl Address<'_> {
    /// Connects, and lets a person sign in if the server asks for it. A person may take longer for that than a server
    /// may take to start.
    ///
    /// # Errors
    /// When it is no server, does not answer in time, or nobody signs in.
    pub async fn connect(&self, around: &Surroundings) -> Result<Remote, String> {
        let variable = |name: &str| std::env::var(name).ok();
        let url = expanded(self.url, variable)?;
        let headers = http::headers(self.headers, variable)?;
        let has_token = headers.contains_key(AUTHORIZATION);
        let http = http::client(&url, &headers, http::redirects())?;
        let told = |error: &dyn std::fmt::Display| format!("{}: {error}", self.url);
        let (folder, watch) = (around.sign_ins.as_deref(), Arc::clone(&around.watch));
        let site = Site::new(&url, self.url, folder, around.limits.sign_in, watch);
        let site = site.map_err(|error| told(&error))?;
        // A token of the person's own comes before a sign-in.
        let mut session = match has_token {
            true => None,
            false => site.resume().await.map_err(|error| told(&error))?,
        };
        let mut asked = false;
        loop {
            let sign_in = session.as_ref().map(|session| session.store.clone());
            let once = timeout(around.limits.start, self.once(&http, &url, session.take())).await;
            let fault = match once {
                Ok(Ok(connected)) => return Ok(Remote { connected, sign_in }),
                Ok(Err(fault)) => fault,
                Err(_) => return Err(silent(around.limits.start)),
            };
            match fault.challenge {
                Some(challenge) if !has_token && !asked => {
                    asked = true;
                    let person = around.person.clone();
                    let made = site.sign_in(challenge.0.as_deref(), sign_in.as_ref(), person).await;
                    session = Some(made.map_err(|error| told(&error))?);
                }
                _ => return Err(fault.message),
            }
        }
    }

    /// Connects once.
    async fn once(
        &self,
        http: &reqwest::Client,
        url: &str,
        session: Option<Session>,
    ) -> Result<Connected, Unready> {
        let changed = Arc::default();
        let ear = Ear::new(&changed);
        let mut config = StreamableHttpClientTransportConfig::with_uri(url);
        config.retry_config = Arc::new(http::FewRetries);
        let signed_in = session.is_some();
        let client = http::Checked(http.clone());
        let served = match session {
            Some(session) => {
                let client = AuthClient::new(client, session.manager);
                ear.serve(StreamableHttpClientTransport::with_client(client, config)).await
            }
            None => ear.serve(StreamableHttpClientTransport::with_client(client, config)).await,
        };
        let service = match served {
            Ok(service) => service,
            Err(error) => {
                let challenge = fault::challenge_of_start(&error);
                let transport = match challenge.is_some() || signed_in {
                    true => None,
                    // Servers from before streamable HTTP speak over an event stream.
                    false => legacy::connect(http, url).await,
                };
                let Some(transport) = transport else {
                    let message = format!("{}: {}", self.url, fault::of_start(&error));
                    return Err(Unready { message, challenge });
                };
                Ear::new(&changed).serve(transport).await.map_err(|error| fault::of_start(&error))?
            }
        };
        let tools = listed(self.server, service.peer()).await?;
        Ok((service, changed, tools))
    }
}
