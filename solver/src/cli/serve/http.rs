//! Implements the part of HTTP that a page on this machine needs. Each connection carries one request and one answer.
//! The size of a request and the time to read it are limited.
//!
//! The crate `httparse` parses the heads of requests. This crate has no dependencies, and hyper uses it too. Each
//! connection closes after the answer, which prevents request smuggling. The crates `tiny_http` and `rouille` wait for
//! slow clients without a limit and start a thread for each client. The crate `hyper` needs the task executor tokio.

use std::fs::File;
use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::{Duration, Instant};

/// Maximum size of a request line together with its header fields, in bytes.
const MAX_HEAD: usize = 16 << 10;
const MAX_FIELDS: usize = 64;
/// Maximum size of a body, in bytes.
const MAX_BODY: u64 = 1 << 20;
/// Time that a client has to send its complete request.
const TIME_TO_ASK: Duration = Duration::from_secs(10);
/// If a client accepts no byte of the answer for this time, the server gives up.
const TIME_TO_TAKE: Duration = Duration::from_secs(30);
/// After the answer, the server still reads for at most this time. If the server closed the connection at once, the
/// client could lose the answer.
const TIME_TO_LEAVE: Duration = Duration::from_secs(1);

/// Default Content-Security-Policy of answers. The policy of the page itself (`web/src/index.html`) also allows the
/// page's inline script. The function `policy` adds a directive against showing the answer in a frame.
const POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; object-src 'none'; base-uri 'none'; form-action 'none'";

/// Header fields of every answer.
const FIELDS: &str = "X-Content-Type-Options: nosniff\r\n\
    Referrer-Policy: no-referrer\r\n\
    Cross-Origin-Resource-Policy: same-origin\r\n\
    Cross-Origin-Opener-Policy: same-origin\r\n\
    Cache-Control: no-store\r\n\
    Connection: close\r\n";

/// Status line of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Status {
    Ok,
    Accepted,
    BadRequest,
    Forbidden,
    NotFound,
    WrongMethod,
    TimedOut,
    Conflict,
    LengthRequired,
    TooLarge,
    WrongType,
    Misdirected,
    Unprocessable,
    TooMany,
    HeadTooLarge,
    Failed,
    NotImplemented,
    Busy,
}

impl Status {
    fn line(self) -> &'static str {
        match self {
            Self::Ok => "200 OK",
            Self::Accepted => "202 Accepted",
            Self::BadRequest => "400 Bad Request",
            Self::Forbidden => "403 Forbidden",
            Self::NotFound => "404 Not Found",
            Self::WrongMethod => "405 Method Not Allowed",
            Self::TimedOut => "408 Request Timeout",
            Self::Conflict => "409 Conflict",
            Self::LengthRequired => "411 Length Required",
            Self::TooLarge => "413 Content Too Large",
            Self::WrongType => "415 Unsupported Media Type",
            Self::Misdirected => "421 Misdirected Request",
            Self::Unprocessable => "422 Unprocessable Content",
            Self::TooMany => "429 Too Many Requests",
            Self::HeadTooLarge => "431 Request Header Fields Too Large",
            Self::Failed => "500 Internal Server Error",
            Self::NotImplemented => "501 Not Implemented",
            Self::Busy => "503 Service Unavailable",
        }
    }
}

/// HTTP methods that the server supports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Method {
    Get,
    Head,
    Post,
    Delete,
    Other,
}

/// Head of a request.
#[derive(Debug)]
pub(super) struct Head {
    pub(super) method: Method,
    /// Path of the request as received, without the query.
    pub(super) path: String,
    /// Header fields; the names are in lower case.
    fields: Vec<(String, Vec<u8>)>,
}

impl Head {
    /// Parses the head of a request. Returns the head and its length in bytes, or `None` if the head is incomplete.
    fn parse(bytes: &[u8]) -> Result<Option<(Self, usize)>, Status> {
        let mut fields = [httparse::EMPTY_HEADER; MAX_FIELDS];
        let mut request = httparse::Request::new(&mut fields);
        let length = match request.parse(bytes) {
            Ok(httparse::Status::Complete(length)) => length,
            Ok(httparse::Status::Partial) => return Ok(None),
            Err(httparse::Error::TooManyHeaders) => return Err(Status::HeadTooLarge),
            Err(_) => return Err(Status::BadRequest),
        };
        let method = match request.method {
            Some("GET") => Method::Get,
            Some("HEAD") => Method::Head,
            Some("POST") => Method::Post,
            Some("DELETE") => Method::Delete,
            _ => Method::Other,
        };
        let target = request.path.unwrap_or_default();
        let path = target.split_once('?').map_or(target, |(path, _)| path).to_owned();
        let fields = request.headers.iter().map(|field| (field.name.to_ascii_lowercase(), field.value.to_owned())).collect();
        Ok(Some((Self { method, path, fields }, length)))
    }

