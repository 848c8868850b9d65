//! What the chunks of a body know of the program's imports.
//!
//! A line scan remembers numbers only. So lists of imports are kept once for all documents, and numbered: the
//! state at a cut is the number of the list.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, PoisonError, RwLock};

use agmark_schema::{Node, yaml};

/// Lists beyond this many are not kept: their programs are not recognised in bodies of several chunks. Each is one
/// that somebody wrote, or a step on the way there.
const MAX_LISTS: usize = 100_000;

/// An import as text names it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Import {
    /// The file's name without its ending: what the program is called, as a rule.
    pub stem: String,
    /// As written.
    pub path: Arc<str>,
}

pub(crate) type Imports = Arc<[Import]>;

#[derive(Default)]
struct Lists {
    all: Vec<Imports>,
    numbers: HashMap<Imports, u32>,
}

static LISTS: LazyLock<RwLock<Lists>> = LazyLock::new(RwLock::default);

/// The imports that front matter names.
pub(crate) fn of(root: &Node) -> Imports {
    let paths = root.get("imports").and_then(Node::as_list).unwrap_or_default();
    paths.iter().filter_map(Node::as_str).filter_map(import).collect()
}

fn import(path: &str) -> Option<Import> {
    let file = path.rsplit('/').next()?;
    let stem = file.strip_suffix(".md").filter(|stem| !stem.is_empty())?;
    Some(Import { stem: stem.to_owned(), path: path.into() })
}

/// The number of the list that front matter gives; 0 for none.
pub(crate) fn number(front_matter: &str) -> u32 {
    if !front_matter.contains("imports") {
        return 0;
    }
    let list = of(&yaml::parse(front_matter).root);
    if list.is_empty() {
        return 0;
    }
    if let Some(number) = LISTS.read().unwrap_or_else(PoisonError::into_inner).numbers.get(&list) {
        return *number;
    }
    let mut lists = LISTS.write().unwrap_or_else(PoisonError::into_inner);
    if let Some(number) = lists.numbers.get(&list) {
        return *number;
    }
    let Some(number) = u32::try_from(lists.all.len() + 1).ok().filter(|_| lists.all.len() < MAX_LISTS) else {
        return 0;
    };
    lists.all.push(Arc::clone(&list));
    lists.numbers.insert(list, number);
    number
}

/// The list with a number.
pub(crate) fn numbered(number: u32) -> Imports {
    let lists = LISTS.read().unwrap_or_else(PoisonError::into_inner);
    let list = (number as usize).checked_sub(1).and_then(|at| lists.all.get(at));
    list.cloned().unwrap_or_default()
}
