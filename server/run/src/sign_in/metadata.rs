//! The rules for the metadata of sign-in services.

use rmcp::transport::auth::AuthorizationMetadataResolution;
use url::{Origin, Url};

use super::error::SignInError;
use super::requests;
use crate::terminal_text::{origin, shown};

/// The maximum number of scopes that a person is asked metadata.
const MAX_SCOPES: usize = 64;

/// The maximum length of a scope, in bytes.
const MAX_SCOPE_LENGTH: usize = 256;

/// A service where a person signs in.
#[derive(Debug)]
pub struct SignInService {
    /// Its identifier.
    pub issuer: String,
    /// The origin of all its addresses.
    pub origin: Origin,
}

impl SignInService {
    /// The sign-in service of a server. All its addresses must have the origin of its issuer, so that codes and tokens are
    /// sent nowhere else.
    ///
    /// # Errors
    /// If the metadata does not exist or breaks a rule.
    pub fn of(found: &AuthorizationMetadataResolution, server: &Url) -> Result<Self, SignInError> {
        if !found.source.is_discovered() {
            return Err(SignInError::Unknown);
        }
        let metadata = &found.metadata;
        let refused = |text: String| SignInError::Refused(text);
        let Some(issuer) = &metadata.issuer else {
            return Err(refused("the sign-in service has no `issuer`".to_owned()));
        };
        let home = parsed(issuer)?;
        requests::check(&home, server)?;
        let Some(registration) = &metadata.registration_endpoint else {
            return Err(refused(
                "the sign-in service does not register programs (it has no `registration_endpoint`): add a token to `headers`"
                    .to_owned(),
            ));
        };
        let endpoints = [
            ("authorization_endpoint", &metadata.authorization_endpoint),
            ("token_endpoint", &metadata.token_endpoint),
            ("registration_endpoint", registration),
        ];
        for (name, address) in endpoints {
            let url = parsed(address)?;
            requests::check(&url, server)?;
            if url.origin() != home.origin() {
                return Err(refused(format!(
                    "the `{name}` of {} has another origin, {}",
                    origin(&home.origin()),
                    origin(&url.origin())
                )));
            }
        }
        let methods = metadata.code_challenge_methods_supported.as_deref().unwrap_or_default();
        if !methods.iter().any(|method| method == "S256") {
            return Err(SignInError::no_pkce());
        }
        Ok(Self { issuer: issuer.clone(), origin: home.origin() })
    }
}

fn parsed(address: &str) -> Result<Url, SignInError> {
    let short: String = address.chars().take(200).collect();
    Url::parse(address).map_err(|_| {
        SignInError::Refused(format!("the sign-in service has an invalid address, {}", shown(&short)))
    })
}

/// Checks the scopes that a server asks for: their number, their length, and their characters.
///
/// # Errors
/// If one of them breaks a rule.
pub fn check_scopes(scopes: &[String]) -> Result<(), SignInError> {
    let is_legal = |c: char| matches!(c, '\x21' | '\x23'..='\x5b' | '\x5d'..='\x7e');
    let refused = |text: &str| Err(SignInError::Refused(text.to_owned()));
    if scopes.len() > MAX_SCOPES {
        return refused("the server asks for more than 64 scopes");
    }
    if scopes.iter().any(|scope| scope.len() > MAX_SCOPE_LENGTH || !scope.chars().all(is_legal)) {
        return refused("the server asks for a scope that is too long or has invalid characters");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scopes_are_few_and_readable() {
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
