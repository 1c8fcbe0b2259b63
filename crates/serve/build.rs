//! Lists the files of `page/` into a table that the library embeds, so that the program needs no other file and the
//! build no other program. The tag of a file is a hash of its bytes.

use std::env;
use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::hash::{DefaultHasher, Hasher as _};
use std::path::{Path, PathBuf};

fn main() -> Result<(), Box<dyn Error>> {
    let page = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?).join("page");
    println!("cargo::rerun-if-changed={}", page.display());
    let mut files = Vec::new();
    collect(&page, &mut files)?;
    files.sort();
    let mut table = String::from("&[\n");
    for path in &files {
        let name = path.strip_prefix(&page)?.to_str().ok_or("a name is not UTF-8")?;
        let name = name.replace('\\', "/");
        let mut hasher = DefaultHasher::new();
        hasher.write(&fs::read(path)?);
        let (tag, path) = (hasher.finish(), path.display().to_string());
        writeln!(
            table,
            "    Asset {{ name: {name:?}, bytes: include_bytes!({path:?}), tag: \"\\\"{tag:016x}\\\"\" }},"
        )?;
    }
    table.push_str("]\n");
    fs::write(Path::new(&env::var("OUT_DIR")?).join("assets.rs"), table)?;
    Ok(())
}

/// All files of a folder and of those in it, without hidden ones.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), Box<dyn Error>> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_name().to_string_lossy().starts_with('.') {
            continue;
        }
        if entry.file_type()?.is_dir() {
            println!("cargo::rerun-if-changed={}", entry.path().display());
            collect(&entry.path(), files)?;
        } else {
            files.push(entry.path());
        }
    }
    Ok(())
}
