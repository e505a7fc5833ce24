//! Pending decisions, and their codes in saved positions.

use crate::count::pending as count;
use crate::mists::pending as mists;
use crate::princess_dragon::pending as princess_dragon;
use bastide_core::{KindIndex, SegmentIndex, encoded_enum};

/// A pending decision. Those of chance are adjacent, so that one comparison recognises them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pending {
    /// No decision: the game is over.
    #[default]
    Over,
    /// Chance chooses the seat that begins (BASE-03).
    Begin,
    /// Chance draws a tile (BASE-04).
    Draw,
    /// Chance draws a tile for the first hand that is not full, going clockwise from the active player (BASE-24).
    Deal,
    /// Chance draws a tile into the active player's hand at the end of the turn or of its first half (BASE-24).
    Refill,
    /// The active player places the drawn tile (BASE-05).
    Place {
        /// The tile in hand.
        kind: KindIndex,
    },
    /// The active player deploys a follower (BASE-08), takes an action that an expansion offers instead, or passes.
    Deploy {
        /// The segments of the newest tile on which a follower may be placed, as a bit set.
        free: u16,
    },
    /// The active player places an abbey instead of drawing a tile, or passes (AM-02).
    Abbey,
    /// The owner of this wagon moves it on from a scored feature, or passes (AM-10).
    Wagon(u8),
    /// The active player takes a follower prisoner with the tower on this segment, or passes (TOW-04).
    Capture(SegmentIndex),
    /// The active player chooses the prisoner that this seat gives back in an exchange (TOW-06).
    Exchange(u8),
    /// A player moves the dragon one step (PD-11).
    Dragon(princess_dragon::DragonStep),
    /// A player moves a follower out of the City of Carcassonne, or passes (COUNT-05).
    Enter(count::Enter),
    /// The active player places a follower in the City of Carcassonne, or passes (COUNT-04).
    Courtier,
    /// The active player moves the count, or passes (COUNT-09).
    Count,
    /// The active player places a ghost beside a follower (MIST-04).
    Haunt(mists::Haunt),
    /// The active player lets a knight escape from a besieged city, or passes (CATH-04).
    Escape,
    /// The active player buys back a prisoner with points that were just scored, or passes (TOW-07).
    Ransom,
    /// The active player chooses to draw a second tile, or passes (TB-03).
    Double,
    /// The active player places a tile from the hand (BASE-24).
    PlaceHeld,
    /// The active player places a phantom after the action, or passes (PHAN-02). True if the action went through a portal (PHAN-07).
    Phantom(bool),
    /// The active player moves the mage or the witch, or takes one of them off the map (MW-02, MW-04, MW-05).
    MageWitch,
}

encoded_enum! {
    impl Encoded for Pending {
        0 => Over,
        1 => Begin,
        2 => Draw,
        3 => Place { kind },
        4 => Deploy { free },
        5 => Abbey,
        6 => Wagon(figure),
        7 => Capture(tower),
        8 => Exchange(with),
        9 => Dragon(step),
        10 => Enter(enter),
        11 => Courtier,
        12 => Count,
        13 => Escape,
        14 => Haunt(haunt),
        15 => Ransom,
        16 => Double,
        17 => Deal,
        18 => Refill,
        19 => PlaceHeld,
        20 => Phantom(portal),
        22 => MageWitch,
    }
}
