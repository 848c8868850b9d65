//! Work on the only thread. [`run`] polls all tasks that can go on; the host calls it again after a message, or when the
//! next timer is due.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::pin::{Pin, pin};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, Wake, Waker};
use std::time::{Duration, Instant};

use futures_util::future::{Either, select};
use tokio::sync::mpsc::UnboundedReceiver;

type Task = Pin<Box<dyn Future<Output = ()>>>;

#[derive(Default)]
struct Tasks {
    by_number: HashMap<u64, Task>,
    last: u64,
    /// The wakers of the timers, by the moment at which they are due.
    timers: BTreeMap<Instant, Vec<Waker>>,
}

thread_local! {
    static TASKS: RefCell<Tasks> = RefCell::default();
    static READY: Arc<Ready> = Arc::default();
}

/// The numbers of the tasks that can go on. A waker may be called from any thread.
#[derive(Default)]
struct Ready(Mutex<VecDeque<u64>>);

impl Ready {
    fn push(&self, number: u64) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push_back(number);
    }

    fn pop(&self) -> Option<u64> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).pop_front()
    }
}

struct TaskWaker {
    number: u64,
    ready: Arc<Ready>,
}

impl Wake for TaskWaker {
    fn wake(self: Arc<Self>) {
        self.ready.push(self.number);
    }
}

/// Adds a task. It runs with the next [`run`].
pub fn spawn(task: impl Future<Output = ()> + 'static) {
    let number = TASKS.with_borrow_mut(|tasks| {
        tasks.last += 1;
        tasks.by_number.insert(tasks.last, Box::pin(task));
        tasks.last
    });
    READY.with(|ready| ready.push(number));
}

/// Runs all tasks until each waits. Returns the time until the next timer is due, if there is one.
pub fn run() -> Option<Duration> {
    let ready = READY.with(Arc::clone);
    loop {
        let now = Instant::now();
        for waker in take_due(now) {
            waker.wake();
        }
        let Some(first) = ready.pop() else {
            let next = TASKS.with_borrow(|tasks| tasks.timers.keys().next().copied());
            return next.map(|next| next.saturating_duration_since(now));
        };
        poll(first, &ready);
    }
}

fn take_due(now: Instant) -> Vec<Waker> {
    TASKS.with_borrow_mut(|tasks| {
        let later = tasks.timers.split_off(&(now + Duration::from_nanos(1)));
        std::mem::replace(&mut tasks.timers, later).into_values().flatten().collect()
    })
}

/// Polls a task. It is taken out meanwhile, because it may add tasks.
fn poll(number: u64, ready: &Arc<Ready>) {
    let Some(mut task) = TASKS.with_borrow_mut(|tasks| tasks.by_number.remove(&number)) else { return };
    let waker = Waker::from(Arc::new(TaskWaker { number, ready: Arc::clone(ready) }));
    if task.as_mut().poll(&mut Context::from_waker(&waker)).is_pending() {
        TASKS.with_borrow_mut(|tasks| tasks.by_number.insert(number, task));
    }
}

/// Adds tasks, like the type of the same name in tokio.
#[derive(Clone, Debug)]
pub struct Handle(());

impl Handle {
    pub fn current() -> Self {
        Self(())
    }

    pub fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) {
        spawn(task);
    }

    pub fn spawn_blocking(&self, work: impl FnOnce() + Send + 'static) {
        spawn(async { work() });
    }
}

/// Starts a task that calls `take` with each message until the last sender is dropped.
pub fn start<M: Send + 'static>(
    _name: &str,
    mut messages: UnboundedReceiver<M>,
    mut take: impl FnMut(M, &mut UnboundedReceiver<M>) + Send + 'static,
) -> std::io::Result<()> {
    spawn(async move {
        while let Some(first) = messages.recv().await {
            take(first, &mut messages);
        }
    });
    Ok(())
}

pub async fn sleep(time: Duration) {
    let due = Instant::now() + time;
    std::future::poll_fn(|context| {
        if Instant::now() >= due {
            return Poll::Ready(());
        }
        let waker = context.waker().clone();
        TASKS.with_borrow_mut(|tasks| tasks.timers.entry(due).or_default().push(waker));
        Poll::Pending
    })
    .await;
}

/// The error of [`timeout`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Elapsed;

pub async fn timeout<T>(time: Duration, work: impl Future<Output = T>) -> Result<T, Elapsed> {
    match select(pin!(work), pin!(sleep(time))).await {
        Either::Left((result, _)) => Ok(result),
        Either::Right(_) => Err(Elapsed),
    }
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use super::*;

    #[test]
    fn tasks_run_until_all_wait() {
        let said = Rc::new(RefCell::new(Vec::new()));
        let (send, messages) = tokio::sync::mpsc::unbounded_channel();
        let handle = Handle::current();
        start("numbers", messages, move |number: u32, _| handle.spawn_blocking(move || assert!(number < 3)))
            .unwrap();
        let heard = Rc::clone(&said);
        spawn(async move {
            heard.borrow_mut().push("begin");
            tokio::task::yield_now().await;
            heard.borrow_mut().push("end");
        });
        for number in 0..3 {
            send.send(number).unwrap();
        }
        assert_eq!(run(), None, "no timer");
        assert_eq!(*said.borrow(), ["begin", "end"]);
        drop(send);
        run();
        assert!(TASKS.with_borrow(|tasks| tasks.by_number.is_empty()));
    }

    #[test]
    fn a_timer_says_when_it_is_due() {
        let ended = Arc::new(Mutex::new(None));
        let result = Arc::clone(&ended);
        Handle::current().spawn(async move {
            let never = timeout(Duration::from_millis(5), std::future::pending::<()>()).await;
            let soon = timeout(Duration::from_secs(3600), std::future::ready(1)).await;
            *result.lock().unwrap() = Some((never, soon));
        });
        let wait = run().expect("a timer");
        assert!(wait <= Duration::from_millis(5));
        assert_eq!(*ended.lock().unwrap(), None);
        std::thread::sleep(Duration::from_millis(6));
        run();
        assert_eq!(*ended.lock().unwrap(), Some((Err(Elapsed), Ok(1))));
    }
}
