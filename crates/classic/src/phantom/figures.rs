//! The phantom: definitions that other modules use.

use crate::kinds;
use bastide_core::FigureKind;

/// Figure kind for the phantom.
pub const PHANTOM: FigureKind = kinds::figure(PHANTOM_WORD);
/// Notation word for a phantom.
pub const PHANTOM_WORD: &str = "phantom";
