//! `docs/json.md`: the machine-readable output for people, made from the schema and from lines that the program prints.
//! `INSTA_UPDATE=always` writes it anew, as it does snapshots.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use serde_json::{Map, Value, json};
use sixfold_puzzle::families;
use sixfold_solver::{REGISTRY, Registration, Registry};
use sixfold_wire::schema;

use crate::common::{sixfold_in, sixfold_with};
use crate::json_lines::Place;

const INTRODUCTION: &str = "\
# Machine-readable output

`--json`, accepted after any verb, prints one JSON object per line on standard output, and nothing on standard error:

    {\"type\": \"begin|progress|improved|bound|result|end|error\", \"schema\": 1, \"data\": {…}}

The first line is `begin`; `completions`, `man` and `--help` leave it out. The last line is `end` or `error`. In between
are the events of an engine (`progress`, `improved`, `bound`) and the results. A result does not repeat its verb.

Schema 1 is a contract: a field keeps its name, its type, and whether it is null or absent where there is no value. New
fields are additions, so ignore a field that you do not know. Objectives and bounds are integers of up to 128 bits.
Counts of solutions are decimal strings, since they may be larger.

[schema.json](schema.json) is the JSON Schema of lines and requests. This page is made from it and from lines that the
program printed; long texts and lists are cut in the examples (`…`), and times are replaced by 0.1.
";

/// The verbs, each with the definitions of its results and a command that shows one.
const RESULTS: &[(&str, &[&str], &[&str])] = &[
    ("solve, improve, resume", &["SolveResult"], &["solve", "neighbors/3"]),
    ("count, resume", &["CountResult"], &["count", "fences/example"]),
    (
        "enumerate, resume",
        &["EnumerateResult", "EnumerateSummary"],
        &["enumerate", "magic/3", "--up-to-symmetry"],
    ),
    ("sweep", &["SweepResult"], &["sweep", "magic", "--order", "3", "--set", "start=1..1"]),
    ("make", &["MakeResult"], &["make", "hexiom", "--order", "3", "--unique"]),
    ("hint", &["HintResult"], &["hint", "hexiom/08"]),
    ("check", &["CheckResult"], &["check", "hexiom/bad/count"]),
    ("draw", &["DrawnPicture", "DrawnFile"], &["draw", "hexiom/02"]),
    ("transform", &["TransformResult"], &["transform", "neighbors/good/3", "--rotate", "1"]),
    ("list", &["Family"], &["list", "hexiom"]),
    (
        "blank, import, export, completions, man",
        &["TextResult", "FolderResult"],
        &["export", "balto/3", "--format", "rows"],
    ),
    ("prove-check", &["ProofHolds", "ProofNotFollowed"], &["prove-check", "neighbors/3", "PROOF"]),
    ("lemma", &["LemmaList", "LemmaHolds", "LemmaNotShown"], &["lemma", "neighbors-code"]),
    ("records", &["RecordResult", "RecordTotal", "RecordVerified"], &["records", "neighbors"]),
    ("score", &["ScoreResult", "ScoreTotal"], &["score", "balto/good/3"]),
    (
        "campaign",
        &["CampaignSplit", "CampaignUnit", "CampaignStatus", "CampaignMerged", "CampaignEstimate"],
        &["campaign", "split", "magic/3", "--verb", "count", "--into", "8", "CAMPAIGN"],
    ),
    ("runs", &["RunResult", "RunProblem", "RunRemoved"], &["runs"]),
    (
        "train",
        &["TrainResult"],
        &[
            "train",
            "balto",
            "--order",
            "3",
            "--rounds",
            "1",
            "--set",
            "samples=1000",
            "--set",
            "trials=2",
            "--set",
            "width=50",
        ],
    ),
    (
        "bench",
        &["BenchResult"],
        &["bench", "hexiom", "--case", "level-40", "--only", "--seeds", "1"],
    ),
    ("tour", &["TourResult"], &["tour", "-o", "TOUR"]),
];

/// The definitions that fields refer to.
const VALUES: &[&str] = &[
    "LookResult",
    "LookGoal",
    "LookWord",
    "LookLayer",
    "LookPalette",
    "CheckResult",
    "AnswerKind",
    "Outcome",
    "Claim",
    "CountEstimate",
    "Scope",
    "Cell",
    "Violation",
    "Breakdown",
    "BreakdownPart",
    "PartialBoard",
    "HintKind",
    "Engine",
    "OptionRow",
    "OptionKind",
    "Outside",
    "Role",
    "Power",
    "Maker",
    "Trainer",
    "Term",
    "Format",
    "Lemma",
    "Unit",
    "CampaignTime",
    "CampaignProblem",
    "CampaignBoard",
    "CampaignValue",
    "CampaignInterval",
    "Scene",
    "Mark",
    "LegendEntry",
    "Swatch",
    "Point",
    "SceneRole",
    "Curve",
    "Verb",
];

/// The schema, as this page reads it.
struct Pages<'a> {
    definitions: &'a Map<String, Value>,
}

