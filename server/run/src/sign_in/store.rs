//! Where sign-ins are kept: a file for each server, for its owner alone.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};

use agmark_files::{Before, Place};
use agmark_task::Watch;
use async_trait::async_trait;
use rmcp::transport::auth::{AuthError, CredentialRefreshGuard, CredentialStore, StoredCredentials};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use url::Url;

use super::fault::SignInError;
use crate::consent::mark;
use crate::events::Event;
use crate::secret::Redactor;
use crate::time::iso;

/// No sign-in is larger.
const LARGEST: usize = 1 << 20;

/// How long another run may take to renew the sign-in.
const TURN: Duration = Duration::from_secs(30);

/// The members of a service's answer that are secrets.
const SECRETS: [&str; 3] = ["access_token", "refresh_token", "id_token"];

/// A sign-in, as its file has it.
#[derive(Debug, Serialize, Deserialize)]
pub struct Kept {
    /// The address of the server that it is for.
    pub server: String,
    /// The service that gave it.
    pub issuer: String,
    /// What the service gave this program to prove itself with, if it did.
    pub client_secret: Option<String>,
    pub renewed: String,
    pub credentials: StoredCredentials,
}

/// The sign-in at one server.
#[derive(Clone)]
pub struct Store(Arc<Inner>);

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
    /// The sign-in where it is in no file.
    unsaved: Option<StoredCredentials>,
    /// All tokens that were read or written: none of them may be shown.
    seen: Vec<String>,
}

/// The file of the sign-in at a server.
pub fn file(folder: &Path, server: &Url) -> PathBuf {
    folder.join(format!("{}.json", mark(server.as_str().as_bytes())))
}

impl Store {
    pub fn new(folder: Option<&Path>, server: &Url, watch: Arc<dyn Watch<Event>>) -> Self {
        let file = folder.map(|folder| file(folder, server));
        Self(Arc::new(Inner { file, server: server.to_string(), watch, state: Mutex::default() }))
    }

    /// The sign-in in the file; nothing if there is none for this server.
    ///
    /// # Errors
    /// When there is a file that cannot be read.
    pub fn kept(&self) -> Result<Option<Kept>, SignInError> {
        let Some(file) = self.0.file.as_deref().filter(|file| file.exists()) else { return Ok(None) };
        let failed = |why: String| SignInError::Read(why);
        let place = Place::named(file).map_err(|error| failed(error.to_string()))?;
        let Some(bytes) = place.read(LARGEST).map_err(|error| failed(error.to_string()))? else {
            return Ok(None);
        };
        // The reader's own words could repeat a token.
        let kept: Kept = serde_json::from_slice(&bytes)
            .map_err(|_| failed(format!("{}: it is not a sign-in", file.display())))?;
        if kept.server != self.0.server {
            return Ok(None);
        }
        self.see(&kept.credentials);
        Ok(Some(kept))
    }

    /// Whether these are tokens that this store knows.
    pub fn has(&self, kept: &Kept) -> bool {
        let known = self.state();
        secrets(&kept.credentials).first().is_some_and(|token| known.seen.contains(token))
    }

    /// Which service gives the sign-in, and what it gave this program.
    pub fn hold(&self, issuer: String, client_secret: Option<String>) {
        let mut state = self.state();
        state.seen.extend(client_secret.clone());
        (state.issuer, state.client_secret) = (issuer, client_secret);
    }

    /// Hides all tokens of this sign-in, too.
    pub fn hiding(&self, redactor: &Redactor) -> Redactor {
        redactor.and(self.state().seen.iter().cloned())
    }

    /// Checks that the sign-in can be kept.
    ///
    /// # Errors
    /// When it cannot.
    pub fn check(&self) -> Result<(), SignInError> {
        let failed = |why: String| SignInError::Keep(why);
        let Some(file) = &self.0.file else {
            return Err(failed("there is no home folder: set HOME".to_owned()));
        };
        make_folder(file).map_err(&failed)?;
        let place = Place::named(file).map_err(|error| failed(error.to_string()))?;
        place.check(Before::Anything).map_err(|error| failed(error.to_string()))
    }

