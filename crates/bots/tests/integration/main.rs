//! The computer players from the outside, a file a subject.

mod characters;
mod expansions;
mod families;
mod legal;
mod parents;
mod players;
mod search;
