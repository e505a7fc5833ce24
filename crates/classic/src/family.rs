//! The family's name, and the types of its positions and rules.

use bastide_core::{Position, RulesOf};

/// The Carcassonne family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Classic;

/// Position in a game of this family.
pub type ClassicPosition = Position<Classic>;
/// The rules of one set-up of this family.
pub type ClassicRules = RulesOf<Classic>;
