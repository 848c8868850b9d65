//! Servers that ask for a sign-in: the person, the browser, the tokens that are kept.

use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use agmark_run::sign_in::{Person, SignInError, SignInServer, login, logout};
use agmark_run::testing::{Answer, Model, SignInTestServer, calls, fetch, json, ok, redirect_of};
use agmark_run::{CancellationToken, Finished, Recording};
use serde_json::json;

use crate::support::{Notes, Programs, failure, job};

mod metadata;

const SERVICE: &str = "/.well-known/oauth-authorization-server";
const RESOURCE: &str = "/.well-known/oauth-protected-resource/mcp";

type Visit = dyn Fn(&str) + Send + Sync;

/// A person with a browser.
struct Ada {
    says: bool,
    asked: Mutex<Vec<String>>,
    visit: Box<Visit>,
}

impl Ada {
    fn visiting(visit: impl Fn(&str) + Send + Sync + 'static) -> Arc<Self> {
        Arc::new(Self { says: true, asked: Mutex::default(), visit: Box::new(visit) })
    }

    /// Signs in as she should.
    fn signing_in() -> Arc<Self> {
        Self::visiting(|address| {
            let (status, back, _) = fetch(address);
            assert_eq!(status, 302);
            let (status, _, page) = fetch(&back.unwrap());
            assert!(status == 200 && page.contains("You can close this page"), "{page}");
        })
    }

    /// Signs in nowhere: her browser goes straight back, with what `query` makes of the state.
    fn returning(query: impl Fn(&str) -> String + Send + Sync + 'static) -> Arc<Self> {
        Self::visiting(move |address| {
            let (back, state) = redirect_of(address);
            let _ = fetch(&format!("{back}?{}", query(&state)));
        })
    }

    fn asked(&self) -> Vec<String> {
        self.asked.lock().unwrap().clone()
    }
}

impl Person for Ada {
    fn agrees(&self, question: &str) -> bool {
        self.asked.lock().unwrap().push(question.to_owned());
        self.says
    }

    fn visit(&self, address: &str) {
        (self.visit)(address);
    }
}

/// A program that uses a server, and the folder of a person.
struct Scene {
    programs: Programs,
    model: Model,
}

impl Scene {
    fn of(server: &SignInTestServer) -> Self {
        Self::with(&format!("{{ name: s, url: \"{}\" }}", server.url()))
    }

    fn with(server: &str) -> Self {
        let front = format!("input: {{ type: object }}\noutput: {{ type: object }}\nmcp_servers: [{server}]");
        let model = Model::deciding(|request| match request.body["messages"].as_array().unwrap().len() {
            2 => calls(&[("mcp__s__echo", json!({ "message": "hi" }))]),
            _ => json(json!({ "heard": request.last() })),
        });
        Self { programs: Programs::new(&[("p", &front, "Use mcp__s__echo.")]), model }
    }

    fn folder(&self) -> PathBuf {
        self.programs.path("own/sign-ins")
    }

    /// The files in the folder, whole.
    fn kept(&self) -> Vec<String> {
        let Ok(files) = std::fs::read_dir(self.folder()) else { return Vec::new() };
        let files = files.map(|file| file.unwrap().path());
        let files = files.filter(|file| file.extension().is_some_and(|end| end == "json"));
        files.map(|file| std::fs::read_to_string(file).unwrap()).collect()
    }

    async fn run(&self, person: Option<&Arc<Ada>>) -> (Finished, Arc<Notes>) {
        self.run_in(self.folder(), person).await
    }

    async fn run_in(&self, folder: PathBuf, person: Option<&Arc<Ada>>) -> (Finished, Arc<Notes>) {
        let mut settings = self.programs.settings(&self.model);
        settings.sign_ins = Some(folder);
        let mut job = job(self.programs.plan("p", settings), json!({}));
        let notes = Arc::new(Notes::default());
        job.watch = notes.clone();
        job.person = person.cloned().map(|person| person as Arc<dyn Person>);
        job.recording = Recording::record(&self.programs.path("tape.jsonl")).unwrap();
        (job.run(CancellationToken::new()).await, notes)
    }

