pub mod gallery;
pub mod library;
pub mod pages;
pub mod routes;
