//! Embeds every `<family>/<name>.txt` of this crate: writes a table of (name, text) pairs that
//! `src/lib.rs` includes. A record or a family that is added is found by itself.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets this"));
    println!("cargo:rerun-if-changed={}", root.display());
    let mut table = String::from("&[\n");
    for folder in sorted(&root)?.into_iter().filter(|path| path.is_dir()) {
        for file in sorted(&folder)? {
            let Some(name) = file.strip_prefix(&root).ok().filter(|name| is_text(name)) else {
                continue;
            };
            let name = name.with_extension("").to_string_lossy().replace('\\', "/");
            writeln!(table, "    ({name:?}, include_str!({:?})),", file.display().to_string())
                .expect("writing to a string");
        }
    }
    table.push_str("]\n");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets this"));
    fs::write(out.join("records.in"), table)
}

fn is_text(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "txt")
}

fn sorted(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut paths =
        fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
    paths.sort();
    Ok(paths)
}
