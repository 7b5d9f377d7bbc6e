//! Serves the files of the page. The script `web/build.mjs` makes the folder of the page. Only regular files are
//! served.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use super::gate::parts;
use super::http::{Response, Status};
use crate::cli::outcome::Failure;

/// Tag by which the page's script recognises this server.
const MARK: &str = "<meta name=\"gamecert-api\" content=\"api/\">";

/// Advice to the user about how to build the page.
const HOW: &str = "make it in a copy of the repository with 'web/make', and say --site with its folder, target/web/site";

/// Encodings of compressed files, each with its file suffix. The encoding with the smallest files comes first. The
/// script `web/build.mjs` puts compressed files beside the originals.
const ENCODINGS: [(&str, &str); 2] = [("br", ".br"), ("gzip", ".gz")];

/// Reports whether the list `encodings` (RFC 9110, section 12.5.3) contains the encoding `name` with a weight other
/// than 0.
fn accepts(encodings: &str, name: &str) -> bool {
    encodings.split(',').any(|one| {
        let (known, weight) = one.split_once(';').unwrap_or((one, ""));
        known.trim().eq_ignore_ascii_case(name) && !matches!(weight.trim(), "q=0" | "q=0.0" | "q=0.00" | "q=0.000")
    })
}

/// Folder of the page.
pub(super) struct Site(PathBuf);

impl Site {
    /// Finds the folder of the page. Takes the folder `named`, or else the folder in the environment variable
    /// `GAMECERT_SITE`. Otherwise, tries two default folders.
    ///
    /// # Errors
    /// Returns a message with instructions if there is no page.
    pub(super) fn find(named: Option<&Path>) -> Result<Self, Failure> {
        let at = |folder: &Path| {
            fs::canonicalize(folder).ok().filter(|folder| folder.join("index.html").is_file() && folder.join("site.json").is_file())
        };
        if let Some(named) = named.map(Path::to_owned).or_else(|| std::env::var_os("GAMECERT_SITE").map(PathBuf::from)) {
            return at(&named).map(Self).ok_or_else(|| Failure::input(format!("{}: not the folder of the page; {HOW}", named.display())));
        }
        let installed = std::env::current_exe().ok().and_then(|program| Some(program.parent()?.parent()?.join("share/gamecert/site")));
        let folders = installed.into_iter().chain([PathBuf::from("target/web/site")]);
        let found = folders.filter_map(|folder| at(&folder)).next();
        found.map(Self).ok_or_else(|| Failure::input(format!("the page is not installed; {HOW}")))
    }

    /// Returns the file at this path.
    pub(super) fn file(&self, path: &str, encodings: &str) -> Response {
        let missing = || Response::empty(Status::NotFound);
        let Some(parts) = parts(if path.is_empty() { "index.html" } else { path }) else { return missing() };
        let Some(file) = self.inside(&parts) else { return missing() };
        let kind = kind(&file);
        if parts == ["index.html"] {
            return marked(&file).unwrap_or_else(|_| missing());
        }
        let compressed = ENCODINGS.into_iter().filter(|(name, _)| accepts(encodings, name)).find_map(|(name, ending)| {
            let mut parts = parts.clone();
            parts.last_mut()?.push_str(ending);
            Some(Response::file(kind, File::open(self.inside(&parts)?).ok()?).ok()?.encoded(name))
        });
        compressed.or_else(|| Response::file(kind, File::open(&file).ok()?).ok()).unwrap_or_else(missing)
    }

    /// Resolves links in the path of a file. Returns `None` if the path leads out of the page's folder.
    fn inside(&self, parts: &[String]) -> Option<PathBuf> {
        let path = fs::canonicalize(self.0.join(parts.iter().collect::<PathBuf>())).ok()?;
        (path.starts_with(&self.0) && path.is_file()).then_some(path)
    }
}

/// Returns the page itself, with the tag [`MARK`].
fn marked(file: &Path) -> io::Result<Response> {
    let text = fs::read_to_string(file)?;
    let policy = policy(&text).map(str::to_owned);
    let answer = Response::bytes(Status::Ok, kind(file), text.replacen("<head>", &format!("<head>{MARK}"), 1).into_bytes());
    Ok(match policy {
        Some(policy) => answer.with_policy(policy),
        None => answer,
    })
}

/// Returns the Content-Security-Policy that the page declares. The policy has the digest of the page's script.
fn policy(page: &str) -> Option<&str> {
    let (_, rest) = page.split_once("http-equiv=\"Content-Security-Policy\" content=\"")?;
    let (policy, _) = rest.split_once('"')?;
    // A header field has a single line, so a policy with line breaks is ignored.
    (!policy.contains(char::is_control)).then_some(policy)
}

/// Returns the content type that belongs to the suffix of the file name.
fn kind(file: &Path) -> &'static str {
    match file.extension().and_then(|extension| extension.to_str()).unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" => "application/json",
        "svg" => "image/svg+xml",
        "wasm" => "application/wasm",
        "txt" => "text/plain; charset=utf-8",
        "cbor" => "application/cbor",
        _ => "application/octet-stream",
    }
}
