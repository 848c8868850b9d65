//! Which descriptions of a sign-in are accepted.

use rmcp::transport::auth::AuthorizationMetadataResolution;
use url::{Origin, Url};

use super::fault::SignInError;
use super::wire;
use super::words::{origin, shown};

/// More words for rights than these are not asked for: nobody reads them.
const MOST_SCOPES: usize = 64;

/// Bytes of one such word.
const LONGEST_SCOPE: usize = 256;

/// The service where a person signs in.
#[derive(Debug)]
pub struct Service {
    /// What it calls itself.
    pub issuer: String,
    /// Where all of it is.
    pub origin: Origin,
}

impl Service {
    /// The service that was found for a server. All its addresses must be where it says that it is: a code or a token
    /// goes nowhere else.
    ///
    /// # Errors
    /// When nothing was found, or a rule is broken.
    pub fn of(found: &AuthorizationMetadataResolution, server: &Url) -> Result<Self, SignInError> {
        if !found.source.is_discovered() {
            return Err(SignInError::Unknown);
        }
        let about = &found.metadata;
        let refused = |text: String| SignInError::Refused(text);
        let Some(issuer) = &about.issuer else {
            return Err(refused("the sign-in service does not say who it is (`issuer`)".to_owned()));
        };
        let home = parsed(issuer)?;
        wire::check(&home, server)?;
        let Some(registration) = &about.registration_endpoint else {
            return Err(refused(
                "the sign-in service accepts no new programs (it has no `registration_endpoint`): give the server a token in `headers`"
                    .to_owned(),
            ));
        };
        let endpoints = [
            ("authorization_endpoint", &about.authorization_endpoint),
            ("token_endpoint", &about.token_endpoint),
            ("registration_endpoint", registration),
        ];
        for (name, address) in endpoints {
            let url = parsed(address)?;
            wire::check(&url, server)?;
            if url.origin() != home.origin() {
                return Err(refused(format!(
                    "the `{name}` of {} is at another place, {}",
                    origin(&home.origin()),
                    origin(&url.origin())
                )));
            }
        }
        let methods = about.code_challenge_methods_supported.as_deref().unwrap_or_default();
        if !methods.iter().any(|method| method == "S256") {
            return Err(no_pkce());
        }
        Ok(Self { issuer: issuer.clone(), origin: home.origin() })
    }
}

/// The service does not protect the code on its way through the browser.
pub fn no_pkce() -> SignInError {
    SignInError::Refused(
        "the sign-in service does not say that it supports PKCE (`code_challenge_methods_supported` with S256)"
            .to_owned(),
    )
}

fn parsed(address: &str) -> Result<Url, SignInError> {
    let short: String = address.chars().take(200).collect();
    Url::parse(address).map_err(|_| {
        SignInError::Refused(format!("the sign-in service names an invalid address, {}", shown(&short)))
    })
}

/// Checks the words for rights that a server asks for: few, short, and of the characters that OAuth allows.
///
/// # Errors
/// When they are not.
pub fn check_scopes(scopes: &[String]) -> Result<(), SignInError> {
    let is_legal = |c: char| matches!(c, '\x21' | '\x23'..='\x5b' | '\x5d'..='\x7e');
    let refused = |text: &str| Err(SignInError::Refused(text.to_owned()));
    if scopes.len() > MOST_SCOPES {
        return refused("the server asks for more than 64 rights");
    }
    if scopes.iter().any(|scope| scope.len() > LONGEST_SCOPE || !scope.chars().all(is_legal)) {
        return refused("the server asks for a right whose name is too long or has invalid characters");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rights_are_few_and_readable() {
        let check = |scopes: &[&str]| {
            check_scopes(&scopes.iter().map(|scope| (*scope).to_owned()).collect::<Vec<_>>())
        };
        assert!(check(&[]).is_ok() && check(&["mcp:tools", "https://x.example/a.read"]).is_ok());
        for bad in ["a\u{1b}[2J", "a\u{202e}", "a\"b", "a\\b", "ä", &"x".repeat(257)] {
            assert!(check(&[bad]).is_err(), "{bad:?}");
        }
        assert!(check(&["a"; 64]).is_ok() && check(&["a"; 65]).is_err());
    }
}
