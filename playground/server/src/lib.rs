//! The language server and the views of the formats as a WebAssembly module.
//!
//! The host copies bytes into the buffer that [`input`] returns, calls a function, and reads the answer at [`output`].
//! Messages of the protocol have their headers, as on standard input and output.

mod system;
mod tokens;
mod views;

use std::cell::RefCell;
use std::sync::Arc;

use agmark_lsp::browser::Connection;
use agmark_syntax::Registry;

struct Module {
    input: Vec<u8>,
    output: Vec<u8>,
    connection: Option<Connection>,
}

impl Module {
    fn new() -> Self {
        agmark_tokens::set_source(tokens::table);
        Self { input: Vec::new(), output: Vec::new(), connection: None }
    }

    /// The server, which is started when it is first used.
    fn connection(&mut self) -> &mut Connection {
        let start = || Connection::start(Arc::new(Registry::new(agmark_formats::all())));
        self.connection.get_or_insert_with(start)
    }
}

thread_local! {
    static MODULE: RefCell<Module> = RefCell::new(Module::new());
}

/// The address of a buffer of `length` bytes, which the next call of [`send`] or [`view`] reads.
#[unsafe(no_mangle)]
pub extern "C" fn input(length: usize) -> *mut u8 {
    MODULE.with_borrow_mut(|module| {
        module.input.clear();
        module.input.resize(length, 0);
        module.input.as_mut_ptr()
    })
}

/// The address of the last answer.
#[unsafe(no_mangle)]
pub extern "C" fn output() -> *const u8 {
    MODULE.with_borrow(|module| module.output.as_ptr())
}

/// Passes the input to the server: bytes of the protocol.
#[unsafe(no_mangle)]
pub extern "C" fn send() {
    MODULE.with_borrow_mut(|module| {
        let input = std::mem::take(&mut module.input);
        module.connection().send(&input);
    });
}

/// Lets the server work until it waits. Returns the milliseconds until it must be called again, or -1.
#[unsafe(no_mangle)]
pub extern "C" fn run() -> f64 {
    let next = MODULE.with_borrow_mut(|module| module.connection().run());
    next.map_or(-1.0, |time| time.as_secs_f64() * 1000.0)
}

/// Puts what the server has written since the last call into the output. Returns the number of bytes.
#[unsafe(no_mangle)]
pub extern "C" fn receive() -> usize {
    MODULE.with_borrow_mut(|module| {
        module.output = module.connection().receive();
        module.output.len()
    })
}

/// Answers a request for a view, which is JSON in the input, with JSON in the output. Returns the number of bytes.
#[unsafe(no_mangle)]
pub extern "C" fn view() -> usize {
    MODULE.with_borrow_mut(|module| {
        let input = std::mem::take(&mut module.input);
        module.output = views::answer(&input).to_string().into_bytes();
        module.output.len()
    })
}
