//! The engine for Python: games, observations, actions and parallel games. `package/bastide/_engine.pyi` declares the Python types; a test
//! compares it with this module.

mod answer;
mod arrays;
mod encoder;
mod errors;
mod game;
mod graph;
mod lanes;
mod observe;
mod picture;
mod play;
mod players;
mod saved;
mod setup;
mod space;
mod vector;

use pyo3::prelude::*;

/// The compiled part of the package.
#[pymodule]
mod _engine {
    #[pymodule_export]
    use super::answer::PyAnswer;
    #[pymodule_export]
    use super::encoder::{PyEncoder, encoder_of_bytes};
    #[pymodule_export]
    use super::game::{PyGame, game_of_bytes, info, players_known, setup_of_bytes, verify};
    #[pymodule_export]
    use super::setup::PySetup;
    #[pymodule_export]
    use super::vector::PyLanes;
    use super::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("CHANCE", game::CHANCE)?;
        module.add("RULES_VERSION", bastide::RULES_VERSION)?;
        errors::add(module)
    }
}
