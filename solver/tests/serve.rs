//! Tests `solve serve`: access control, which files can be reached, jobs, and the end of the server.

#![cfg(unix)]

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// How long these tests wait for a single operation.
const PATIENCE: Duration = Duration::from_secs(120);

/// A running server with a small web page in a temporary folder.
struct Server {
    child: Child,
    port: u16,
    token: String,
    scratch: TempDir,
}

#[derive(Debug)]
struct Response {
    status: u16,
    head: String,
    body: Vec<u8>,
}

impl Response {
    fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&self.body)))
    }
}

/// Creates a folder with a small web page for the server. Some symbolic links in this folder lead to files in the
/// folder, and others lead out of the folder. Next to the folder is a file that the server must never send.
fn folders(scratch: &Path) -> PathBuf {
    let site = scratch.join("site");
    fs::create_dir_all(site.join("below")).unwrap();
    fs::create_dir_all(scratch.join("temporary")).unwrap();
    fs::write(site.join("index.html"), "<!doctype html><html><head><title>page</title></head></html>").unwrap();
    fs::write(site.join("site.json"), "{}").unwrap();
    fs::write(site.join("below/a b.txt"), "a text").unwrap();
    fs::write(site.join(".hidden"), "hidden").unwrap();
    fs::write(scratch.join("secret.txt"), "secret").unwrap();
    symlink(scratch.join("secret.txt"), site.join("out.txt")).unwrap();
    symlink(scratch, site.join("up")).unwrap();
    symlink(site.join("below/a b.txt"), site.join("in.txt")).unwrap();
    for (name, text) in
        [("part.js", "whole"), ("part.js.br", "brotli"), ("part.js.gz", "gzip"), ("index.html.br", "page"), ("small.css", "css")]
    {
        fs::write(site.join(name), text).unwrap();
    }
    symlink(scratch.join("secret.txt"), site.join("small.css.br")).unwrap();
    site
}

fn command(scratch: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_solve"));
    command.arg("serve").current_dir(ROOT).env("TMPDIR", scratch.join("temporary")).env_remove("GAMECERT_SITE");
    command
}

impl Server {
    /// Starts a server with these arguments and the page's folder.
    fn with(arguments: &[&str]) -> Self {
        let scratch = tempfile::tempdir().unwrap();
        let site = folders(scratch.path());
        let mut child = command(scratch.path())
            .args(["--json", "--site"])
            .arg(site)
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address: Value = serde_json::from_str(&line).unwrap();
        let address = address["address"].as_str().unwrap().to_owned();
        let rest = address.strip_prefix("http://127.0.0.1:").unwrap();
        let (port, token) = rest.split_once('/').unwrap();
        Self { child, port: port.parse().unwrap(), token: token.trim_end_matches('/').to_owned(), scratch }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream
    }

    /// Sends the bytes of `request`, with `{P}` replaced by the port and `{T}` by the token.
    fn raw(&self, request: &str) -> Response {
        let request = request.replace("{P}", &self.port.to_string()).replace("{T}", &self.token);
        let mut stream = self.connect();
        // The server may answer and close the connection before everything is sent.
        let _ = stream.write_all(request.as_bytes());
        read(stream)
    }

    /// Sends a request as the page does.
    fn ask(&self, method: &str, path: &str, body: Option<&Value>) -> Response {
        let body = body.map(Value::to_string);
        let fields = body.as_ref().map(|body| format!("Content-Type: application/json\r\nContent-Length: {}\r\n", body.len()));
        self.raw(&format!(
            "{method} /{{T}}/{path} HTTP/1.1\r\nHost: 127.0.0.1:{{P}}\r\nOrigin: http://127.0.0.1:{{P}}\r\nSec-Fetch-Site: same-origin\r\n{}\r\n{}",
            fields.unwrap_or_default(),
            body.unwrap_or_default()
        ))
    }

    fn get(&self, path: &str) -> Response {
        self.ask("GET", path, None)
    }

    /// Starts a job and returns its number.
    fn solve(&self, correct: &Value) -> u64 {
        let answer = self.ask("POST", "api/jobs", Some(correct));
        assert_eq!(answer.status, 202, "{}", String::from_utf8_lossy(&answer.body));
        answer.json()["number"].as_u64().unwrap()
    }

