//! A Redis for one test, in a temporary folder and on a free port of loopback.

use std::net::TcpListener;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use redis::{Client, Connection};
use tempfile::TempDir;

pub struct RedisServer {
    process: Child,
    folder: TempDir,
    pub port: u16,
    settings: Vec<String>,
}

impl RedisServer {
    /// # Panics
    /// If it is not installed.
    pub fn start(settings: &[&str]) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let port = free_port();
        let settings: Vec<String> = settings.iter().map(|&setting| setting.to_owned()).collect();
        let process = spawn(&folder, port, &settings);
        let server = Self { process, folder, port, settings };
        drop(server.connection());
        server
    }

    pub fn url(&self) -> String {
        format!("redis://127.0.0.1:{}/", self.port)
    }

    pub fn connection(&self) -> Connection {
        connect(&self.url())
    }

    /// Kills it and starts it again with the same data.
    pub fn kill_and_restart(&mut self) {
        self.process.kill().expect("it runs");
        self.process.wait().expect("it has ended");
        self.process = spawn(&self.folder, self.port, &self.settings);
        drop(self.connection());
    }
}

impl Drop for RedisServer {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn spawn(folder: &TempDir, port: u16, settings: &[String]) -> Child {
    Command::new("redis-server")
        .args(["--bind", "127.0.0.1", "--save", "", "--port", &port.to_string(), "--dir"])
        .arg(folder.path())
        .args(settings)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("redis-server is installed: `apt-get install redis-server`, or `bash tests/run rust`")
}

/// A connection. Waits until the server is ready.
pub fn connect(url: &str) -> Connection {
    let client = Client::open(url).expect("a URL");
    within("Redis answers", || {
        let mut connection = client.get_connection().ok()?;
        redis::cmd("PING").exec(&mut connection).ok().map(|()| connection)
    })
}

/// A port that no program uses.
pub fn free_port() -> u16 {
    let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a free port");
    listener.local_addr().expect("an address").port()
}

/// Tries until there is a value.
///
/// # Panics
/// If there is none for a minute.
pub fn within<T>(what: &str, mut attempt: impl FnMut() -> Option<T>) -> T {
    let start = Instant::now();
    loop {
        if let Some(value) = attempt() {
            return value;
        }
        assert!(start.elapsed() < Duration::from_secs(120), "waited too long until {what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}
