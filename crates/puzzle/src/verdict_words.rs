//! The verdict of the verifier in words, the same for every front end.

use crate::family::Verdict;

impl Verdict {
    /// The verdict in one line, or a line for each broken rule.
    ///
    /// ```
    /// let level = "hexiom 2\n . .\n1 . 1\n . .\n";
    /// let words = |solution| Ok(sixfold_puzzle::verify(level, solution)?.words());
    /// assert_eq!(words(" 1 1\n. . .\n . .\n")?, "ok: correct");
    /// assert!(words(" 1 .\n. . .\n . 1\n")?.starts_with("broken: count: "));
    /// # Ok::<(), sixfold_puzzle::TextError>(())
    /// ```
    #[must_use]
    pub fn words(&self) -> String {
        if !self.ok() {
            let broken = self.violations.iter();
            let lines = broken.map(|broken| format!("broken: {}: {}", broken.code, broken.message));
            return lines.collect::<Vec<_>>().join("\n");
        }
        let state = if self.complete { "correct" } else { "incomplete, nothing is broken so far" };
        match &self.objective {
            None => format!("ok: {state}"),
            Some(found) => {
                let numbers =
                    std::iter::once((found.name, found.value)).chain(found.beside.clone());
                let words: Vec<_> =
                    numbers.map(|(name, value)| format!("{name} {value}")).collect();
                format!("ok: {state}, {}", words.join(", "))
            }
        }
    }
}
