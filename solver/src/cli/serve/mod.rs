//! `solve serve`: serves the page to this machine only. The program verifies files that are too large for a browser,
//! answers questions about these files, and solves games.
//!
//! The module `http` reads a request within limits of size and time, and `gate` controls access. Then `site` answers
//! requests for the page's files, and `api` answers all other requests. The module `open_certificates` lists the
//! certificates that the user named, `explorers` answers questions about verified certificates, and `jobs` runs
//! computations. Each job runs in a separate process (`child`), with arguments from `requests`.

mod api;
mod child;
mod explorers;
mod gate;
mod http;
mod jobs;
mod open_certificates;
mod requests;
mod site;

use std::io::{self, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use clap::Args;

use super::outcome::{Failure, note};
use super::resources::{Resources, stop_flag};
use api::Api;
use explorers::Explorers;
use gate::Gate;
use http::{Connection, Head, Method, Response, Status};
use jobs::Jobs;
use open_certificates::Certificates;
use site::Site;

const MAX_CONNECTIONS: usize = 64;
/// Stack size, in bytes, of threads that verify certificates. The stack must be large, because citations are followed
/// recursively.
const STACK: usize = 16 << 20;
/// Interval between two checks of the flag that ends the server.
const LOOK: Duration = Duration::from_millis(20);

/// Arguments of `solve serve`.
#[derive(Args, Debug)]
pub(super) struct ServeCommand {
    /// Certificates for the page. A folder stands for all *.cbor files in it and below
    #[arg(value_name = "FILE|FOLDER")]
    files: Vec<PathBuf>,
    /// The folder with the files of the page [default: $GAMECERT_SITE, ../share/gamecert/site beside the program, or
    /// target/web/site]
    #[arg(long, value_name = "DIR")]
    site: Option<PathBuf>,
    /// The port [default: any free port]
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    port: u16,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
    /// Print the address as a JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    resources: Resources,
}

struct Server {
    gate: Gate,
    site: Site,
    api: Api,
    connections: AtomicUsize,
}

impl ServeCommand {
    /// Serves the page until interrupted.
    ///
    /// # Errors
    /// Fails if the page or a file is missing, or if the port is taken.
    pub(super) fn run(&self) -> Result<(), Failure> {
        let resources = self.resources.or_half_the_memory();
        let site = Site::find(self.site.as_deref())?;
        let certificates = Certificates::new(&self.files)?;
        resources.set_threads()?;
        // Listen on the loopback address only.
        let listener =
            TcpListener::bind((Ipv4Addr::LOCALHOST, self.port)).map_err(|error| Failure::input(format!("port {}: {error}", self.port)))?;
        let own = listener.local_addr().map_err(|error| Failure::input(format!("port {}: {error}", self.port)))?;
        let gate = Gate::new(own.port()).map_err(|error| Failure::input(format!("no random bytes: {error}")))?;
        let jobs =
            Jobs::new(resources.memory().unwrap_or(u64::MAX)).map_err(|error| Failure::input(format!("no temporary folder: {error}")))?;
        let api = Api { certificates, explorers: Explorers::default(), jobs, resources, verifying: Mutex::default() };
        let server = Arc::new(Server { gate, site, api, connections: AtomicUsize::new(0) });
        let stop = stop_flag()?;
        self.announce(&server.gate.address())?;
        thread::scope(|scope| {
            scope.spawn(|| server.api.jobs.work());
            scope.spawn(|| wake(&stop, own));
            accept(&listener, &server, &stop);
            server.api.jobs.close();
        });
        server.api.jobs.remove_folder();
        Ok(())
    }

    /// Prints the address of the page, and opens it if requested.
    fn announce(&self, address: &str) -> Result<(), Failure> {
        let mut out = io::stdout().lock();
        if self.json {
            writeln!(out, "{}", serde_json::json!({ "address": address }))?;
        } else {
            writeln!(out, "The page is at {address} until Ctrl-C ends the program.")?;
        }
        out.flush()?;
        if self.open {
            let (opener, arguments): (_, &[&str]) = match std::env::consts::OS {
                "macos" => ("open", &[]),
                "windows" => ("rundll32", &["url.dll,FileProtocolHandler"]),
                _ => ("xdg-open", &[]),
            };
            let begun =
                Command::new(opener).args(arguments).arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
            if let Err(error) = begun {
                note(&format!("{opener}: {error}; open the address yourself"));
            }
        }
        Ok(())
    }
}

/// Accepts connections until `stop` is set. Each connection is answered in a thread.
fn accept(listener: &TcpListener, server: &Arc<Server>, stop: &AtomicBool) {
    for stream in listener.incoming() {
        if stop.load(Ordering::Relaxed) {
            return;
        }
        // Ignore a connection that the client closed before it was accepted.
        let Some(connection) = stream.ok().and_then(|stream| Connection::new(stream).ok()) else { continue };
        let server = Arc::clone(server);
        if server.connections.fetch_add(1, Ordering::Relaxed) >= MAX_CONNECTIONS {
            server.connections.fetch_sub(1, Ordering::Relaxed);
            connection.refuse(Response::empty(Status::Busy));
            continue;
        }
        let slot = Slot(server);
        let answer = move || slot.0.answer(connection);
        // If no thread can be started, the connection is closed without an answer.
        let _ = thread::Builder::new().stack_size(STACK).spawn(answer);
    }
}

/// Counts an open connection until the value is dropped.
struct Slot(Arc<Server>);

impl Drop for Slot {
    fn drop(&mut self) {
        self.0.connections.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Waits until `stop` is set. Then connects to the server, so that the call of `accept` returns.
fn wake(stop: &AtomicBool, own: SocketAddr) {
    while !stop.load(Ordering::Relaxed) {
        thread::sleep(LOOK);
    }
    // If the listener is already closed, the call fails, and no call of `accept` has to be woken.
    let _ = TcpStream::connect(own);
}

impl Server {
    /// Reads and answers the request of a connection.
    fn answer(&self, mut connection: Connection) {
        match connection.head() {
            Ok(None) => {}
            Ok(Some(head)) => {
                let answer = self.answer_to(&head, &mut connection).unwrap_or_else(Response::empty);
                connection.answer(answer, head.method != Method::Head);
            }
            Err(status) => connection.answer(Response::empty(status), true),
        }
    }

    fn answer_to(&self, head: &Head, connection: &mut Connection) -> Result<Response, Status> {
        let path = self.gate.admit(head)?;
        let Some(asked) = path.strip_prefix("api/") else {
            let encodings = head.field("accept-encoding")?.unwrap_or_default();
            return Ok(match head.method {
                Method::Get | Method::Head => self.site.file(path, encodings),
                _ => Response::wrong_method("GET, HEAD"),
            });
        };
        let body = match head.method {
            Method::Post if head.field("content-type")? != Some("application/json") => return Err(Status::WrongType),
            Method::Post => connection.body(head)?,
            _ => Vec::new(),
        };
        Ok(self.api.answer(asked, head.method, &body))
    }
}
