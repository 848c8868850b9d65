//! Data of a format whose type only the format knows.

use std::any::Any;
use std::fmt::Debug;
use std::sync::Arc;

/// Data that a format keeps for a chunk, or for other files about a file. Equal texts must give equal data after any
/// edits; tests compare them.
pub trait Data: Any + Debug + PartialEq + Send + Sync {}

impl<T: Any + Debug + PartialEq + Send + Sync> Data for T {}

/// Shared [`Data`] of a type that only its format knows.
#[derive(Clone)]
pub struct ErasedData(Arc<dyn Erased>);

impl ErasedData {
    pub fn new<T: Data>(value: T) -> Self {
        Self(Arc::new(value))
    }

    /// The value; `None` if it is of another type.
    pub fn get<T: Data>(&self) -> Option<&T> {
        (&*self.0 as &dyn Any).downcast_ref()
    }
}

impl PartialEq for ErasedData {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0.equals(&*other.0)
    }
}

impl Eq for ErasedData {}

impl Debug for ErasedData {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        Debug::fmt(&self.0, f)
    }
}

/// [`Data`] as a trait object.
trait Erased: Any + Debug + Send + Sync {
    fn equals(&self, other: &dyn Erased) -> bool;
}

impl<T: Data> Erased for T {
    fn equals(&self, other: &dyn Erased) -> bool {
        (other as &dyn Any).downcast_ref::<T>().is_some_and(|other| self == other)
    }
}
