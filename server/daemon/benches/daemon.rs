//! Operations per second of a daemon, and of a bare reader that reads and acknowledges the same stream. Prints JSON. It
//! starts `redis-server`, which must be installed. Arguments: the number of operations; `single` also measures one
//! operation at a time, in microseconds from sending it until its result is read, beside a PING (the state is written with
//! the result); `restart` also measures the milliseconds from the start of a daemon with this history until its first
//! operation is in the state.

use std::net::TcpListener;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use agmark_daemon::{Client, Daemon, DocumentKeys, Documents, Options, Server};
use redis::streams::{StreamRangeReply, StreamReadOptions, StreamReadReply};
use redis::{Commands, Connection, Value};
use tokio_util::sync::CancellationToken;

/// The operations, and the blocks of the document.
const OPERATIONS: usize = 500_000;
const BLOCKS: usize = 1_000;
/// The entries that the bare reader reads at once, as many as the daemon at most.
const COUNT: usize = 10_000;
/// The operations that are sent one at a time.
const SINGLE: usize = 2_000;

/// Ends with the measurement.
struct Redis(Child);

impl Drop for Redis {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn main() {
    let number = std::env::args().find_map(|argument| argument.parse().ok()).unwrap_or(OPERATIONS);
    let port = TcpListener::bind(("127.0.0.1", 0)).and_then(|free| free.local_addr()).expect("a port").port();
    let mut command = Command::new("redis-server");
    command.args(["--bind", "127.0.0.1", "--save", "", "--port", &port.to_string()]).stdout(Stdio::null());
    let _redis = Redis(command.spawn().expect("redis-server is installed"));
    let url = format!("redis://127.0.0.1:{port}/");
    let mut connection = connect(&url);
    let operations: Vec<String> = (0..number).map(operation).collect();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let last = runtime.block_on(async {
        let mut client = Client::connect(Server::at(&url).expect("a URL")).await.expect("Redis answers");
        client.seed("doc:state", &document(), false).await.expect("Redis answers");
        let ids = client.push("doc:ops", &operations).await.expect("Redis answers");
        ids.last().expect("an operation").clone()
    });
    let reader = per_second(number, || read_all(&mut connection));
    let daemon = per_second(number, || apply_all(&url, &mut connection, &last));
    let has = |name: &str| std::env::args().any(|argument| argument == name);
    let mut more = String::new();
    if has("single") {
        let (single, ping) = single(&url, &mut connection);
        more.push_str(&format!(", \"single\": {single:.1}, \"ping\": {ping:.1}"));
    }
    if has("restart") {
        let start = Instant::now();
        let last = push_one(&mut connection, number + SINGLE);
        with_daemon(&url, || wait_for(&mut connection, &last, Duration::ZERO));
        more.push_str(&format!(", \"restart\": {:.1}", start.elapsed().as_secs_f64() * 1e3));
    }
    println!("{{\"daemon\": {daemon:.0}, \"reader\": {reader:.0}{more}}}");
}

fn per_second(number: usize, work: impl FnOnce()) -> f64 {
    let start = Instant::now();
    work();
    number as f64 / start.elapsed().as_secs_f64()
}

fn connect(url: &str) -> Connection {
    let client = redis::Client::open(url).expect("a URL");
    for _ in 0..200 {
        if let Ok(connection) = client.get_connection() {
            return connection;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    panic!("Redis does not answer");
}

fn document() -> String {
    let block =
        |number| format!("@p Block {number} with a few words and *markup*. [#block-{number} lang=en]\n");
    (0..BLOCKS).map(block).collect::<Vec<_>>().join("\n")
}

fn operation(number: usize) -> String {
    let target = number * 7 % BLOCKS;
    format!(
        r#"{{"kind":"set_attr","target":"block-{target}","payload":{{"key":"rev","value":{number}}},"agent":"a"}}"#
    )
}

/// Reads and acknowledges all entries.
fn read_all(redis: &mut Connection) {
    let _: () = redis.xgroup_create("doc:ops", "bare", "0").expect("Redis answers");
    loop {
        let mut read = redis::cmd("XREADGROUP");
        read.arg("GROUP")
            .arg("bare")
            .arg("reader")
            .arg("COUNT")
            .arg(COUNT)
            .arg("STREAMS")
            .arg("doc:ops")
            .arg(">");
        let answer: Value = read.query(redis).expect("Redis answers");
        let ids = ids(&answer);
        if ids.is_empty() {
            return;
        }
        let _: usize = redis.xack("doc:ops", "bare", &ids).expect("Redis answers");
    }
}

/// The ids in an answer about one stream.
fn ids(answer: &Value) -> Vec<&[u8]> {
    let entries = list(answer).first().and_then(|stream| list(stream).get(1)).map_or(&[][..], list);
    let id = |entry| match list(entry).first() {
        Some(Value::BulkString(id)) => Some(id.as_slice()),
        _ => None,
    };
    entries.iter().filter_map(id).collect()
}

fn list(value: &Value) -> &[Value] {
    if let Value::Array(list) = value { list } else { &[] }
}

/// Runs a daemon until the last operation is applied.
fn apply_all(url: &str, redis: &mut Connection, last: &str) {
    with_daemon(url, || wait_for(redis, last, Duration::from_millis(1)));
}

/// The median time of one operation, and of a PING, in microseconds.
fn single(url: &str, redis: &mut Connection) -> (f64, f64) {
    with_daemon(url, || {
        let mut times = [Vec::new(), Vec::new()];
        let mut result = first_result(redis);
        for number in 0..SINGLE {
            let start = Instant::now();
            let id = push_one(redis, number);
            result = next_result(redis, &result);
            times[0].push(start.elapsed());
            assert_eq!(last_id(redis).as_deref(), Some(&*id), "the result comes with the state");
            let start = Instant::now();
            let _: String = redis::cmd("PING").query(redis).expect("Redis answers");
            times[1].push(start.elapsed());
        }
        let median = |times: &mut Vec<Duration>| {
            times.sort();
            times[times.len() / 2].as_secs_f64() * 1e6
        };
        let [one, ping] = &mut times;
        (median(one), median(ping))
    })
}

fn push_one(redis: &mut Connection, number: usize) -> String {
    redis.xadd("doc:ops", "*", &[("data", operation(number))]).expect("Redis answers")
}

/// The id of the last entry in the state.
fn last_id(redis: &mut Connection) -> Option<String> {
    redis.hget("doc:state", "last_id").expect("Redis answers")
}

/// Waits until an operation is in the state.
fn wait_for(redis: &mut Connection, id: &str, pause: Duration) {
    while last_id(redis).as_deref() != Some(id) {
        std::thread::sleep(pause);
    }
}

/// Sends an operation, so that the daemon has the document. Returns the id of its result.
fn first_result(redis: &mut Connection) -> String {
    let id = push_one(redis, 0);
    wait_for(redis, &id, Duration::from_millis(1));
    let last: StreamRangeReply = redis.xrevrange_count("doc:results", "+", "-", 1).expect("Redis answers");
    last.ids[0].id.clone()
}

/// Waits for the result after another one, as a writer does. The state was written with it.
fn next_result(redis: &mut Connection, after: &str) -> String {
    let options = StreamReadOptions::default().block(10_000);
    let read: Option<StreamReadReply> =
        redis.xread_options(&["doc:results"], &[after], &options).expect("Redis answers");
    read.expect("a result").keys[0].ids[0].id.clone()
}

/// Does work while a daemon runs.
fn with_daemon<T>(url: &str, work: impl FnOnce() -> T) -> T {
    let options = Options {
        documents: Documents::One(DocumentKeys::of_prefix("doc")),
        group: "agdd-group".to_owned(),
        consumer: "agdd-1".to_owned(),
        lease: Duration::from_secs(10),
        trim: false,
        keep_results: 100_000,
        metrics: None,
    };
    let stop = CancellationToken::new();
    let (server, stopped) = (Server::at(url).expect("a URL"), stop.clone());
    let daemon = std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        runtime.block_on(async {
            let daemon = Daemon::new(server, options).await.expect("it starts");
            daemon.run(|_| {}, stopped).await;
        });
    });
    let done = work();
    stop.cancel();
    daemon.join().expect("it ends");
    done
}
