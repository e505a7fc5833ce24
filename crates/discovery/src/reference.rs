//! Rule reference texts: the numbered clauses for every part of this family, in every language.

/// The clauses as Markdown, in display order, each text with its part and language.
///
/// The clauses of a part have the same ids and the same options in every language.
pub const RULES: &[(&str, &str, &str)] = &[
    ("discovery", "en", include_str!("base/rules.md")),
    ("discovery", "ru", include_str!("base/rules.ru.md")),
    ("discovery", "uk", include_str!("base/rules.uk.md")),
];
