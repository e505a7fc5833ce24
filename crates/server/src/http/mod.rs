pub mod extract;
pub mod origin;
pub mod record_upload;
pub mod refusal;
pub mod types;
