//! What lies beyond the process: memory in use, other programs, a place for a proof.

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

use flate2::Compression;
use flate2::bufread::MultiGzDecoder;
use flate2::write::GzEncoder;
use sixfold_solver::Outside;

use crate::program::Program;

/// Proofs beyond this size are compressed.
const LARGE: usize = 1 << 20;

/// The machine we run on.
pub(crate) struct Machine {
    /// A proof is written here, and goes with the folder unless it is kept.
    folder: tempfile::TempDir,
    /// Where a proof that holds is to be kept.
    destination: Option<PathBuf>,
    /// What the system says about our memory. Opening it each time would cost more than reading it,
    /// and engines ask often.
    statm: Option<File>,
}

impl Machine {
    /// A machine on which a proof can be kept at a path. The proof is written beside it, so that
    /// nothing that stands there is touched before there is something better.
    pub(crate) fn new(proof: Option<&str>) -> Result<Self, String> {
        let Some(path) = proof.map(PathBuf::from) else {
            let folder = tempfile::tempdir();
            let fail = |error| format!("no temporary folder can be made: {error}");
            return Ok(Self { folder: folder.map_err(fail)?, destination: None, statm: statm() });
        };
        if path.exists() && !path.is_file() {
            return Err(format!(
                "the proof cannot be kept in `{}`: it is not a file",
                path.display()
            ));
        }
        let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
        let folder =
            tempfile::Builder::new().prefix(".proof").tempdir_in(parent.unwrap_or(Path::new(".")));
        let folder = folder.map_err(|error| unwritable(&path, &error))?;
        Ok(Self { folder, destination: Some(path), statm: statm() })
    }

    fn proof(&self) -> PathBuf {
        self.folder.path().join("proof.lrat")
    }

    /// Puts the proof in its place, if there is one for it.
    pub(crate) fn keep(&self) -> Result<(), String> {
        let Some(path) = &self.destination else { return Ok(()) };
        std::fs::rename(self.proof(), path).map_err(|error| unwritable(path, &error))
    }
}

impl Outside for Machine {
    /// Resident memory, where the system tells it in this form.
    fn memory(&self) -> Option<u64> {
        let mut bytes = [0; 128];
        let count = read_again(self.statm.as_ref()?, &mut bytes).ok()?;
        let text = std::str::from_utf8(&bytes[..count]).ok()?;
        let pages: u64 = text.split(' ').nth(1)?.parse().ok()?;
        Some(pages * 4096)
    }

    fn execute(
        &self,
        command: &str,
        text: &str,
        halted: &dyn Fn() -> bool,
    ) -> Result<String, String> {
        let fail = |error: io::Error| format!("`{command}` cannot be run: {error}");
        let mut file = tempfile::Builder::new().suffix(".cnf").tempfile().map_err(fail)?;
        file.write_all(text.as_bytes()).map_err(fail)?;
        let mut words = command.split_whitespace();
        let name = words.next().ok_or("the command is empty")?;
        let mut program =
            Program::start(Command::new(name).args(words).arg(file.path())).map_err(fail)?;
        let answer = program.answer(halted).map_err(|problem| format!("`{command}` {problem}"));
        program.end().map_err(fail)?;
        answer
    }

    fn write_proof(&self) -> Result<Box<dyn Write>, String> {
        let path = self.proof();
        let file = File::create(&path).map_err(|error| unwritable(&path, &error))?;
        Ok(Box::new(ProofFile::Small(Vec::new(), Some(file))))
    }

    fn read_proof(&self) -> Result<Box<dyn BufRead>, String> {
        open_proof(&self.proof()).map_err(|error| format!("the proof cannot be read: {error}"))
    }
}

fn statm() -> Option<File> {
    File::open("/proc/self/statm").ok()
}

/// Reads from the beginning, whichever thread has read before.
#[cfg(unix)]
fn read_again(file: &File, bytes: &mut [u8]) -> io::Result<usize> {
    use std::os::unix::fs::FileExt as _;
    file.read_at(bytes, 0)
}

#[cfg(not(unix))]
fn read_again(_: &File, _: &mut [u8]) -> io::Result<usize> {
    Err(io::ErrorKind::Unsupported.into())
}

fn unwritable(path: &Path, error: &io::Error) -> String {
    format!("the proof cannot be written to `{}`: {error}", path.display())
}

/// Opens a proof, compressed or not.
pub(crate) fn open_proof(path: &Path) -> io::Result<Box<dyn BufRead>> {
    let mut reader = BufReader::with_capacity(1 << 16, File::open(path)?);
    let compressed = reader.fill_buf()?.starts_with(&[0x1f, 0x8b]);
    Ok(match compressed {
        true => Box::new(BufReader::with_capacity(1 << 16, MultiGzDecoder::new(reader))),
        false => Box::new(reader),
    })
}

/// A proof on its way to disk: held in memory while it is small, compressed once it is large.
enum ProofFile {
    Small(Vec<u8>, Option<File>),
    Large(GzEncoder<BufWriter<File>>),
}

impl Write for ProofFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Large(encoder) => return encoder.write(bytes),
            Self::Small(held, file) => {
                held.extend_from_slice(bytes);
                if held.len() > LARGE
                    && let Some(file) = file.take()
                {
                    let mut encoder = GzEncoder::new(BufWriter::new(file), Compression::fast());
                    encoder.write_all(held)?;
                    *self = Self::Large(encoder);
                }
            }
        }
        Ok(bytes.len())
    }

    /// Finishes the file. Nothing is written after this.
    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Large(encoder) => {
                encoder.try_finish()?;
                encoder.get_mut().flush()
            }
            Self::Small(held, file) => match file {
                Some(file) => {
                    file.write_all(held)?;
                    held.clear();
                    file.flush()
                }
                None => Ok(()),
            },
        }
    }
}
