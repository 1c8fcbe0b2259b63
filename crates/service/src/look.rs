//! Everything that a workbench shows of a text, in one answer, so that a page that checks as one types asks once.

use sixfold_puzzle::Puzzle;
use sixfold_puzzle::picture::svg;
use sixfold_puzzle::text::Document;
use sixfold_wire::{CheckResult, Failure, LookRequest, LookResult, LookWord, Setting};

use crate::board::{in_text, theme, view, with_solution};

pub(crate) fn look(rules: &dyn Puzzle, asked: &LookRequest) -> Result<LookResult, Failure> {
    let (text, about) = (&*asked.text, rules.about());
    let document = Document::parse(text).map_err(in_text)?;
    let setting = |setting: &sixfold_puzzle::text::Setting<'_>| Setting {
        name: setting.key.to_owned(),
        value: setting.value.text.to_owned(),
    };
    let verdict = rules.check(text).map_err(in_text)?;
    let view = view(rules, text, asked.step, asked.view.as_deref())?;
    let scene = rules.scene(text, view).map_err(in_text)?;
    let cells = rules.cell_words(text).map_err(in_text)?;
    Ok(LookResult {
        family: about.name.to_owned(),
        order: document.order(about.least_order).map_err(in_text)?,
        settings: document.settings.iter().map(setting).collect(),
        goal: rules.goal(text).map_err(in_text)?.into(),
        text: with_solution(rules, text).map_err(in_text)?,
        answer: about.answer.into(),
        solution: document.solution.is_some(),
        draft: rules.drafted(text).map_err(in_text)?,
        cells: cells.iter().map(LookWord::from).collect(),
        palette: rules.palette(text).map_err(in_text)?.into(),
        steps: rules.steps(text).map_err(in_text)?,
        check: CheckResult::new(about.name, &verdict),
        words: verdict.words(),
        symmetries: rules.stabiliser(text).map_err(in_text)?.len(),
        svg: svg(&scene, &theme(asked.theme)),
    })
}
