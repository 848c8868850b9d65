//! Processes on Windows, in job objects that end with this program.

use std::io;
use std::time::Duration;

use process_wrap::tokio::{ChildWrapper, CommandWrap, JobObject, KillOnDrop};
use tokio::process::Command;
use tokio::time::timeout;

use super::child::{GRACE, StandardStreams};

pub struct Running {
    child: Box<dyn ChildWrapper>,
    patience: Duration,
}

impl Running {
    pub fn start(command: Command, patience: Duration) -> io::Result<Self> {
        let mut command = CommandWrap::from(command);
        command.wrap(KillOnDrop).wrap(JobObject);
        let child = command.spawn()?;
        Ok(Self { child, patience })
    }

    pub fn pipes(&mut self) -> StandardStreams {
        (self.child.stdin().take(), self.child.stdout().take(), self.child.stderr().take())
    }

    /// Waits for a short time, because standard input is closed, and kills the remaining processes.
    pub async fn stop(&mut self) {
        if timeout(self.patience, self.child.wait()).await.is_err() {
            let _ = timeout(GRACE, Box::into_pin(self.child.kill())).await;
        }
    }
}
