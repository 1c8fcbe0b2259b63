//! Links the program so that it starts quickly.
//!
//! The C++ standard library, which CaDiCaL needs, is linked in where the compiler has it as an archive: loaded as a shared
//! library, it makes up half of the instructions of checking a small board, since thousands of its symbols are looked up
//! before `main`. A folder with the archive comes first in the linker's search; where there is no archive, the shared library
//! is found as ever. So it is with the library that unwinds the stack.
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
    if archive("libstdc++.a")
        .is_some_and(|archive| fs::copy(archive, folder.join("libstdc++.a")).is_ok())
    {
        println!("cargo:rustc-link-search=native={}", folder.display());
        // The linker reads a text in the place of a library as a script.
        if archive("libgcc_eh.a").is_some() {
            fs::write(folder.join("libgcc_s.so"), "GROUP ( -lgcc_eh -lgcc )\n")
                .expect("a folder to write to");
        }
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
