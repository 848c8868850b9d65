//! `from-aria` and `from-html`.

use std::io::{Read, Write};
use std::net::TcpListener;

use expect_test::expect;

use super::check;
use crate::support::Folder;

#[test]
fn snapshots() {
    check(
        &["from-aria", "-"],
        &[],
        "- banner [ref=e1]:\n  - link \"A: \\\"b\\\"\" [ref=e2] [cursor=pointer]:\n    - /url: /x\n- checkbox \"c\" [checked=true, ref=e3]\nwhat is this\n",
        &expect![[r#"
            header#e1
              link#e2 "A: \"b\"" cursor=pointer href=/x
            checkbox#e3 "c" [checked]
            > what is this
            exit 0
        "#]],
    );
    check(
        &["from-aria", "s.txt"],
        &[("s.txt", "(empty page)\n")],
        "",
        &expect![[r#"
        ~ empty page
        exit 0
    "#]],
    );
    check(
        &["from-aria", "none.txt"],
        &[],
        "",
        &expect![[r#"
            2> error: none.txt: file does not exist: check the spelling and the folder
            exit 2
        "#]],
    );
}

#[test]
fn pages() {
    let page = (
        "p.html",
        "<title>T</title><main><h1>Hi</h1><a href=/x>Go</a><table><tr><th>a<th>b<tr><td>1<td>2</table>",
    );
    check(
        &["from-html", "p.html"],
        &[page],
        "",
        &expect![[r#"
            ---
            title: T
            ---
            main
              h1#e1 "Hi"
              link#e2 "Go" href=/x
              table rows=1 cols=2
                | a | b |
                | 1 | 2 |
            exit 0
        "#]],
    );
    check(
        &["from-html", "-"],
        &[],
        "<button aria-pressed=true>Mute</button>",
        &expect![[r#"
        button#e1 "Mute" [pressed]
        exit 0
    "#]],
    );
    check(
        &["from-html", "none.html"],
        &[],
        "",
        &expect![[r#"
        2> error: none.html: file does not exist: check the spelling and the folder
        exit 2
    "#]],
    );
    check(
        &["from-html", "-", "--render"],
        &[],
        "",
        &expect![[r#"
        2> error: standard input: cannot be rendered: name a file or an address
        exit 2
    "#]],
    );
    check(
        &["from-html", "p.html", "--render", "--chrome", "./no-browser"],
        &[page],
        "",
        &expect![[r#"
        2> error: p.html: ./no-browser: the program does not exist: name a Chromium or Chrome
        exit 2
    "#]],
    );
    check(
        &["from-html", "ftp://a.example/x"],
        &[],
        "",
        &expect![[r#"
        2> error: ftp://a.example/x: only http and https are fetched
        exit 2
    "#]],
    );
}

/// A server that gives the same page to one request.
#[test]
fn pages_on_servers() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}/page", listener.local_addr().unwrap());
    let server = std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let mut head = [0; 1024];
        let _ = stream.read(&mut head).unwrap();
        let page = "<title>Served</title><h1>Hello</h1><button>Go</button>";
        write!(
            stream,
            "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {}\r\n\r\n{page}",
            page.len()
        )
        .unwrap();
    });
    let ran = Folder::of(&[]).run(&["anml", "from-html", &address]);
    server.join().unwrap();
    assert_eq!(
        ran.to_string(),
        format!("---\nurl: {address}\ntitle: Served\n---\nh1#e1 \"Hello\"\nbutton#e2 \"Go\"\nexit 0\n")
    );
}

const MADE: &str = "<script>document.write('<h1>Made</h1><button>Go</button>')</script>";

/// A real Chromium.
#[cfg(unix)]
#[test]
fn pages_that_a_browser_makes() {
    let folder =
        Folder::of(&[("p.html", MADE), ("away.html", "<script>location = 'https://a.example/'</script>")]);
    let ran = folder.run(&["anml", "from-html", "p.html", "--render", "--no-sandbox"]);
    assert_eq!(ran.to_string(), "h1#e1 \"Made\"\nbutton#e2 \"Go\"\nexit 0\n");
    let away = folder.run(&["anml", "from-html", "away.html", "--render", "--no-sandbox"]);
    assert_eq!((away.code, away.out.as_str()), (2, ""), "{away}");
    assert!(away.err.contains("https://a.example"), "{away}");
}
