//! Verifies the engine with games recorded by independent engines, a second scorer, a conformance suite, scenarios, perft counts and
//! printed games. See `README.md` next to the manifest.

#[cfg(feature = "imports")]
pub mod chaos;
#[cfg(feature = "imports")]
pub mod conformance;
pub mod corpus;
pub mod differences;
pub mod effort;
pub mod mutate;
#[cfg(feature = "imports")]
pub mod oracle;
pub mod player;
pub mod scenario;
pub mod scratch;
#[cfg(feature = "imports")]
pub mod second;
