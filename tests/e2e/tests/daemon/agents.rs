//! Agents that edit one document at the same time, each with its own MCP server.

use redis::Commands;
use serde_json::{Value, json};

use crate::agent::Agent;
use crate::model::{Keys, check};
use crate::processes::DaemonProcess;
use crate::redis_server::{RedisServer, within};

const AGENTS: usize = 10;
/// The number of times that each agent counts.
const COUNTS: usize = 5;
const DOCUMENT: &str = "@h1 Rota [#root]\n\n@p Counted. [#counter n=0]\n\n@ul [#log]\n";

/// Increments the counter, again and again until nobody else has changed it in the meantime.
fn count(agent: &mut Agent) -> usize {
    for conflicts in 0.. {
        let (block, _) = agent.call("get", &json!({ "path": "agdd://doc", "names": "counter" }));
        let source = block.lines().last().expect("a line");
        let document = agd::parse(source).expect("a block");
        let counter = document.find("counter").expect("a block");
        let now: usize =
            source.split("n=").nth(1).expect("a number").trim_end_matches(']').parse().expect("a number");
        let operation = json!({ "op": "set_attr", "id": "counter", "hash": counter.content_hash(), "key": "n", "value": now + 1 });
        let (text, applied) = agent.call("edit", &json!({ "path": "agdd://doc", "ops": [operation] }));
        if applied {
            return conflicts;
        }
        assert!(text.contains("has changed") && text.contains("is now:"), "{text}");
    }
    unreachable!()
}

#[test]
fn ten_agents_edit_one_document() {
    let redis = RedisServer::start(&[]);
    let mut connection = redis.connection();
    let keys = Keys::of("doc");
    let _: () = connection.hset(&keys.state, "content", DOCUMENT).expect("Redis answers");
    let _daemon = DaemonProcess::start(&redis.url(), &["--stream", &keys.stream]);
    let url = redis.url();
    std::thread::scope(|scope| {
        for number in 0..AGENTS {
            let url = &url;
            scope.spawn(move || {
                let mut agent = Agent::start(url, &["--redis"]);
                let block = format!("@p Agent {number}. [#agent-{number}]");
                let insert = json!({ "op": "insert_after", "id": "root", "block": block });
                let (text, applied) = agent.call("edit", &json!({ "path": "agdd://doc", "ops": [insert] }));
                assert!(applied && text.starts_with(&format!("changed #agent-{number}:")), "{text}");
                for _ in 0..COUNTS {
                    count(&mut agent);
                }
            });
        }
    });
    let statuses = check(&mut connection, &keys, DOCUMENT);
    assert!(statuses.iter().all(|status| status == "applied" || status == "conflict"), "{statuses:?}");
    let content: String = connection.hget(&keys.state, "content").expect("a content");
    assert!(content.contains(&format!("[#counter n={}]", AGENTS * COUNTS)), "{content}");
    for number in 0..AGENTS {
        assert!(content.contains(&format!("[#agent-{number}]")), "{content}");
    }
}

#[test]
fn tools_work_on_documents_of_a_daemon() {
    let redis = RedisServer::start(&[]);
    let mut connection = redis.connection();
    let keys = Keys::of("doc");
    let mut agent = Agent::start(&redis.url(), &["--redis"]);
    let at = |more: Value| {
        let mut arguments = json!({ "path": "agdd://doc" });
        arguments.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
        arguments
    };
    let (text, found) = agent.call("get", &at(json!({ "names": "root" })));
    assert!(!found && text.contains("agdd://doc does not exist") && text.contains("agd seed"), "{text}");
    let _: () = connection
        .hset(&keys.state, "content", DOCUMENT.replace("Counted", "Counted @ref #gone"))
        .expect("Redis answers");
    assert!(agent.call("outline", &at(json!({}))).0.contains("Rota"));
    assert!(agent.call("search", &at(json!({ "query": "counted" }))).0.starts_with("agdd://doc:3"));
    assert!(agent.call("check", &at(json!({}))).0.contains("gone"));

    let delete = json!({ "ops": [{ "op": "delete", "id": "log" }] });
    let mut wrong = at(json!({ "ops": [{ "op": "delete", "id": "log" }, { "op": "delete", "id": "lgo" }] }));
    let (text, done) = agent.call("edit", &wrong);
    assert!(!done && text.contains("lgo") && text.contains("nothing was written"), "{text}");
    wrong["dry_run"] = json!(true);
    assert!(!agent.call("edit", &wrong).1);
    assert!(!connection.exists::<_, bool>(&keys.stream).expect("Redis answers"), "nothing was sent");

    // Without a daemon.
    let (text, done) = agent.call("edit", &at(delete.clone()));
    assert!(
        !done && text.contains("no daemon has answered") && text.contains("do not send them again"),
        "{text}"
    );
    let _daemon = DaemonProcess::start(&redis.url(), &["--stream", &keys.stream]);
    within("it is applied", || (!agent.call("get", &at(json!({ "names": "log" }))).1).then_some(()));
    let mut others =
        [Agent::start(&redis.url(), &[]), Agent::start(&redis.url(), &["--redis", "--read-only"])];
    let (text, done) = others[0].call("get", &at(json!({ "names": "root" })));
    assert!(!done && text.contains("--redis"), "{text}");
    let (text, done) = others[1].call("edit", &at(json!({ "ops": [{ "op": "delete", "id": "root" }] })));
    assert!(!done && text.contains("read-only"), "{text}");
    assert!(others[1].call("get", &at(json!({ "names": "root" }))).1);
}

