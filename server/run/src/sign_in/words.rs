//! What a person is asked before a sign-in.

use std::path::Path;

use url::{Origin, Url};

pub use crate::consent::shown;

/// An origin, as text that a terminal can show.
pub fn origin(origin: &Origin) -> String {
    shown(&origin.ascii_serialization())
}

/// Who asks for the sign-in, where it takes place, what it allows, and where it is kept.
pub fn question(server: &Url, service: &Origin, scopes: &[String], folder: Option<&Path>) -> String {
    // A query may hold secrets.
    let address = format!("{}{}", server.origin().ascii_serialization(), server.path());
    let mut text = format!("The server {} asks you to sign in.", shown(&address));
    text.push_str(&format!("\n- you sign in at {}", origin(service)));
    if server.origin() != *service {
        text.push_str(", which is not the server itself");
    }
    text.push_str("\n- it then may do what these words allow: ");
    match scopes {
        [] => text.push_str("(the sign-in service decides)"),
        some => text.push_str(&some.iter().map(|scope| shown(scope)).collect::<Vec<_>>().join(", ")),
    }
    text.push_str(&match folder {
        Some(folder) => {
            format!(
                "\n- the sign-in is kept in {}, and used for this server only",
                shown(&folder.display().to_string())
            )
        }
        None => "\n- the sign-in is not kept".to_owned(),
    });
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_question_names_who_asks_and_where() {
        let server = Url::parse("https://issues.example/mcp?key=secret").unwrap();
        let service = Url::parse("https://login.example").unwrap().origin();
        let scopes = ["read".to_owned(), "write".to_owned()];
        assert_eq!(
            question(&server, &service, &scopes, Some(Path::new("/home/ada/.config/agmark/sign-ins"))),
            "The server https://issues.example/mcp asks you to sign in.\
             \n- you sign in at https://login.example, which is not the server itself\
             \n- it then may do what these words allow: read, write\
             \n- the sign-in is kept in /home/ada/.config/agmark/sign-ins, and used for this server only"
        );
        let own = question(&server, &server.origin(), &[], None);
        assert!(!own.contains("not the server itself") && own.ends_with("is not kept"), "{own}");
    }

    #[test]
    fn names_cannot_steer_the_terminal() {
        let server = Url::parse("https://xn--e1afmkfd.example/\u{202e}x").unwrap();
        let text = question(&server, &server.origin(), &[], None);
        assert!(!text.contains('\u{202e}') && text.contains("xn--e1afmkfd.example"), "{text}");
    }
}
