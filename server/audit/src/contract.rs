//! Which manifest holds for a page.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use agmark_aaf::coverage::{Contract, Subject};
use agmark_aaf::manifest::model::Site;
use agmark_syntax::Text;

/// Where the manifest of a site lies, below its root.
pub const WELL_KNOWN: &str = ".well-known/agent-manifest.json";

/// How long a manifest may be, in bytes.
const MOST: usize = 10 << 20;

/// A manifest, with the text that its mistakes are in.
#[derive(Clone, Debug)]
pub struct Given {
    /// The name under which it is shown: a path, an address.
    pub name: String,
    pub text: Arc<str>,
    /// The text, ready to be asked for lines.
    pub ready: Text,
    pub contract: Contract,
    /// The names of its actions.
    pub actions: Arc<BTreeSet<String>>,
}

impl Given {
    pub fn new(name: String, text: &str) -> Self {
        let actions = Site::read(text, 0).actions.into_iter().map(|action| action.id).collect();
        let contract = Contract::of_file(text);
        Given { name, text: text.into(), ready: Text::new(text), contract, actions: Arc::new(actions) }
    }

    /// One that is there and cannot be read, or is none.
    pub fn unreadable(reason: String) -> Self {
        let (ready, contract) = (Text::new(""), Contract::none(Some(reason)));
        Given { name: String::new(), text: "".into(), ready, contract, actions: Arc::default() }
    }
}

/// The manifest that holds for a page: the one that is given or served with it, else its own.
pub fn of_page<'g>(subject: &Subject<'_>, served: Option<&'g Given>) -> Cow<'g, Contract> {
    match (served, subject.embedded_manifest()) {
        // A page that stands where a manifest should is none.
        (Some(served), None) => Cow::Borrowed(&served.contract),
        (Some(served), Some(_)) if served.contract.given => Cow::Borrowed(&served.contract),
        (_, Some((content, offset))) => Cow::Owned(Contract::of_script(content, offset)),
        (None, None) => Cow::Owned(Contract::none(None)),
    }
}

/// The manifest of a page in a file: in the `.well-known` folder of the page's folder or of one above, or of the
/// `public` folder there, up to `root`.
pub fn beside(page: &Path, root: &Path) -> Option<PathBuf> {
    let own = page.parent()?;
    let folders = own.ancestors().take_while(|folder| folder.starts_with(root));
    folders
        .flat_map(|folder| [folder.join(WELL_KNOWN), folder.join("public").join(WELL_KNOWN)])
        .find(|path| path.is_file())
}

/// Reads a manifest.
///
/// # Errors
/// The reason, where it cannot be read.
pub fn read(path: &Path, name: String) -> Result<Given, String> {
    let bytes =
        agmark_files::read_bytes(path, MOST).map_err(|error| format!("{name}: {}", error.reason()))?;
    Ok(Given::new(name, &String::from_utf8_lossy(&bytes)))
}
