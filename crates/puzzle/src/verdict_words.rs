//! The verdict of the verifier in words, the same for every front end.

use crate::family::{Breakdown, Verdict};

impl Verdict {
    /// The verdict in one line, or a line for each broken rule; then a line for each way to divide the objective.
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
        let verdict = match &self.objective {
            None => format!("ok: {state}"),
            Some(found) => {
                let numbers =
                    std::iter::once((found.name, found.value)).chain(found.beside.clone());
                let words: Vec<_> =
                    numbers.map(|(name, value)| format!("{name} {value}")).collect();
                format!("ok: {state}, {}", words.join(", "))
            }
        };
        let lines =
            std::iter::once(verdict).chain(self.breakdowns.iter().filter_map(Breakdown::words));
        lines.collect::<Vec<_>>().join("\n")
    }
}

impl Breakdown {
    /// The parts in words, such as `penalty by level: 14 at 1, 4 at 2`. Parts of 0 are left out, unless
    /// that is news on a board with parts that are not exact; `None` if nothing is left.
    #[must_use]
    pub fn words(&self) -> Option<String> {
        let open = self.parts.iter().any(|part| !part.exact);
        let known = self.parts.iter().filter(|part| part.value > 0 || open && part.exact);
        let words = known.map(|part| {
            let least = if part.exact { "" } else { "at least " };
            format!("{least}{} at {}", part.value, part.key)
        });
        let words: Vec<String> = words.collect();
        let Self { of, by, .. } = self;
        (!words.is_empty()).then(|| format!("{of} by {by}: {}", words.join(", ")))
    }
}
