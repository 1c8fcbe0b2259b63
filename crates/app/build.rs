//! Links the program so that it starts quickly.
//!
//! Where the compiler has the C and C++ libraries as archives, the program needs no shared library: loading four of them and
//! looking up thousands of symbols before `main` takes as long as checking a small board. A folder with the archives, or with
//! texts that name them, comes first in the linker's search; a linker reads a text in the place of a library as a script.
//! Where an archive is missing, the shared library is found as ever.
//!
//! The program has a fixed address. Otherwise each start writes some 20,000 addresses into 70 pages.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-env-changed=CXX");
    let variable = |name: &str| env::var(name).unwrap_or_default();
    let here = variable("TARGET") == variable("HOST");
    if !(here && variable("TARGET").ends_with("-linux-gnu")) {
        return;
    }
    println!("cargo:rustc-link-arg-bins=-no-pie");
    let folder = PathBuf::from(variable("OUT_DIR"));
    let Some(cpp) = archive("libstdc++.a") else { return };
    if fs::copy(cpp, folder.join("libstdc++.a")).is_err() {
        return;
    }
    // For the program alone: tests are linked as ever.
    println!("cargo:rustc-link-arg-bins=-L{}", folder.display());
    let script = |name: &str, libraries: &str| {
        let text = format!("GROUP ( {libraries} )\n");
        fs::write(folder.join(name), text).expect("a folder to write to");
    };
    if archive("libgcc_eh.a").is_none() {
        return;
    }
    script("libgcc_s.so", "-lgcc_eh -lgcc");
    if let (Some(c), Some(maths)) = (archive("libc.a"), archive("libm.a")) {
        script("libc.so", &format!("{} -lgcc_eh -lgcc", c.display()));
        script("libm.so", &maths.display().to_string());
        println!("cargo:rustc-link-arg-bins=-static");
    }
}

/// Where the compiler has the archive. It answers with the bare name if it has none.
fn archive(name: &str) -> Option<PathBuf> {
    let compiler = env::var("CXX").unwrap_or_else(|_| "c++".to_owned());
    let output = Command::new(compiler).arg(format!("-print-file-name={name}")).output().ok()?;
    let path = String::from_utf8(output.stdout).ok()?;
    let path = Path::new(path.trim());
    path.is_absolute().then(|| path.to_owned())
}
