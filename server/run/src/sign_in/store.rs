//! Stored sign-ins: a file for each server, which only its owner can read.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};

use agmark_files::{Before, FileLocation};
use async_trait::async_trait;
use rmcp::transport::auth::{AuthError, CredentialRefreshGuard, CredentialStore, StoredCredentials};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use url::Url;

use super::error::SignInError;
use crate::events::Event;
use crate::fingerprint;
use crate::secret::Redactor;
use crate::time::iso;
use agmark_task::Watch;

/// The maximum size of a stored sign-in, in bytes.
const MAX_SIZE: usize = 1 << 20;

/// The time limit for another run that renews the sign-in.
const RENEWAL_TIME: Duration = Duration::from_secs(30);

/// The secret members in the answer of a service.
const SECRETS: [&str; 3] = ["access_token", "refresh_token", "id_token"];

/// The content of a file.
#[derive(Debug, Serialize, Deserialize)]
pub struct StoredSignIn {
    /// The address of the server.
    pub server: String,
    /// The sign-in service.
    pub issuer: String,
    /// The secret of this program at the service, if any.
    pub client_secret: Option<String>,
    pub renewed: String,
    pub credentials: StoredCredentials,
}

/// The sign-in of a server.
#[derive(Clone)]
pub struct SignInStore(Arc<Inner>);

struct Inner {
    file: Option<PathBuf>,
    server: String,
    watch: Arc<dyn Watch<Event>>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    issuer: String,
    client_secret: Option<String>,
    /// The sign-in, if it cannot be written to the file.
    unsaved: Option<StoredCredentials>,
    /// All tokens that were read or written. They are hidden in messages.
    seen: Vec<String>,
}

/// The file of the sign-in of a server.
pub fn file(folder: &Path, server: &Url) -> PathBuf {
    folder.join(format!("{}.json", fingerprint::of(server.as_str().as_bytes())))
}

impl SignInStore {
    pub fn new(folder: Option<&Path>, server: &Url, watch: Arc<dyn Watch<Event>>) -> Self {
        let file = folder.map(|folder| file(folder, server));
        Self(Arc::new(Inner { file, server: server.to_string(), watch, state: Mutex::default() }))
    }

