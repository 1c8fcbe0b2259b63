//! The nearest of the names that exist to a misspelt one, by the similarity of Jaro and Winkler, which
//! weighs a common beginning more than a common end.

/// Less alike names are not offered.
const ALIKE: f64 = 0.8;

/// The name that is nearest to a word, if one is near.
pub fn nearest(word: &str, names: impl IntoIterator<Item = impl AsRef<str>>) -> Option<String> {
    let lower = word.to_lowercase();
    let rated = names.into_iter().map(|name| {
        let alike = strsim::jaro_winkler(&lower, &name.as_ref().to_lowercase());
        (alike, name.as_ref().to_owned())
    });
    let best = rated.filter(|(alike, _)| *alike >= ALIKE).reduce(|best, other| {
        // Of equals the first.
        if other.0 > best.0 { other } else { best }
    });
    best.map(|(_, name)| name)
}

/// The question at the end of a message: `; did you mean x?`, or nothing.
pub fn did_you_mean(word: &str, names: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    nearest(word, names).map_or_else(String::new, |name| format!("; did you mean {name}?"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_near_names_are_offered() {
        let names = ["neighbors", "magic", "hexiom", "fences", "balto"];
        for (word, name) in [("neighbours", "neighbors"), ("Hexioms", "hexiom"), ("mgaic", "magic")]
        {
            assert_eq!(nearest(word, names).as_deref(), Some(name));
        }
        assert_eq!(nearest("sudoku", names), None);
        assert_eq!(did_you_mean("fence", names), "; did you mean fences?");
        assert_eq!(did_you_mean("", names), "");
    }
}
