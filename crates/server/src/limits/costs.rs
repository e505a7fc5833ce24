//! Cost of each route. `docs/server.md` lists the measured times and explains how to measure them.
//!
//! Every request takes units of [`Resource::Requests`]; one unit represents a millisecond of CPU time on one core. Requests that can cost
//! much more also take units of a separate resource, in proportion to their cost.

use axum::http::Method;

use super::quotas::Resource;

/// Cost of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CostClass {
    /// Looks something up in memory.
    Light,
    /// Reads or writes a few rows of the database.
    Rows,
    /// Serialises a whole position, or compiles a set-up.
    View,
    /// Sends a cached response, which is built once, on first use, in one of a limited number of slots.
    Kept,
    /// Stays open; separate limits count its messages.
    Stream,
    /// Takes units of these resources in proportion to its cost.
    Charged(&'static [Resource]),
}

use CostClass::{Charged, Kept, Light, Rows, Stream, View};

impl CostClass {
    /// Returns how many units of [`Resource::Requests`] a request takes.
    pub fn requests(self) -> u32 {
        match self {
            Light | Kept | Stream | Charged(_) => 1,
            Rows => 2,
            View => 5,
        }
    }
}

const MADE: CostClass = Charged(&[Resource::Tables, Resource::DiskSpace]);
const RECORD: CostClass = Charged(&[Resource::Replays, Resource::Tables, Resource::DiskSpace]);
const PROOF: CostClass = Charged(&[Resource::Proofs]);
const NEWCOMER: CostClass = Charged(&[Resource::Proofs, Resource::Accounts]);
const SEARCH: CostClass = Charged(&[Resource::Searches]);
const SEEK: CostClass = Charged(&[Resource::Tables]);
const REPLAY: CostClass = Charged(&[Resource::Replays]);
const ANALYSIS: CostClass = Charged(&[Resource::Replays, Resource::Analyses]);

const READS: &[(&str, CostClass)] = &[
    ("/account", Light),
    ("/account/blocks", Rows),
    ("/account/channels", Rows),
    ("/account/download", Charged(&[Resource::Downloads])),
    ("/account/notices", Rows),
    ("/account/openid/back", PROOF),
    ("/account/openid/newcomer", Light),
    ("/account/sessions", Rows),
    ("/account/tokens", Rows),
    ("/account/ways", Rows),
    ("/admin/accounts", Rows),
    ("/admin/audit", Rows),
    ("/admin/bans", Rows),
    ("/admin/counts", Rows),
    ("/admin/households", Rows),
    ("/admin/reports", Rows),
    ("/admin/settings", Rows),
    ("/archive", SEARCH),
    ("/archive.ndjson", Charged(&[Resource::Searches, Resource::Replays, Resource::Bytes])),
    ("/art/figures.json", Kept),
    ("/art/{file}", Kept),
    ("/art/{set}/far.json", Kept),
    ("/art/{set}/sides.json", Kept),
    ("/art/{set}/{level}/{picture}", Kept),
    ("/challenges", Rows),
    ("/events", Stream),
    ("/featured", Light),
    ("/following", SEARCH),
    ("/games", Kept),
    ("/leaderboard", SEARCH),
    ("/openapi.json", Kept),
    ("/people", SEARCH),
    ("/people/{name}", SEARCH),
    ("/people/{name}/history", SEARCH),
    ("/people/{name}/statistics", SEARCH),
    ("/puzzles/daily", Light),
    ("/puzzles/history", SEARCH),
    ("/puzzles/{puzzle}/preview.png", REPLAY),
    ("/providers", Light),
    ("/rules/{language}", Kept),
    ("/seeks", Light),
    ("/sets/{file}", Kept),
    ("/studies", SEARCH),
    ("/studies/{study}", View),
    ("/studies/{study}/events", Stream),
    ("/studies/{study}/preview.png", REPLAY),
    ("/tables", SEARCH),
    ("/tables/{table}", Light),
    ("/tables/{table}/analysis", ANALYSIS),
    ("/tables/{table}/art/own.json", Kept),
    ("/tables/{table}/art/own/far.json", Kept),
    ("/tables/{table}/art/own/sides.json", Kept),
    ("/tables/{table}/art/own/{level}/{picture}", Kept),
    ("/tables/{table}/events", REPLAY),
    ("/tables/{table}/board", REPLAY),
    ("/tables/{table}/guide", REPLAY),
    ("/tables/{table}/preview.png", REPLAY),
    ("/tables/{table}/record", REPLAY),
    ("/tables/{table}/result", SEARCH),
    ("/tables/{table}/socket", Stream),
    ("/tables/{table}/talk", Rows),
    ("/tables/{table}/tiles.toml", Light),
    ("/tables/{table}/transfer", REPLAY),
    ("/tables/{table}/view", View),
    ("/talk", Rows),
    ("/tournaments", SEARCH),
    ("/tournaments/{tournament}", View),
    ("/tournaments/{tournament}/export", View),
    ("/tournaments/{tournament}/log", View),
    ("/tv", SEARCH),
    ("/unsubscribe/{secret}", Light),
];

