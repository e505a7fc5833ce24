//! The SQL of the rows as PostgreSQL says it, where that is not as SQLite does.
//!
//! Both take what the rows are written in but for parameters and JSON. What is true of PostgreSQL alone beside that, `unhex` and `instr`,
//! its schema defines as functions.

/// Fields in JSON that are whole numbers: SQLite finds that out, PostgreSQL is told.
const NUMBERS: [&str; 2] = ["account", "days"];

/// A statement as PostgreSQL takes it.
pub fn postgres(sql: &str) -> String {
    let lists = sql.replace("json_each(kinds)", "json_each_text(CAST(kinds AS json))");
    numbered(&fields(&listed(&lists)))
}

/// `json_each(?1)`, a list in a parameter, whose entries are called `value`.
fn listed(sql: &str) -> String {
    let mut parts = sql.split("json_each(");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (list, rest) = part.split_once(')').unwrap_or((part, ""));
        out += &format!("json_array_elements_text(CAST(CAST({list} AS text) AS json)) AS listed (value){rest}");
    }
    out
}

/// `column ->> '$.field'`, a field of an object.
fn fields(sql: &str) -> String {
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

/// `$1` for `?1`.
fn numbered(sql: &str) -> String {
    sql.replace('?', "$")
}

#[cfg(test)]
mod tests {
    use super::postgres;

    #[test]
    fn what_is_said_otherwise_is_found() {
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
