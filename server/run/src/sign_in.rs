//! Signing in at servers with OAuth.
//!
//! rmcp speaks the protocol. What is here decides whom it may talk to ([`wire`]), which descriptions of a sign-in are
//! accepted ([`metadata`]), what a person is asked ([`words`]), how the answer comes back from the browser
//! ([`callback`]), and where the tokens are kept ([`store`]).

mod callback;
mod fault;
mod metadata;
mod store;
mod wire;
mod words;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use agmark_task::Watch;
use rmcp::transport::auth::{AuthorizationManager, OAuthClientConfig};
use tokio::sync::Mutex;
use tokio::time::timeout;
use url::Url;

pub use fault::SignInError;
pub(crate) use fault::why;
pub(crate) use store::Store;

use crate::events::Event;
use crate::mcp::expanded;
use callback::Listener;
use metadata::Service;
use store::Kept;
use wire::Wire;

/// How long the descriptions of a sign-in may take to arrive, all together.
const DISCOVERY: Duration = Duration::from_secs(30);

/// What the sign-in service calls this program.
const CLIENT: &str = "agmark";

/// One question at a time: there is one terminal.
static ASKING: Mutex<()> = Mutex::const_new(());

/// Who is asked to sign in.
pub trait Person: Send + Sync {
    /// Asks whether to sign in. May wait for the answer.
    fn agrees(&self, question: &str) -> bool;

    /// Shows the address at which to sign in: in a browser, or as text.
    fn visit(&self, address: &str);
}

/// A server at which somebody signs in.
#[derive(Clone)]
pub struct Site {
    /// Its address, with the variables of the environment in it.
    url: Url,
    /// Its address as a person knows it.
    shown: String,
    /// Where sign-ins are kept; without it, a sign-in holds for this run.
    folder: Option<PathBuf>,
    /// How long a person may take to sign in.
    limit: Duration,
    watch: Arc<dyn Watch<Event>>,
}

/// A sign-in that is in use.
pub(crate) struct Session {
    pub manager: AuthorizationManager,
    pub store: Store,
}

impl Site {
    /// The server at an address as it is written in programs: with variables of the environment in it.
    ///
    /// # Errors
    /// When it is not an address, or a variable is not set.
    pub fn written(
        written: &str,
        folder: Option<&Path>,
        limit: Duration,
        watch: Arc<dyn Watch<Event>>,
    ) -> Result<Self, SignInError> {
        let address = expanded(written, |name| std::env::var(name).ok()).map_err(SignInError::Address)?;
        Self::new(&address, written, folder, limit, watch)
    }

    /// The server at an address; `shown` is the address as it is written in the program.
    ///
    /// # Errors
    /// When it is not an address.
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

    /// The sign-in that is kept for the server; nothing if there is none.
    ///
    /// # Errors
    /// When it cannot be read, or the sign-in service is another one now or does not answer.
    pub(crate) async fn resume(&self) -> Result<Option<Session>, SignInError> {
        let store = self.store();
        let Some(Kept { issuer, client_secret, credentials, .. }) = store.kept()? else { return Ok(None) };
        let (mut manager, wire) = self.manager().await?;
        let service = self.discover(&mut manager, &wire, None).await?;
        if service.issuer != issuer {
            return Err(SignInError::Moved {
                server: self.shown.clone(),
                from: words::shown(&issuer),
                to: words::shown(&service.issuer),
            });
        }
        wire.agree(service.origin);
        let mut config = OAuthClientConfig::new(credentials.client_id, self.url.as_str());
        config.client_secret.clone_from(&client_secret);
        manager.configure_client(config).map_err(|error| fault::of(&error, &wire))?;
        store.hold(issuer, client_secret);
        manager.set_credential_store(store.clone());
        Ok(Some(Session { manager, store }))
    }

