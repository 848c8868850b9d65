//! Flags for pages on a server.

use super::server::{Answer, Server};
use super::{PAGE, lint};
use crate::support::Folder;

#[test]
fn flags_for_servers_are_refused_for_files() {
    let folder = Folder::of(&[("join.html", PAGE)]);
    let refused = |args: &[&str]| {
        let ran = lint(&folder, args);
        (ran.code, ran.err.lines().next().unwrap_or_default().to_owned())
    };
    let crawl = "error: --crawl is for pages on a server, and join.html is not an address: give one that begins with http";
    assert_eq!(refused(&["--audit", "join.html", "--crawl"]), (2, crawl.to_owned()));
    assert_eq!(refused(&["--auth-cookie", "a=b"]).0, 2);
    assert_eq!(
        refused(&["--audit", "ftp://x/"]),
        (2, "error: ftp://x/: only http and https are fetched".to_owned())
    );
    assert_eq!(refused(&["--audit", "http://x/", "--auth-cookie", "a"]).0, 2);
    assert_eq!(refused(&["--audit", "http://x/", "--depth", "2"]).0, 2);
    assert_eq!(refused(&["--audit", "http://x/", "--crawl", "--concurrency", "0"]).0, 2);
}

#[test]
fn credentials_may_come_from_the_environment() {
    let server = Server::of(&[("/", Answer::html("<form></form>"))]);
    let folder = Folder::of(&[]);
    let mut command = folder.command(&["aaf-lint", server.url.as_str(), "--auth-cookie", "b=2"]);
    let ran = command.env("AGMARK_AUTH_COOKIE", "session=very-secret-value; a=1").output().unwrap();
    let said = String::from_utf8_lossy(&[ran.stdout, ran.stderr].concat()).into_owned();
    assert!(!said.contains("very-secret-value"), "{said}");
    let sent =
        server.requests().iter().any(|request| request.cookie == "session=very-secret-value; a=1; b=2");
    assert!(sent, "the cookies are sent");
}
