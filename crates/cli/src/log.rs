//! The log on standard error.

use std::env;

use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{Layer, fmt, registry};

/// Environment variable that selects what is logged: a level, or targets with levels, such as `info` or `warn,server=debug`.
const VARIABLE: &str = "BASTIDE_LOG";

/// Starts the log: warnings and errors, or what `BASTIDE_LOG` selects.
pub fn start(json: bool) {
    let asked = env::var(VARIABLE).ok().map(|text| text.parse::<Targets>().map_err(|why| (text, why)));
    let usual = || Targets::new().with_default(LevelFilter::WARN);
    let (filter, bad) = match asked {
        None => (usual(), None),
        Some(Ok(filter)) => (filter, None),
        Some(Err(bad)) => (usual(), Some(bad)),
    };
    // The program continues if standard error is closed.
    let lines = fmt::layer().with_writer(std::io::stderr).log_internal_errors(false);
    let lines = if json { lines.json().boxed() } else { lines.boxed() };
    registry().with(lines.with_filter(filter)).init();
    if let Some((text, why)) = bad {
        tracing::warn!("ignoring {VARIABLE}: \"{text}\" is not a list of targets and levels ({why})");
    }
}
