//! Every route, as a page uses it.

use serde_json::json;
use sixfold_serve::ServeOptions;
use sixfold_solver::REGISTRY;

use crate::client::{TestServer, quick};

#[test]
fn the_page_is_served_without_a_session_and_with_all_its_headers() {
    let server = TestServer::start();
    let plain = |path: &str, more: &str| {
        let host = &server.host;
        server.raw(
            format!("GET {path} HTTP/1.1\r\nHost: {host}\r\n{more}Connection: close\r\n\r\n")
                .as_bytes(),
        )
    };
    let page = plain("/", "");
    assert_eq!((page.status, page.header("content-type")), (200, Some("text/html; charset=utf-8")));
    assert_eq!(page.header("cache-control"), Some("no-cache"));
    let policy = page.header("content-security-policy").unwrap();
    assert!(policy.starts_with("default-src 'none'; script-src 'self'"), "{policy}");
    assert!(policy.ends_with("frame-ancestors 'none'") && !policy.contains("unsafe-inline"));
    for (name, value) in [
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "no-referrer"),
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-resource-policy", "same-origin"),
    ] {
        assert_eq!(page.header(name), Some(value));
        assert_eq!(server.get("/api/about").header(name), Some(value), "on every reply");
        assert_eq!(plain("/api/about", "").header(name), Some(value), "on refusals, too");
    }
    assert_eq!(page.body, plain("/index.html", "").body);
    let tag = page.header("etag").unwrap();
    let again = plain("/", &format!("If-None-Match: \"other\", {tag}\r\n"));
    assert_eq!((again.status, again.body.len()), (304, 0));
    assert_eq!(plain("/", "If-None-Match: \"other\"\r\n").status, 200);
    assert_eq!(
        plain("/main.js", "").header("content-type"),
        Some("text/javascript; charset=utf-8")
    );
    for path in
        ["/nothing.js", "/../Cargo.toml", "/%2e%2e/Cargo.toml", "/etc/passwd", "//etc/passwd"]
    {
        assert_eq!(plain(path, "").status, 404, "{path}");
    }
    assert_eq!(server.send("POST", "/", "").status, 405);
    let head = server.send("HEAD", "/", "");
    assert_eq!((head.status, head.body.len()), (200, 0));
    // A link on another page may lead here, and nothing else of another page.
    let link = "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\n";
    assert_eq!(plain("/", link).status, 200);
    assert_eq!(plain("/", "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: no-cors\r\n").status, 403);
}

#[test]
fn a_folder_may_replace_the_page() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("index.html"), "mine").unwrap();
    let page = Some(folder.path().to_owned());
    let server = TestServer::with(ServeOptions { page, ..ServeOptions::new(REGISTRY) });
    assert_eq!(server.get("/").text(), "mine");
    assert_eq!(server.get("/main.js").status, 404);
}

#[test]
fn the_session_is_a_strict_cookie_and_tells_about_the_server() {
    let server = TestServer::start();
    let reply = server.post("/api/session", &json!({ "token": server.token }));
    let cookie = reply.header("set-cookie").unwrap();
    let port = server.host.rsplit_once(':').unwrap().1;
    assert!(cookie.starts_with(&format!("sixfold-{port}=")), "{cookie}");
    assert!(cookie.ends_with("; HttpOnly; SameSite=Strict; Path=/"), "{cookie}");
    assert!(!cookie.contains(&server.token));
    let about = server.get("/api/about").json();
    assert_eq!((&about["life"], &about["proofs"]), (&json!("server"), &json!(true)));
    assert!(about["cores"].as_u64().unwrap() > 0 && about["engines_without"] == json!([]));
}

