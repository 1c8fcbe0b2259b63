//! A picture as a list of marks with meanings, for front ends that draw boards themselves.
//!
//! A cell is `[q, r]` in axial coordinates; a point is `[q, r]` in sixths of them, so that edge midpoints and vertices
//! are integers, too. A mark's role is one word, such as `fixed-tile` or `level-3`: the key by which a theme chooses
//! colour and pattern.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;
use sixfold_puzzle::hex::Point as HexPoint;
use sixfold_puzzle::scene::{self, Role};

use crate::verdict::Cell;

/// A picture: a title, the marks, and notes to be written below.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Scene {
    /// The title, in a few words.
    pub title: String,
    /// The marks, those in front last.
    pub marks: Vec<Mark>,
    /// What marks mean that do not explain themselves, to be shown between picture and notes.
    #[serde(default)]
    pub legend: Vec<LegendEntry>,
    /// Sentences to be written below the picture.
    pub notes: Vec<String>,
    /// Curves in the place of marks, if the view shows quantities and no board.
    pub curves: Vec<Curve>,
}

/// A point of the plane in sixths of axial coordinates: `[q, r]`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Point(pub i32, pub i32);

impl From<HexPoint> for Point {
    fn from(point: HexPoint) -> Self {
        Self(point.q, point.r)
    }
}

/// The meaning of a mark, in one word. Where a role has a number, it is behind the word: `level-1` to `level-7`,
/// `region-0` to `region-5`, `over-1` to `over-3`, `under-1` to `under-3`.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SceneRole(pub String);

impl From<Role> for SceneRole {
    fn from(role: Role) -> Self {
        Self(match role {
            Role::Level(number) => format!("level-{number}"),
            Role::Region(number) => format!("region-{number}"),
            Role::Over(number) => format!("over-{number}"),
            Role::Under(number) => format!("under-{number}"),
            plain => kebab(&format!("{plain:?}")),
        })
    }
}

/// `FixedTile` as `fixed-tile`.
fn kebab(name: &str) -> String {
    let mut word = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !word.is_empty() {
            word.push('-');
        }
        word.extend(letter.to_lowercase());
    }
    word
}

impl JsonSchema for SceneRole {
    fn schema_name() -> Cow<'static, str> {
        "SceneRole".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "string",
            "pattern": "^[a-z]+(-[a-z]+)*(-[0-9])?$",
            "description": "The meaning of a mark, in one word such as `fixed-tile`. Where a role has a number, it is \
                            behind the word: `level-1` to `level-7`, `region-0` to `region-5`, `over-1` to `over-3`, \
                            `under-1` to `under-3`.",
        })
    }
}

/// One thing to be drawn. Marks are drawn in the order of the list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "mark", rename_all = "kebab-case", remote = "Self")]
pub enum Mark {
    /// A filled hexagon.
    Hex {
        /// Which cell.
        at: Cell,
        /// Its meaning.
        role: SceneRole,
    },
    /// An outline just inside a cell.
    Outline {
        /// Which cell.
        at: Cell,
        /// Its meaning.
        role: SceneRole,
    },
    /// A short text.
    Text {
        /// The cell on which it is centred; it may lie outside the board.
        at: Cell,
        /// The text.
        text: String,
        /// The role of what it stands on.
        role: SceneRole,
    },
    /// A short bond between two neighbours.
    Link {
        /// One cell.
        from: Cell,
        /// The other.
        to: Cell,
        /// Its meaning.
        role: SceneRole,
    },
    /// A line through the centres of neighbouring cells.
    Path {
        /// The cells in order.
        cells: Vec<Cell>,
        /// Whether it returns to the first cell.
        closed: bool,
        /// Its meaning.
        role: SceneRole,
    },
    /// A broad band along a straight line of cells, on which their texts can still be read.
    Band {
        /// The first cell.
        from: Cell,
        /// The last.
        to: Cell,
        /// Its meaning.
        role: SceneRole,
    },
    /// A straight line between two points.
    Stroke {
        /// One end.
        from: Point,
        /// The other.
        to: Point,
        /// Its meaning.
        role: SceneRole,
    },
    /// A small round spot.
    Spot {
        /// Its centre.
        at: Point,
        /// Its meaning.
        role: SceneRole,
    },
}

impl Serialize for Mark {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // The derived function, which `remote` makes an inherent one.
        Self::serialize(self, serializer)
    }
}

impl<'de> Deserialize<'de> for Mark {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // By way of a `Value`, whose integers serde's tagged enums can read in any configuration of serde_json.
        let value = Value::deserialize(deserializer)?;
        Self::deserialize(value).map_err(D::Error::custom)
    }
}

/// What a legend shows beside its words.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Swatch {
    /// A cell.
    Cell,
    /// A link.
    Link,
    /// A band.
    Band,
}

/// An entry of the legend: a swatch and what it means.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct LegendEntry {
    /// The kind of mark.
    pub swatch: Swatch,
    /// Its meaning as a role.
    pub role: SceneRole,
    /// Its meaning in words.
    pub meaning: String,
}

/// How a quantity changes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Curve {
    /// The name of the quantity.
    pub name: String,
    /// The label of the horizontal axis, in one word.
    pub along: String,
    /// Its meaning.
    pub role: SceneRole,
    /// Places from left to right and the values there.
    pub points: Vec<(u32, u32)>,
}

impl From<&scene::Scene> for Scene {
    fn from(scene: &scene::Scene) -> Self {
        Self {
            title: scene.title.clone(),
            marks: scene.marks.iter().map(Mark::from).collect(),
            legend: scene.legend.iter().map(LegendEntry::from).collect(),
            notes: scene.notes.clone(),
            curves: scene.curves.iter().map(Curve::from).collect(),
        }
    }
}

impl From<&scene::Mark> for Mark {
    fn from(mark: &scene::Mark) -> Self {
        let role = SceneRole::from(mark.role());
        match mark {
            scene::Mark::Hex { at, .. } => Self::Hex { at: (*at).into(), role },
            scene::Mark::Outline { at, .. } => Self::Outline { at: (*at).into(), role },
            scene::Mark::Text { at, text, .. } => {
                Self::Text { at: (*at).into(), text: text.clone(), role }
            }
            scene::Mark::Link { from, to, .. } => {
                Self::Link { from: (*from).into(), to: (*to).into(), role }
            }
            scene::Mark::Path { cells, closed, .. } => {
                let cells = cells.iter().copied().map(Cell::from).collect();
                Self::Path { cells, closed: *closed, role }
            }
            scene::Mark::Band { from, to, .. } => {
                Self::Band { from: (*from).into(), to: (*to).into(), role }
            }
            scene::Mark::Stroke { from, to, .. } => {
                Self::Stroke { from: (*from).into(), to: (*to).into(), role }
            }
            scene::Mark::Spot { at, .. } => Self::Spot { at: (*at).into(), role },
        }
    }
}

impl From<&scene::LegendEntry> for LegendEntry {
    fn from(entry: &scene::LegendEntry) -> Self {
        let swatch = match entry.swatch {
            scene::Swatch::Cell(_) => Swatch::Cell,
            scene::Swatch::Link => Swatch::Link,
            scene::Swatch::Band => Swatch::Band,
        };
        Self { swatch, role: entry.role.into(), meaning: entry.meaning.clone() }
    }
}

impl From<&scene::Curve> for Curve {
    fn from(curve: &scene::Curve) -> Self {
        Self {
            name: curve.name.clone(),
            along: curve.along.to_owned(),
            role: curve.role.into(),
            points: curve.points.clone(),
        }
    }
}
