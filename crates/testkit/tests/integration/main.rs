//! Tests of requirements that apply to every game, one file per subject.

mod chance;
mod chaos;
mod conformance;
mod corpus;
mod dependencies;
mod guide;
mod oracle;
mod places;
mod properties;
mod rivers;
mod scenarios;
mod settled;
mod sizes;
mod starting_boards;
mod versions;
