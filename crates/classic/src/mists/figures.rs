//! The guard: definitions that other modules use.

use crate::kinds;
use bastide_core::FigureKind;

/// Figure kind for the guard.
pub const GUARD: FigureKind = kinds::figure(GUARD_WORD);
/// Notation word for a guard.
pub const GUARD_WORD: &str = "guard";
