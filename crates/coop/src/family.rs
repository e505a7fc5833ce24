//! The type that identifies the family, and the types of its positions and rules.

use bastide_core::{Position, RulesOf};

/// The Mists over Carcassonne family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Coop;

/// A position of this family.
pub type CoopPosition = Position<Coop>;
/// The rules for one set-up of this family.
pub type CoopRules = RulesOf<Coop>;
