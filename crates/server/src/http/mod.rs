//! Shared by all handlers: `extract` reads requests and authenticates the client, `origin` rejects other sites, `refusal` is the error
//! type, `types` are responses that several features return, `record_upload` reads game records.

pub mod extract;
pub mod origin;
pub mod record_upload;
pub mod refusal;
pub mod types;
