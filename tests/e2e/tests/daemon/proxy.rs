//! A way to Redis that loses answers.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Passes bytes to Redis and back. Of some batches that are written, Redis gets the script, but its answer is lost and the
/// connection is closed.
pub struct LossyProxy {
    pub port: u16,
    cuts: Arc<AtomicUsize>,
}

/// Only the script that writes a batch has this in its keys.
const WRITE: &[u8] = b":results";

impl LossyProxy {
    /// Loses the answer to one batch of `each`.
    pub fn start(redis: u16, each: usize) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a free port");
        let port = listener.local_addr().expect("an address").port();
        let (cuts, writes) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let counted = Arc::clone(&cuts);
        thread::spawn(move || {
            for client in listener.incoming().map_while(Result::ok) {
                let (cuts, writes) = (Arc::clone(&cuts), Arc::clone(&writes));
                thread::spawn(move || {
                    if let Ok(server) = TcpStream::connect(("127.0.0.1", redis)) {
                        pass(&client, &server, each, &writes, &cuts);
                    }
                });
            }
        });
        Self { port, cuts: counted }
    }

    /// How many answers were lost.
    pub fn cuts(&self) -> usize {
        self.cuts.load(Ordering::SeqCst)
    }
}

fn pass(client: &TcpStream, server: &TcpStream, each: usize, writes: &AtomicUsize, cuts: &AtomicUsize) {
    let (mut answers, mut to_client) =
        (server.try_clone().expect("a socket"), client.try_clone().expect("a socket"));
    let back = thread::spawn(move || {
        let _ = std::io::copy(&mut answers, &mut to_client);
        let _ = to_client.shutdown(Shutdown::Both);
    });
    let (mut from, mut to) = (client, server);
    let mut bytes = vec![0; 1 << 16];
    while let Ok(length) = from.read(&mut bytes) {
        let is_write = bytes[..length].windows(WRITE.len()).any(|part| part == WRITE);
        let is_cut = is_write && writes.fetch_add(1, Ordering::SeqCst) % each == each - 1;
        if is_cut {
            // Redis runs the script, and the client never hears of it.
            let _ = client.shutdown(Shutdown::Both);
            cuts.fetch_add(1, Ordering::SeqCst);
        }
        if length == 0 || to.write_all(&bytes[..length]).is_err() || is_cut {
            break;
        }
    }
    // Redis reads what it has got before it sees the end.
    let _ = server.shutdown(Shutdown::Write);
    let _ = back.join();
}
