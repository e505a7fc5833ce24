//! State of the family that is not part of the board: the ghosts.

use crate::base::MAX_GAME_TILES;
use bastide_core::{TileIndex, plain_struct};

/// The number of ghosts on each tile, by tile index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extra {
    pub(crate) on: [u8; MAX_GAME_TILES],
}

impl Default for Extra {
    fn default() -> Self {
        Self { on: [0; MAX_GAME_TILES] }
    }
}

plain_struct!(Extra { on });

impl Extra {
    /// Returns the number of ghosts on a tile, or 0 if the index is out of range.
    #[inline]
    pub fn on(&self, tile: TileIndex) -> u8 {
        self.on.get(usize::from(tile)).copied().unwrap_or(0)
    }

    /// Returns the total number of ghosts on the map.
    #[inline]
    pub fn all(&self) -> u16 {
        self.on.iter().map(|&ghosts| u16::from(ghosts)).sum()
    }

    /// Returns the tiles with ghosts, in the order of their indices.
    #[inline]
    pub fn haunted_tiles(&self) -> impl Iterator<Item = TileIndex> {
        (0..MAX_GAME_TILES as TileIndex).filter(|&tile| self.on(tile) > 0)
    }
}
