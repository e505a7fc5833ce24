//! Whole servers from the outside: what people, programs and hosts ask of them, a file a room. One program, since each would be 200 MB.

#[path = "../common/authenticator.rs"]
mod authenticator;
#[path = "../common/mod.rs"]
mod common;
#[path = "../../../games/tests/integration/kept/mod.rs"]
mod kept;
#[path = "../common/post.rs"]
mod post;
#[path = "../common/provider.rs"]
mod provider;

mod analysis;
mod changes;
mod finding;
mod guide;
mod hands;
mod nodes;
mod notices;
mod people;
mod play;
mod programs;
mod records;
mod results;
mod sign_in;
mod tables;
mod talk;
mod versions;
