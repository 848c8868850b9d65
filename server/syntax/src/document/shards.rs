//! A map for up to a million entries, whose clones share their content.

use std::hash::{BuildHasher, Hash};
use std::sync::Arc;

use rustc_hash::{FxBuildHasher, FxHashMap};

/// The numbers of groups and of shards in a group.
const GROUPS: usize = 64;
const SHARDS: usize = 32;

type Shard<K, V> = Arc<FxHashMap<K, V>>;
type Group<K, V> = Arc<[Shard<K, V>]>;

/// A map in shards, which clones share. An entry takes a third to a fifth of the memory of one in a persistent tree
/// ([`crate::names::Set`]), whose nodes are mostly empty. A change of a map with clones copies one shard, and the lists
/// of groups and shards.
#[derive(Clone, Debug)]
pub struct Shards<K, V>(Arc<[Group<K, V>]>);

impl<K, V> Default for Shards<K, V> {
    fn default() -> Self {
        let empty = Arc::new(FxHashMap::default());
        let group: Group<K, V> = (0..SHARDS).map(|_| Arc::clone(&empty)).collect();
        Self((0..GROUPS).map(|_| Arc::clone(&group)).collect())
    }
}

impl<K: Clone + Eq + Hash, V: Clone + Default> Shards<K, V> {
    pub fn get(&self, key: &K) -> Option<&V> {
        let (group, shard) = place(key);
        self.0[group][shard].get(key)
    }

    pub fn iter(&self) -> impl Iterator<Item = (&K, &V)> {
        self.0.iter().flat_map(|group| group.iter()).flat_map(|shard| shard.iter())
    }

    /// Changes the value of a key, or a default one if the map has none. `change` returns whether the map keeps the
    /// value, and a result.
    pub fn change<R>(&mut self, key: &K, change: impl FnOnce(&mut V) -> (bool, R)) -> R {
        let (group, shard) = place(key);
        let group = &mut Arc::make_mut(&mut self.0)[group];
        let shard = Arc::make_mut(&mut Arc::make_mut(group)[shard]);
        if let Some(value) = shard.get_mut(key) {
            let (keep, result) = change(value);
            if !keep {
                shard.remove(key);
            }
            return result;
        }
        let mut value = V::default();
        let (keep, result) = change(&mut value);
        if keep {
            shard.insert(key.clone(), value);
        }
        result
    }
}

/// The group of a key and its shard in the group.
fn place<K: Hash>(key: &K) -> (usize, usize) {
    // The map of a shard uses the lowest and the highest bits.
    let bits = (FxBuildHasher.hash_one(key) >> 16) as usize;
    (bits % GROUPS, bits / GROUPS % SHARDS)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shards(map: &Shards<u32, u32>) -> Vec<&Shard<u32, u32>> {
        map.0.iter().flat_map(|group| group.iter()).collect()
    }

    #[test]
    fn clones_do_not_see_changes() {
        let mut map: Shards<u32, u32> = Shards::default();
        let set = |map: &mut Shards<u32, u32>, key: u32, new: u32| {
            map.change(&key, |value| (new > 0, std::mem::replace(value, new)))
        };
        for key in 0..10_000 {
            assert_eq!(set(&mut map, key, key + 1), 0);
        }
        let before = map.clone();
        assert_eq!((set(&mut map, 7, 70), set(&mut map, 8, 0)), (8, 9));
        assert_eq!((map.get(&7), map.get(&8)), (Some(&70), None));
        assert_eq!((before.get(&7), before.get(&8)), (Some(&8), Some(&9)));
        assert_eq!((map.iter().count(), before.iter().count()), (9_999, 10_000));
        let copied = shards(&map).into_iter().zip(shards(&before)).filter(|(a, b)| !Arc::ptr_eq(a, b));
        assert_eq!(copied.count(), 2, "a change copies one shard");
    }

    #[test]
    fn keys_are_in_all_shards() {
        let mut map: Shards<u32, u32> = Shards::default();
        (0..100_000).for_each(|key| map.change(&key, |_| (true, ())));
        let sizes = || shards(&map).into_iter().map(|shard| shard.len());
        let average = 100_000 / (GROUPS * SHARDS);
        assert!(sizes().min() > Some(average / 3) && sizes().max() < Some(average * 3), "{average}");
    }
}
