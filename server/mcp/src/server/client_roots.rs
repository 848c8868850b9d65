//! The workspace of a session: its roots are those that a person named or, without any, those of the client.

use std::path::PathBuf;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use rmcp::RoleServer;
use rmcp::model::ProtocolVersion;
use rmcp::service::Peer;
use tokio::sync::Mutex;
use url::Url;

use crate::{Options, Workspace};

/// The time limit for the client to list its roots. After it, the session keeps the roots that it has.
const PATIENCE: Duration = Duration::from_secs(5);

/// The workspace of a session. A clone is the same one.
#[derive(Clone)]
pub struct SessionWorkspace {
    current: Arc<RwLock<Arc<Workspace>>>,
    /// The roots of the server.
    own_roots: Arc<[PathBuf]>,
    /// Whether the client was asked for its roots and has not changed them since. Who asks holds the lock, so that calls
    /// wait for the answer.
    asked: Arc<Mutex<bool>>,
}

impl SessionWorkspace {
    pub fn new(workspace: Arc<Workspace>) -> Self {
        let own_roots = workspace.options.roots.clone().into();
        Self { current: Arc::new(RwLock::new(workspace)), own_roots, asked: Arc::default() }
    }

    /// The workspace of another session of the same server.
    pub fn session(&self) -> Self {
        let current = self.current.read().unwrap_or_else(PoisonError::into_inner);
        Self { current: Arc::new(RwLock::new(Arc::clone(&current))), asked: Arc::default(), ..self.clone() }
    }

    /// The workspace as it is, without a question to the client.
    pub fn current(&self) -> Arc<Workspace> {
        Arc::clone(&self.current.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// The workspace with the roots of the client, which is asked if necessary.
    pub async fn with_client_roots(&self, peer: &Peer<RoleServer>) -> Arc<Workspace> {
        let now = self.current();
        if !now.options.client_roots || !lists_roots(peer) {
            return now;
        }
        let mut asked = self.asked.lock().await;
        if !*asked {
            *asked = true;
            self.ask(peer).await;
        }
        self.current()
    }

    /// The client changed its roots: the next call asks for them.
    pub async fn forget_roots(&self) {
        *self.asked.lock().await = false;
    }

    // The older protocol has roots.
    #[allow(deprecated)]
    async fn ask(&self, peer: &Peer<RoleServer>) {
        let Ok(Ok(listed)) = tokio::time::timeout(PATIENCE, peer.list_roots()).await else {
            tracing::warn!("the client did not list its roots");
            return;
        };
        let roots = match folders(listed.roots.iter().map(|root| root.uri.as_str())) {
            folders if folders.is_empty() => self.own_roots.to_vec(),
            folders => folders,
        };
        let now = self.current();
        if roots == now.options.roots {
            return;
        }
        let options = Options { roots, ..now.options.clone() };
        // Watching many folders takes time.
        let open = move || {
            let workspace = Workspace::open(Arc::clone(now.registry()), options)?;
            workspace.serve_remote_of(&now);
            Ok::<_, crate::workspace::RootError>(workspace)
        };
        let Ok(opened) = tokio::task::spawn_blocking(open).await else { return };
        match opened {
            Ok(workspace) => *self.current.write().unwrap_or_else(PoisonError::into_inner) = workspace,
            Err(error) => tracing::warn!("the roots of the client cannot be used: {error}"),
        }
    }
}

/// Whether the client can be asked for its roots. The newer protocol has no such request.
// The older protocol has roots.
#[allow(deprecated)]
fn lists_roots(peer: &Peer<RoleServer>) -> bool {
    peer.peer_info().is_some_and(|client| {
        client.capabilities.roots.is_some()
            && client.protocol_version.as_str() < ProtocolVersion::V_2026_07_28.as_str()
    })
}

/// The folders among the roots, each once, with links followed. Other roots cannot be used.
fn folders<'a>(uris: impl Iterator<Item = &'a str>) -> Vec<PathBuf> {
    let folder = |uri| {
        let path = Url::parse(uri).ok().filter(|url| url.scheme() == "file")?.to_file_path().ok()?;
        path.canonicalize().ok().filter(|path| path.is_dir())
    };
    let mut folders: Vec<PathBuf> = Vec::new();
    for folder in uris.filter_map(folder) {
        if !folders.contains(&folder) {
            folders.push(folder);
        }
    }
    folders
}