const CHANGES: &[(&str, CostClass)] = &[
    ("/account", NEWCOMER),
    ("/account/blocks", Rows),
    ("/account/blocks/end", Rows),
    ("/account/channels", Charged(&[Resource::Channels])),
    ("/account/channels/remove", Rows),
    ("/account/channels/telegram", Charged(&[Resource::Channels])),
    ("/account/channels/test", Charged(&[Resource::Channels])),
    ("/account/claim", Rows),
    ("/account/colour", Rows),
    ("/account/delete", PROOF),
    ("/account/follows", SEARCH),
    ("/account/follows/end", SEARCH),
    ("/account/notices", Rows),
    ("/account/notices/address", Charged(&[Resource::Proofs, Resource::Emails])),
    ("/account/notices/confirm", Rows),
    ("/account/notices/devices", Rows),
    ("/account/notices/devices/end", Rows),
    ("/account/openid/detach", PROOF),
    ("/account/openid/leave", PROOF),
    ("/account/openid/sign-up", NEWCOMER),
    ("/account/passkeys", Rows),
    ("/account/passkeys/challenge", PROOF),
    ("/account/passkeys/prove", PROOF),
    ("/account/passkeys/remove", Rows),
    ("/account/passkeys/rename", Rows),
    ("/account/passkeys/sign-in", PROOF),
    ("/account/passkeys/sign-up", NEWCOMER),
    ("/account/password", PROOF),
    ("/account/profile", Rows),
    ("/account/program", Rows),
    ("/account/prove", PROOF),
    ("/account/recovery", Charged(&[Resource::Emails])),
    ("/account/recovery/look", Rows),
    ("/account/recovery/password", PROOF),
    ("/account/sessions/end", Rows),
    ("/account/sign-in", PROOF),
    ("/account/sign-out", Rows),
    ("/account/tokens", PROOF),
    ("/account/tokens/end", Rows),
    ("/admin/act", Rows),
    ("/analyse", ANALYSIS),
    ("/challenges", MADE),
    ("/challenges/{table}/accept", Rows),
    ("/challenges/{table}/cancel", Rows),
    ("/challenges/{table}/decline", Rows),
    ("/games/board", REPLAY),
    ("/games/numbers", REPLAY),
    ("/games/position", REPLAY),
    ("/games/study", REPLAY),
    ("/guided/{game}", MADE),
    ("/puzzles/{puzzle}/attempt", Charged(&[Resource::Searches])),
    ("/records", RECORD),
    ("/reports", Charged(&[Resource::Reports])),
    ("/seeks", SEEK),
    ("/seeks/fill", SEEK),
    ("/seeks/leave", Light),
    ("/seeks/{seek}/accept", SEEK),
    ("/studies", RECORD),
    ("/studies/{study}", REPLAY),
    ("/studies/{study}/delete", Rows),
    ("/studies/{study}/show", Rows),
    ("/tables", MADE),
    ("/tables/{table}/claim", Rows),
    ("/tables/{table}/colour", Rows),
    ("/tables/{table}/join", Rows),
    ("/tables/{table}/rematch", Rows),
    ("/tables/{table}/revoke", Rows),
    ("/tables/{table}/start", Rows),
    ("/tables/{table}/token", Rows),
    ("/talk", Charged(&[Resource::Chat])),
    ("/tournaments", MADE),
    ("/tournaments/{tournament}/act", MADE),
    ("/tournaments/{tournament}/delete", Rows),
    ("/transfers", RECORD),
    ("/unsubscribe/{secret}", Rows),
];

/// Returns the declared cost of a route, if any.
pub fn of_route(method: &Method, path: &str) -> Option<CostClass> {
    let routes = if *method == Method::GET { READS } else { CHANGES };
    routes.iter().find(|(route, _)| *route == path).map(|(_, class)| *class)
}

/// Lists all declared routes by method and path.
#[cfg(test)]
pub fn declared() -> impl Iterator<Item = (Method, &'static str)> {
    let reads = READS.iter().map(|(path, _)| (Method::GET, *path));
    reads.chain(CHANGES.iter().map(|(path, _)| (Method::POST, *path)))
}