    /// Waits until `is` returns true for a job, and returns the job.
    fn job_when(&self, number: u64, is: impl Fn(&Value) -> bool) -> Value {
        let begun = Instant::now();
        loop {
            let job = self.get(&format!("api/jobs/{number}")).json();
            if is(&job) {
                return job;
            }
            assert!(begun.elapsed() < PATIENCE, "{job}");
            std::thread::yield_now();
        }
    }

    fn state_of(&self, number: u64) -> String {
        self.get(&format!("api/jobs/{number}")).json()["state"].as_str().unwrap().to_owned()
    }

    fn interrupt(&mut self) -> Option<i32> {
        let kill = Command::new("kill").args(["-INT", &self.child.id().to_string()]).status().unwrap();
        assert!(kill.success());
        self.child.wait().unwrap().code()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // The jobs of a server end with the server, however the server ends.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Reads the answer; returns `None` if the connection is closed without one.
fn answer(mut stream: TcpStream) -> Option<Response> {
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes);
    let split = bytes.windows(4).position(|window| window == b"\r\n\r\n")?;
    let head = String::from_utf8(bytes[..split].to_vec()).unwrap();
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    Some(Response { status, head, body: bytes[split + 4..].to_vec() })
}

fn read(stream: TcpStream) -> Response {
    answer(stream).expect("no answer")
}

/// Returns the path of the program `check`, which a build of the workspace puts in the same folder as `solve`.
fn check() -> PathBuf {
    let check = Path::new(env!("CARGO_BIN_EXE_solve")).with_file_name("check");
    assert!(check.exists(), "no check beside solve: cargo build -p gamecert-solver -p gamecert-checker");
    check
}

/// Returns a request for a search that takes long.
fn long() -> Value {
    json!({ "system": "losing-chess", "moves": "1. e3 b5", "side": "white", "seconds": 3600 })
}

#[test]
fn who_is_let_in_and_what_is_reached() {
    let server = Server::with(&["certs/kk.cbor"]);
    let large = "x".repeat(20_000);
    let many = "f: 1\r\n".repeat(100);
    let post = "Host: localhost:{P}\r\nContent-Type: application/json\r\n";
    let table: Vec<(&str, String, u16)> = vec![
        ("the page", "GET /{T}/ HTTP/1.1\r\nHost: 127.0.0.1:{P}\r\n\r\n".into(), 200),
        ("by its other name", "GET /{T}/ HTTP/1.1\r\nHost: localhost:{P}\r\n\r\n".into(), 200),
        ("its head alone", "HEAD /{T}/ HTTP/1.1\r\nHost: localhost:{P}\r\n\r\n".into(), 200),
        ("as the user goes to it", "GET /{T}/ HTTP/1.1\r\nHost: localhost:{P}\r\nSec-Fetch-Site: none\r\n\r\n".into(), 200),
        ("a file below", "GET /{T}/below/a%20b.txt?query HTTP/1.1\r\nHost: localhost:{P}\r\n\r\n".into(), 200),
        ("a link that stays", "GET /{T}/in.txt HTTP/1.1\r\nHost: localhost:{P}\r\n\r\n".into(), 200),
        ("no token", "GET / HTTP/1.1\r\nHost: localhost:{P}\r\n\r\n".into(), 404),
        ("no token, and a file", "GET /index.html HTTP/1.1\r\nHost: localhost:{P}\r\n\r\n".into(), 404),
        ("a wrong token", "GET /00000000000000000000000000000000/ HTTP/1.1\r\nHost: localhost:{P}\r\n\r\n".into(), 404),
        ("the token and more", "GET /{T}0/ HTTP/1.1\r\nHost: localhost:{P}\r\n\r\n".into(), 404),
        ("the token and no slash", "GET /{T} HTTP/1.1\r\nHost: localhost:{P}\r\n\r\n".into(), 404),
        ("the token as a query", "GET /?/{T}/ HTTP/1.1\r\nHost: localhost:{P}\r\n\r\n".into(), 404),
        ("no host", "GET /{T}/ HTTP/1.1\r\n\r\n".into(), 421),
        ("a foreign host", "GET /{T}/ HTTP/1.1\r\nHost: example.org:{P}\r\n\r\n".into(), 421),
        ("another port", "GET /{T}/ HTTP/1.1\r\nHost: localhost:1\r\n\r\n".into(), 421),
        ("two hosts", "GET /{T}/ HTTP/1.1\r\nHost: localhost:{P}\r\nHost: localhost:{P}\r\n\r\n".into(), 400),
        ("a foreign origin", "GET /{T}/ HTTP/1.1\r\nHost: localhost:{P}\r\nOrigin: http://example.org\r\n\r\n".into(), 403),
        ("no origin's origin", "GET /{T}/ HTTP/1.1\r\nHost: localhost:{P}\r\nOrigin: null\r\n\r\n".into(), 403),
        ("the other name's origin", "GET /{T}/ HTTP/1.1\r\nHost: localhost:{P}\r\nOrigin: http://127.0.0.1:{P}\r\n\r\n".into(), 403),
        ("a foreign page", "GET /{T}/ HTTP/1.1\r\nHost: localhost:{P}\r\nSec-Fetch-Site: cross-site\r\n\r\n".into(), 403),
        ("another port's page", "GET /{T}/ HTTP/1.1\r\nHost: localhost:{P}\r\nSec-Fetch-Site: same-site\r\n\r\n".into(), 403),
        ("a path that leads up", "GET /{T}/../secret.txt HTTP/1.1\r\nHost: localhost:{P}\r\n\r\n".into(), 404),
        ("the same encoded", "GET /{T}/%2e%2e/secret.txt HTTP/1.1\r\nHost: localhost:{P}\r\n\r\n".into(), 404),
        ("with its slash encoded", "GET /{T}/below%2f..%2f..%2fsecret.txt HTTP/1.1\r\nHost: localhost:{P}\r\n\r\n".into(), 404),
        ("with a backslash", "GET /{T}/..\\secret.txt HTTP/1.1\r\nHost: localhost:{P}\r\n\r\n".into(), 404),
        ("an absolute path", "GET /{T}//etc/passwd HTTP/1.1\r\nHost: localhost:{P}\r\n\r\n".into(), 404),
        ("a link that leads out", "GET /{T}/out.txt HTTP/1.1\r\nHost: localhost:{P}\r\n\r\n".into(), 404),
        ("a folder's link that leads out", "GET /{T}/up/secret.txt HTTP/1.1\r\nHost: localhost:{P}\r\n\r\n".into(), 404),
        ("a hidden file", "GET /{T}/.hidden HTTP/1.1\r\nHost: localhost:{P}\r\n\r\n".into(), 404),
        ("a folder", "GET /{T}/below HTTP/1.1\r\nHost: localhost:{P}\r\n\r\n".into(), 404),
        ("a name with a zero", "GET /{T}/index.html%00 HTTP/1.1\r\nHost: localhost:{P}\r\n\r\n".into(), 404),
        ("no such file", "GET /{T}/none HTTP/1.1\r\nHost: localhost:{P}\r\n\r\n".into(), 404),
        ("no such question", "GET /{T}/api/none HTTP/1.1\r\nHost: localhost:{P}\r\n\r\n".into(), 404),
        ("a certificate", "GET /{T}/api/files/0 HTTP/1.1\r\nHost: localhost:{P}\r\n\r\n".into(), 200),
        ("no such certificate", "GET /{T}/api/files/1 HTTP/1.1\r\nHost: localhost:{P}\r\n\r\n".into(), 404),
        ("a file by its name", "GET /{T}/api/files/kk.cbor HTTP/1.1\r\nHost: localhost:{P}\r\n\r\n".into(), 404),
        ("no such job", "GET /{T}/api/jobs/1 HTTP/1.1\r\nHost: localhost:{P}\r\n\r\n".into(), 404),
        ("no such job's certificate", "GET /{T}/api/jobs/1/certificates/a.cbor HTTP/1.1\r\nHost: localhost:{P}\r\n\r\n".into(), 404),
        ("deleting the page", "DELETE /{T}/index.html HTTP/1.1\r\nHost: localhost:{P}\r\n\r\n".into(), 405),
        ("deleting all jobs", "DELETE /{T}/api/jobs HTTP/1.1\r\nHost: localhost:{P}\r\n\r\n".into(), 405),
        ("putting", "PUT /{T}/api/jobs HTTP/1.1\r\nHost: localhost:{P}\r\nContent-Length: 0\r\n\r\n".into(), 405),
        ("getting a verdict", "GET /{T}/api/verify HTTP/1.1\r\nHost: localhost:{P}\r\n\r\n".into(), 405),
        (
            "a form",
            "POST /{T}/api/jobs HTTP/1.1\r\nHost: localhost:{P}\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\n{}".into(),
            415,
        ),
        ("no type", "POST /{T}/api/jobs HTTP/1.1\r\nHost: localhost:{P}\r\nContent-Length: 2\r\n\r\n{}".into(), 415),
        ("no length", format!("POST /{{T}}/api/jobs HTTP/1.1\r\n{post}\r\n{{}}"), 411),
        ("a body in chunks", format!("POST /{{T}}/api/jobs HTTP/1.1\r\n{post}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"), 501),
        ("two lengths", format!("POST /{{T}}/api/jobs HTTP/1.1\r\n{post}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{{}}"), 400),
        ("a length with a sign", format!("POST /{{T}}/api/jobs HTTP/1.1\r\n{post}Content-Length: +2\r\n\r\n{{}}"), 400),
        ("a body that is too large", format!("POST /{{T}}/api/jobs HTTP/1.1\r\n{post}Content-Length: 1048577\r\n\r\n{large}"), 413),
        ("a length that is no number", format!("POST /{{T}}/api/jobs HTTP/1.1\r\n{post}Content-Length: {}\r\n\r\n", "9".repeat(30)), 413),
        ("broken JSON", format!("POST /{{T}}/api/jobs HTTP/1.1\r\n{post}Content-Length: 2\r\n\r\n{{x"), 400),
        ("a head that is too large", format!("GET /{{T}}/ HTTP/1.1\r\nHost: localhost:{{P}}\r\nx: {large}\r\n\r\n"), 431),
        ("too many fields", format!("GET /{{T}}/ HTTP/1.1\r\nHost: localhost:{{P}}\r\n{many}\r\n"), 431),
        ("no HTTP", "\u{16}\u{3}\u{1}\r\n\r\n".into(), 400),
    ];
    for (title, request, status) in table {
        let answer = server.raw(&request);
        assert_eq!(answer.status, status, "{title}: {}", answer.head);
        assert!(!String::from_utf8_lossy(&answer.body).contains("secret"), "{title}");
        if [403, 421].contains(&status) || title.contains("token") {
            assert!(answer.body.is_empty(), "{title} gets a body");
        }
    }
}

#[test]
fn what_every_answer_says_to_browsers() {
    let server = Server::with(&[]);
    let page = fs::read_to_string(Path::new(ROOT).join("web/src/index.html")).unwrap();
    let (_, policy) = page.split_once("Content-Security-Policy\" content=\"").unwrap();
    let (policy, _) = policy.split_once('"').unwrap();
    // The placeholder is removed, because only a build replaces it by the digest of a script.
    let policy = policy.replace(" '{earlyDigest}'", "");
    let said = [
        format!("Content-Security-Policy: {policy}; frame-ancestors 'none'"),
        "X-Content-Type-Options: nosniff".into(),
        "Referrer-Policy: no-referrer".into(),
        "Cross-Origin-Resource-Policy: same-origin".into(),
        "Cross-Origin-Opener-Policy: same-origin".into(),
        "Cache-Control: no-store".into(),
    ];
    for path in ["", "site.json", "none", "api/serve"] {
        let head = server.get(path).head;
        for line in &said {
            assert!(head.lines().any(|known| known == line), "{path}: {line} is missing in\n{head}");
        }
        assert!(!head.contains("Access-Control"), "{head}");
    }
    let page = server.get("");
    assert!(String::from_utf8(page.body).unwrap().contains("<head><meta name=\"gamecert-api\" content=\"api/\"><title>"));
    assert!(page.head.contains("Content-Type: text/html"), "{}", page.head);
    // A page that allows an inline script declares its policy in its head, and the server repeats that policy.
    let own = format!("{policy} 'sha256-AAAA'");
    let text = format!("<html><head><meta http-equiv=\"Content-Security-Policy\" content=\"{own}\"></head></html>");
    fs::write(server.scratch.path().join("site/index.html"), text).unwrap();
    let line = format!("Content-Security-Policy: {own}; frame-ancestors 'none'");
    assert!(server.get("").head.lines().any(|known| known == line));
    assert!(!server.get("in.txt").head.contains("AAAA"));
    let head = server.ask("HEAD", "in.txt", None);
    assert!(head.body.is_empty() && head.head.contains("Content-Length: 6"), "{}", head.head);
}

#[test]
fn it_listens_on_loopback_alone() {
    let server = Server::with(&[]);
    let listening = fs::read_to_string("/proc/net/tcp").unwrap_or_default() + &fs::read_to_string("/proc/net/tcp6").unwrap_or_default();
    let port = format!(":{:04X}", server.port);
    // In these files, the state 0A means that a socket is listening.
    let own: Vec<&str> = listening
        .lines()
        .filter(|line| line.split_whitespace().nth(1).is_some_and(|at| at.ends_with(&port)) && line.contains(" 0A "))
        .collect();
    if cfg!(target_os = "linux") {
        assert_eq!(own.len(), 1, "{own:?}");
        assert!(own[0].contains("0100007F"), "{own:?}");
    }
}

#[test]
fn a_slow_client_is_not_waited_for_and_keeps_nobody_out() {
    let server = Server::with(&[]);
    let mut slow = server.connect();
    slow.write_all(b"GET /").unwrap();
    let idle: Vec<TcpStream> = (0..30).map(|_| server.connect()).collect();
    assert_eq!(server.get("").status, 200);
    let begun = Instant::now();
    assert_eq!(read(slow).status, 408);
    assert!(begun.elapsed() < Duration::from_secs(60));
    drop(idle);
}

#[test]
fn more_connections_than_it_takes_are_refused() {
    let server = Server::with(&[]);
    let idle: Vec<TcpStream> = (0..64).map(|_| server.connect()).collect();
    assert_eq!(read(server.connect()).status, 503);
    drop(idle);
    let begun = Instant::now();
    // The server notices a closed connection only after a moment. Until then it may close a new connection before it
    // reads the request.
    loop {
        let mut stream = server.connect();
        let request = format!("GET /{}/ HTTP/1.1\r\nHost: localhost:{}\r\n\r\n", server.token, server.port);
        let _ = stream.write_all(request.as_bytes());
        if answer(stream).is_some_and(|answer| answer.status == 200) {
            break;
        }
        assert!(begun.elapsed() < PATIENCE);
    }
}

#[test]
fn certificates_that_were_named_are_verified_and_walked_through() {
    let server = Server::with(&["certs/kk.cbor", "certs/losing", "certs/knk.cbor", "tests/corpus/reject/batch/entry-side.cbor"]);
    let about = server.get("api/serve").json();
    let names: Vec<&str> = about["files"].as_array().unwrap().iter().map(|file| file["name"].as_str().unwrap()).collect();
    assert_eq!(
        (names[0], about["files"][0]["size"].as_u64()),
        ("certs/kk.cbor", Some(fs::metadata(Path::new(ROOT).join("certs/kk.cbor")).unwrap().len()))
    );
    assert!(names.contains(&"certs/losing/e3-d5.cbor") && !names.contains(&"certs/krk.cbor"), "{names:?}");
    assert!(about["memory"].as_u64().unwrap() > 0);

    // The verdict agrees with `check --json`, and also has the digest and the entries.
    let check = check();
    for name in ["certs/knk.cbor", "certs/losing/e3-d5.cbor", "tests/corpus/reject/batch/entry-side.cbor"] {
        let mut verdict = server.ask("POST", "api/verify", Some(&json!({ "file": name }))).json();
        let output: Output = Command::new(&check).args(["--json", name]).current_dir(ROOT).output().unwrap();
        let expected: Value = serde_json::from_slice(&output.stdout).unwrap();
        let object = verdict.as_object_mut().unwrap();
        object.remove("entries");
        let digest = object.remove("sha256").unwrap();
        object.extend(expected.get("sha256").map(|_| ("sha256".to_owned(), digest)));
        assert_eq!(verdict, expected, "{name}");
    }
    for name in ["certs/krk.cbor", "../secret.txt", "/etc/passwd", ""] {
        let refused = server.ask("POST", "api/verify", Some(&json!({ "file": name })));
        assert_eq!(refused.status, 404, "{name}");
        let refused = server.ask(
            "POST",
            "api/ask",
            Some(&json!({ "page": "a", "question": { "losing": { "read": { "name": "a" } } }, "file": name })),
        );
        assert_eq!(refused.status, 404, "{name}");
    }

    let ask = |page: &str, question: Value, file: Option<&str>| {
        server.ask("POST", "api/ask", Some(&json!({ "page": page, "question": { "losing": question }, "file": file })))
    };
    let read = ask("a", json!({ "read": { "name": "e3-d5" } }), Some("certs/losing/e3-d5.cbor"));
    assert_eq!(read.json()["winner"], "white");
    let place = ask("a", json!({ "place": { "before": ["e3", "d5"], "moves": [] } }), None).json();
    assert_eq!(place["line"], json!(["e3", "d5"]));
    assert!(!place["replies"].as_array().unwrap().is_empty());
    let elsewhere = ask("b", json!({ "size": { "number": 0 } }), None);
    assert_eq!((elsewhere.status, elsewhere.json()["error"].as_str().unwrap()), (422, "no proof has been read"));
    assert_eq!(ask("a", json!({ "nothing": {} }), None).status, 422);
    let rejected = ask("a", json!({ "read": { "name": "kk" } }), Some("certs/kk.cbor"));
    assert_eq!(rejected.status, 422, "kk is no proof of losing chess");
}

#[test]
fn a_small_job_is_solved_and_its_certificates_are_verified() {
    let server = Server::with(&[]);
    let number = server.solve(&json!({ "system": "bidding-chess", "material": ["KRK"], "board": "4x4" }));
    let job = server.job_when(number, |job| job["state"] == "done");
    assert!(job["text"].as_str().unwrap().contains("KRK on 4x4 is solved: "), "{job}");
    assert!(!job["text"].as_str().unwrap().contains("/temporary/"), "{job}");
    let names: Vec<&str> = job["certificates"].as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap()).collect();
    assert_eq!(names.len(), 2, "{job}");
    let folder = server.scratch.path().join("taken");
    fs::create_dir(&folder).unwrap();
    for name in &names {
        let certificate = server.get(&format!("api/jobs/{number}/certificates/{name}"));
        assert_eq!(certificate.status, 200);
        fs::write(folder.join(name), certificate.body).unwrap();
    }
    assert!(Command::new(check()).arg("--quiet").arg(&folder).stdout(Stdio::null()).status().unwrap().success());
    for name in ["..%2fsecret.txt", "none.cbor", "%2e%2e"] {
        assert_eq!(server.get(&format!("api/jobs/{number}/certificates/{name}")).status, 404, "{name}");
    }
    // After its deletion the job is forgotten, and its folder is removed.
    assert_eq!(server.ask("DELETE", &format!("api/jobs/{number}"), None).status, 200);
    assert_eq!(server.get(&format!("api/jobs/{number}")).status, 404);
    assert_eq!(server.get(&format!("api/jobs/{number}/certificates/{}", names[0])).status, 404);
}

