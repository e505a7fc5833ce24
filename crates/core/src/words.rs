//! Compile-time look-up of words in lists.

/// Returns the index of a word in a list of words. Meant for constants, where a missing word is a compile error.
///
/// # Panics
/// Panics if the list does not contain the word.
pub const fn number_of(word: &str, words: &[&str]) -> u8 {
    let mut number = 0;
    while number < words.len() {
        if is_same(word, words[number]) {
            return number as u8;
        }
        number += 1;
    }
    panic!("no such word in the list")
}

/// Returns whether two words are equal; usable in constants.
pub const fn is_same(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let mut at = 0;
    while at < one.len() && at < other.len() && one[at] == other[at] {
        at += 1;
    }
    at == one.len() && at == other.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn number_of_a_word_is_its_index() {
        const WORDS: [&str; 3] = ["a", "ab", "b"];
        assert_eq!((number_of("ab", &WORDS), number_of("b", &WORDS)), (1, 2));
        assert!(!is_same("a", "ab") && !is_same("", "a") && is_same("", ""));
    }
}
