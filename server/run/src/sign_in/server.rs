//! A server that requires a sign-in, and how a person signs in there.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use rmcp::transport::auth::{AuthorizationManager, OAuthClientConfig};
use tokio::sync::Mutex;
use tokio::time::timeout;
use url::Url;

use super::callback::Listener;
use super::error::{DISCOVERY_TIME, SignInError};
use super::metadata::{self, SignInService};
use super::person::Person;
use super::question;
use super::requests::{self, SignInRequests};
use super::store::{self, SignInStore, StoredSignIn};
use crate::events::Event;
use crate::{terminal_text, variables};
use agmark_task::Watch;

/// The name of this program at a sign-in service.
const CLIENT: &str = "agmark";

/// Questions are asked one after the other, because they share a terminal.
static ASKING: Mutex<()> = Mutex::const_new(());

/// A server that requires a sign-in.
#[derive(Clone)]
pub struct SignInServer {
    /// Its address, with the values of environment variables.
    url: Url,
    /// Its address as it is written in the program.
    shown: String,
    /// The folder of stored sign-ins; without it, a sign-in is valid for this run.
    folder: Option<PathBuf>,
    /// The time limit for signing in.
    limit: Duration,
    watch: Arc<dyn Watch<Event>>,
}

/// A sign-in in use.
pub(crate) struct SignInSession {
    pub manager: AuthorizationManager,
    pub store: SignInStore,
}

impl SignInServer {
    /// The server at an address as programs write it, with names of environment variables.
    ///
    /// # Errors
    /// If the address is invalid, or a variable is not set.
    pub fn from_program(
        written: &str,
        folder: Option<&Path>,
        limit: Duration,
        watch: Arc<dyn Watch<Event>>,
    ) -> Result<Self, SignInError> {
        let address =
            variables::expand(written, |name| std::env::var(name).ok()).map_err(SignInError::Address)?;
        Self::new(&address, written, folder, limit, watch)
    }

    /// The server at an address; `shown` is the address as it is written in the program.
    ///
    /// # Errors
    /// If the address is invalid.
    pub(crate) fn new(
        address: &str,
        shown: &str,
        folder: Option<&Path>,
        limit: Duration,
        watch: Arc<dyn Watch<Event>>,
    ) -> Result<Self, SignInError> {
        let mut url = Url::parse(address).map_err(|error| SignInError::Address(error.to_string()))?;
        if !matches!(url.scheme(), "http" | "https") || url.host().is_none() {
            return Err(SignInError::Address("it must begin with http:// or https://".to_owned()));
        }
        url.set_fragment(None);
        Ok(Self { url, shown: shown.to_owned(), folder: folder.map(Path::to_owned), limit, watch })
    }

    /// The stored sign-in of the server, if any.
    ///
    /// # Errors
    /// If it cannot be read, or the sign-in service has changed or does not answer.
    pub(crate) async fn resume(&self) -> Result<Option<SignInSession>, SignInError> {
        let store = self.store();
        let Some(StoredSignIn { issuer, client_secret, credentials, .. }) = store.read()? else {
            return Ok(None);
        };
        let (mut manager, requests) = self.manager().await?;
        let service = self.discover(&mut manager, &requests, None).await?;
        if service.issuer != issuer {
            return Err(SignInError::Moved {
                server: self.shown.clone(),
                from: terminal_text::shown(&issuer),
                to: terminal_text::shown(&service.issuer),
            });
        }
        requests.agree(service.origin);
        let mut config = OAuthClientConfig::new(credentials.client_id, self.url.as_str());
        config.client_secret.clone_from(&client_secret);
        manager.configure_client(config).map_err(|error| requests.error_of(&error))?;
        store.set_service(issuer, client_secret);
        manager.set_credential_store(store.clone());
        Ok(Some(SignInSession { manager, store }))
    }

