//! What kind of thing an answer does: programs gather the answers of a decision by it.

use bastide_core::{Answer, Position};

use crate::described::{Asked, Described};

/// The word of what an answer does in any family; nothing for one that points at nothing.
pub(crate) fn usual<F: Described>(position: &Position<F>, answer: Answer) -> Option<&'static str> {
    let asked = match F::asked(position) {
        Asked::Other(word, _) => Some(word),
        _ => None,
    };
    Some(match answer {
        Answer::Pass | Answer::Begin { .. } | Answer::Draw { .. } => return None,
        Answer::Place { .. } | Answer::PlaceHeld { .. } => "place",
        Answer::Deploy { segment, .. } => {
            let newest = position.board.tiles().len() - 1;
            let here = usize::from(position.board.features.tile_of(segment)) == newest;
            if here || asked.is_some() { "figure" } else { "portal" }
        }
        Answer::DeployCorner { .. } => "figure",
        Answer::Build { .. } => "build",
        Answer::Lead { piece, .. } => F::PIECE_WORDS[usize::from(piece)],
        Answer::Move { .. } => "move",
        Answer::Capture { .. } => "capture",
        Answer::Attach { .. } => "haunt",
        Answer::Clear { .. } => "clear",
        Answer::Return { .. } => asked.unwrap_or("remove"),
        Answer::Redeem { .. } => asked.filter(|word| *word == "exchange").unwrap_or("ransom"),
    })
}
