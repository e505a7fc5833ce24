//! The possibilities of the expansions that a player uses: all of them, except in matches that measure the worth of each.

use std::fmt;

use bastide_core::{Answer, FigureKind};
use classic::abbey_mayor::{BARN, MAYOR, WAGON};
use classic::count::{COUNT, QUARTER};
use classic::inns_cathedrals::LARGE;
use classic::mists::{CASTLE, CEMETERY, GUARD};
use classic::princess_dragon::FAIRY;
use classic::tower::FOUNDATION;
use classic::traders_builders::{BUILDER, PIG};
use classic::{ClassicPosition, Pending, is_on_land};
use strum::{EnumString, IntoStaticStr, VariantArray};

/// A possibility that an expansion offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "lowercase")]
pub enum Use {
    /// Deploying large followers.
    Large,
    /// Mayors: deploying them, and the worth of those in supply.
    Mayor,
    /// Wagons, including their moves.
    Wagon,
    /// Barns: deploying them, and the worth of those in supply.
    Barn,
    /// Abbeys: placing them, and the worth of those in supply.
    Abbey,
    /// Builders: deploying them, and the worth of those in supply.
    Builder,
    /// Pigs: deploying them, and the worth of those in supply.
    Pig,
    /// The value of goods tokens.
    Goods,
    /// Towers: building and occupying them, prisoners, and their threats.
    Tower,
    /// The fairy: moving it, and the points that it gives.
    Fairy,
    /// The dragon's moves and threats; without this use, the dragon moves arbitrarily.
    Dragon,
    /// Deploying onto earlier tiles by a portal.
    Portal,
    /// Removing knights by a princess.
    Princess,
    /// The City of Carcassonne: entering and leaving it, and moving the count.
    Count,
    /// The value of the king and the robber baron.
    Cards,
    /// Escapes from besieged cities.
    Escape,
    /// Choosing who gets ghosts, and their cost; without this use, ghosts are placed arbitrarily.
    Ghosts,
    /// Deploying guards instead of followers.
    Guard,
    /// Castles: deploying onto them, and their worth.
    Castle,
    /// Cemeteries: deploying onto them, and their worth.
    Cemetery,
}

/// A set of uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Uses(u32);

impl Uses {
    /// All uses of all expansions.
    pub const ALL: Self = Self(u32::MAX);

    /// Returns whether the set contains a use.
    #[inline]
    pub const fn has(self, one: Use) -> bool {
        self.0 >> one as u16 & 1 == 1
    }

    /// Returns the set without a use.
    #[must_use]
    pub const fn without(self, one: Use) -> Self {
        Self(self.0 & !(1 << one as u16))
    }

    /// Parses the names of the uses that are left out, separated by `-`.
    pub fn without_words(words: &str) -> Option<Self> {
        words.split('-').try_fold(Self::ALL, |uses, word| word.parse().ok().map(|one| uses.without(one)))
    }

    /// Returns whether a player with these uses may choose the answer when other answers are legal.
    pub fn allows(self, position: &ClassicPosition, answer: Answer) -> bool {
        self == Self::ALL || use_of(position, answer).is_none_or(|one| self.has(one))
    }
}

/// Returns the use to which an answer belongs, if any.
fn use_of(position: &ClassicPosition, answer: Answer) -> Option<Use> {
    match (position.pending(), answer) {
        (_, Answer::Deploy { figure, segment }) => {
            let features = &position.board.features;
            let newest = position.board.tiles().last().map_or(0, |tile| tile.first);
            match features.kind(segment) {
                FOUNDATION => Some(Use::Tower),
                QUARTER => Some(Use::Count),
                kind if is_on_land(kind) && segment < newest => Some(Use::Portal),
                CASTLE => Some(Use::Castle),
                CEMETERY => Some(Use::Cemetery),
                _ => use_of_figure(figure),
            }
        }
        (_, Answer::DeployCorner { .. }) => Some(Use::Barn),
        (_, Answer::Build { .. } | Answer::Capture { .. } | Answer::Redeem { .. }) => Some(Use::Tower),
        (_, Answer::Lead { piece: FAIRY, .. }) => Some(Use::Fairy),
        (_, Answer::Lead { piece: COUNT, .. }) | (Pending::Enter(_), Answer::Move { .. }) => Some(Use::Count),
        (Pending::Wagon(_), Answer::Move { .. }) => Some(Use::Wagon),
        (Pending::Escape, Answer::Return { .. }) => Some(Use::Escape),
        (_, Answer::Return { .. }) => Some(Use::Princess),
        (Pending::Abbey, Answer::Place { .. }) => Some(Use::Abbey),
        _ => None,
    }
}

fn use_of_figure(figure: FigureKind) -> Option<Use> {
    match figure {
        LARGE => Some(Use::Large),
        MAYOR => Some(Use::Mayor),
        WAGON => Some(Use::Wagon),
        BARN => Some(Use::Barn),
        BUILDER => Some(Use::Builder),
        PIG => Some(Use::Pig),
        GUARD => Some(Use::Guard),
        _ => None,
    }
}

impl fmt::Display for Uses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let out: Vec<&str> = Use::VARIANTS.iter().filter(|&&one| !self.has(one)).map(|one| one.into()).collect();
        f.write_str(&out.join("-"))
    }
}
