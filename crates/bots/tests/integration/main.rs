//! Integration tests of the computer players. Each file covers one subject.

mod characters;
mod expansions;
mod families;
mod forecast;
mod legal;
mod parents;
mod players;
mod search;
