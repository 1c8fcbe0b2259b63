//! The operating system as engines see it: memory in use, external SAT solvers, the proof file.
//!
//! Invariant: an existing proof file is replaced only by a proof that was checked. Until then the
//! proof is in a temporary folder on the same file system.

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use flate2::Compression;
use flate2::bufread::MultiGzDecoder;
use flate2::write::GzEncoder;
use sixfold_solver::{Outside, Progress};
use tempfile::TempDir;

use crate::child_process::ChildProcess;
use crate::error::HostError;

/// Larger proofs are compressed.
const COMPRESS_ABOVE: usize = 1 << 20;

/// Implements [`Outside`] for the process.
pub struct Host {
    /// Temporary folder of the proof, removed on drop. Where no proof is kept, it is made for the first that is written.
    folder: OnceLock<TempDir>,
    /// The path for a proof that was checked.
    destination: Option<PathBuf>,
    /// The memory statistics of the process. The file stays open because engines read it often.
    statm: Option<File>,
}

impl Host {
    /// A host that can keep a proof at a path. The temporary folder is beside that path, so the
    /// proof can be renamed into its place.
    ///
    /// # Errors
    /// If the temporary folder for a proof that is kept cannot be created, or the path is not one of a file.
    pub fn new(proof: Option<&str>) -> Result<Self, HostError> {
        let Some(path) = proof.map(PathBuf::from) else {
            return Ok(Self { folder: OnceLock::new(), destination: None, statm: statm() });
        };
        if path.exists() && !path.is_file() {
            return Err(HostError::ProofDestination(path));
        }
        let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
        let folder =
            tempfile::Builder::new().prefix(".proof").tempdir_in(parent.unwrap_or(Path::new(".")));
        match folder {
            Ok(folder) => {
                Ok(Self { folder: folder.into(), destination: Some(path), statm: statm() })
            }
            Err(error) => Err(HostError::ProofUnwritable { path, error }),
        }
    }

    fn proof(&self) -> Result<PathBuf, HostError> {
        let folder = match self.folder.get() {
            Some(folder) => folder,
            None => {
                let made = tempfile::tempdir().map_err(HostError::NoTemporaryFolder)?;
                self.folder.get_or_init(|| made)
            }
        };
        Ok(folder.path().join("proof.lrat"))
    }

    /// Moves the proof to its destination, if it has one.
    ///
    /// # Errors
    /// If it cannot be moved.
    pub fn keep_proof(&self) -> Result<(), HostError> {
        let Some(path) = &self.destination else { return Ok(()) };
        let moved = std::fs::rename(self.proof()?, path);
        moved.map_err(|error| HostError::ProofUnwritable { path: path.clone(), error })
    }
}

impl Outside for Host {
    /// Resident memory; `None` on systems without `/proc`.
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
            ChildProcess::start(Command::new(name).args(words).arg(file.path())).map_err(fail)?;
        let answer =
            program.read_output(halted).map_err(|problem| format!("`{command}` {problem}"));
        program.kill().map_err(fail)?;
        answer
    }

    fn write_proof(&self) -> Result<Box<dyn Write>, String> {
        let path = self.proof().map_err(|error| error.to_string())?;
        match File::create(&path) {
            Ok(file) => Ok(Box::new(ProofFile::Small(Vec::new(), Some(file)))),
            Err(error) => Err(HostError::ProofUnwritable { path, error }.to_string()),
        }
    }

    fn read_proof(&self) -> Result<Box<dyn BufRead>, String> {
        let path = self.proof().map_err(|error| error.to_string())?;
        let opened = opened(&path).map(|(proof, _)| proof);
        opened.map_err(|error| format!("the proof cannot be read: {error}"))
    }

    fn open_file(&self, name: &str) -> Result<Box<dyn BufRead>, String> {
        match File::open(name) {
            Ok(file) => Ok(Box::new(BufReader::with_capacity(1 << 16, file))),
            Err(error) => Err(format!("`{name}` cannot be read: {error}")),
        }
    }
}

fn statm() -> Option<File> {
    File::open("/proc/self/statm").ok()
}

/// Reads from the beginning; safe to call from several threads.
#[cfg(unix)]
fn read_again(file: &File, bytes: &mut [u8]) -> io::Result<usize> {
    use std::os::unix::fs::FileExt as _;
    file.read_at(bytes, 0)
}

#[cfg(not(unix))]
fn read_again(_: &File, _: &mut [u8]) -> io::Result<usize> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Opens a stored proof, compressed or not.
///
/// # Errors
/// If it cannot be read.
pub fn open_proof(path: impl AsRef<Path>) -> Result<Box<dyn BufRead>, HostError> {
    open_watched_proof(path).map(|(proof, _)| proof)
}

/// Opens a stored proof, and says how much of its file was read.
///
/// # Errors
/// If it cannot be read.
pub fn open_watched_proof(
    path: impl AsRef<Path>,
) -> Result<(Box<dyn BufRead>, ReadSoFar), HostError> {
    let path = path.as_ref();
    opened(path).map_err(|error| HostError::ProofUnreadable { path: path.to_owned(), error })
}

/// How much of a file was read.
#[derive(Clone, Debug)]
pub struct ReadSoFar {
    read: Arc<AtomicU64>,
    total: u64,
}

impl ReadSoFar {
    /// The same as progress in a phase.
    #[must_use]
    pub fn progress(&self, phase: &'static str) -> Progress {
        Progress::of(phase).done(self.read.load(Ordering::Relaxed), self.total, "bytes")
    }
}

/// A file that counts what is read.
struct Counted(File, Arc<AtomicU64>);

impl Read for Counted {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let read = self.0.read(bytes)?;
        self.1.fetch_add(read as u64, Ordering::Relaxed);
        Ok(read)
    }
}

fn opened(path: &Path) -> io::Result<(Box<dyn BufRead>, ReadSoFar)> {
    let file = File::open(path)?;
    let so_far = ReadSoFar { read: Arc::default(), total: file.metadata()?.len() };
    let file = Counted(file, Arc::clone(&so_far.read));
    let mut reader = BufReader::with_capacity(1 << 16, file);
    let compressed = reader.fill_buf()?.starts_with(&[0x1f, 0x8b]);
    let proof: Box<dyn BufRead> = match compressed {
        true => Box::new(BufReader::with_capacity(1 << 16, MultiGzDecoder::new(reader))),
        false => Box::new(reader),
    };
    Ok((proof, so_far))
}

/// A writer that buffers a small proof in memory and compresses a large one.
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
                if held.len() > COMPRESS_ABOVE
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
