//! Random words from the operating system, and a comparison that tells nothing by its time.

use std::fmt::Write as _;
use std::hint::black_box;

use crate::options::ServeError;

/// A random word of hexadecimal digits, two for each byte.
pub(crate) fn random_word(bytes: usize) -> Result<String, ServeError> {
    let mut random = vec![0; bytes];
    getrandom::fill(&mut random).map_err(|error| ServeError::NoSecret(error.to_string()))?;
    Ok(random.iter().fold(String::new(), |mut word, byte| {
        // Writing to a string cannot fail.
        let _ = write!(word, "{byte:02x}");
        word
    }))
}

/// Whether a word is the secret. The time depends on the lengths alone.
pub(crate) fn same(secret: &str, word: &str) -> bool {
    let pairs = secret.bytes().zip(word.bytes());
    let different = pairs.fold(0, |different, (one, other)| black_box(different | (one ^ other)));
    secret.len() == word.len() && black_box(different) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_long_and_differ() {
        let (one, other) = (random_word(32).unwrap(), random_word(32).unwrap());
        assert_eq!(one.len(), 64);
        assert_ne!(one, other);
    }

    #[test]
    fn only_the_whole_word_is_the_same() {
        assert!(same("abc", "abc"));
        for word in ["", "ab", "abd", "abcd", "Abc"] {
            assert!(!same("abc", word), "{word}");
        }
    }
}
