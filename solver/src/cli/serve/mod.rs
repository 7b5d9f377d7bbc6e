//! `solve serve`: the page from the program, for this machine alone. The program verifies files that are too large for a browser, walks through them, and
//! solves.
//!
//! A request goes from `http` (one request a connection, within limits) through `gate` (who is let in) to `site` (the page's files) or `api` (what the page
//! asks): `named` has the certificates, `explorers` what has been opened of them, `jobs` what is solved, each as a process of its own (`child`) whose arguments
//! come from `wanted`.

mod api;
mod child;
mod explorers;
mod gate;
mod http;
mod jobs;
mod named;
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
use http::{Answer, Connection, Head, Method, Status};
use jobs::Jobs;
use named::Certificates;
use site::Site;

/// At most as many connections at once.
const MAX_CONNECTIONS: usize = 64;
/// Bytes of stack for threads that verify: what certificates cite is followed by recursion.
const STACK: usize = 16 << 20;
/// How often it is looked whether the server is to end.
const LOOK: Duration = Duration::from_millis(20);

/// Arguments of `solve serve`.
#[derive(Args, Debug)]
pub(super) struct ServeCommand {
    /// Certificates for the page. Of a folder, all *.cbor in it and below
    #[arg(value_name = "FILE|FOLDER")]
    files: Vec<PathBuf>,
    /// The folder of the page [default: $GAMECERT_SITE, ../share/gamecert/site beside the program, or target/web/site]
    #[arg(long, value_name = "DIR")]
    site: Option<PathBuf>,
    /// The port [default: one that is free]
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

/// A server.
struct Server {
    gate: Gate,
    site: Site,
    api: Api,
    connections: AtomicUsize,
}

impl ServeCommand {
    /// Serves until it is interrupted.
    ///
    /// # Errors
    /// If the page or a file is not there, or the port is taken.
    pub(super) fn run(&self) -> Result<(), Failure> {
        let resources = self.resources.or_half_the_memory();
        let site = Site::find(self.site.as_deref())?;
        let certificates = Certificates::new(&self.files)?;
        resources.set_threads()?;
        // No other address than this machine's own is ever listened at.
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

    /// Says where the page is, and opens it if that is wanted.
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

/// Answers connections until the server is to end.
fn accept(listener: &TcpListener, server: &Arc<Server>, stop: &AtomicBool) {
    for stream in listener.incoming() {
        if stop.load(Ordering::Relaxed) {
            return;
        }
        // One that is gone before it is taken.
        let Some(connection) = stream.ok().and_then(|stream| Connection::new(stream).ok()) else { continue };
        let server = Arc::clone(server);
        if server.connections.fetch_add(1, Ordering::Relaxed) >= MAX_CONNECTIONS {
            server.connections.fetch_sub(1, Ordering::Relaxed);
            connection.refuse(Answer::empty(Status::Busy));
            continue;
        }
        let slot = Slot(server);
        let answer = move || slot.0.answer(connection);
        // Without a thread the connection is closed.
        let _ = thread::Builder::new().stack_size(STACK).spawn(answer);
    }
}

/// A connection that counts as long as it is there, however it ends.
struct Slot(Arc<Server>);

impl Drop for Slot {
    fn drop(&mut self) {
        self.0.connections.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Waits until the server is to end, and connects to it, as it waits for connections.
fn wake(stop: &AtomicBool, own: SocketAddr) {
    while !stop.load(Ordering::Relaxed) {
        thread::sleep(LOOK);
    }
    // Where nobody listens any more nobody waits.
    let _ = TcpStream::connect(own);
}

impl Server {
    /// Answers the request of a connection.
    fn answer(&self, mut connection: Connection) {
        match connection.head() {
            Ok(None) => {}
            Ok(Some(head)) => {
                let answer = self.answer_to(&head, &mut connection).unwrap_or_else(Answer::empty);
                connection.answer(answer, head.method != Method::Head);
            }
            Err(status) => connection.answer(Answer::empty(status), true),
        }
    }

    fn answer_to(&self, head: &Head, connection: &mut Connection) -> Result<Answer, Status> {
        let path = self.gate.admit(head)?;
        let Some(asked) = path.strip_prefix("api/") else {
            let encodings = head.field("accept-encoding")?.unwrap_or_default();
            return Ok(match head.method {
                Method::Get | Method::Head => self.site.file(path, encodings),
                _ => Answer::wrong_method("GET, HEAD"),
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
