//! Subscriptions: a client is told when a document, or one element of it, changes.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;

use crate::context::{CallClient, PersonAnswer};
use crate::workspace::Followed;
use crate::{Context, Workspace, resource_text};

/// The resources that one client watches, each with a hash of its text.
#[derive(Clone, Default)]
pub struct Watched {
    resources: Arc<Mutex<HashMap<String, WatchedResource>>>,
    /// Whether a task looks for changes.
    isfollowed: Arc<AtomicBool>,
}

struct WatchedResource {
    hash: Option<u64>,
    /// Keeps the changes of a document that is not a file coming.
    followed: Option<Arc<Followed>>,
}

impl Watched {
    fn resources(&self) -> MutexGuard<'_, HashMap<String, WatchedResource>> {
        self.resources.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a resource. It does not have to exist yet.
    pub fn add(&self, workspace: &Arc<Workspace>, uri: &str) {
        let hash = hash(workspace, uri);
        self.resources().insert(uri.to_owned(), WatchedResource { hash, followed: None });
        let context = Context::new(Arc::clone(workspace), Arc::new(NoClient));
        let followed =
            resource_text::file_of(&context, uri).ok().and_then(|(path, _)| workspace.follow(&path));
        if let Some(resource) = self.resources().get_mut(uri) {
            resource.followed = followed;
        }
    }

    /// Whether no task looks for changes yet. The caller must then start one.
    pub fn begin(&self) -> bool {
        !self.isfollowed.swap(true, Ordering::AcqRel)
    }

    pub fn remove(&self, uri: &str) {
        self.resources().remove(uri);
    }

    /// The resources whose text differs from when it was last looked at. `changed` are the changed files; `None` means
    /// that any file may have changed.
    fn changed(&self, workspace: &Arc<Workspace>, changed: Option<&[PathBuf]>) -> Vec<String> {
        let context = Context::new(Arc::clone(workspace), Arc::new(NoClient));
        let uris: Vec<(String, Option<u64>)> =
            self.resources().iter().map(|(uri, resource)| (uri.clone(), resource.hash)).collect();
        let mut different = Vec::new();
        for (uri, before) in uris {
            let touched = match (resource_text::file_of(&context, &uri), changed) {
                (Ok((path, _)), Some(changed)) => changed.iter().any(|p| path.absolute().starts_with(p)),
                (file, _) => file.is_ok(),
            };
            if !touched {
                continue;
            }
            let now = hash(workspace, &uri);
            if now != before && self.resources().get_mut(&uri).map(|resource| resource.hash = now).is_some() {
                different.push(uri);
            }
        }
        different.sort();
        different
    }

    /// The resources that changed next; `None` at the end.
    pub async fn next_changed(
        &self,
        workspace: &Arc<Workspace>,
        changes: &mut Receiver<Arc<Vec<PathBuf>>>,
    ) -> Option<Vec<String>> {
        let changed = match changes.recv().await {
            Ok(changed) => Some(changed),
            Err(RecvError::Lagged(_)) => None,
            Err(RecvError::Closed) => return None,
        };
        let (watched, workspace) = (self.clone(), Arc::clone(workspace));
        let look = move || watched.changed(&workspace, changed.as_ref().map(|paths| paths.as_slice()));
        Some(tokio::task::spawn_blocking(look).await.unwrap_or_default())
    }
}

/// A hash of the text of a resource; `None` if it does not exist.
fn hash(workspace: &Arc<Workspace>, uri: &str) -> Option<u64> {
    let context = Context::new(Arc::clone(workspace), Arc::new(NoClient));
    let (path, element) = resource_text::file_of(&context, uri).ok()?;
    let file = workspace.load(&path).ok()?;
    let text = resource_text::part(&file, element.as_deref()).ok()?;
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    Some(hasher.finish())
}

/// No client waits for this work.
struct NoClient;

impl CallClient for NoClient {
    fn is_cancelled(&self) -> bool {
        false
    }
    fn progress(&self, _done: f64, _total: Option<f64>, _message: &str) {}
    fn ask(&self, _question: &str) -> PersonAnswer {
        PersonAnswer::NotAsked
    }
}
