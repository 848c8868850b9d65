//! The error numbers of calls.

/// The errors of WASI preview 1 that are used here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum Errno {
    BadDescriptor = 8,
    Exists = 20,
    Fault = 21,
    Invalid = 28,
    IsDirectory = 31,
    TooManyOpen = 33,
    NameTooLong = 37,
    NoEntry = 44,
    NoSpace = 51,
    NotDirectory = 54,
    NotEmpty = 55,
    NotSocket = 57,
    NotSupported = 58,
    NotSeekable = 70,
    NotCapable = 76,
}
