//! What all handlers share: `extract` reads requests and knows who is asking, `origin` keeps other sites out, `refusal` is every error,
//! `types` are responses that several features have, `record_upload` reads game records.

pub mod extract;
pub mod origin;
pub mod record_upload;
pub mod refusal;
pub mod types;
