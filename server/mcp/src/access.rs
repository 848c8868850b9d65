//! What a tool does besides answering.

/// What a tool does besides answering. The hints of the protocol and the refusals come from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Only reads files of the roots.
    Read,
    /// Writes files of the roots. Refused with `--read-only`, unless it `previews`: then it is called, and only
    /// writing is refused.
    Write { destructive: bool, idempotent: bool, previews: bool },
    /// Uses the network. Refused without `--allow-fetch`.
    Fetch,
    /// Starts processes or models. Refused without `--allow-run` and with `--read-only`.
    Run,
}
