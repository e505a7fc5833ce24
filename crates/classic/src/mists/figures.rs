//! Guards: what others ask about them.

use crate::kinds;
use bastide_core::FigureKind;

/// A guard.
pub const GUARD: FigureKind = kinds::figure(GUARD_WORD);
/// The word for it.
pub const GUARD_WORD: &str = "guard";
