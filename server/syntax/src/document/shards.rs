//! A map for up to a million entries, whose clones share their content.

use std::borrow::Borrow;
use std::hash::{BuildHasher, Hash};
use std::sync::Arc;

use rustc_hash::{FxBuildHasher, FxHashMap};

/// The numbers of groups and of shards in a group.
const GROUPS: usize = 64;
const SHARDS: usize = 32;

type Group<K, V> = Arc<[Arc<Shard<K, V>>]>;

/// A map in shards, which clones share. An entry takes a fifth to an eighth of the memory of one in a persistent tree
/// ([`crate::names::Set`]), whose nodes are mostly empty. A change of a map with clones copies one shard, and the lists
/// of groups and shards.
#[derive(Clone, Debug)]
pub struct Shards<K, V>(Arc<[Group<K, V>]>);

/// Some entries in any order. There are at most a few hundred, so a search through their hashes is fast, and a list
/// needs less memory than a hash table, of which a third is empty on average.
#[derive(Clone, Debug)]
struct Shard<K, V> {
    /// The hashes of the entries.
    hashes: Vec<u32>,
    entries: Vec<(K, V)>,
}

impl<K, V> Default for Shards<K, V> {
    fn default() -> Self {
        let empty = Arc::new(Shard { hashes: Vec::new(), entries: Vec::new() });
        let group: Group<K, V> = (0..SHARDS).map(|_| Arc::clone(&empty)).collect();
        Self((0..GROUPS).map(|_| Arc::clone(&group)).collect())
    }
}

impl<K: Clone + Eq + Hash, V: Clone> Shards<K, V> {
    pub fn get<Q: Eq + Hash + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        let place = Place::of(key);
        let shard = &self.0[place.group][place.shard];
        Some(&shard.entries[shard.find(place.hash, key)?].1)
    }

    pub fn contains_key<Q: Eq + Hash + ?Sized>(&self, key: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        self.get(key).is_some()
    }

    pub fn keys(&self) -> impl Iterator<Item = &K> {
        self.iter().map(|(key, _)| key)
    }

    pub fn values(&self) -> impl Iterator<Item = &V> {
        self.iter().map(|(_, value)| value)
    }

    pub fn insert(&mut self, key: K, value: V) {
        let place = Place::of(&key);
        let shard = self.shard(&place);
        match shard.find(place.hash, &key) {
            Some(at) => shard.entries[at].1 = value,
            None => shard.push(place.hash, key, value),
        }
    }

    pub fn remove<Q: Eq + Hash + ?Sized>(&mut self, key: &Q)
    where
        K: Borrow<Q>,
    {
        if self.contains_key(key) {
            let place = Place::of(key);
            let shard = self.shard(&place);
            if let Some(at) = shard.find(place.hash, key) {
                shard.remove(at);
            }
        }
    }

    fn shard(&mut self, place: &Place) -> &mut Shard<K, V> {
        let group = &mut Arc::make_mut(&mut self.0)[place.group];
        Arc::make_mut(&mut Arc::make_mut(group)[place.shard])
    }

    pub fn iter(&self) -> impl Iterator<Item = (&K, &V)> {
        let shards = self.0.iter().flat_map(|group| group.iter());
        shards.flat_map(|shard| shard.entries.iter()).map(|(key, value)| (key, value))
    }

    /// Changes the value of a key, or a default one if the map has none. `change` returns whether the map keeps the
    /// value, and a result.
    pub fn change<R>(&mut self, key: &K, change: impl FnOnce(&mut V) -> (bool, R)) -> R
    where
        V: Default,
    {
        let place = Place::of(key);
        let shard = self.shard(&place);
        if let Some(at) = shard.find(place.hash, key) {
            let (keep, result) = change(&mut shard.entries[at].1);
            if !keep {
                shard.remove(at);
            }
            return result;
        }
        let mut value = V::default();
        let (keep, result) = change(&mut value);
        if keep {
            shard.push(place.hash, key.clone(), value);
        }
        result
    }
}

