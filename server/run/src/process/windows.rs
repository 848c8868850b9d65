//! Processes on Windows, in job objects that end with this program.

use std::io;

use process_wrap::tokio::{ChildWrapper, CommandWrap, JobObject, KillOnDrop};
use tokio::process::Command;
use tokio::time::timeout;

use super::child::{GRACE, StandardStreams};

pub struct Running(Box<dyn ChildWrapper>);

impl Running {
    pub fn start(command: Command) -> io::Result<Self> {
        let mut command = CommandWrap::from(command);
        command.wrap(KillOnDrop).wrap(JobObject);
        command.spawn().map(Self)
    }

    pub fn pipes(&mut self) -> StandardStreams {
        (self.0.stdin().take(), self.0.stdout().take(), self.0.stderr().take())
    }

    /// Waits for a short time, because standard input is closed, and kills the remaining processes.
    pub async fn stop(&mut self) {
        if timeout(GRACE, self.0.wait()).await.is_err() {
            let _ = timeout(GRACE, Box::into_pin(self.0.kill())).await;
        }
    }
}