    /// The sign-in in the file; `None` if the file does not exist or is for another server.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn read(&self) -> Result<Option<StoredSignIn>, SignInError> {
        let Some(file) = self.0.file.as_deref().filter(|file| file.exists()) else { return Ok(None) };
        let failed = |why: String| SignInError::Read(why);
        let place = FileLocation::named(file).map_err(|error| failed(error.to_string()))?;
        let Some(bytes) = place.read(MAX_SIZE).map_err(|error| failed(error.to_string()))? else {
            return Ok(None);
        };
        // The message of the JSON parser could contain a token.
        let stored: StoredSignIn = serde_json::from_slice(&bytes)
            .map_err(|_| failed(format!("{}: it is not a stored sign-in", file.display())))?;
        if stored.server != self.0.server {
            return Ok(None);
        }
        self.see(&stored.credentials);
        Ok(Some(stored))
    }

    /// Whether this store has read or written these tokens.
    pub fn has(&self, stored: &StoredSignIn) -> bool {
        let known = self.state();
        secrets(&stored.credentials).first().is_some_and(|token| known.seen.contains(token))
    }

    /// Sets the sign-in service and the secret of this program there.
    pub fn set_service(&self, issuer: String, client_secret: Option<String>) {
        let mut state = self.state();
        state.seen.extend(client_secret.clone());
        (state.issuer, state.client_secret) = (issuer, client_secret);
    }

    /// Adds all tokens of this sign-in to a redactor.
    pub fn redactor_with(&self, redactor: &Redactor) -> Redactor {
        redactor.and(self.state().seen.iter().cloned())
    }

    /// Checks that the sign-in can be stored.
    ///
    /// # Errors
    /// If it cannot be stored.
    pub fn check(&self) -> Result<(), SignInError> {
        let failed = |why: String| SignInError::Store(why);
        let Some(file) = &self.0.file else {
            return Err(failed("the home folder is unknown: set HOME".to_owned()));
        };
        create_folder(file).map_err(&failed)?;
        let place = FileLocation::named(file).map_err(|error| failed(error.to_string()))?;
        place.check(Before::Anything).map_err(|error| failed(error.to_string()))
    }

    /// Removes the sign-in. Returns whether it existed.
    ///
    /// # Errors
    /// If it cannot be removed.
    pub fn remove(&self) -> Result<bool, SignInError> {
        let Some(file) = self.0.file.as_deref().filter(|file| file.exists()) else { return Ok(false) };
        let lock = file.with_extension("lock");
        for file in [Some(file), Some(lock.as_path()).filter(|lock| lock.exists())].into_iter().flatten() {
            agmark_files::remove(file, Before::Anything)
                .map_err(|error| SignInError::Store(error.to_string()))?;
        }
        Ok(true)
    }

    fn write(&self, credentials: &StoredCredentials) -> Result<(), String> {
        let Some(file) = &self.0.file else { return Err("the home folder is unknown: set HOME".to_owned()) };
        let stored = {
            let state = self.state();
            StoredSignIn {
                server: self.0.server.clone(),
                issuer: state.issuer.clone(),
                client_secret: state.client_secret.clone(),
                renewed: iso(SystemTime::now()),
                credentials: credentials.clone(),
            }
        };
        let text = serde_json::to_string_pretty(&stored).map_err(|error| error.to_string())?;
        create_folder(file)?;
        agmark_files::write_private(file, format!("{text}\n")).map_err(|error| error.to_string())
    }

    fn see(&self, credentials: &StoredCredentials) {
        let mut state = self.state();
        for secret in secrets(credentials) {
            if !state.seen.contains(&secret) {
                state.seen.push(secret);
            }
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[async_trait]
impl CredentialStore for SignInStore {
    async fn load(&self) -> Result<Option<StoredCredentials>, AuthError> {
        if let Some(credentials) = &self.state().unsaved {
            return Ok(Some(credentials.clone()));
        }
        let stored = self.read().map_err(|error| AuthError::CredentialStoreError(error.to_string()))?;
        Ok(stored.map(|stored| stored.credentials))
    }

    async fn save(&self, credentials: StoredCredentials) -> Result<(), AuthError> {
        self.see(&credentials);
        let written = self.write(&credentials);
        // A sign-in that cannot be stored is valid for this run.
        self.state().unsaved = written.is_err().then_some(credentials);
        if let Err(why) = written {
            self.0.watch.on(Event::Notice(format!(
                "the sign-in is valid for this run only, because it cannot be stored: {why}"
            )));
        }
        Ok(())
    }

    async fn clear(&self) -> Result<(), AuthError> {
        self.state().unsaved = None;
        self.remove().map(drop).map_err(|error| AuthError::CredentialStoreError(error.to_string()))
    }

    /// Only one run at a time renews a sign-in, because a service may treat the second use of an old token as a theft.
    async fn acquire_refresh_guard(&self) -> Result<Option<CredentialRefreshGuard>, AuthError> {
        let Some(file) = &self.0.file else { return Ok(None) };
        let path = file.with_extension("lock");
        // If this run cannot write to the folder, no other run renews the sign-in.
        if !path.exists() && agmark_files::create(&path, "").is_err() && !path.exists() {
            return Ok(None);
        }
        let failed = |why: String| AuthError::CredentialStoreError(why);
        let opened = fs::File::open(&path).map_err(|error| failed(format!("{}: {error}", path.display())))?;
        let locking = tokio::task::spawn_blocking(move || opened.lock().map(|()| opened));
        match tokio::time::timeout(RENEWAL_TIME, locking).await {
            Ok(Ok(Ok(locked))) => Ok(Some(CredentialRefreshGuard::new(locked))),
            // The file system has no locks.
            Ok(_) => Ok(None),
            Err(_) => Err(failed("another run is still renewing the sign-in: try again".to_owned())),
        }
    }
}

/// The tokens of a sign-in. The access token is the first.
fn secrets(credentials: &StoredCredentials) -> Vec<String> {
    let answer = serde_json::to_value(&credentials.token_response).unwrap_or_default();
    let each = SECRETS.iter().filter_map(|name| answer.get(name).and_then(Value::as_str));
    each.filter(|secret| !secret.is_empty()).map(str::to_owned).collect()
}

/// Creates the folder of a file, which only its owner can open.
fn create_folder(file: &Path) -> Result<(), String> {
    let Some(folder) = file.parent().filter(|folder| !folder.is_dir()) else { return Ok(()) };
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder).map_err(|error| format!("{}: {error}", folder.display()))
}
