//! Facts about this computer and this process: time, cores, processor, peak memory, commit.

use std::fs;
use std::io;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use sixfold_solver::Clock;

/// Wall-clock time since a start.
pub struct WallClock(Instant);

impl WallClock {
    /// A clock that starts now.
    #[must_use]
    pub fn start() -> Self {
        Self(Instant::now())
    }
}

impl Clock for WallClock {
    fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }
}

/// The number of cores that the process may use.
#[must_use]
pub fn cores() -> usize {
    available_parallelism().map_or(1, usize::from)
}

/// The processor and its cores, as far as the system reports them.
#[must_use]
pub fn processor() -> String {
    let text = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = text.lines().find_map(|line| line.strip_prefix("model name"));
    let model = model
        .and_then(|rest| rest.split_once(':'))
        .map_or("unknown processor", |(_, name)| name.trim());
    format!("{model}, {} cores", cores())
}

/// The name of this computer; `unknown` on systems without `/proc`.
#[must_use]
pub fn host_name() -> String {
    let name = fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let name = name.trim();
    if name.is_empty() { "unknown".to_owned() } else { name.replace(char::is_whitespace, "-") }
}

/// Asks a process to end, as `kill` does. One that has ended already is no error.
#[cfg(unix)]
pub fn ask_to_stop(process: u32) {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;
    if let Ok(process) = i32::try_from(process) {
        let _ = kill(Pid::from_raw(process), Signal::SIGTERM);
    }
}

/// The time that this process has used on all cores, where the system tells.
#[cfg(unix)]
#[must_use]
pub fn processor_time() -> Option<Duration> {
    use nix::sys::resource::{UsageWho, getrusage};
    let used = getrusage(UsageWho::RUSAGE_SELF).ok()?;
    let (user, system) = (used.user_time(), used.system_time());
    let seconds = u64::try_from(user.tv_sec() + system.tv_sec()).ok()?;
    let micros = u64::try_from(user.tv_usec() + system.tv_usec()).ok()?;
    Some(Duration::from_secs(seconds) + Duration::from_micros(micros))
}

/// The time that this process has used on all cores, where the system tells.
#[cfg(not(unix))]
#[must_use]
pub fn processor_time() -> Option<Duration> {
    None
}

/// The time that this thread has used, where the system tells. Unlike that of the process, it does not depend on what other
/// threads do.
#[cfg(unix)]
#[must_use]
pub fn thread_time() -> Option<Duration> {
    use nix::time::{ClockId, clock_gettime};
    clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID).ok().map(Duration::from)
}

/// The time that this thread has used, where the system tells.
#[cfg(not(unix))]
#[must_use]
pub fn thread_time() -> Option<Duration> {
    None
}

/// The path of this program.
///
/// # Errors
/// If the system does not tell.
pub fn program() -> io::Result<PathBuf> {
    std::env::current_exe()
}

/// The commit of the working directory; `unknown` if it is not a git checkout.
#[must_use]
pub fn commit() -> String {
    let output = Command::new("git").args(["rev-parse", "--short", "HEAD"]).output();
    let hash = output.ok().filter(|output| output.status.success());
    hash.map_or_else(
        || "unknown".to_owned(),
        |output| String::from_utf8_lossy(&output.stdout).trim().to_owned(),
    )
}

/// Opens an address in the user's browser.
///
/// # Errors
/// If the system's program for that cannot be started.
pub fn open_in_browser(address: &str) -> io::Result<()> {
    let program = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };
    let mut command = if cfg!(windows) {
        let mut command = Command::new("rundll32");
        command.arg("url.dll,FileProtocolHandler");
        command
    } else {
        Command::new(program)
    };
    // Its output must not mix with ours. The browser may outlive this process, so it is not waited for.
    command.arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().map(drop)
}

/// Peak resident memory of the process in bytes; 0 on systems without `/proc`.
pub(crate) fn peak_memory() -> u64 {
    let text = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let number = line.and_then(|line| line.trim().strip_suffix(" kB")?.trim().parse::<u64>().ok());
    number.unwrap_or(0) << 10
}
