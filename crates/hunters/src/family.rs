//! The type that identifies the family, and the types of its positions and rules.

use bastide_core::{Position, RulesOf};

/// The Hunters & Gatherers family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hunters;

/// A position of this family.
pub type HuntersPosition = Position<Hunters>;
/// The rules for one set-up of this family.
pub type HuntersRules = RulesOf<Hunters>;
