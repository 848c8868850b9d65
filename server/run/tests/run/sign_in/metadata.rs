//! Descriptions of a sign-in service that must be refused: before anybody is asked, and before anything is sent to it.

use agmark_run::testing::{Answer, SignInTestServer, ok};
use serde_json::json;

use super::{Ada, RESOURCE, SERVICE, Scene};

/// The errors of sign-ins at servers with these answers.
async fn refused(
    twist: impl Fn(&str, &str) -> Option<Answer> + Send + Sync + 'static,
) -> (String, SignInTestServer) {
    let server = SignInTestServer::twisted(move |request, home| twist(&request.path, home));
    let scene = Scene::of(&server);
    let ada = Ada::visiting(|address| panic!("unexpected visit of {address}"));
    let failure = scene.fails(Some(&ada)).await;
    assert!(ada.asked().is_empty() && scene.kept().is_empty(), "{:?}", ada.asked());
    assert!(!server.asked().iter().any(|asked| asked.starts_with("POST") && !asked.ends_with("/mcp")));
    assert!(!failure.contains(['\u{1b}', '\u{202e}']), "{failure:?}");
    (failure, server)
}

/// What a service says about itself, with some of it changed.
async fn described(change: fn(&mut serde_json::Value)) -> String {
    let twist = move |path: &str, home: &str| {
        let mut about = json!({
            "issuer": home,
            "authorization_endpoint": format!("{home}/authorize"),
            "token_endpoint": format!("{home}/token"),
            "registration_endpoint": format!("{home}/register"),
            "code_challenge_methods_supported": ["S256"],
        });
        change(&mut about);
        (path == SERVICE).then(|| ok(about))
    };
    refused(twist).await.0
}

#[tokio::test]
async fn a_service_must_be_in_one_place() {
    for (name, change) in [
        (
            "token_endpoint",
            (|a| a["token_endpoint"] = json!("http://127.0.0.1:9/token")) as fn(&mut serde_json::Value),
        ),
        ("authorization_endpoint", |a| a["authorization_endpoint"] = json!("https://evil.example/a")),
        ("registration_endpoint", |a| a["registration_endpoint"] = json!("https://evil.example/r")),
    ] {
        let failure = described(change).await;
        assert!(failure.contains(&format!("the `{name}` of ")), "{failure}");
        assert!(failure.contains("has another origin"), "{failure}");
    }
}

#[tokio::test]
async fn addresses_of_a_service_are_safe() {
    let token = "token_endpoint";
    for (address, why) in [
        ("http://evil.example/token", "http://evil.example is not encrypted"),
        ("javascript:alert(1)", "must begin with http:// or https://"),
        ("file:///etc/passwd", "must begin with http:// or https://"),
        ("not an address \u{1b}[2J", "invalid address"),
    ] {
        let twist = move |path: &str, home: &str| {
            let mut about = json!({
                "issuer": home,
                "authorization_endpoint": format!("{home}/authorize"),
                "registration_endpoint": format!("{home}/register"),
                "code_challenge_methods_supported": ["S256"],
            });
            about[token] = json!(address);
            (path == SERVICE).then(|| ok(about))
        };
        let (failure, _) = refused(twist).await;
        assert!(failure.contains(why), "{address}: {failure}");
    }
}

#[tokio::test]
async fn a_service_says_who_it_is_and_protects_codes() {
    let failure = described(|about| about["issuer"] = json!("https://other.example")).await;
    assert!(failure.contains("has another `issuer`, https://other.example"), "{failure}");
    let failure = described(|about| about["issuer"] = json!("x\u{1b}[2J")).await;
    assert!(failure.contains("has another `issuer`"), "{failure}");
    let failure = described(|about| about["issuer"] = json!(null)).await;
    assert!(failure.contains("has no `issuer`"), "{failure}");
    let failure = described(|about| about["code_challenge_methods_supported"] = json!(null)).await;
    assert!(failure.contains("PKCE"), "{failure}");
    let failure = described(|about| about["code_challenge_methods_supported"] = json!(["plain"])).await;
    assert!(failure.contains("PKCE"), "{failure}");
    let failure = described(|about| about["registration_endpoint"] = json!(null)).await;
    assert!(failure.contains("does not register programs"), "{failure}");
}

#[tokio::test]
async fn what_describes_a_sign_in_is_small_and_is_for_the_server() {
    let huge =
        |path: &str, _: &str| (path == SERVICE).then(|| ok(json!({ "issuer": "x".repeat(300 << 10) })));
    let (failure, _) = refused(huge).await;
    assert!(failure.contains("the answer is larger than 256 KiB"), "{failure}");
    let endless = |path: &str, _: &str| (path == RESOURCE).then_some(Answer::Endless(64 << 20));
    let (failure, _) = refused(endless).await;
    assert!(failure.contains("the answer is larger than 256 KiB"), "{failure}");
    let other = |path: &str, home: &str| {
        let about = json!({ "resource": "https://other.example/mcp", "authorization_servers": [home] });
        (path == RESOURCE).then(|| ok(about))
    };
    let (failure, _) = refused(other).await;
    assert!(failure.contains("is for another server, https://other.example"), "{failure}");
    let rights = |path: &str, home: &str| {
        let about = json!({ "resource": format!("{home}/mcp"), "authorization_servers": [home], "scopes_supported": ["a\u{1b}[2J"] });
        match path {
            RESOURCE => Some(ok(about)),
            "/mcp" => Some(Answer::Http(401, vec![("WWW-Authenticate", "Bearer".to_owned())], Vec::new())),
            _ => None,
        }
    };
    let (failure, _) = refused(rights).await;
    assert!(failure.contains("too long or has invalid characters"), "{failure}");
}

#[tokio::test]
async fn a_server_cannot_send_us_round_and_round() {
    let round = |path: &str, home: &str| {
        (path == RESOURCE)
            .then(|| Answer::Http(302, vec![("Location", format!("{home}{RESOURCE}"))], Vec::new()))
    };
    let (failure, server) = refused(round).await;
    assert!(failure.contains("redirects"), "{failure}");
    assert!(server.asked().len() < 40);
    let away = |path: &str, _: &str| {
        (path == RESOURCE)
            .then(|| Answer::Http(302, vec![("Location", "https://evil.example/x".to_owned())], Vec::new()))
    };
    let (failure, _) = refused(away).await;
    assert!(failure.contains("evil.example"), "{failure}");
    let many = |path: &str, home: &str| {
        let services: Vec<String> = (0..500).map(|n| format!("{home}/{n}")).collect();
        let about = json!({ "resource": format!("{home}/mcp"), "authorization_servers": services });
        match path {
            RESOURCE => Some(ok(about)),
            _ if path.contains(".well-known") => Some(Answer::Http(404, Vec::new(), Vec::new())),
            _ => None,
        }
    };
    let (failure, server) = refused(many).await;
    assert!(failure.contains("after 24 requests"), "{failure}");
    assert!(server.asked().len() < 40);
}

#[tokio::test]
async fn a_server_that_says_nothing_about_its_sign_in() {
    let bare = |path: &str, _: &str| match path {
        "/mcp" => Some(Answer::Http(401, Vec::new(), Vec::new())),
        RESOURCE | SERVICE => Some(Answer::Http(404, Vec::new(), Vec::new())),
        _ => None,
    };
    let (failure, _) = refused(bare).await;
    assert!(failure.contains("names no sign-in service: add a token"), "{failure}");
}