impl Pages<'_> {
    fn description<'a>(&self, schema: &'a Value) -> String {
        let text: &'a str = schema["description"].as_str().unwrap_or_default();
        text.replace('\n', " ").replace('|', "\\|")
    }

    /// The type of a field in words.
    fn kind(&self, schema: &Value) -> String {
        if let Some(name) = schema["$ref"].as_str().and_then(|it| it.strip_prefix("#/$defs/")) {
            return format!("[{name}](#{})", name.to_lowercase());
        }
        for forms in ["anyOf", "oneOf"] {
            if let Some(forms) = schema[forms].as_array() {
                let kinds: Vec<String> = forms.iter().map(|form| self.kind(form)).collect();
                return kinds.join(" or ");
            }
        }
        if let Some(word) = schema.get("const") {
            return format!("`{word}`");
        }
        if let Some(words) = schema["enum"].as_array() {
            let words: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
            return words.join(", ");
        }
        match &schema["type"] {
            Value::Array(kinds) => {
                let kinds: Vec<String> =
                    kinds.iter().map(|kind| self.simple(kind, schema)).collect();
                kinds.join(" or ")
            }
            kind => self.simple(kind, schema),
        }
    }

    fn simple(&self, kind: &Value, schema: &Value) -> String {
        match kind.as_str().unwrap() {
            "array" if schema.get("prefixItems").is_some() => {
                let items = schema["prefixItems"].as_array().unwrap();
                let kinds: Vec<String> = items.iter().map(|item| self.kind(item)).collect();
                format!("[{}]", kinds.join(", "))
            }
            "array" => format!("list of {}", self.kind(&schema["items"])),
            "object" if schema.get("additionalProperties").is_some() => {
                format!("object of {}", self.kind(&schema["additionalProperties"]))
            }
            kind => kind.to_owned(),
        }
    }

    /// A table of the fields of an object.
    fn fields(&self, schema: &Value) -> String {
        let mut table = "| field | type | meaning |\n|---|---|---|\n".to_owned();
        let required: Vec<&str> =
            schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        for (name, field) in schema["properties"].as_object().into_iter().flatten() {
            let constant = field.get("const").is_some();
            let kind = if constant { format!("`{}`", field["const"]) } else { self.kind(field) };
            let optional = if required.contains(&name.as_str()) { "" } else { ", optional" };
            let meaning = self.meaning(field);
            let _ = writeln!(table, "| `{name}` | {kind}{optional} | {meaning} |");
        }
        let others = &schema["additionalProperties"];
        if others.is_object() {
            let meaning = self.description(others);
            let _ = writeln!(table, "| any other name | {} | {meaning} |", self.kind(others));
        }
        table
    }

    fn meaning(&self, field: &Value) -> String {
        let default = field.get("default").filter(|default| !default.is_null());
        let default = default.map(|default| format!(" Default: `{default}`.")).unwrap_or_default();
        self.description(field) + &default
    }

    /// A definition: its description and its fields, words or forms.
    fn definition(&self, name: &str) -> String {
        let schema = &self.definitions[name];
        let mut text = format!("{}\n\n", self.description(schema));
        match schema["oneOf"].as_array() {
            Some(forms) if forms.iter().all(|form| form.get("const").is_some()) => {
                for form in forms {
                    let _ = writeln!(text, "* `{}`: {}", form["const"], self.description(form));
                }
            }
            Some(forms)
                if forms
                    .iter()
                    .all(|form| form.get("enum").is_some() || form.get("const").is_some()) =>
            {
                for form in forms {
                    let _ = writeln!(text, "* {} {}", self.kind(form), self.description(form));
                }
            }
            Some(forms) => {
                for form in forms {
                    let _ = writeln!(text, "{}\n\n{}", self.description(form), self.fields(form));
                }
            }
            None if schema.get("properties").is_some() => text.push_str(&self.fields(schema)),
            None => {
                let _ = writeln!(text, "Type: {}.", self.kind(schema));
            }
        }
        text
    }
}

