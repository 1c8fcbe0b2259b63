//! Who is not let in, and what is not accepted.

use serde_json::json;
use sixfold_solver::REGISTRY;

use crate::client::{TestServer, quick};

/// Every route of the interface.
const ROUTES: &[(&str, &str)] = &[
    ("GET", "/api/about"),
    ("POST", "/api/ask"),
    ("GET", "/api/jobs"),
    ("POST", "/api/jobs"),
    ("GET", "/api/jobs/0/events"),
    ("POST", "/api/jobs/0/stop"),
    ("POST", "/api/jobs/0/resume"),
    ("DELETE", "/api/jobs/0"),
    ("GET", "/api/jobs/0/proof"),
    ("POST", "/api/picture/png"),
    ("GET", "/api/nothing"),
];

#[test]
fn without_the_cookie_nothing_is_answered() {
    let server = TestServer::start();
    let host = &server.host;
    let (name, value) = server.cookie.split_once('=').unwrap();
    let cut = &value[1..];
    for &(method, path) in ROUTES {
        for cookie in [
            String::new(),
            format!("Cookie: {name}=\r\n"),
            format!("Cookie: {name}={cut}\r\n"),
            format!("Cookie: other={value}\r\n"),
            format!("Cookie: {name}={}\r\n", server.token),
        ] {
            let request = format!(
                "{method} {path} HTTP/1.1\r\nHost: {host}\r\n{cookie}Connection: close\r\n\r\n"
            );
            let reply = server.raw(request.as_bytes());
            assert_eq!(reply.status, 401, "{method} {path} {cookie}");
            assert!(!reply.message().is_empty());
        }
    }
    for token in ["", "0", &server.token[1..], &format!("{}0", server.token), value] {
        let reply = server.post("/api/session", &json!({ "token": token }));
        assert_eq!((reply.status, reply.header("set-cookie")), (401, None), "{token}");
    }
    for body in ["", "{}", "[]", "{\"token\":1}", "token"] {
        assert_eq!(server.send("POST", "/api/session", body).status, 400, "{body}");
    }
    assert_eq!(server.send("POST", "/api/session", &" ".repeat(2000)).status, 413);
}

#[test]
fn other_hosts_and_sites_are_refused_on_every_route() {
    let server = TestServer::start();
    let (host, cookie) = (&server.host, &server.cookie);
    let port = host.rsplit_once(':').unwrap().1;
    let routes = ROUTES.iter().chain(&[("GET", "/"), ("POST", "/api/session")]);
    for &(method, path) in routes {
        let refused = |headers: &str| {
            let request = format!(
                "{method} {path} HTTP/1.1\r\n{headers}Cookie: {cookie}\r\nConnection: close\r\n\r\n"
            );
            let reply = server.raw(request.as_bytes());
            assert_eq!(reply.status, 403, "{method} {path} {headers}");
        };
        for name in
            ["evil.example", &format!("evil.example:{port}"), "127.0.0.1", "127.0.0.1:1", ""]
        {
            refused(&format!("Host: {name}\r\n"));
        }
        refused("");
        refused(&format!("Host: {host}\r\nHost: {host}\r\n"));
        for origin in [
            "http://evil.example",
            "null",
            "https://127.0.0.1",
            &format!("http://localhost:{port}"),
        ] {
            refused(&format!("Host: {host}\r\nOrigin: {origin}\r\n"));
        }
        for site in ["cross-site", "same-site"] {
            refused(&format!("Host: {host}\r\nSec-Fetch-Site: {site}\r\n"));
        }
    }
    let absolute =
        format!("GET http://evil.example/ HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
    assert_eq!(server.raw(absolute.as_bytes()).status, 403);
    for name in ["localhost", "LocalHost", "[::1]"] {
        let own = format!("GET / HTTP/1.1\r\nHost: {name}:{port}\r\nConnection: close\r\n\r\n");
        assert_eq!(server.raw(own.as_bytes()).status, 200, "{name}");
    }
}

#[test]
fn options_that_name_a_program_or_a_file_are_refused() {
    let server = TestServer::start();
    let mut tried = 0;
    for family in REGISTRY.families() {
        let rules = family.rules;
        let text = rules.preset(&rules.presets()[0]).unwrap();
        let engines = family.engines.iter().flat_map(|engine| engine.row().options);
        let maker = family.maker.iter().flat_map(|maker| maker.options);
        let trainer = family.trainer.iter().flat_map(|trainer| trainer.options);
        let rows = engines.chain(maker).chain(trainer).filter(|row| row.outside().is_some());
        for row in rows {
            let settings = json!([{ "name": row.name, "value": "true" }]);
            let mut requests: Vec<_> = ["solve", "count", "enumerate", "hint"]
                .map(|verb| json!({ "verb": verb, "text": text, "settings": settings }))
                .into();
            requests.push(
                json!({ "verb": "make", "family": rules.name(), "order": 3, "settings": settings }),
            );
            for request in requests {
                let reply = server.post("/api/jobs", &request);
                let refused = format!("the option {} names a", row.name);
                assert!(
                    reply.status == 400 && reply.message().contains(&refused),
                    "{request}: {reply:?}"
                );
                tried += 1;
            }
        }
    }
    assert!(tried >= 15, "{tried}");
    assert_eq!(server.get("/api/jobs").json()["jobs"], json!([]));
}

#[test]
fn malformed_requests_are_told_what_is_wrong() {
    let server = TestServer::start();
    let deep = "[".repeat(100_000);
    for path in ["/api/ask", "/api/jobs", "/api/picture/png"] {
        for body in [
            "",
            "{",
            "null",
            "[]",
            "{\"verb\":1}",
            "{\"verb\":\"fly\"}",
            "{\"verb\":\"solve\"}",
            "\u{fffd}",
            &deep,
        ] {
            let reply = server.send("POST", path, body);
            assert!(
                reply.status == 400 && !reply.message().is_empty(),
                "{path} {body:.20}: {reply:?}"
            );
        }
        let bytes = [server.head("POST", path, 2).as_bytes(), b"\xff\xfe"].concat();
        assert_eq!(server.raw(&bytes).status, 400);
    }
    let misspelt = json!({ "verb": "solve", "text": "magic 1\n?\n", "tiem": 1 });
    assert!(server.post("/api/jobs", &misspelt).message().contains("tiem"));
    for text in ["", "chess 8\n", "magic 99999999999999999999\n", "magic 129\n", "magic 3\n1 2\n"] {
        let reply = server.post("/api/jobs", &json!({ "verb": "solve", "text": text }));
        assert_eq!(reply.status, 400, "{text:?}: {reply:?}");
    }
    let placed = server
        .post("/api/jobs", &json!({ "verb": "solve", "text": "hexiom 2\n1 x\n1 1 1\n1 1\n" }));
    assert_eq!((placed.status, placed.json()["line"].as_u64()), (400, Some(2)), "{placed:?}");
    for request in [
        json!({ "verb": "solve", "text": quick()["text"], "engine": "magic wand" }),
        json!({ "verb": "make", "family": "chess", "order": 3 }),
        json!({ "verb": "list" }),
        json!({ "verb": "solve", "text": quick()["text"], "time": -1 }),
    ] {
        let reply = server.post("/api/jobs", &request);
        assert!(reply.status == 400 && !reply.message().is_empty(), "{request}: {reply:?}");
    }
    assert_eq!(server.get("/api/jobs").json()["jobs"], json!([]));
}