#[test]
fn every_system_is_solved() {
    let server = Server::with(&[]);
    let table = [
        (
            json!({ "system": "losing-chess", "moves": "1. e3 d5", "side": "white", "seconds": 600 }),
            "done",
            "1. e3 d5: White wins by force with 2. ",
            1,
        ),
        (json!({ "system": "chips", "game": "tug:3", "up_to": 9, "tie_break": "advantage", "player": "left" }), "done", "tug o' war", 1),
        (json!({ "system": "chips", "game": "bidding-chess:KK@3x3", "tie_break": "advantage", "player": "left" }), "done", "", 1),
        (json!({ "system": "scoring", "subtract": [1, 2], "budgets": [1, 6] }), "done", "outcomes of all heaps", 1),
        (
            json!({ "system": "unwinnable", "fen": "Bb1k1b2/bKp1p1p1/1pP1P1P1/1P6/p5P1/P7/8/8 w - -", "side": "white" }),
            "done",
            "White cannot mate: no moves of kings and pawns lead to a mate, ",
            1,
        ),
        (json!({ "system": "losing-chess", "moves": "1. e3 b5", "side": "white", "seconds": 1 }), "open", "", 0),
    ];
    for (correct, state, text, certificates) in table {
        let number = server.solve(&correct);
        let job = server.job_when(number, |job| !["waiting", "running"].contains(&job["state"].as_str().unwrap()));
        assert_eq!(job["state"], state, "{correct}: {job}");
        assert!(job["text"].as_str().unwrap().contains(text), "{job}");
        assert_eq!(job["certificates"].as_array().unwrap().len(), certificates, "{job}");
    }
}

