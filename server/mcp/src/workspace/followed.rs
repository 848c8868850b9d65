//! Documents that are not files and that clients watch.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use rustc_hash::FxHashMap;

use super::live_index::LiveIndex;
use crate::remote::ChangeListener;
use crate::{FilePath, RemoteDocuments};

/// A document is followed while this value lives.
pub struct Followed(());

/// The documents that are followed, by their names. All clients share one connection for each.
#[derive(Default)]
pub struct FollowedDocuments(Mutex<FxHashMap<Arc<str>, Weak<Followed>>>);

/// Tells those who wait for changed files about a document.
struct Listener {
    followed: Weak<Followed>,
    index: Weak<LiveIndex>,
    path: PathBuf,
}

impl ChangeListener for Listener {
    fn is_needed(&self) -> bool {
        self.followed.strong_count() > 0 && self.index.strong_count() > 0
    }

    fn changed(&self) {
        if let Some(index) = self.index.upgrade() {
            index.announce(vec![self.path.clone()]);
        }
    }
}

impl FollowedDocuments {
    /// Follows a document; `None` for a file.
    pub fn follow(
        &self,
        documents: &dyn RemoteDocuments,
        index: &Arc<LiveIndex>,
        path: &FilePath,
    ) -> Option<Arc<Followed>> {
        let name = path.remote_name()?;
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(followed) = all.get(name).and_then(Weak::upgrade) {
            return Some(followed);
        }
        all.retain(|_, followed| followed.strong_count() > 0);
        let followed = Arc::new(Followed(()));
        all.insert(name.into(), Arc::downgrade(&followed));
        let listener = Listener {
            followed: Arc::downgrade(&followed),
            index: Arc::downgrade(index),
            path: path.absolute().to_path_buf(),
        };
        documents.follow(name, Box::new(listener));
        Some(followed)
    }
}
