//! Draws tiles of The Discovery: grassland, mountains, sea, and the towns on the coast.

mod decor;
mod ground;
mod paint;
mod peaks;
mod plan;

pub use decor::Decor;
pub use ground::{definitions, textures};
pub use paint::paint;
pub use plan::Plan;
