//! Links of CarcassonneLab, which contain a whole game of the base game in their fragment: imports them as records, and writes records as
//! links. `docs/notation.md` describes the format.

mod fault;
mod kinds;
mod link;
mod read;
mod stack;
mod write;

pub use fault::{ExportError, LabError, LinkProblem, MoveError};
pub use link::is_link;
pub use read::{import, import_fixing_rotation, turned_tiles};
pub use write::{export, export_in};
