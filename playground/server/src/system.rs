//! Functions of C that the standard library calls and Debian's C library for WebAssembly does not have. There are no
//! threads and no files, so what needs them fails.

use std::ffi::{c_char, c_int, c_void};

const SUCCESS: c_int = 0;

/// The error number `ENOSYS`. The standard library reads it as "unsupported", and rayon then works on the only thread.
const NOT_SUPPORTED: c_int = 52;

#[unsafe(no_mangle)]
extern "C" fn pthread_attr_init(_: *mut c_void) -> c_int {
    SUCCESS
}

#[unsafe(no_mangle)]
extern "C" fn pthread_attr_destroy(_: *mut c_void) -> c_int {
    SUCCESS
}

#[unsafe(no_mangle)]
extern "C" fn pthread_attr_setstacksize(_: *mut c_void, _: usize) -> c_int {
    SUCCESS
}

#[unsafe(no_mangle)]
extern "C" fn pthread_create(
    _: *mut c_void,
    _: *const c_void,
    _: extern "C" fn(*mut c_void) -> *mut c_void,
    _: *mut c_void,
) -> c_int {
    NOT_SUPPORTED
}

#[unsafe(no_mangle)]
extern "C" fn pthread_join(_: *mut c_void, _: *mut *mut c_void) -> c_int {
    NOT_SUPPORTED
}

#[unsafe(no_mangle)]
extern "C" fn pthread_detach(_: *mut c_void) -> c_int {
    NOT_SUPPORTED
}

#[unsafe(no_mangle)]
extern "C" fn realpath(_: *const c_char, _: *mut c_char) -> *mut c_char {
    std::ptr::null_mut()
}
