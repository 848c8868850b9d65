//! `agd watch`: shows what changes in a document of a daemon.

use std::fmt::Write as _;
use std::process::ExitCode;
use std::time::Duration;

use agmark_daemon::{DocumentKeys, StoredState};
use agmark_files::plain;
use agmark_syntax::line_diff::{LineDiff, LineTag};

use super::redis_server::{RedisArgs, wait_for};
use crate::terminal::{self, DIM, GREEN, Look, RED, YELLOW};
use crate::{examples, interrupt};

/// The minimum time between two pictures of the document.
const PAUSE: Duration = Duration::from_millis(200);
/// Unchanged lines around a change.
const CONTEXT: usize = 1;

#[derive(Debug, clap::Args)]
#[command(after_long_help = examples::after("agd watch", ""))]
pub struct Args {
    #[command(flatten)]
    redis: RedisArgs,
    /// Prefix of the keys of the document, for example `agd:doc:rules`
    document: String,
}

pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    wait_for(async {
        tokio::select! {
            ended = watch(args) => ended,
            () = interrupt::asked() => Ok(ExitCode::SUCCESS),
        }
    })
}

async fn watch(args: &Args) -> anyhow::Result<ExitCode> {
    let look = Look::of_stdout();
    let mut client = args.redis.client().await?;
    let keys = DocumentKeys::of_prefix(&args.document);
    let mut after = client.last_result(&keys).await?;
    let mut state = client.state(&keys.state).await?.unwrap_or_default();
    terminal::print(&state.content)?;
    loop {
        let results = client.results(&keys, &after).await?;
        let mut out = String::new();
        for result in results.iter().filter(|result| result.status != "applied") {
            let line = format!("! {} {}: {}", result.first, result.status, result.reason);
            let _ = writeln!(out, "{}", look.paint(YELLOW, plain(&line)));
        }
        if let Some(last) = results.last() {
            after.clone_from(&last.id);
        }
        let now = client.state(&keys.state).await?.unwrap_or_default();
        if now.content != state.content {
            out.push_str(&changes(&state, &now, look));
        }
        state = now;
        if !out.is_empty() {
            terminal::print(out)?;
            tokio::time::sleep(PAUSE).await;
        }
    }
}

/// The changed lines of a document, with a line around them.
fn changes(before: &StoredState, after: &StoredState, look: Look) -> String {
    let mut out = format!("{}\n", look.paint(DIM, plain(&format!("--- {}", after.last_id))));
    let diff = LineDiff::new(&before.content, &after.content, None);
    for (index, group) in diff.groups(CONTEXT).iter().enumerate() {
        if index > 0 {
            let _ = writeln!(out, "{}", look.paint(DIM, "…"));
        }
        for change in group {
            let line = change.line.trim_end_matches('\n');
            let shown = match change.tag {
                LineTag::Same => format!("  {line}"),
                LineTag::Removed => look.paint(RED, format_args!("- {}", plain(line))),
                LineTag::Added => look.paint(GREEN, format_args!("+ {}", plain(line))),
            };
            let _ = writeln!(out, "{shown}");
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changed_lines_are_marked() {
        let state = |content: &str, last_id: &str| StoredState {
            content: content.to_owned(),
            last_id: last_id.to_owned(),
            ..StoredState::default()
        };
        let before = state("@ul [#gear]\n- ropes\n\n@p a\n\n@p b\n\n@p c [#c]\n", "1-0");
        let after = state("@ul [#gear]\n- ropes\n- hooks\n\n@p a\n\n@p b\n\n@p d [#c]\n", "2-0");
        let look = Look { colour: false, width: 80 };
        let expected = "--- 2-0\n  - ropes\n+ - hooks\n  \n…\n  \n- @p c [#c]\n+ @p d [#c]\n";
        assert_eq!(changes(&before, &after, look), expected);
    }
}
