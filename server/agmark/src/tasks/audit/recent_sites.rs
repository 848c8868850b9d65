//! The last sites that were audited from a workspace: saved in the user's folder, never in the workspace.

use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;

use agmark_audit::http;
use agmark_lsp::TaskContext;
use url::Url;

use super::arguments::CANCELLED;
use crate::user_folders;

/// Number of sites that are saved for a workspace.
const MAX_SITES: usize = 5;

/// Sites by the first folder of a workspace, the last one first.
type Kept = BTreeMap<String, Vec<String>>;

/// The site to audit if the command names none.
pub fn choose(context: &TaskContext<'_>) -> Result<String, String> {
    let sites = read().remove(&workspace(context)).unwrap_or_default();
    let last = sites.first().ok_or(
        "name the site: the command's argument is {\"url\": \"http://localhost:8080/\"}; it is remembered from then on",
    )?;
    if !context.asks() {
        return Ok(last.clone());
    }
    let answers: Vec<&str> = sites.iter().map(String::as_str).collect();
    context.choose("Audit which site?", &answers).ok_or_else(|| CANCELLED.to_owned())
}

/// Saves a site.
pub fn save(context: &TaskContext<'_>, address: &str) -> io::Result<()> {
    if context.roots().is_empty() {
        // There is no workspace to remember it for.
        return Ok(());
    }
    let file = file().ok_or_else(|| io::Error::other("the home folder is unknown"))?;
    let mut kept = read();
    let sites = kept.entry(workspace(context)).or_default();
    let address = without_secrets(address);
    sites.retain(|site| *site != address);
    sites.insert(0, address);
    sites.truncate(MAX_SITES);
    if let Some(folder) = file.parent() {
        std::fs::create_dir_all(folder)?;
    }
    Ok(agmark_files::write(&file, serde_json::to_string_pretty(&kept)?)?)
}

/// An address without tokens, which must not be written to a file.
fn without_secrets(address: &str) -> String {
    let Ok(mut url) = Url::parse(address) else { return http::bare_address(address) };
    let kept: Vec<String> = url
        .query()
        .unwrap_or("")
        .split('&')
        .filter(|pair| !pair.is_empty() && !http::is_telling(pair.split('=').next().unwrap_or("")))
        .map(str::to_owned)
        .collect();
    url.set_query(Some(kept.join("&").as_str()).filter(|query| !query.is_empty()));
    url.set_fragment(None);
    url.into()
}

/// The saved sites; none if the file cannot be read.
fn read() -> Kept {
    let text = file().and_then(|file| std::fs::read_to_string(file).ok());
    text.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default()
}

fn workspace(context: &TaskContext<'_>) -> String {
    context.roots().first().map(|root| root.display().to_string()).unwrap_or_default()
}

/// The file of the saved sites.
fn file() -> Option<PathBuf> {
    Some(user_folders::folder()?.join("audited-sites.json"))
}

#[cfg(test)]
mod tests {
    use super::without_secrets;

    #[test]
    fn tokens_are_not_remembered() {
        for (address, kept) in [
            ("http://localhost:8080/", "http://localhost:8080/"),
            ("http://x/a?page=2&access_token=abcdef#t=1", "http://x/a?page=2"),
            ("http://x/a?sid=1", "http://x/a"),
        ] {
            assert_eq!(without_secrets(address), kept);
        }
    }
}