    /// Lets a person sign in. `challenge` is what the server said; `refused` is the sign-in that it did not accept.
    ///
    /// # Errors
    /// When the person does not agree, does not sign in, or anything is not as it must be.
    pub(crate) async fn sign_in(
        &self,
        challenge: Option<&str>,
        refused: Option<&Store>,
        person: Option<Arc<dyn Person>>,
    ) -> Result<Session, SignInError> {
        let Some(person) = person else {
            return Err(match refused {
                Some(_) => SignInError::Stale { server: self.shown.clone() },
                None => SignInError::Nobody { server: self.shown.clone() },
            });
        };
        let _turn = ASKING.lock().await;
        // Another program of this run, or another run, may have signed in meanwhile.
        let store = self.store();
        if store.kept().is_ok_and(|kept| kept.is_some_and(|kept| !refused.is_some_and(|old| old.has(&kept))))
            && let Ok(Some(session)) = self.resume().await
        {
            return Ok(session);
        }
        let (mut manager, wire) = self.manager().await?;
        let service = self.discover(&mut manager, &wire, challenge).await?;
        let scopes = manager.select_initial_scopes(&[]).await;
        metadata::check_scopes(&scopes)?;
        let question = words::question(&self.url, &service.origin, &scopes, self.folder.as_deref());
        let agreed = tokio::task::spawn_blocking({
            let person = Arc::clone(&person);
            move || person.agrees(&question)
        });
        if !agreed.await.unwrap_or(false) {
            return Err(SignInError::Declined { server: self.shown.clone() });
        }
        wire.agree(service.origin);
        let scopes: Vec<&str> = scopes.iter().map(String::as_str).collect();
        let listener = Listener::open().await.map_err(|error| SignInError::Listen(error.to_string()))?;
        let config = manager.register_client(CLIENT, &listener.address(), &scopes).await;
        let secret = config.map_err(|error| fault::of(&error, &wire))?.client_secret;
        store.hold(service.issuer, secret);
        manager.set_credential_store(store.clone());
        let address = manager.get_authorization_url(&scopes).await;
        let address = address.map_err(|error| fault::of(&error, &wire))?;
        let state = state_of(&address)?;
        let visit = tokio::task::spawn_blocking(move || person.visit(&address));
        let answer = timeout(self.limit, listener.answer(&state)).await;
        drop(visit);
        let answer = answer.map_err(|_| SignInError::Late { limit: self.limit })??;
        let issuer = answer.issuer.as_deref();
        let exchanged = manager.exchange_code_for_token_with_issuer(&answer.code, &state, issuer).await;
        exchanged.map_err(|error| fault::of(&error, &wire))?;
        Ok(Session { manager, store })
    }

    /// What the server and its sign-in service say about the sign-in, checked.
    async fn discover(
        &self,
        manager: &mut AuthorizationManager,
        wire: &Wire,
        challenge: Option<&str>,
    ) -> Result<Service, SignInError> {
        let found = timeout(DISCOVERY, manager.resolve_metadata_from_challenge(challenge)).await;
        let found = found.map_err(|_| SignInError::Slow)?.map_err(|error| fault::of(&error, wire))?;
        let service = Service::of(&found, &self.url)?;
        manager.set_metadata(found.metadata);
        Ok(service)
    }

    async fn manager(&self) -> Result<(AuthorizationManager, Arc<Wire>), SignInError> {
        wire::check(&self.url, &self.url)?;
        let wire = Arc::new(Wire::new(self.url.clone()));
        let made = AuthorizationManager::new_with_oauth_http_client(self.url.clone(), wire.clone()).await;
        let manager = made.map_err(|error| fault::of(&error, &wire))?;
        Ok((manager, wire))
    }

    fn store(&self) -> Store {
        Store::new(self.folder.as_deref(), &self.url, Arc::clone(&self.watch))
    }
}

/// The word that binds the browser's answer to our question.
fn state_of(address: &str) -> Result<String, SignInError> {
    let url = Url::parse(address).map_err(|error| SignInError::Address(error.to_string()))?;
    let state = url.query_pairs().find(|(name, _)| name == "state").map(|(_, value)| value.into_owned());
    state.ok_or_else(|| SignInError::Address("the address of the sign-in has no state".to_owned()))
}

/// Signs in at a server ahead of a run. Gives the address of the service where the person signed in.
///
/// # Errors
/// When the sign-in cannot be kept, and as for a sign-in during a run.
pub async fn login(site: &Site, person: Arc<dyn Person>) -> Result<(), SignInError> {
    site.store().check()?;
    // Whoever asks for it signs in again, also if there is a sign-in.
    let old = site.store();
    let _ = old.kept();
    site.sign_in(None, Some(&old), Some(person)).await.map(drop)
}

/// Forgets the sign-in at a server. Says whether there was one.
///
/// # Errors
/// When it cannot be removed.
pub fn logout(site: &Site) -> Result<bool, SignInError> {
    site.store().forget()
}

/// Whether there is a sign-in for the server at an address as it is written in a program.
pub(crate) fn is_kept(written: &str, folder: &Path) -> bool {
    let address = expanded(written, |name| std::env::var(name).ok()).unwrap_or_default();
    Url::parse(&address).is_ok_and(|mut url| {
        url.set_fragment(None);
        store::file(folder, &url).is_file()
    })
}