impl<K: Clone + Eq + Hash, V: Default> Shards<K, V> {
    /// A map of many items, each of which changes the value of its key, in their order. Each shard gets just the memory
    /// that it needs, and what is needed meanwhile is small: a hash table of all keys would be larger than the map.
    pub fn grouped<'a, T>(items: impl Iterator<Item = (&'a K, T)>, change: impl Fn(&mut V, T)) -> Self
    where
        K: 'a,
    {
        let mut by_shard: Vec<_> = (0..GROUPS * SHARDS).map(|_| Vec::new()).collect();
        for (key, item) in items {
            let place = Place::of(key);
            by_shard[place.number()].push((place.hash, key, item));
        }
        let mut entries: Vec<(u32, &K, V)> = Vec::new();
        let mut known = FxHashMap::default();
        let mut shards = by_shard.into_iter().map(|items| {
            known.clear();
            for (hash, key, item) in items {
                let index = *known.entry(key).or_insert_with(|| {
                    entries.push((hash, key, V::default()));
                    entries.len() - 1
                });
                change(&mut entries[index].2, item);
            }
            let mut shard = Shard::with_capacity(entries.len());
            entries.drain(..).for_each(|(hash, key, value)| shard.push(hash, key.clone(), value));
            Arc::new(shard)
        });
        Self((0..GROUPS).map(|_| shards.by_ref().take(SHARDS).collect()).collect())
    }
}

impl<K, V> Shard<K, V> {
    fn with_capacity(count: usize) -> Self {
        Self { hashes: Vec::with_capacity(count), entries: Vec::with_capacity(count) }
    }

    fn find<Q: Eq + ?Sized>(&self, hash: u32, key: &Q) -> Option<usize>
    where
        K: Borrow<Q>,
    {
        let same = self.hashes.iter().enumerate().filter(|(_, other)| **other == hash);
        same.map(|(at, _)| at).find(|at| <K as Borrow<Q>>::borrow(&self.entries[*at].0) == key)
    }

    fn remove(&mut self, at: usize) {
        self.hashes.swap_remove(at);
        self.entries.swap_remove(at);
    }

    /// Grows by an eighth, so that little memory is unused.
    fn push(&mut self, hash: u32, key: K, value: V) {
        if self.entries.len() == self.entries.capacity() {
            let more = 1 + self.entries.len() / 8;
            self.hashes.reserve_exact(more);
            self.entries.reserve_exact(more);
        }
        self.hashes.push(hash);
        self.entries.push((key, value));
    }
}

/// Where a key is.
struct Place {
    group: usize,
    shard: usize,
    /// The hash in the shard.
    hash: u32,
}

impl Place {
    fn of<K: Hash + ?Sized>(key: &K) -> Self {
        let hash = FxBuildHasher.hash_one(key);
        // The hash in the shard has other bits.
        let bits = (hash >> 16) as usize;
        Self { group: bits % GROUPS, shard: bits / GROUPS % SHARDS, hash: (hash >> 32) as u32 }
    }

    /// The number of the shard in the whole map.
    fn number(&self) -> usize {
        self.group * SHARDS + self.shard
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shards<V>(map: &Shards<u32, V>) -> Vec<&Arc<Shard<u32, V>>> {
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
    fn a_map_is_made_of_all_items_at_once() {
        let keys: Vec<u32> = (0..20_000).map(|n| n % 10_000).collect();
        let items = keys.iter().zip(0..);
        let map = Shards::grouped(items, |all: &mut Vec<u32>, item| all.push(item));
        assert!((0..10_000).all(|key| map.get(&key) == Some(&vec![key, key + 10_000])));
        assert_eq!((map.iter().count(), map.get(&10_000)), (10_000, None));
        assert!(shards(&map).iter().all(|shard| shard.entries.len() == shard.entries.capacity()));
    }

    #[test]
    fn entries_come_and_go() {
        let mut map: Shards<Arc<str>, u32> = Shards::default();
        map.insert("a".into(), 1);
        map.insert("b".into(), 2);
        map.insert("a".into(), 3);
        assert_eq!((map.get("a"), map.contains_key("b"), map.keys().count()), (Some(&3), true, 2));
        map.remove("a");
        map.remove("none");
        assert_eq!(map.values().collect::<Vec<_>>(), [&2]);
    }

    #[test]
    fn keys_are_in_all_shards() {
        let mut map: Shards<u32, u32> = Shards::default();
        (0..100_000).for_each(|key| map.change(&key, |_| (true, ())));
        let sizes = || shards(&map).into_iter().map(|shard| shard.entries.len());
        let average = 100_000 / (GROUPS * SHARDS);
        assert!(sizes().min() > Some(average / 3) && sizes().max() < Some(average * 3), "{average}");
    }
}
