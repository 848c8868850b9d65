//! The program `agmark`.

use std::process::ExitCode;

/// Parsing allocates many small nodes and frees them at once: a third of its time with the system's.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    agmark_lsp::release_memory_with(release_memory);
    agmark::main()
}

/// Gives the memory that the allocator keeps for this thread back to the system.
#[expect(unsafe_code, reason = "the crate of the allocator does not offer this function")]
fn release_memory() {
    unsafe extern "C" {
        fn mi_collect(force: bool);
    }
    // SAFETY: any thread may call it at any time, and it has no other conditions.
    unsafe { mi_collect(true) }
}