    /// Why a run with this person has no result.
    async fn fails(&self, person: Option<&Arc<Ada>>) -> String {
        let (finished, _) = self.run(person).await;
        failure(&finished)
    }

    fn site(&self, server: &SignInTestServer) -> SignInServer {
        let limit = Duration::from_secs(60);
        SignInServer::from_program(&server.url(), Some(&self.folder()), limit, Arc::new(Notes::default()))
            .unwrap()
    }
}

const HEARD: &str = "heard \"hi\" with [key]";

fn heard(finished: &Finished) -> String {
    let result = finished.result.as_ref().unwrap_or_else(|error| panic!("{error}"));
    result["heard"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn somebody_signs_in_once() {
    let (server, ada) = (SignInTestServer::start(), Ada::signing_in());
    let scene = Scene::of(&server);
    let (finished, notes) = scene.run(Some(&ada)).await;
    assert_eq!(heard(&finished), HEARD);
    let question = format!(
        "The server {} asks you to sign in.\n- you sign in at {}\n- permissions of the server: tools:use\n- the sign-in is stored in ",
        server.url(),
        server.home(),
    );
    let asked = ada.asked();
    assert!(asked.len() == 1 && asked[0].starts_with(&question), "{asked:?}");
    // The person is not asked again, and the plan names the sign-in.
    let (finished, _) = scene.run(None).await;
    assert_eq!(heard(&finished), HEARD);
    let mut settings = scene.programs.settings(&scene.model);
    settings.sign_ins = Some(scene.folder());
    let plan = scene.programs.plan("p", settings).question();
    assert!(plan.ends_with("\n  - with your sign-in at this server"), "{plan}");
    // No token is anywhere but in the file.
    let tape = std::fs::read_to_string(scene.programs.path("tape.jsonl")).unwrap();
    let model = format!("{:?}", scene.model.received());
    for text in [tape, model, format!("{:?}", notes.all()), format!("{:?}", finished.summary)] {
        assert!(!text.contains("-secret-") && !text.contains("code-"), "{text}");
    }
    let kept = scene.kept();
    assert!(kept.len() == 1 && kept[0].contains("access-secret-") && kept[0].contains("renew-secret-"));
}

#[cfg(unix)]
#[tokio::test]
async fn a_sign_in_is_for_its_owner_alone() {
    use std::os::unix::fs::PermissionsExt;
    let server = SignInTestServer::start();
    let scene = Scene::of(&server);
    login(&scene.site(&server), Ada::signing_in()).await.unwrap();
    let mode = |path: PathBuf| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(scene.folder()), 0o700);
    for file in std::fs::read_dir(scene.folder()).unwrap() {
        assert_eq!(mode(file.unwrap().path()), 0o600);
    }
}

#[tokio::test]
async fn somebody_signs_in_ahead_and_out_again() {
    let (server, ada) = (SignInTestServer::start(), Ada::signing_in());
    let scene = Scene::of(&server);
    let site = scene.site(&server);
    assert_eq!(logout(&site), Ok(false));
    login(&site, ada.clone()).await.unwrap();
    assert_eq!(heard(&scene.run(None).await.0), HEARD);
    login(&site, ada.clone()).await.unwrap();
    assert_eq!(ada.asked().len(), 2, "a second login signs in again");
    assert_eq!(logout(&site), Ok(true));
    assert!(scene.kept().is_empty());
    assert!(scene.fails(None).await.contains("agmark markdownlang login"));
}

#[tokio::test]
async fn without_a_person_the_message_says_what_to_do() {
    let server = SignInTestServer::start();
    let scene = Scene::of(&server);
    let url = server.url();
    assert_eq!(
        scene.fails(None).await,
        format!(
            "the server `s` did not start: {url}: it asks for a sign-in: run `agmark markdownlang login \"{url}\"` in a terminal first, or add a token, like `headers: {{ Authorization: \"Bearer ${{TOKEN}}\" }}`"
        )
    );
    assert!(server.asked().iter().all(|asked| asked.ends_with("/mcp")), "{:?}", server.asked());
}

#[tokio::test]
async fn a_no_is_a_no() {
    let server = SignInTestServer::start();
    let scene = Scene::of(&server);
    let ada = Arc::new(Ada { says: false, asked: Mutex::default(), visit: Box::new(|_| unreachable!()) });
    assert!(scene.fails(Some(&ada)).await.ends_with("you did not agree to it"));
    let asked = server.asked();
    assert!(!asked.iter().any(|asked| asked.contains("register") || asked.contains("token")), "{asked:?}");
}

#[tokio::test]
async fn an_answer_of_another_sign_in_is_not_taken() {
    let server = SignInTestServer::start();
    let scene = Scene::of(&server);
    let ada = Ada::returning(|_| "code=code-1&state=other".to_owned());
    assert!(scene.fails(Some(&ada)).await.contains("(wrong `state`): nothing was stored"));
    assert!(!server.asked().contains(&"POST /token".to_owned()) && scene.kept().is_empty());
}

#[tokio::test]
async fn a_service_may_say_no() {
    let server = SignInTestServer::start();
    let scene = Scene::of(&server);
    let ada = Ada::returning(|state| format!("error=access_denied&state={state}"));
    assert!(scene.fails(Some(&ada)).await.contains("the error `access_denied`: nothing was stored"));
    assert!(!server.asked().contains(&"POST /token".to_owned()) && scene.kept().is_empty());
}

#[tokio::test]
async fn a_stolen_code_is_worth_nothing() {
    let server = SignInTestServer::start();
    let scene = Scene::of(&server);
    let code = server.code_of_another();
    let ada = Ada::returning(move |state| format!("code={code}&state={state}"));
    let failure = scene.fails(Some(&ada)).await;
    assert!(failure.ends_with("the sign-in service returned no token (`invalid_grant`)"), "{failure}");
    assert!(scene.kept().is_empty());
}

#[tokio::test]
async fn nobody_waits_for_ever() {
    let server = SignInTestServer::start();
    let scene = Scene::of(&server);
    let site = SignInServer::from_program(
        &server.url(),
        Some(&scene.folder()),
        Duration::ZERO,
        Arc::new(Notes::default()),
    );
    let done = login(&site.unwrap(), Ada::visiting(|_| {})).await;
    assert_eq!(done, Err(SignInError::Late { limit: Duration::ZERO }));
}

#[tokio::test]
async fn an_old_token_is_renewed() {
    let (server, ada) = (SignInTestServer::start(), Ada::signing_in());
    let scene = Scene::of(&server);
    server.set_lifetime(1);
    login(&scene.site(&server), ada).await.unwrap();
    let before = scene.kept();
    server.set_lifetime(3600);
    assert_eq!(heard(&scene.run(None).await.0), HEARD);
    let renewed =
        server.received().iter().filter(|one| one.text.contains("grant_type=refresh_token")).count();
    assert_eq!(renewed, 1);
    assert_ne!(before, scene.kept());
    assert_eq!(heard(&scene.run(None).await.0), HEARD, "what was renewed is kept");
}

#[tokio::test]
async fn a_token_that_was_taken_back_is_asked_for_anew() {
    let (server, ada) = (SignInTestServer::start(), Ada::signing_in());
    let scene = Scene::of(&server);
    login(&scene.site(&server), ada.clone()).await.unwrap();
    server.revoke();
    assert!(scene.fails(None).await.contains("it does not accept the stored sign-in: run `agmark"));
    assert_eq!(heard(&scene.run(Some(&ada)).await.0), HEARD);
    assert_eq!(ada.asked().len(), 2);
}

#[tokio::test]
async fn runs_at_the_same_time_renew_in_turn() {
    let (server, ada) = (SignInTestServer::start(), Ada::signing_in());
    let scene = Scene::of(&server);
    server.set_lifetime(1);
    login(&scene.site(&server), ada).await.unwrap();
    // Each old token is taken once: who uses one twice is told so.
    let (one, two) = tokio::join!(scene.run_in(scene.folder(), None), scene.run_in(scene.folder(), None));
    assert_eq!((heard(&one.0), heard(&two.0)), (HEARD.to_owned(), HEARD.to_owned()));
}

#[tokio::test]
async fn what_cannot_be_kept_holds_for_one_run() {
    let (server, ada) = (SignInTestServer::start(), Ada::signing_in());
    let scene = Scene::of(&server);
    std::fs::write(scene.programs.path("own"), "a file where the folder should be").unwrap();
    let (finished, notes) = scene.run(Some(&ada)).await;
    assert_eq!(heard(&finished), HEARD);
    let notices = notes.notices();
    assert!(notices[0].starts_with("the sign-in is valid for this run only"), "{notices:?}");
    assert!(matches!(login(&scene.site(&server), ada).await, Err(SignInError::Store(_))));
}

#[tokio::test]
async fn a_file_that_is_not_a_sign_in_is_said_without_its_words() {
    let (server, ada) = (SignInTestServer::start(), Ada::signing_in());
    let scene = Scene::of(&server);
    login(&scene.site(&server), ada).await.unwrap();
    let file = std::fs::read_dir(scene.folder()).unwrap().map(|file| file.unwrap().path());
    let file = file.into_iter().find(|file| file.extension().is_some_and(|end| end == "json")).unwrap();
    std::fs::write(&file, "{ \"server\": \"access-secret-1").unwrap();
    let failure = scene.fails(None).await;
    assert!(
        failure.contains("is not a stored sign-in. Remove it") && !failure.contains("secret"),
        "{failure}"
    );
    assert_eq!(logout(&scene.site(&server)), Ok(true));
}

#[tokio::test]
async fn a_token_of_ones_own_comes_first() {
    let (server, ada) = (SignInTestServer::start(), Ada::signing_in());
    let own = format!("{{ name: s, url: \"{}\", headers: {{ Authorization: Bearer x }} }}", server.url());
    let scene = Scene::with(&own);
    login(&scene.site(&server), ada.clone()).await.unwrap();
    assert!(scene.fails(Some(&ada)).await.contains("(401)"));
    assert_eq!(ada.asked().len(), 1);
}

#[tokio::test]
async fn tokens_go_to_their_own_server_only() {
    let moved = Arc::new(Mutex::new(None::<String>));
    let elsewhere = SignInTestServer::start();
    let server = SignInTestServer::twisted({
        let moved = Arc::clone(&moved);
        move |request, _| {
            let to = moved.lock().unwrap().clone()?;
            let has_token = request.header("authorization").is_some();
            (request.path == "/mcp" && has_token)
                .then(|| Answer::Http(307, vec![("Location", to)], Vec::new()))
        }
    });
    let scene = Scene::of(&server);
    login(&scene.site(&server), Ada::signing_in()).await.unwrap();
    *moved.lock().unwrap() = Some(elsewhere.url());
    let failure = scene.fails(None).await;
    assert!(failure.contains("it redirects to"), "{failure}");
    assert!(elsewhere.asked().is_empty());
}

#[tokio::test]
async fn a_service_that_is_another_one_now_gets_no_token() {
    let moved = Arc::new(Mutex::new(false));
    let elsewhere = SignInTestServer::start();
    let other = elsewhere.home().to_owned();
    let server = SignInTestServer::twisted({
        let moved = Arc::clone(&moved);
        move |request, home| {
            let about = json!({ "resource": format!("{home}/mcp"), "authorization_servers": [other] });
            (*moved.lock().unwrap() && request.path == RESOURCE).then(|| ok(about))
        }
    });
    let scene = Scene::of(&server);
    server.set_lifetime(1);
    login(&scene.site(&server), Ada::signing_in()).await.unwrap();
    *moved.lock().unwrap() = true;
    let failure = scene.fails(None).await;
    assert!(failure.contains("so the stored sign-in is not used"), "{failure}");
    assert_eq!(elsewhere.asked(), [format!("GET {SERVICE}")]);
}