#[test]
fn jobs_tell_how_far_they_are_wait_for_each_other_and_are_cancelled() {
    let server = Server::with(&[]);
    let running = server.solve(&long());
    let job = server.job_when(running, |job| job["progress"].as_array().is_some_and(|parts| !parts.is_empty()));
    assert_eq!(job["state"], "running");
    assert!(job["progress"][0]["stage"].is_string(), "{job}");
    let waiting: Vec<u64> = (0..8).map(|_| server.solve(&long())).collect();
    let refused = server.ask("POST", "api/jobs", Some(&long()));
    assert_eq!(refused.status, 429);
    assert!(refused.json()["error"].as_str().unwrap().starts_with("8 jobs are waiting"));
    // Cancelling a waiting job takes effect at once and makes room for another.
    assert_eq!(server.state_of(waiting[0]), "waiting");
    assert_eq!(server.ask("DELETE", &format!("api/jobs/{}", waiting[0]), None).json()["state"], "cancelled");
    let small = json!({ "system": "bidding-chess", "material": ["KK"], "board": "4x4" });
    let last = server.solve(&small);
    for &number in &waiting[1..] {
        server.ask("DELETE", &format!("api/jobs/{number}"), None);
    }
    // Cancelling the running job interrupts it, and the next job starts.
    assert_eq!(server.ask("DELETE", &format!("api/jobs/{running}"), None).status, 200);
    server.job_when(running, |job| job["state"] == "cancelled");
    server.job_when(last, |job| job["state"] == "done");
    assert_eq!(server.get("api/jobs").json().as_array().unwrap().len(), 10);
}

