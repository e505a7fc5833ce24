//! Lists the expansion mechanics that a player uses: all of them, except in matches that measure the value of each.

use std::fmt;

use bastide_core::described::Described;
use bastide_core::{Answer, FigureKind};
use classic::abbey_mayor::{BARN, MAYOR, WAGON};
use classic::count::{COUNT, QUARTER};
use classic::festival::FESTIVAL_WORD;
use classic::inns_cathedrals::LARGE;
use classic::mists::{CASTLE, CEMETERY, GUARD};
use classic::phantom::PHANTOM;
use classic::princess_dragon::FAIRY;
use classic::tower::FOUNDATION;
use classic::traders_builders::{BUILDER, PIG};
use classic::{Classic, ClassicPosition, Pending, is_on_land};
use strum::{EnumString, IntoStaticStr, VariantArray};

/// A mechanic of an expansion that a player can be configured to ignore.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "lowercase")]
pub enum Use {
    /// Deploying large followers.
    Large,
    /// Mayors: deploying them, and the value of those in supply.
    Mayor,
    /// Wagons, including their moves.
    Wagon,
    /// Barns: deploying them, and the value of those in supply.
    Barn,
    /// Abbeys: placing them, and the value of those that have not been placed.
    Abbey,
    /// Builders: deploying them, and the value of those in supply.
    Builder,
    /// Pigs: deploying them, and the value of those in supply.
    Pig,
    /// The value of goods tokens.
    Goods,
    /// Towers: building and occupying them, taking prisoners, and the threats from towers.
    Tower,
    /// The fairy: moving it, and the points that it gives.
    Fairy,
    /// The dragon's moves and threats; without this use, the dragon moves arbitrarily.
    Dragon,
    /// Deploying onto earlier tiles through a portal.
    Portal,
    /// Removing knights with a princess.
    Princess,
    /// The City of Carcassonne: entering and leaving it, and moving the count.
    Count,
    /// The value of the king and the robber baron.
    Cards,
    /// Escapes from besieged cities.
    Escape,
    /// Choosing who gets ghosts, and the cost of ghosts; without this use, ghosts are placed arbitrarily.
    Ghosts,
    /// Deploying guards instead of followers.
    Guard,
    /// Castles: deploying onto them, and their value.
    Castle,
    /// Cemeteries: deploying onto them, and their value.
    Cemetery,
    /// The value of followers on watchtower tiles.
    Watchtower,
    /// Taking figures back with the festival.
    Festival,
    /// Deploying phantoms, in the action and after it.
    Phantom,
    /// The value of followers around churches.
    Church,
    /// The loss that followers on shrines and monasteries face in challenges.
    Challenge,
    /// Choosing where the mage and the witch go; without this use, they move arbitrarily.
    Mage,
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

    /// Returns the set without the given use.
    #[must_use]
    pub const fn without(self, one: Use) -> Self {
        Self(self.0 & !(1 << one as u16))
    }

    /// Parses a list of uses to leave out, separated by `-`. Returns the set of all other uses.
    pub fn without_words(words: &str) -> Option<Self> {
        words.split('-').try_fold(Self::ALL, |uses, word| word.parse().ok().map(|one| uses.without(one)))
    }

    /// Returns whether a player with these uses may choose this answer when other answers are legal.
    pub fn allows(self, position: &ClassicPosition, answer: Answer) -> bool {
        self == Self::ALL || use_of(position, answer).is_none_or(|one| self.has(one))
    }
}

/// Returns the use that an answer belongs to, if any.
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
        (_, Answer::Return { .. }) if is_festival_return(position, answer) => Some(Use::Festival),
        (_, Answer::Return { .. }) => Some(Use::Princess),
        (Pending::Abbey, Answer::Place { .. }) => Some(Use::Abbey),
        _ => None,
    }
}

/// Returns whether an answer takes a figure back with the festival.
fn is_festival_return(position: &ClassicPosition, answer: Answer) -> bool {
    Classic::mode(position, answer) == Some(FESTIVAL_WORD)
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
        PHANTOM => Some(Use::Phantom),
        _ => None,
    }
}

impl fmt::Display for Uses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let out: Vec<&str> = Use::VARIANTS.iter().filter(|&&one| !self.has(one)).map(|one| one.into()).collect();
        f.write_str(&out.join("-"))
    }
}