    /// Returns the value of a header field. Refuses a field that occurs twice, because another program might use the
    /// second value.
    ///
    /// # Errors
    /// Fails if two fields have this name, or if the value is not UTF-8 text.
    pub(super) fn field(&self, name: &str) -> Result<Option<&str>, Status> {
        let mut found = self.fields.iter().filter(|(known, _)| known == name).map(|(_, value)| value);
        match (found.next(), found.next()) {
            (None, _) => Ok(None),
            (Some(value), None) => std::str::from_utf8(value).map(Some).map_err(|_| Status::BadRequest),
            _ => Err(Status::BadRequest),
        }
    }
}

/// Connection from which one request is read.
pub(super) struct Connection {
    stream: TcpStream,
    deadline: Instant,
    /// Bytes of the body that were read together with the head.
    beyond: Vec<u8>,
}

impl Connection {
    pub(super) fn new(stream: TcpStream) -> io::Result<Self> {
        stream.set_nonblocking(false)?;
        stream.set_write_timeout(Some(TIME_TO_TAKE))?;
        Ok(Self { stream, deadline: Instant::now() + TIME_TO_ASK, beyond: Vec::new() })
    }

    /// Reads some bytes before the deadline. Returns the number of bytes, or 0 at the end of the stream.
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize, Status> {
        let left = self.deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(Status::TimedOut);
        }
        self.stream.set_read_timeout(Some(left)).map_err(|_| Status::Failed)?;
        self.stream.read(buffer).map_err(|_| Status::TimedOut)
    }

    /// Reads the head of the request. Returns `None` if the client closes the connection without a request. Browsers
    /// open connections in advance, and do not use all of them.
    pub(super) fn head(&mut self) -> Result<Option<Head>, Status> {
        let mut bytes = Vec::new();
        let mut buffer = [0; 4096];
        loop {
            let read = self.read(&mut buffer)?;
            if read == 0 {
                return if bytes.is_empty() { Ok(None) } else { Err(Status::BadRequest) };
            }
            bytes.extend_from_slice(&buffer[..read]);
            let parsed = Head::parse(&bytes)?;
            if parsed.as_ref().map_or(bytes.len(), |&(_, length)| length) > MAX_HEAD {
                return Err(Status::HeadTooLarge);
            }
            if let Some((head, length)) = parsed {
                self.beyond = bytes.split_off(length);
                return Ok(Some(head));
            }
        }
    }

    /// Reads the body of the request with this head.
    pub(super) fn body(&mut self, head: &Head) -> Result<Vec<u8>, Status> {
        if head.field("transfer-encoding")?.is_some() {
            return Err(Status::NotImplemented);
        }
        let length = head.field("content-length")?.ok_or(Status::LengthRequired)?;
        if !length.bytes().all(|digit| digit.is_ascii_digit()) {
            return Err(Status::BadRequest);
        }
        // A number that is too large to parse exceeds the limit too.
        let length: u64 = length.parse().map_err(|_| Status::TooLarge)?;
        if length > MAX_BODY {
            return Err(Status::TooLarge);
        }
        let length = length as usize;
        let mut body = std::mem::take(&mut self.beyond);
        let mut buffer = [0; 16 << 10];
        while body.len() < length {
            match self.read(&mut buffer)? {
                0 => return Err(Status::BadRequest),
                read => body.extend_from_slice(&buffer[..read]),
            }
        }
        body.truncate(length);
        Ok(body)
    }

    /// Answers a connection at once, without reading its request.
    pub(super) fn refuse(mut self, answer: Response) {
        let head = format!("HTTP/1.1 {}\r\n{FIELDS}{}Content-Length: 0\r\n\r\n", answer.status.line(), policy(POLICY));
        let _ = self.stream.write_all(head.as_bytes());
    }

    /// Writes the answer and closes the connection. Errors are ignored, because the client may have gone.
    pub(super) fn answer(mut self, answer: Response, with_body: bool) {
        let Response { status, kind, allowed, encoding, policy: own, body } = answer;
        let field = |name: &str, value: &str| if value.is_empty() { String::new() } else { format!("{name}: {value}\r\n") };
        let more = policy(own.as_deref().unwrap_or(POLICY)) + &field("Allow", allowed) + &field("Content-Encoding", encoding);
        let head = |length| format!("HTTP/1.1 {}\r\n{FIELDS}{more}Content-Type: {kind}\r\nContent-Length: {length}\r\n\r\n", status.line());
        let written = match body {
            Body::Bytes(bytes) => {
                let mut all = head(bytes.len() as u64).into_bytes();
                if with_body {
                    all.extend_from_slice(&bytes);
                }
                self.stream.write_all(&all)
            }
            Body::File(file, length) => self.stream.write_all(head(length).as_bytes()).and_then(|()| match with_body {
                // If the file has grown since its length was announced, the additional bytes are not sent.
                true => io::copy(&mut file.take(length), &mut self.stream).map(drop),
                false => Ok(()),
            }),
        };
        if written.is_ok() && self.stream.shutdown(Shutdown::Write).is_ok() {
            self.deadline = Instant::now() + TIME_TO_LEAVE;
            let mut buffer = [0; 16 << 10];
            while self.read(&mut buffer).is_ok_and(|read| read > 0) {}
        }
    }
}