#[test]
fn what_needs_too_much_memory_or_is_no_request_is_refused_with_a_sentence() {
    let server = Server::with(&["--memory", "200M"]);
    assert_eq!(server.get("api/serve").json()["memory"], 200_000_000);
    let table = [
        (json!({ "system": "bidding-chess", "material": ["KQRK"], "board": "8x8" }), 422, "KQRK on 8x8 needs about "),
        (json!({ "system": "bidding-chess", "material": ["--help"], "board": "4x4" }), 422, "--help"),
        (json!({ "system": "chips", "game": "examples/standoff.json", "tie_break": "advantage", "player": "left" }), 422, "is no game"),
        (json!({ "system": "walk", "file": "certs/kk.cbor" }), 400, "unknown variant `walk`"),
        (
            json!({ "system": "bidding-chess", "material": ["KK"], "board": "4x4", "arguments": ["--force"] }),
            400,
            "unknown field `arguments`",
        ),
        (json!(["bidding-chess"]), 400, "not a valid request"),
    ];
    for (correct, status, sentence) in table {
        let refused = server.ask("POST", "api/jobs", Some(&correct));
        assert_eq!(refused.status, status, "{correct}");
        let error = refused.json()["error"].as_str().unwrap().to_owned();
        assert!(error.contains(sentence), "{correct}: {error}");
    }
    let refused = server.ask("POST", "api/jobs", Some(&json!({ "system": "bidding-chess", "material": ["KQRK"], "board": "8x8" })));
    assert!(refused.json()["error"].as_str().unwrap().ends_with("--memory allows 200.0 MB"), "{}", refused.json());
    assert_eq!(server.get("api/jobs").json(), json!([]));
}

