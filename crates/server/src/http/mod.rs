//! Modules shared by all handlers: `extract` reads requests and authenticates the client, `origin` rejects requests from other sites,
//! `refusal` defines the error type, `types` has responses that several features return, and `record_upload` reads game records.

pub mod extract;
pub mod origin;
pub mod record_upload;
pub mod refusal;
pub mod types;
