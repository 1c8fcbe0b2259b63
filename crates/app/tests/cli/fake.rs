//! Engines of tests: functions on text that serve every family.

use sixfold_puzzle::ParsedPuzzle;
use sixfold_solver::{
    Aim, Answer, Certificate, Counted, Engine, EngineRow, Hinted, Options, Outline, Power,
    Prepared, REGISTRY, Registration, Registry, Run, Section, Tally, VisitEnd, Visitor,
};

/// All families, each with these engines in place of its own.
pub(crate) fn everywhere(engines: &'static [&'static dyn Engine]) -> Registry {
    let served = |family: &&'static Registration| {
        let maker = None;
        &*Box::leak(Box::new(Registration { engines, maker, ..**family }))
    };
    let families: Vec<&'static Registration> = REGISTRY.families().iter().map(served).collect();
    Registry::new(families.leak())
}

/// What a fake engine is asked.
pub(crate) struct FakeTask<'a> {
    /// The instance in canonical text.
    pub(crate) instance: &'a str,
    pub(crate) options: &'a Options,
    pub(crate) incumbent: Option<&'a str>,
    pub(crate) run: &'a Run<'a>,
}

/// An engine of a test.
pub(crate) struct FakeEngine {
    pub(crate) row: EngineRow,
    pub(crate) powers: &'static [Power],
    pub(crate) solve: fn(&FakeTask<'_>) -> Answer,
    pub(crate) count: fn(&FakeTask<'_>) -> Counted,
}

impl Engine for FakeEngine {
    fn row(&self) -> &EngineRow {
        &self.row
    }

    fn powers(&self) -> Vec<Power> {
        self.powers.to_vec()
    }

    fn certifies(&self, _: &Aim) -> bool {
        false
    }

    fn exchanges(&self) -> bool {
        false
    }

    fn supports(&self, _: &ParsedPuzzle) -> Result<(), String> {
        Ok(())
    }

    fn prepare<'a>(
        &'a self,
        puzzle: &'a ParsedPuzzle,
        options: &'a Options,
    ) -> Result<Box<dyn Prepared + 'a>, String> {
        Ok(Box::new(PreparedFake { engine: self, instance: &puzzle.text, options }))
    }
}

struct PreparedFake<'a> {
    engine: &'a FakeEngine,
    instance: &'a str,
    options: &'a Options,
}

impl Prepared for PreparedFake<'_> {
    fn solve(&self, _: bool, incumbent: Option<&str>, run: &Run<'_>) -> Answer {
        let Self { engine, instance, options } = *self;
        (engine.solve)(&FakeTask { instance, options, incumbent, run })
    }

    fn count(&self, _: bool, _: &Tally, run: &Run<'_>) -> Counted {
        let Self { engine, instance, options } = *self;
        (engine.count)(&FakeTask { instance, options, incumbent: None, run })
    }

    fn visit(&self, _: usize, _: &Run<'_>, _: &mut Visitor<'_>) -> VisitEnd {
        VisitEnd::Failed("it does not list solutions".to_owned())
    }

    fn relaxes(&self) -> bool {
        false
    }

    fn hint(&self, _: &str, _: &Run<'_>) -> Hinted {
        Hinted::Open
    }

    fn excludes(&self) -> bool {
        false
    }

    fn shows(&self, _: &str) -> Result<String, String> {
        Err("nothing".to_owned())
    }

    fn outline(&self, _: Option<i128>, _: &[String]) -> Result<Outline, String> {
        Err("it writes no proofs".to_owned())
    }

    fn certificate(
        &self,
        _: Option<i128>,
        _: &[String],
        _: Section<'_>,
    ) -> Result<Certificate, String> {
        Err("it writes no proofs".to_owned())
    }

    fn dimacs(&self) -> Result<String, String> {
        Err("it has no formula".to_owned())
    }

    fn decode(&self, _: &str) -> Result<String, String> {
        Err("it has no formula".to_owned())
    }
}