#[test]
fn it_ends_cleanly_when_it_is_interrupted() {
    let mut server = Server::with(&[]);
    let number = server.solve(&long());
    server.job_when(number, |job| job["progress"].as_array().is_some_and(|parts| !parts.is_empty()));
    server.solve(&long());
    let temporary = server.scratch.path().join("temporary");
    assert_eq!(fs::read_dir(&temporary).unwrap().count(), 1);
    assert_eq!(server.interrupt(), Some(0));
    assert_eq!(fs::read_dir(&temporary).unwrap().count(), 0, "the certificates of jobs are left");
}

#[cfg(target_os = "linux")]
fn processes_with(text: &str) -> Vec<PathBuf> {
    let processes = fs::read_dir("/proc").unwrap().flatten().map(|entry| entry.path());
    let named = |process: &PathBuf| fs::read(process.join("cmdline")).is_ok_and(|line| String::from_utf8_lossy(&line).contains(text));
    processes.filter(named).collect()
}

#[cfg(target_os = "linux")]
#[test]
fn a_job_does_not_outlive_a_server_that_is_killed() {
    let mut server = Server::with(&[]);
    // The time limit is unique among the tests, so it identifies the process of this job.
    let number = server.solve(&json!({ "system": "losing-chess", "moves": "1. e3 b5", "side": "white", "seconds": 3599 }));
    server.job_when(number, |job| job["progress"].as_array().is_some_and(|parts| !parts.is_empty()));
    assert_eq!(processes_with("--time=3599s").len(), 1);
    server.child.kill().unwrap();
    let begun = Instant::now();
    while !processes_with("--time=3599s").is_empty() {
        assert!(begun.elapsed() < PATIENCE);
    }
}

