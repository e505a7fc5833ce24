//! The type that identifies the family, and the types of its positions and rules.

use bastide_core::{Position, RulesOf};

/// The Discovery family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Discovery;

/// A position of this family.
pub type DiscoveryPosition = Position<Discovery>;
/// The rules for one set-up of this family.
pub type DiscoveryRules = RulesOf<Discovery>;
