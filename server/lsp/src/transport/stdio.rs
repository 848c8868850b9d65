//! Standard input and output without extra threads, if the system allows it. A pipe or a socket is read when it is
//! ready, which saves two threads and two thread switches for each message.

use tokio::io::{AsyncRead, AsyncWrite};

pub type Input = Box<dyn AsyncRead + Unpin + Send>;
pub type Output = Box<dyn AsyncWrite + Unpin + Send>;

/// Standard input. Must be called within the runtime.
pub fn input() -> Input {
    #[cfg(unix)]
    if let Some(input) = unix::input() {
        return input;
    }
    Box::new(tokio::io::stdin())
}

/// Standard output. Must be called within the runtime.
pub fn output() -> Output {
    #[cfg(unix)]
    if let Some(output) = unix::output() {
        return output;
    }
    Box::new(tokio::io::stdout())
}

#[cfg(unix)]
mod unix {
    use std::fs::File;
    use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
    use std::os::unix::fs::FileTypeExt;
    use std::os::unix::net::UnixStream;

    use tokio::net::unix::pipe;

    use super::{Input, Output};

    /// The size of the pipe to the client, in bytes: the largest that Linux allows by default.
    #[cfg(target_os = "linux")]
    const WIDE: usize = 1 << 20;

    /// The kind of a standard stream. Files and terminals are read by threads.
    enum Kind {
        Pipe(OwnedFd),
        Socket(OwnedFd),
    }

    fn kind(fd: BorrowedFd<'_>) -> Option<Kind> {
        let file = File::from(fd.try_clone_to_owned().ok()?);
        let is = file.metadata().ok()?.file_type();
        if is.is_fifo() {
            Some(Kind::Pipe(file.into()))
        } else if is.is_socket() {
            Some(Kind::Socket(file.into()))
        } else {
            None
        }
    }

    /// Editors that run on Node connect a child by sockets.
    fn socket(fd: OwnedFd) -> Option<tokio::net::UnixStream> {
        let stream = UnixStream::from(fd);
        stream.set_nonblocking(true).ok()?;
        tokio::net::UnixStream::from_std(stream).ok()
    }

    /// Makes a pipe take a long answer at once. By default, a pipe takes 64 KB, and for each of these the program and its
    /// client wait for each other.
    #[cfg(target_os = "linux")]
    fn widen(pipe: &OwnedFd) {
        // The system may allow less.
        let _ = rustix::pipe::fcntl_setpipe_size(pipe, WIDE);
    }

    #[cfg(not(target_os = "linux"))]
    fn widen(_: &OwnedFd) {}

    pub fn input() -> Option<Input> {
        match kind(std::io::stdin().as_fd())? {
            Kind::Pipe(fd) => Some(Box::new(pipe::Receiver::from_owned_fd(fd).ok()?)),
            Kind::Socket(fd) => Some(Box::new(socket(fd)?)),
        }
    }

    pub fn output() -> Option<Output> {
        match kind(std::io::stdout().as_fd())? {
            Kind::Pipe(fd) => {
                widen(&fd);
                Some(Box::new(pipe::Sender::from_owned_fd(fd).ok()?))
            }
            Kind::Socket(fd) => Some(Box::new(socket(fd)?)),
        }
    }
}