    /// Removes the sign-in. Says whether there was one.
    ///
    /// # Errors
    /// When it cannot be removed.
    pub fn forget(&self) -> Result<bool, SignInError> {
        let Some(file) = self.0.file.as_deref().filter(|file| file.exists()) else { return Ok(false) };
        let lock = file.with_extension("lock");
        for file in [Some(file), Some(lock.as_path()).filter(|lock| lock.exists())].into_iter().flatten() {
            agmark_files::remove(file, Before::Anything)
                .map_err(|error| SignInError::Keep(error.to_string()))?;
        }
        Ok(true)
    }

    fn write(&self, credentials: &StoredCredentials) -> Result<(), String> {
        let Some(file) = &self.0.file else { return Err("there is no home folder: set HOME".to_owned()) };
        let kept = {
            let state = self.state();
            Kept {
                server: self.0.server.clone(),
                issuer: state.issuer.clone(),
                client_secret: state.client_secret.clone(),
                renewed: iso(SystemTime::now()),
                credentials: credentials.clone(),
            }
        };
        let text = serde_json::to_string_pretty(&kept).map_err(|error| error.to_string())?;
        make_folder(file)?;
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
impl CredentialStore for Store {
    async fn load(&self) -> Result<Option<StoredCredentials>, AuthError> {
        if let Some(credentials) = &self.state().unsaved {
            return Ok(Some(credentials.clone()));
        }
        let kept = self.kept().map_err(|error| AuthError::CredentialStoreError(error.to_string()))?;
        Ok(kept.map(|kept| kept.credentials))
    }

    async fn save(&self, credentials: StoredCredentials) -> Result<(), AuthError> {
        self.see(&credentials);
        let written = self.write(&credentials);
        // What cannot be kept still holds for this run.
        self.state().unsaved = written.is_err().then_some(credentials);
        if let Err(why) = written {
            self.0.watch.on(Event::Notice(format!(
                "the sign-in holds for this run only, because it cannot be kept: {why}"
            )));
        }
        Ok(())
    }

    async fn clear(&self) -> Result<(), AuthError> {
        self.state().unsaved = None;
        self.forget().map(drop).map_err(|error| AuthError::CredentialStoreError(error.to_string()))
    }

    /// One run at a time renews a sign-in: a service may take the second use of an old token for a theft.
    async fn acquire_refresh_guard(&self) -> Result<Option<CredentialRefreshGuard>, AuthError> {
        let Some(file) = &self.0.file else { return Ok(None) };
        let path = file.with_extension("lock");
        // Where nothing can be written, no other run renews it either.
        if !path.exists() && agmark_files::create(&path, "").is_err() && !path.exists() {
            return Ok(None);
        }
        let failed = |why: String| AuthError::CredentialStoreError(why);
        let opened = fs::File::open(&path).map_err(|error| failed(format!("{}: {error}", path.display())))?;
        let locking = tokio::task::spawn_blocking(move || opened.lock().map(|()| opened));
        match tokio::time::timeout(TURN, locking).await {
            Ok(Ok(Ok(locked))) => Ok(Some(CredentialRefreshGuard::new(locked))),
            // A file system without locks.
            Ok(_) => Ok(None),
            Err(_) => {
                Err(failed("another run has been renewing the sign-in for too long: try again".to_owned()))
            }
        }
    }
}

/// The tokens of a sign-in; the one that servers get comes first.
fn secrets(credentials: &StoredCredentials) -> Vec<String> {
    let answer = serde_json::to_value(&credentials.token_response).unwrap_or_default();
    let each = SECRETS.iter().filter_map(|name| answer.get(name).and_then(Value::as_str));
    each.filter(|secret| !secret.is_empty()).map(str::to_owned).collect()
}

/// Makes the folder of a file, for its owner alone.
fn make_folder(file: &Path) -> Result<(), String> {
    let Some(folder) = file.parent().filter(|folder| !folder.is_dir()) else { return Ok(()) };
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder).map_err(|error| format!("{}: {error}", folder.display()))
}