    /// Asks a person to sign in. `challenge` is the header of the server; `refused` is a sign-in that it did not accept.
    ///
    /// # Errors
    /// If the person does not agree or does not sign in, or the service breaks a rule.
    pub(crate) async fn sign_in(
        &self,
        challenge: Option<&str>,
        refused: Option<&SignInStore>,
        person: Option<Arc<dyn Person>>,
    ) -> Result<SignInSession, SignInError> {
        let Some(person) = person else {
            return Err(match refused {
                Some(_) => SignInError::Expired { server: self.shown.clone() },
                None => SignInError::NoPerson { server: self.shown.clone() },
            });
        };
        let _turn = ASKING.lock().await;
        // Another program or another run may have stored a sign-in in the meantime.
        let store = self.store();
        if store
            .read()
            .is_ok_and(|stored| stored.is_some_and(|stored| !refused.is_some_and(|old| old.has(&stored))))
            && let Ok(Some(session)) = self.resume().await
        {
            return Ok(session);
        }
        let (mut manager, requests) = self.manager().await?;
        let service = self.discover(&mut manager, &requests, challenge).await?;
        let scopes = manager.select_initial_scopes(&[]).await;
        metadata::check_scopes(&scopes)?;
        let question = question::question(&self.url, &service.origin, &scopes, self.folder.as_deref());
        let agreed = tokio::task::spawn_blocking({
            let person = Arc::clone(&person);
            move || person.agrees(&question)
        });
        if !agreed.await.unwrap_or(false) {
            return Err(SignInError::Declined { server: self.shown.clone() });
        }
        requests.agree(service.origin);
        let scopes: Vec<&str> = scopes.iter().map(String::as_str).collect();
        let listener = Listener::open().await.map_err(|error| SignInError::Listen(error.to_string()))?;
        let config = manager.register_client(CLIENT, &listener.address(), &scopes).await;
        let secret = config.map_err(|error| requests.error_of(&error))?.client_secret;
        store.set_service(service.issuer, secret);
        manager.set_credential_store(store.clone());
        let address = manager.get_authorization_url(&scopes).await;
        let address = address.map_err(|error| requests.error_of(&error))?;
        let state = state_of(&address)?;
        let visit = tokio::task::spawn_blocking(move || person.visit(&address));
        let answer = timeout(self.limit, listener.answer(&state)).await;
        drop(visit);
        let answer = answer.map_err(|_| SignInError::Late { limit: self.limit })??;
        let issuer = answer.issuer.as_deref();
        let exchanged = manager.exchange_code_for_token_with_issuer(&answer.code, &state, issuer).await;
        exchanged.map_err(|error| requests.error_of(&error))?;
        Ok(SignInSession { manager, store })
    }

    /// Reads and checks the metadata of the server and its sign-in service.
    async fn discover(
        &self,
        manager: &mut AuthorizationManager,
        requests: &SignInRequests,
        challenge: Option<&str>,
    ) -> Result<SignInService, SignInError> {
        let found = timeout(DISCOVERY_TIME, manager.resolve_metadata_from_challenge(challenge)).await;
        let found = found.map_err(|_| SignInError::Slow)?.map_err(|error| requests.error_of(&error))?;
        let service = SignInService::of(&found, &self.url)?;
        manager.set_metadata(found.metadata);
        Ok(service)
    }

    async fn manager(&self) -> Result<(AuthorizationManager, Arc<SignInRequests>), SignInError> {
        requests::check(&self.url, &self.url)?;
        let requests = Arc::new(SignInRequests::new(self.url.clone()));
        let created =
            AuthorizationManager::new_with_oauth_http_client(self.url.clone(), requests.clone()).await;
        let manager = created.map_err(|error| requests.error_of(&error))?;
        Ok((manager, requests))
    }

    fn store(&self) -> SignInStore {
        SignInStore::new(self.folder.as_deref(), &self.url, Arc::clone(&self.watch))
    }
}

/// The parameter that connects the answer of the browser to this sign-in.
fn state_of(address: &str) -> Result<String, SignInError> {
    let url = Url::parse(address).map_err(|error| SignInError::Address(error.to_string()))?;
    let state = url.query_pairs().find(|(name, _)| name == "state").map(|(_, value)| value.into_owned());
    state.ok_or_else(|| SignInError::Address("the address of the sign-in page has no state".to_owned()))
}

/// Signs in at a server before a run.
///
/// # Errors
/// If the sign-in fails or cannot be stored.
pub async fn login(server: &SignInServer, person: Arc<dyn Person>) -> Result<(), SignInError> {
    server.store().check()?;
    // The person signs in again, even if a sign-in is stored.
    let old = server.store();
    let _ = old.read();
    server.sign_in(None, Some(&old), Some(person)).await.map(drop)
}

/// Removes the stored sign-in of a server. Returns whether it existed.
///
/// # Errors
/// If it cannot be removed.
pub fn logout(server: &SignInServer) -> Result<bool, SignInError> {
    server.store().remove()
}

/// Whether a sign-in is stored for the server at an address as programs write it.
pub(crate) fn is_stored(written: &str, folder: &Path) -> bool {
    let address = variables::expand(written, |name| std::env::var(name).ok()).unwrap_or_default();
    Url::parse(&address).is_ok_and(|mut url| {
        url.set_fragment(None);
        store::file(folder, &url).is_file()
    })
}
