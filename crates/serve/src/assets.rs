//! The files of the page, embedded by the build script.
//!
//! Invariant: the path of a request is compared with names of files that are known, and never opened. The folder that
//! replaces the embedded files, for authors of the page, is listed anew for each request for the same reason.

use std::borrow::Cow;
use std::fs;
use std::path::{Path, PathBuf};

use axum::http::header::{CACHE_CONTROL, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse as _, Response};

use crate::reply::{Refusal, typed};

/// An embedded file.
struct Asset {
    /// The path below the page, with slashes.
    name: &'static str,
    bytes: &'static [u8],
    /// The entity tag, in quotes.
    tag: &'static str,
}

static ASSETS: &[Asset] = include!(concat!(env!("OUT_DIR"), "/assets.rs"));

/// The file of a path, or the reason why there is none. A browser asks again for each file, and is told if it has it.
pub(crate) fn file(folder: Option<&Path>, path: &str, headers: &HeaderMap) -> Response {
    let name = match path.trim_start_matches('/') {
        "" => "index.html",
        name => name,
    };
    let (bytes, tag): (Cow<'static, [u8]>, Option<&'static str>) = match folder {
        Some(folder) => match read(folder, name) {
            Some(bytes) => (bytes.into(), None),
            None => return Refusal::nothing_here().into_response(),
        },
        None => match ASSETS.iter().find(|asset| asset.name == name) {
            Some(asset) => (asset.bytes.into(), Some(asset.tag)),
            None => return Refusal::nothing_here().into_response(),
        },
    };
    let known = headers.get(IF_NONE_MATCH).and_then(|tags| tags.to_str().ok()).unwrap_or_default();
    let mut response = match tag {
        Some(tag) if known.split(',').any(|other| other.trim() == tag) => {
            StatusCode::NOT_MODIFIED.into_response()
        }
        _ => typed(StatusCode::OK, content_type(name), bytes.into_owned()),
    };
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    if let Some(tag) = tag {
        response.headers_mut().insert(ETAG, HeaderValue::from_static(tag));
    }
    response
}

/// Reads a file of a folder, if one of its files has this name.
fn read(folder: &Path, name: &str) -> Option<Vec<u8>> {
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).ok()?.flatten() {
            let path: PathBuf = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.strip_prefix(folder).ok().and_then(Path::to_str) == Some(name) {
                return fs::read(path).ok();
            }
        }
    }
    None
}

/// The type of a file by the end of its name.
fn content_type(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, end)| end) {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("json") => "application/json",
        Some("webmanifest") => "application/manifest+json",
        Some("wasm") => "application/wasm",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("ico") => "image/x-icon",
        Some("woff2") => "font/woff2",
        Some("txt" | "md") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_embedded_with_known_types() {
        assert!(ASSETS.iter().any(|asset| asset.name == "index.html"));
        for asset in ASSETS {
            assert_ne!(content_type(asset.name), "application/octet-stream", "{}", asset.name);
        }
    }

    #[test]
    fn a_folder_answers_for_its_files_alone() {
        let folder = tempfile::tempdir().unwrap();
        let page = folder.path().join("page");
        fs::create_dir_all(page.join("inner")).unwrap();
        fs::write(page.join("inner/a.js"), "1").unwrap();
        fs::write(folder.path().join("secret"), "2").unwrap();
        let status = |path| file(Some(&page), path, &HeaderMap::new()).status();
        assert_eq!(status("/inner/a.js"), StatusCode::OK);
        for path in ["/../secret", "/inner/../../secret", "/inner", "/inner/", "//secret", "/"] {
            assert_eq!(status(path), StatusCode::NOT_FOUND, "{path}");
        }
    }
}
