//! The table of tokens, which the host loads when tokens are first counted.

#[link(wasm_import_module = "agmark")]
unsafe extern "C" {
    /// Loads the table. Returns its size in bytes; 0 if it cannot be loaded.
    safe fn load_token_table() -> usize;
    /// Copies the loaded table to an address.
    fn copy_token_table(to: *mut u8);
}

/// The table; empty if it cannot be loaded.
pub fn table() -> Vec<u8> {
    let mut table = vec![0; load_token_table()];
    // SAFETY: the host writes as many bytes as it said.
    unsafe { copy_token_table(table.as_mut_ptr()) };
    table
}