#[test]
fn questions_are_answered_in_lines() {
    let server = TestServer::start();
    let ask = |request| {
        let reply = server.post("/api/ask", &request);
        assert_eq!(
            (reply.status, reply.header("content-type")),
            (200, Some("application/x-ndjson"))
        );
        reply.lines()
    };
    let families = ask(json!({ "verb": "list" }));
    assert_eq!(families.len(), REGISTRY.families().len());
    let text = quick()["text"].clone();
    let look = ask(json!({ "verb": "look", "text": text }));
    assert_eq!(look.len(), 1, "{look:?}");
    assert!(look[0]["data"]["svg"].as_str().unwrap().starts_with("<svg"));
    for (verb, field) in [("check", "ok"), ("draw", "picture"), ("transform", "text")] {
        let lines = ask(json!({ "verb": verb, "text": text }));
        assert!(!lines[0]["data"][field].is_null(), "{verb}: {lines:?}");
    }
    let wrong = ask(json!({ "verb": "look", "text": "hexiom 3\n1 2 x\n" }));
    assert_eq!((&wrong[0]["type"], wrong[0]["data"]["line"].as_u64()), (&json!("error"), Some(2)));
    assert_eq!(ask(quick())[0]["type"], "error", "an engine needs a job");
    let blank =
        |order| ask(json!({ "verb": "blank", "family": "magic", "order": order, "settings": [] }));
    assert_eq!(blank(3)[0]["type"], "result");
    for order in [0, 129, 65_535] {
        assert_eq!(blank(order)[0]["type"], "error", "{order}");
    }
}

#[test]
fn pictures_are_drawn() {
    let server = TestServer::start();
    let draw = |form: &str, request| server.post(&format!("/api/picture/{form}"), &request);
    let text = quick()["text"].clone();
    let png = draw("png", json!({ "verb": "draw", "text": text, "theme": "dark" }));
    assert_eq!((png.status, png.header("content-type")), (200, Some("image/png")));
    assert!(png.body.starts_with(b"\x89PNG"));
    let moves = sixfold_puzzle::puzzles::names("balto", "good");
    let moves = sixfold_puzzle::puzzles::text("balto", "good", &moves[0]).unwrap();
    let gif = draw("gif", json!({ "verb": "draw", "text": moves }));
    assert!(gif.status == 200 && gif.body.starts_with(b"GIF89a"), "{}", gif.status);
    let refused = |form: &str, request| {
        let reply = draw(form, request);
        assert_eq!(reply.status, 400, "{reply:?}");
        reply.message()
    };
    assert!(refused("gif", json!({ "verb": "draw", "text": text })).contains("no moves"));
    let view = json!({ "verb": "draw", "text": text, "view": "x-ray" });
    assert!(refused("png", view).contains("x-ray"));
    assert!(refused("png", json!({ "verb": "look", "text": text })).contains("draw"));
    let wrong = draw("png", json!({ "verb": "draw", "text": "hexiom 3\n1 2 x\n" }));
    assert_eq!((wrong.status, wrong.json()["line"].as_u64()), (400, Some(2)));
    assert_eq!(draw("bmp", json!({})).status, 404);
}

#[test]
fn unknown_paths_and_methods_are_told() {
    let server = TestServer::start();
    for path in ["/api/nothing", "/api/jobs/1/2/3", "/api/jobs/0/dance"] {
        let reply = server.get(path);
        assert!(reply.status == 404 && !reply.message().is_empty(), "{path}: {reply:?}");
    }
    for (method, path) in [("GET", "/api/ask"), ("PUT", "/api/jobs"), ("GET", "/api/session")] {
        let reply = server.send(method, path, "");
        assert!(reply.status == 405 && !reply.message().is_empty(), "{path}: {reply:?}");
    }
    for (method, end) in [
        ("GET", "/events"),
        ("GET", "/proof"),
        ("POST", "/stop"),
        ("POST", "/resume"),
        ("DELETE", ""),
    ] {
        for id in ["0123456789abcdef", "%2e%2e%2f", "..%2Flock", "%ff", "a%00b"] {
            let reply = server.send(method, &format!("/api/jobs/{id}{end}"), "");
            assert!(
                reply.status == 404 && !reply.message().is_empty(),
                "{method} {id}{end}: {reply:?}"
            );
        }
    }
}