#[test]
fn names_are_renamed_and_fixed_in_a_document_of_a_daemon() {
    let redis = RedisServer::start(&[]);
    let mut connection = redis.connection();
    let keys = Keys::of("doc");
    let text = "@h1 Rota [#root]\n\n@p See @ref #log. [#counter n=0]\n\n@ul [#log]\n\n@ref #log\n";
    let _: () = connection.hset(&keys.state, "content", text).expect("Redis answers");
    let _daemon = DaemonProcess::start(&redis.url(), &["--stream", &keys.stream]);
    let mut agent = Agent::start(&redis.url(), &["--redis"]);
    let named = |more: Value| {
        let mut arguments = json!({ "path": "agdd://doc", "name": "log" });
        arguments.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
        arguments
    };
    let (text, _) = agent.call("references", &named(json!({})));
    let rows: Vec<&str> = text.lines().collect();
    assert_eq!(
        rows,
        [
            "agdd://doc:3 uses @p See @ref #log. [#counter n=0]",
            "agdd://doc:5 defines @ul [#log]",
            "agdd://doc:7 uses @ref #log",
        ]
    );
    let (text, done) = agent.call("rename", &named(json!({ "to": "notes" })));
    assert!(done && text.contains("3 places") && text.contains("agdd://doc 3"), "{text}");
    let content = |connection: &mut redis::Connection| -> String {
        connection.hget(&keys.state, "content").expect("a content")
    };
    let expected = "@h1 Rota [#root]\n\n@p See @ref #notes. [#counter n=0]\n\n@ul [#notes]\n\n@ref #notes\n";
    assert_eq!(content(&mut connection), expected);
    let (text, done) = agent.call("rename", &named(json!({ "name": "notes", "to": "root" })));
    assert!(!done && text.contains("already defined in agdd://doc"), "{text}");

    // The short form of an edit, with only the content, and with the id that `get` shows.
    let (text, _) = agent.call("get", &json!({ "path": "agdd://doc", "names": "counter" }));
    let id = text.lines().next().and_then(|line| line.rsplit(' ').next()).expect("an id").to_owned();
    assert!(id.starts_with("counter:"), "{text}");
    let short = json!({ "path": "agdd://doc", "id": id, "with": "See *both*." });
    let (text, done) = agent.call("edit", &short);
    assert!(done && text.starts_with("changed #counter:"), "{text}");
    assert!(content(&mut connection).contains("@p See *both*. [#counter n=0]\n"));
    let (text, done) = agent.call("edit", &short);
    assert!(!done && text.contains("has changed") && text.contains("is now:"), "{text}");
}

#[test]
fn an_agent_is_told_when_a_block_changes() {
    let redis = RedisServer::start(&[]);
    let mut connection = redis.connection();
    let keys = Keys::of("team:{7}");
    let _: () = connection.hset(&keys.state, "content", DOCUMENT).expect("Redis answers");
    let _daemon = DaemonProcess::start(&redis.url(), &["--stream", &keys.stream]);
    let mut agent = Agent::start(&redis.url(), &["--redis"]);
    let templates = agent.request("resources/templates/list", &json!({}));
    assert!(templates.to_string().contains("agdd:///{+name}"), "{templates}");
    let (block, whole) = ("agdd:///team:%7B7%7D#counter", "agdd://team:{7}");
    let read = agent.request("resources/read", &json!({ "uri": block }));
    assert_eq!(read["contents"][0]["text"], "@p Counted. [#counter n=0]");
    agent.request("resources/subscribe", &json!({ "uri": block }));
    let push = |connection: &mut redis::Connection, id: &str, value: i32| {
        let data = json!({ "op": "set_attr", "id": id, "key": "n", "value": value }).to_string();
        let _: String = connection.xadd(&keys.stream, "*", &[("data", data)]).expect("Redis answers");
    };
    // Another block, then this one.
    push(&mut connection, "root", 1);
    push(&mut connection, "counter", 1);
    assert_eq!(agent.next_changed(), block);
    agent.request("resources/unsubscribe", &json!({ "uri": block }));
    agent.request("resources/subscribe", &json!({ "uri": whole }));
    push(&mut connection, "counter", 2);
    assert_eq!(agent.next_changed(), whole);
    // As `agd seed --replace` does.
    let _: () = connection.hset(&keys.state, "content", "@p New. [#counter]\n").expect("Redis answers");
    let _: i64 = connection.hincr(&keys.state, "epoch", 1).expect("Redis answers");
    assert_eq!(agent.next_changed(), whole);
    let mut other = Agent::start(&redis.url(), &[]);
    let read = other.request("resources/read", &json!({ "uri": whole }));
    assert!(read.is_null(), "not allowed: {read}");
}

#[test]
fn an_agent_works_on_after_redis_was_away() {
    let mut redis = RedisServer::start(&[]);
    let keys = Keys::of("doc");
    let mut agent = Agent::start(&redis.url(), &["--redis"]);
    let get = json!({ "path": "agdd://doc", "names": "root" });
    for _ in 0..2 {
        let _: () = redis.connection().hset(&keys.state, "content", DOCUMENT).expect("Redis answers");
        assert!(agent.call("get", &get).1);
        // The connection of the last call is closed.
        let _: i64 = redis::cmd("CLIENT")
            .arg(&["KILL", "TYPE", "normal", "SKIPME", "yes"])
            .query(&mut redis.connection())
            .expect("Redis answers");
        assert!(agent.call("get", &get).1);
    }
    redis.kill_and_restart();
    let _: () = redis.connection().hset(&keys.state, "content", DOCUMENT).expect("Redis answers");
    assert!(agent.call("get", &get).1);
}
