//! The question before a sign-in.

use std::path::Path;

use url::{Origin, Url};

use crate::terminal_text::{origin, shown};

/// The server, the sign-in service, the permissions, and where the sign-in is stored.
pub fn question(server: &Url, service: &Origin, scopes: &[String], folder: Option<&Path>) -> String {
    // The query may contain secrets.
    let address = format!("{}{}", server.origin().ascii_serialization(), server.path());
    let mut text = format!("The server {} asks you to sign in.", shown(&address));
    text.push_str(&format!("\n- you sign in at {}", origin(service)));
    if server.origin() != *service {
        text.push_str(", which is not the server itself");
    }
    text.push_str("\n- permissions of the server: ");
    match scopes {
        [] => text.push_str("(decided by the sign-in service)"),
        some => text.push_str(&some.iter().map(|scope| shown(scope)).collect::<Vec<_>>().join(", ")),
    }
    text.push_str(&match folder {
        Some(folder) => {
            format!(
                "\n- the sign-in is stored in {}, and used for this server only",
                shown(&folder.display().to_string())
            )
        }
        None => "\n- the sign-in is not stored".to_owned(),
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
             \n- permissions of the server: read, write\
             \n- the sign-in is stored in /home/ada/.config/agmark/sign-ins, and used for this server only"
        );
        let own = question(&server, &server.origin(), &[], None);
        assert!(!own.contains("not the server itself") && own.ends_with("is not stored"), "{own}");
    }

    #[test]
    fn names_cannot_control_the_terminal() {
        let server = Url::parse("https://xn--e1afmkfd.example/\u{202e}x").unwrap();
        let text = question(&server, &server.origin(), &[], None);
        assert!(!text.contains('\u{202e}') && text.contains("xn--e1afmkfd.example"), "{text}");
    }
}
