//! Long lists of similar cases are checked by a sample, or as a whole if `BASTIDE_EFFORT=full`, as in `.ci/weekly`.

/// Returns whether everything is checked.
pub fn is_full() -> bool {
    std::env::var("BASTIDE_EFFORT").is_ok_and(|effort| effort == "full")
}

/// Returns the number of cases.
pub fn count(sample: usize, full: usize) -> usize {
    if is_full() { full } else { sample }
}

/// Returns every `one_in`-th case, or all of them.
pub fn sample<T>(cases: Vec<T>, one_in: usize) -> Vec<T> {
    cases.into_iter().step_by(count(one_in, 1)).collect()
}
