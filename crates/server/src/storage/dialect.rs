//! Translates SQL from SQLite's dialect to PostgreSQL's.
//!
//! Statements are written so that both databases accept them, except for parameters and JSON. The functions `unhex` and `instr` are defined
//! in PostgreSQL's schema.

/// JSON fields that contain integers: SQLite infers the type, PostgreSQL needs a cast.
const NUMBERS: [&str; 2] = ["account", "days"];

/// Translates a statement to PostgreSQL's dialect.
pub fn postgres(sql: &str) -> String {
    let lists = sql.replace("json_each(kinds)", "json_each_text(CAST(kinds AS json))");
    translate_parameters(&translate_json_fields(&translate_json_each(&lists)))
}

/// Translates `json_each(?1)`, which reads a list from a parameter and names its entries `value`.
fn translate_json_each(sql: &str) -> String {
    let mut parts = sql.split("json_each(");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (list, rest) = part.split_once(')').unwrap_or((part, ""));
        out += &format!("json_array_elements_text(CAST(CAST({list} AS text) AS json)) AS listed (value){rest}");
    }
    out
}

/// Translates `column ->> '$.field'`, which reads a field of a JSON object.
fn translate_json_fields(sql: &str) -> String {
    let mut parts = sql.split(" ->> '$.");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let column = out.rfind(|one: char| !(one.is_alphanumeric() || one == '_' || one == '.')).map_or(0, |at| at + 1);
        let column = out.split_off(column);
        let (field, rest) = part.split_once('\'').unwrap_or((part, ""));
        let found = format!("(CAST({column} AS jsonb) ->> '{field}')");
        out += &if NUMBERS.contains(&field) { format!("CAST({found} AS bigint)") } else { found };
        out += rest;
    }
    out
}

/// Translates `?1` to `$1`.
fn translate_parameters(sql: &str) -> String {
    sql.replace('?', "$")
}

#[cfg(test)]
mod tests {
    use super::postgres;

    #[test]
    fn sqlite_syntax_is_translated() {
        for (ours, theirs) in [
            ("SELECT a FROM b WHERE c = ?1 AND d = ?12", "SELECT a FROM b WHERE c = $1 AND d = $12"),
            (
                "(one.sitter ->> '$.account' IS NULL AND sitter ->> '$.type' = 'human')",
                "(CAST((CAST(one.sitter AS jsonb) ->> 'account') AS bigint) IS NULL \
                 AND (CAST(sitter AS jsonb) ->> 'type') = 'human')",
            ),
            (
                "IN (SELECT value FROM json_each(?3))",
                "IN (SELECT value FROM json_array_elements_text(CAST(CAST($3 AS text) AS json)) AS listed (value))",
            ),
            ("CROSS JOIN json_each(kinds) GROUP", "CROSS JOIN json_each_text(CAST(kinds AS json)) GROUP"),
        ] {
            assert_eq!(postgres(ours), theirs);
        }
    }
}
