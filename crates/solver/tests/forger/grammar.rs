//! A proof as its grammar sees it, so that forgeries can be made where it matters.

/// A part: the line that begins it (none if the proof has no parts), its remarks, its steps.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Part {
    pub(crate) name: Option<String>,
    pub(crate) remarks: Vec<String>,
    pub(crate) steps: Vec<String>,
}

/// A proof, line by line.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Proof {
    /// Up to the options, without the `c `.
    pub(crate) header: Vec<String>,
    /// The listed solutions, each with its own lines.
    pub(crate) solutions: Vec<Vec<String>>,
    pub(crate) parts: Vec<Part>,
}

impl Proof {
    /// Reads a proof that is as it should be.
    pub(crate) fn read(text: &str) -> Self {
        let mut proof = Self::default();
        for line in text.lines() {
            let comment = line.strip_prefix("c ");
            let done = proof.header.last().is_some_and(|line| line.starts_with("options "));
            match comment {
                Some(comment) if !done => proof.header.push(comment.to_owned()),
                Some(comment) if comment.starts_with("part ") => {
                    let name = comment.strip_prefix("part ").map(str::to_owned);
                    proof.parts.push(Part { name, ..Part::default() });
                }
                Some("solution") => proof.solutions.push(Vec::new()),
                Some(comment) if proof.parts.is_empty() => {
                    let quoted = comment.strip_prefix("| ").unwrap();
                    proof.solutions.last_mut().unwrap().push(quoted.to_owned());
                }
                Some(comment) => {
                    proof.parts.last_mut().unwrap().remarks.push(comment.to_owned());
                }
                None => {
                    if proof.parts.is_empty() {
                        proof.parts.push(Part::default());
                    }
                    proof.parts.last_mut().unwrap().steps.push(line.to_owned());
                }
            }
        }
        assert_eq!(proof.text(), text, "the grammar loses something");
        proof
    }

    /// Writes it.
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        let mut line = |words: &[&str]| text.push_str(&(words.concat() + "\n"));
        self.header.iter().for_each(|words| line(&["c ", words]));
        for solution in &self.solutions {
            line(&["c solution"]);
            solution.iter().for_each(|words| line(&["c | ", words]));
        }
        for part in &self.parts {
            part.name.iter().for_each(|name| line(&["c part ", name]));
            part.remarks.iter().for_each(|words| line(&["c ", words]));
            part.steps.iter().for_each(|words| line(&[words]));
        }
        text
    }

    /// The place of the bound in the header, if there is one.
    pub(crate) fn bound(&self) -> Option<usize> {
        self.header.iter().position(|line| line.starts_with("bound "))
    }
}
