//! The folder of a campaign: where each file is, and how it is read and written.
//!
//! ```text
//! campaign.txt              the plan
//! boards/1.txt              the boards
//! done/7.txt                the result of a unit
//! proofs/7-HASH.lrat        its proof
//! failed/7.txt              why the last attempt failed
//! work/7.lock, work/7/      a unit at work, and its checkpoint
//! ```
//!
//! Invariant: a file under its name is complete. It is written beside it, synced and renamed, so it survives the loss of
//! a machine, and another machine never reads half of it.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::error::CampaignError;
use crate::plan::Campaign;
use crate::unit_list::UnitList;
use sixfold_host::digest;

/// A text of a campaign that is longer is not read.
const LONGEST: u64 = 64 << 20;

/// A campaign in its folder.
pub struct CampaignFolder {
    path: PathBuf,
    /// The plan.
    pub plan: Campaign,
    /// The SHA-256 of the plan.
    pub digest: String,
    /// The units that are to be done; all of them, if none were drawn.
    drawn: Option<UnitList>,
}

impl CampaignFolder {
    /// Writes a new campaign into a folder that does not exist or is empty.
    ///
    /// # Errors
    /// If there is something in the folder, or it cannot be written.
    pub fn create(
        path: impl AsRef<Path>,
        plan: Campaign,
        boards: &[String],
    ) -> Result<Self, CampaignError> {
        let path = path.as_ref();
        fs::create_dir_all(path).map_err(CampaignError::file(path, "created"))?;
        let mut entries = fs::read_dir(path).map_err(CampaignError::file(path, "read"))?;
        if entries.next().is_some() {
            return Err(CampaignError::Refused(format!(
                "`{}` is not empty; a campaign needs a folder of its own",
                path.display()
            )));
        }
        let path = fs::canonicalize(path).map_err(CampaignError::file(path, "read"))?;
        let digest = plan.digest();
        let folder = Self { path, plan, digest, drawn: None };
        folder.make_rooms()?;
        for (number, text) in (1..).zip(boards) {
            folder.write(&folder.board_path(number), text)?;
        }
        // The plan comes last: a folder with a plan is whole.
        folder.write(&folder.path.join(PLAN), &folder.plan.print())?;
        Ok(folder)
    }

    /// Opens a campaign.
    ///
    /// # Errors
    /// If there is none, or its plan was changed.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, CampaignError> {
        let path = path.as_ref();
        let plan = path.join(PLAN);
        if !plan.is_file() {
            return Err(CampaignError::Refused(format!(
                "`{}` has no campaign: there is no `{PLAN}` in it",
                path.display()
            )));
        }
        let text = read_text(&plan)?;
        let campaign = Campaign::parse(&text);
        let campaign = campaign.map_err(|problem| CampaignError::damaged(&plan, problem))?;
        let path = fs::canonicalize(path).map_err(CampaignError::file(path, "read"))?;
        let digest = campaign.digest();
        Ok(Self { path, plan: campaign, digest, drawn: None })
    }

    /// Makes the folders inside that are missing: a copy by git has no empty ones.
    pub(crate) fn make_rooms(&self) -> Result<(), CampaignError> {
        for name in ["boards", "done", "proofs", "failed", "work"] {
            let inside = self.path.join(name);
            fs::create_dir_all(&inside).map_err(CampaignError::file(&inside, "created"))?;
        }
        Ok(())
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn board_path(&self, number: usize) -> PathBuf {
        self.path.join(format!("boards/{number}.txt"))
    }

    pub(crate) fn result_path(&self, unit: usize) -> PathBuf {
        self.path.join(format!("done/{unit}.txt"))
    }

    pub(crate) fn failure_path(&self, unit: usize) -> PathBuf {
        self.path.join(format!("failed/{unit}.txt"))
    }

    pub(crate) fn lock_path(&self, unit: usize) -> PathBuf {
        self.path.join(format!("work/{unit}.lock"))
    }

    /// The folder of the checkpoints of a unit.
    pub(crate) fn runs_path(&self, unit: usize) -> PathBuf {
        self.path.join(format!("work/{unit}"))
    }

    pub(crate) fn proof_path(&self, name: &str) -> PathBuf {
        self.path.join("proofs").join(name)
    }

    /// The text of a board, counted from 0.
    ///
    /// # Errors
    /// If it cannot be read, or was changed.
    pub fn board(&self, board: usize) -> Result<String, CampaignError> {
        let path = self.board_path(board + 1);
        let text = read_text(&path)?;
        match digest(text.as_bytes()) == self.plan.boards[board].digest {
            true => Ok(text),
            false => Err(CampaignError::damaged(&path, "its SHA-256 is not that of the plan")),
        }
    }

    /// Writes a file as a whole.
    pub(crate) fn write(&self, path: &Path, text: &str) -> Result<(), CampaignError> {
        write_whole(path, text.as_bytes()).map_err(CampaignError::file(path, "written"))
    }

    /// The units, counted from 1, that have a file in a folder; none if there is no such folder.
    pub(crate) fn units_in(&self, folder: &str) -> Result<Vec<usize>, CampaignError> {
        let path = self.path.join(folder);
        let entries = match fs::read_dir(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries.map_err(CampaignError::file(&path, "read"))?,
        };
        let mut units = Vec::new();
        for entry in entries {
            let entry = entry.map_err(CampaignError::file(&path, "read"))?;
            let name = entry.file_name();
            let number: Option<usize> =
                name.to_str().and_then(|name| name.strip_suffix(".txt")?.parse().ok());
            units.extend(number);
        }
        units.sort_unstable();
        Ok(units)
    }

    /// From here on only some of the units are to be done, drawn by a seed: a sample that tells about all of them.
    #[must_use]
    pub fn draw(self, units: usize, seed: u64) -> Self {
        let drawn = UnitList::drawn(1..=self.plan.units.len(), units, seed);
        Self { drawn: Some(drawn), ..self }
    }

    /// The units that are to be done and have no result.
    ///
    /// # Errors
    /// If the folder cannot be read.
    pub fn open_units(&self) -> Result<Vec<usize>, CampaignError> {
        let done = self.units_in("done")?;
        let asked = |unit: &usize| {
            self.drawn.as_ref().is_none_or(|drawn| drawn.numbers().binary_search(unit).is_ok())
        };
        let open = (1..=self.plan.units.len()).filter(|unit| done.binary_search(unit).is_err());
        Ok(open.filter(asked).collect())
    }
}

/// The name of the plan.
const PLAN: &str = "campaign.txt";

/// Reads a text of limited size.
pub(crate) fn read_text(path: &Path) -> Result<String, CampaignError> {
    let size = fs::metadata(path).map_err(CampaignError::file(path, "read"))?.len();
    if size > LONGEST {
        return Err(CampaignError::damaged(path, format!("it has {size} bytes")));
    }
    fs::read_to_string(path).map_err(CampaignError::file(path, "read"))
}

/// Writes beside the path, syncs, renames, and syncs the folder.
fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let mut file = tempfile::Builder::new().prefix(".part").tempfile_in(folder)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    share_with_group(file.as_file())?;
    file.persist(path).map_err(|error| error.error)?;
    File::open(folder)?.sync_all()
}

/// Temporary files are private; what a campaign writes has the rights of an ordinary file, since others merge it.
#[cfg(unix)]
fn share_with_group(file: &File) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    file.set_permissions(fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn share_with_group(_: &File) -> io::Result<()> {
    Ok(())
}
