//! Changes of sorted lists of chunks.

use smallvec::SmallVec;

use crate::{ChunkId, work};

/// How many chunks are removed one after another. For more, the list is read once.
const FEW: usize = 8;

/// Chunks to remove from and to add to a sorted list.
#[derive(Default)]
pub(crate) struct ExchangedIds {
    pub gone: SmallVec<[ChunkId; 2]>,
    pub come: SmallVec<[ChunkId; 2]>,
}

impl ExchangedIds {
    /// A name may occur a hundred thousand times, so the list is read at most once.
    pub fn of<const N: usize>(mut self, ids: &mut SmallVec<[ChunkId; N]>)
    where
        [ChunkId; N]: smallvec::Array<Item = ChunkId>,
    {
        work::add(self.gone.len() + self.come.len());
        match self.gone.as_mut_slice() {
            [] => {}
            few if few.len() <= FEW => {
                for id in few {
                    if let Ok(at) = ids.binary_search(id) {
                        ids.remove(at);
                    }
                }
            }
            many => {
                many.sort_unstable();
                work::add(ids.len());
                let mut gone = many.iter().peekable();
                ids.retain(|id| {
                    while gone.next_if(|gone| **gone < *id).is_some() {}
                    gone.next_if(|gone| **gone == *id).is_none()
                });
            }
        }
        // New chunks have larger ids than all previous ones, except for a chunk that is removed and added again.
        let mut last = ids.last().copied();
        let mut sorted = true;
        for id in self.come {
            sorted &= last.is_none_or(|last| last <= id);
            last = Some(id);
            ids.push(id);
        }
        if !sorted {
            ids.sort_unstable();
        }
    }
}