/// Formats the header field of a Content-Security-Policy. Adds a directive that forbids other pages to show the answer
/// in a frame.
fn policy(policy: &str) -> String {
    format!("Content-Security-Policy: {policy}; frame-ancestors 'none'\r\n")
}

enum Body {
    Bytes(Vec<u8>),
    /// A file, and the number of bytes to send.
    File(File, u64),
}

/// Answer to a request.
pub(super) struct Response {
    status: Status,
    kind: &'static str,
    /// If the request used a wrong method, lists the methods that the path allows.
    allowed: &'static str,
    /// Compression of the body, if any (RFC 9110, section 8.4).
    encoding: &'static str,
    /// Content-Security-Policy, if it differs from [`POLICY`].
    policy: Option<String>,
    body: Body,
}

impl Response {
    /// Makes an answer without a body.
    pub(super) fn empty(status: Status) -> Self {
        Self::bytes(status, "text/plain", Vec::new())
    }

    /// Makes the answer to a request whose method is not allowed.
    pub(super) fn wrong_method(allowed: &'static str) -> Self {
        Self { allowed, ..Self::empty(Status::WrongMethod) }
    }

    pub(super) fn bytes(status: Status, kind: &'static str, bytes: Vec<u8>) -> Self {
        Self { status, kind, allowed: "", encoding: "", policy: None, body: Body::Bytes(bytes) }
    }

    pub(super) fn json(status: Status, value: &serde_json::Value) -> Self {
        Self::bytes(status, "application/json", value.to_string().into_bytes())
    }

    /// Makes the answer that refuses a request, with a sentence about the reason.
    pub(super) fn error(status: Status, sentence: &str) -> Self {
        Self::json(status, &serde_json::json!({ "error": sentence }))
    }

    /// Makes an answer with a file's bytes.
    pub(super) fn file(kind: &'static str, file: File) -> io::Result<Self> {
        let length = file.metadata()?.len();
        Ok(Self { status: Status::Ok, kind, allowed: "", encoding: "", policy: None, body: Body::File(file, length) })
    }

    /// Sets the policy of the answer.
    pub(super) fn with_policy(self, policy: String) -> Self {
        Self { policy: Some(policy), ..self }
    }

    /// Sets the compression of the body.
    pub(super) fn encoded(self, encoding: &'static str) -> Self {
        Self { encoding, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::{Head, Method, Status};

    #[test]
    fn heads() {
        let (head, length) = Head::parse(b"POST /a/b?c HTTP/1.1\r\nHost: here\r\nA: 1\r\na: 2\r\n\r\nbody").unwrap().unwrap();
        assert_eq!((head.method, head.path.as_str(), length), (Method::Post, "/a/b", 48));
        assert_eq!(head.field("host"), Ok(Some("here")));
        assert_eq!(head.field("a"), Err(Status::BadRequest));
        assert_eq!(head.field("b"), Ok(None));
        assert!(Head::parse(b"GET / HTTP/1.1\r\nHost: he").unwrap().is_none());
        assert_eq!(Head::parse(b"\x16\x03\x01").unwrap_err(), Status::BadRequest);
        let many: String = (0..100).map(|number| format!("f{number}: 1\r\n")).collect();
        assert_eq!(Head::parse(format!("GET / HTTP/1.1\r\n{many}\r\n").as_bytes()).unwrap_err(), Status::HeadTooLarge);
    }
}