/// Cuts long texts and lists, and replaces what differs from run to run.
fn shortened(value: &Value) -> Value {
    match value {
        Value::String(text) if text.chars().count() > 60 => {
            json!(text.chars().take(60).collect::<String>() + "…")
        }
        Value::Array(items) if items.len() > 2 => {
            let mut first: Vec<Value> = items[..1].iter().map(shortened).collect();
            first.push(json!("…"));
            Value::Array(first)
        }
        Value::Array(items) => items.iter().map(shortened).collect(),
        Value::Object(fields) => {
            let field = |(name, value): (&String, &Value)| match name.as_str() {
                "seconds" => (name.clone(), json!(0.1)),
                "campaign" => (name.clone(), json!("CAMPAIGN")),
                _ => (name.clone(), shortened(value)),
            };
            Value::Object(fields.iter().map(field).collect())
        }
        value => value.clone(),
    }
}

/// The first result of a command, as it was printed but shortened.
fn example(arguments: &[&str], place: &Place) -> Value {
    let proof = place.file("proof.lrat");
    let tour = place.file("tour");
    let real = |&word: &&str| match word {
        "PROOF" => proof.clone(),
        "TOUR" => tour.clone(),
        "CAMPAIGN" => place.file("campaign"),
        word => word.to_owned(),
    };
    let words: Vec<String> = arguments.iter().map(real).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let engine =
        ["solve", "count", "enumerate", "sweep", "make", "hint", "train"].contains(&words[0]);
    let threads: &[&str] = if engine { &["--threads", "1"] } else { &[] };
    let words = [&words[..], threads, &["--json"]].concat();
    static ONE: &[&Registration] = &[&Registration::of(families::MAGIC)];
    let outcome = match words[0] {
        "tour" => sixfold_with(Registry::new(ONE), &words, ""),
        _ => sixfold_in(None, REGISTRY, &words, ""),
    };
    let line = outcome.stdout.lines().find(|line| line.starts_with(r#"{"type":"result""#));
    let line = line.unwrap_or_else(|| panic!("{arguments:?}: {outcome:?}"));
    let mut line = shortened(&serde_json::from_str(line).unwrap());
    if words[0] == "bench" {
        (line["data"]["value"], line["data"]["spread"]) = (json!(0.1), json!([0.1, 0.1]));
    }
    line
}

fn page() -> String {
    let place = Place::new();
    place.run(&["solve", "neighbors/3", "--proof", &place.file("proof.lrat")], "");
    let document = schema().to_value();
    let pages = Pages { definitions: document["$defs"].as_object().unwrap() };
    let mut text = INTRODUCTION.to_owned();
    text.push_str("\n## Beginning, events, end\n");
    let lines = ["begin", "progress", "improved", "bound", "end", "error"];
    let types = ["Begin", "Progress", "Improved", "Bound", "End", "Failure"];
    for (kind, name) in lines.into_iter().zip(types) {
        let _ = write!(text, "\n### {kind}\n\n{}", pages.definition(name));
    }
    text.push_str("\n## Results\n");
    for (verbs, names, command) in RESULTS {
        let _ = write!(text, "\n### {verbs}\n");
        for name in *names {
            let _ = write!(text, "\n{}", pages.definition(name));
        }
        // A stored run has a name and a time that cannot be repeated.
        if command[0] != "runs" {
            let line = example(command, &place);
            let _ =
                write!(text, "\n`sixfold {} --json`\n\n```json\n{line}\n```\n", command.join(" "));
        }
    }
    text.push_str("\n## Values\n");
    for name in VALUES {
        let _ = write!(text, "\n### {name}\n\n{}", pages.definition(name));
    }
    text.push_str("\n## Requests\n\nWhat a front end sends: texts, never paths. An unknown field is an error.\n");
    for form in pages.definitions["Request"]["oneOf"].as_array().unwrap() {
        let verb = form["properties"]["verb"]["const"].as_str().unwrap();
        let _ = write!(
            text,
            "\n### {verb}, request\n\n{}\n\n{}",
            pages.description(form),
            pages.fields(form)
        );
    }
    for name in ["Setting", "PictureFormat", "ThemeName"] {
        let _ = write!(text, "\n### {name}\n\n{}", pages.definition(name));
    }
    text
}

#[test]
fn the_page_about_json_is_made_from_the_types_and_the_program() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/json.md");
    let text = page();
    if std::env::var("INSTA_UPDATE").is_ok_and(|update| update == "always") {
        fs::write(&path, &text).unwrap();
    }
    let stored = fs::read_to_string(&path).unwrap_or_default();
    let stale = stored.lines().zip(text.lines()).find(|(stored, made)| stored != made);
    assert!(
        stored == text,
        "docs/json.md is stale, INSTA_UPDATE=always writes it anew; the first difference: {stale:?}"
    );
    // Every type that is mentioned has a place to go.
    for link in text.split("](#").skip(1).map(|rest| rest.split(')').next().unwrap()) {
        let heading = text.lines().filter_map(|line| line.strip_prefix("### "));
        assert!(heading.into_iter().any(|name| name.to_lowercase() == link), "{link}");
    }
}
