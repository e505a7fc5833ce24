//! Set-ups, records, notation, views and imports, a file a subject.

mod common;
mod deal;
mod deltas;
mod families;
mod hunters;
mod jcz;
mod kept;
mod large;
mod notation;
mod own_tiles;
mod record;
mod snapshot;
