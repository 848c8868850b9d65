//! Serves one client on a pair of streams.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use agmark_syntax::Registry;
use tokio::io::{AsyncRead, AsyncWrite};
use tower_lsp::{LspService, LspServiceBuilder};

use crate::server::temporary_documents::TemporaryDocuments;
use crate::server::{Server, written_answers};
use crate::task::Tasks;
use crate::transport;
use crate::transport::record::Recorder;

/// Serves one client. Returns whether it requested a shutdown.
pub async fn serve(
    registry: Arc<Registry>,
    tasks: Tasks,
    input: impl AsyncRead + Unpin,
    output: impl AsyncWrite + Unpin,
    recorder: Option<Recorder>,
) -> bool {
    let temporary_documents = Arc::new(TemporaryDocuments::default());
    let builder =
        LspService::build(|client| Server::new(client, registry, tasks, Arc::clone(&temporary_documents)))
            .custom_method("window/workDoneProgress/cancel", Server::cancel_task);
    let builder = with_written_answers(builder);
    let (service, socket) = if std::env::var_os("AGMARK_TEST_HOOKS").is_some() {
        builder
            .custom_method("agmark/test/fault", Server::test_fault)
            .custom_method("agmark/test/panic", Server::test_panic)
            .custom_method("agmark/test/pause", Server::test_pause)
            .custom_method("agmark/test/readings", Server::test_readings)
            .custom_method("agmark/test/text", Server::test_text)
            .custom_method("agmark/test/sleep", Server::test_sleep)
            .finish()
    } else {
        builder.finish()
    };
    let shut_down = Arc::clone(&service.inner().shut_down);
    let orphaned = Arc::clone(&service.inner().orphaned);
    tokio::select! {
        () = transport::serve(service, socket, input, output, recorder) => {}
        () = orphaned.notified() => tracing::info!("the client's process is gone"),
    }
    temporary_documents.remove();
    shut_down.load(Ordering::SeqCst)
}

/// Adds the handlers of the methods whose answers are written.
fn with_written_answers(builder: LspServiceBuilder<Server>) -> LspServiceBuilder<Server> {
    builder
        .custom_method(written_answers::CODE_ACTIONS, Server::code_actions)
        .custom_method(written_answers::CODE_LENSES, Server::code_lenses)
        .custom_method(written_answers::COMPLETION, Server::completions)
        .custom_method(written_answers::DIAGNOSTICS, Server::diagnostics)
        .custom_method(written_answers::FOLDS, Server::folds)
        .custom_method(written_answers::FORMATTING, Server::format)
        .custom_method(written_answers::HIGHLIGHT, Server::highlights)
        .custom_method(written_answers::HINTS, Server::hints)
        .custom_method(written_answers::LINKS, Server::links)
        .custom_method(written_answers::OUTLINE, Server::outline)
        .custom_method(written_answers::RANGE_FORMATTING, Server::format_range)
        .custom_method(written_answers::REFERENCES, Server::all_references)
        .custom_method(written_answers::TOKENS, Server::tokens)
        .custom_method(written_answers::TOKENS_DELTA, Server::tokens_delta)
        .custom_method(written_answers::TOKENS_RANGE, Server::tokens_in_range)
        .custom_method(written_answers::WORKSPACE_DIAGNOSTICS, Server::workspace_diagnostics)
}
