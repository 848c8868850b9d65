//! Operations per second of a daemon, and of a bare reader that reads and acknowledges the same stream. Prints JSON. It
//! starts `redis-server`, which must be installed.

use std::net::TcpListener;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use agmark_daemon::{Client, Daemon, DocumentKeys, Documents, Options, Server};
use redis::{Commands, Connection, Value};
use tokio_util::sync::CancellationToken;

/// The operations, and the blocks of the document.
const OPERATIONS: usize = 500_000;
const BLOCKS: usize = 1_000;
/// The entries that the bare reader reads at once, as many as the daemon at most.
const COUNT: usize = 10_000;

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
    println!("{{\"daemon\": {daemon:.0}, \"reader\": {reader:.0}}}");
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
    while redis.hget::<_, _, Option<String>>("doc:state", "last_id").expect("Redis answers").as_deref()
        != Some(last)
    {
        std::thread::sleep(Duration::from_millis(1));
    }
    stop.cancel();
    daemon.join().expect("it ends");
}
