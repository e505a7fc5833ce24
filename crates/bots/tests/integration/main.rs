//! Integration tests of the computer players, one file per subject.

mod characters;
mod expansions;
mod families;
mod legal;
mod parents;
mod players;
mod search;