#[test]
fn what_it_does_not_begin_with() {
    let scratch = tempfile::tempdir().unwrap();
    let site = folders(scratch.path());
    let site = site.to_str().unwrap();
    let empty = scratch.path().join("temporary");
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let table: [(&str, &[&str], &str); 5] = [
        ("no page", &["--site", empty.to_str().unwrap()], "not the folder of the page; make it in a copy of the repository"),
        ("no file", &["--site", site, "none.cbor"], "none.cbor: "),
        ("no certificates", &["--site", site, empty.to_str().unwrap()], "a folder with no *.cbor in it or below"),
        ("a device", &["--site", site, "/dev/null"], "/dev/null: not a regular file"),
        ("a port that is taken", &["--site", site, "--port", &port], "port "),
    ];
    for (title, arguments, sentence) in table {
        let output = command(scratch.path()).args(arguments).stdin(Stdio::null()).output().unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{title}: {error}");
        assert!(error.contains(sentence), "{title}: {error}");
        assert!(output.stdout.is_empty(), "{title}");
    }
}

#[test]
fn compressed_forms_are_sent_to_whom_accepts_them() {
    let server = Server::with(&[]);
    // Each case has the path, the header with the accepted encodings, the encoding of the answer, and the body.
    for (path, accepted, encoding, body) in [
        ("part.js", "", None, "whole"),
        ("part.js", "Accept-Encoding: gzip, deflate, br, zstd\r\n", Some("br"), "brotli"),
        ("part.js", "accept-encoding: GZIP\r\n", Some("gzip"), "gzip"),
        ("part.js", "Accept-Encoding: br;q=0, gzip;q=0.5\r\n", Some("gzip"), "gzip"),
        ("part.js", "Accept-Encoding: deflate, brown\r\n", None, "whole"),
        ("small.css", "Accept-Encoding: br\r\n", None, "css"),
        ("part.js.br", "Accept-Encoding: br\r\n", None, "brotli"),
    ] {
        let answer = server.raw(&format!("GET /{{T}}/{path} HTTP/1.1\r\nHost: localhost:{{P}}\r\n{accepted}\r\n"));
        let found = answer.head.lines().find_map(|line| line.strip_prefix("Content-Encoding: "));
        let body_found = String::from_utf8_lossy(&answer.body);
        assert_eq!((answer.status, found, &*body_found), (200, encoding, body), "{path}, {accepted:?}");
    }
    // The server inserts a mark into the page itself, and therefore sends the page uncompressed.
    let page = server.raw("GET /{T}/ HTTP/1.1\r\nHost: localhost:{P}\r\nAccept-Encoding: br\r\n\r\n");
    assert!(String::from_utf8_lossy(&page.body).contains("gamecert-api"));
}
