//! Draws tiles of Hunters & Gatherers: steppe, forests, rivers and lakes, and the animals and finds on them.

mod decor;
mod ground;
mod paint;
mod plan;
mod reading;

pub use decor::Decor;
pub use ground::{definitions, is_drawn, textures};
pub use paint::paint;
pub use plan::{POOL, Plan, RIVER};
