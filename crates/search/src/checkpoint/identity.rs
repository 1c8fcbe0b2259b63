//! What a run works on, to the last detail that could change its answer. A state belongs to one
//! identity and is refused to every other.

use super::{escape, hash, unescape};

/// What is to be counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Stop after so many solutions.
    pub limit: Option<u64>,
}

/// Which solutions are to be listed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Listing {
    /// Stop after so many solutions.
    pub limit: Option<u64>,
    /// List only one of the images of a solution under the symmetries that keep the instance.
    pub up_to_symmetry: bool,
}

/// What is to be done with an instance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Aim {
    /// Find a solution, or the best one.
    Solve,
    /// Count the solutions.
    Count(Tally),
    /// List the solutions.
    List(Listing),
}

impl Aim {
    /// The verb.
    #[must_use]
    pub const fn verb(&self) -> &'static str {
        match self {
            Self::Solve => "solve",
            Self::Count(_) => "count",
            Self::List(_) => "enumerate",
        }
    }

    const fn limit(&self) -> Option<u64> {
        match self {
            Self::Solve => None,
            Self::Count(tally) => tally.limit,
            Self::List(listing) => listing.limit,
        }
    }
}

/// What a run works on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Identity {
    /// The instance in canonical text.
    pub instance: String,
    /// What is to be done with it.
    pub aim: Aim,
    /// Whether a proof was asked for.
    pub prove: bool,
    /// The solution that the run starts from, as text without header and rows.
    pub incumbent: Option<String>,
    /// The engine.
    pub engine: String,
    /// Every option that has a value.
    pub settings: Vec<(String, String)>,
    /// The seed.
    pub seed: u64,
    /// The version of the program.
    pub version: String,
}

impl Identity {
    /// The family, which is the first word of the instance.
    #[must_use]
    pub fn family(&self) -> &str {
        self.instance.split_whitespace().next().unwrap_or("unknown")
    }

    /// A name for people: family, order, and enough of the hash to tell tasks apart.
    #[must_use]
    pub fn name(&self) -> String {
        let order = self.instance.split_whitespace().nth(1).unwrap_or("0");
        format!("{}-{order}-{:06x}", self.family(), self.hash() >> 40)
    }

    /// A number that other work does not have.
    #[must_use]
    pub fn hash(&self) -> u64 {
        let lines = self.fields().into_iter().map(|(name, value)| format!("{name} {value}\n"));
        hash((lines.collect::<String>() + &self.instance).as_bytes())
    }

    /// Everything but the instance, as named values without line breaks.
    pub(super) fn fields(&self) -> Vec<(&'static str, String)> {
        let limit = self.aim.limit().map_or_else(|| "none".to_owned(), |limit| limit.to_string());
        let mut fields = vec![
            ("family", self.family().to_owned()),
            ("verb", self.aim.verb().to_owned()),
            ("engine", self.engine.clone()),
            ("version", self.version.clone()),
            ("seed", self.seed.to_string()),
            ("limit", limit),
            ("prove", if self.prove { "yes" } else { "no" }.to_owned()),
        ];
        if let Aim::List(Listing { up_to_symmetry: true, .. }) = self.aim {
            fields.push(("up-to-symmetry", "yes".to_owned()));
        }
        let option = |(name, value): &(String, String)| ("option", format!("{name}={value}"));
        fields.extend(self.settings.iter().map(option));
        fields.extend(self.incumbent.iter().map(|solution| ("incumbent", solution.clone())));
        fields.into_iter().map(|(name, value)| (name, escape(&value))).collect()
    }

    /// The identity with these fields, or the name of a field that is missing or wrong.
    pub(super) fn read(fields: &[(&str, &str)], instance: &str) -> Result<Self, &'static str> {
        let all = |name: &'static str| fields.iter().filter(move |field| field.0 == name);
        let one =
            |name: &'static str| all(name).map(|(_, value)| unescape(value)).next().ok_or(name);
        let limit = match &*one("limit")? {
            "none" => None,
            number => Some(number.parse().map_err(|_| "limit")?),
        };
        let aim = match &*one("verb")? {
            "solve" => Aim::Solve,
            "count" => Aim::Count(Tally { limit }),
            "enumerate" => {
                let up_to_symmetry = all("up-to-symmetry").next().is_some();
                Aim::List(Listing { limit, up_to_symmetry })
            }
            _ => return Err("verb"),
        };
        let pair = |(_, value): &(&str, &str)| {
            let value = unescape(value);
            value.split_once('=').map(|(name, value)| (name.to_owned(), value.to_owned()))
        };
        Ok(Self {
            instance: instance.to_owned(),
            aim,
            prove: one("prove")? == "yes",
            incumbent: all("incumbent").map(|(_, value)| unescape(value)).next(),
            engine: one("engine")?,
            settings: all("option").map(pair).collect::<Option<_>>().ok_or("option")?,
            seed: one("seed")?.parse().map_err(|_| "seed")?,
            version: one("version")?,
        })
    }

    /// In what a saved identity differs from this one, in words; `None` if in nothing.
    #[must_use]
    pub fn difference(&self, saved: &Self) -> Option<String> {
        let mut differences = Vec::new();
        let names = [
            "family",
            "verb",
            "engine",
            "version",
            "seed",
            "limit",
            "prove",
            "up-to-symmetry",
            "option",
        ];
        for name in names {
            let values = |identity: &Self| {
                let fields = identity.fields().into_iter().filter(|field| field.0 == name);
                fields.map(|(_, value)| value).collect::<Vec<_>>().join(" ")
            };
            let (then, now) = (values(saved), values(self));
            if then != now {
                differences.push(format!("{name} was `{then}` and is `{now}`"));
            }
        }
        if saved.incumbent != self.incumbent {
            differences.push("the solution that it starts from is another".to_owned());
        }
        if saved.instance != self.instance {
            differences.push("the instance is another".to_owned());
        }
        (!differences.is_empty()).then(|| differences.join("; "))
    }
}
