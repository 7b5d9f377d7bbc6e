//! Controls access to the server. Only the server's own page gets answers. Other users of this machine and other
//! websites are refused. A request must contain the server's secret token, must name the server's address as its host,
//! and must not come from another page.

use super::http::{Head, Status};

/// Number of random bytes in a token (128 bits).
const TOKEN: usize = 16;

/// Address and secret token of a server.
pub(super) struct Gate {
    hosts: [String; 2],
    token: String,
}

impl Gate {
    /// Creates the access control of a server on this port, with a new secret token.
    ///
    /// # Errors
    /// Fails if the system supplies no random bytes.
    pub(super) fn new(port: u16) -> Result<Self, getrandom::Error> {
        let mut bytes = [0; TOKEN];
        getrandom::fill(&mut bytes)?;
        let token = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        Ok(Self { hosts: [format!("127.0.0.1:{port}"), format!("localhost:{port}")], token })
    }

    /// Returns the address of the page. The address contains the token.
    pub(super) fn address(&self) -> String {
        format!("http://{}/{}/", self.hosts[0], self.token)
    }

    /// Checks a request. If the request is admitted, returns the path after the token.
    ///
    /// # Errors
    /// If the request is refused, returns the status of the answer.
    pub(super) fn admit<'a>(&self, head: &'a Head) -> Result<&'a str, Status> {
        // In an attack by DNS rebinding, another host name resolves to this address. Requests that name another host
        // are refused.
        let host = head.field("host")?.filter(|host| self.hosts.iter().any(|own| own == host)).ok_or(Status::Misdirected)?;
        let (token, rest) = head.path.strip_prefix('/').and_then(|path| path.split_once('/')).ok_or(Status::NotFound)?;
        if !equal(token.as_bytes(), self.token.as_bytes()) {
            return Err(Status::NotFound);
        }
        // Browsers send the origin of the page that makes the request. A request without an origin comes from another
        // program, or from the user who opens the page.
        let own = format!("http://{host}");
        let foreign_origin = head.field("origin")?.is_some_and(|origin| origin != own);
        let foreign_site = head.field("sec-fetch-site")?.is_some_and(|site| !["same-origin", "none"].contains(&site));
        if foreign_origin || foreign_site { Err(Status::Forbidden) } else { Ok(rest) }
    }
}

/// Compares two byte strings in constant time.
fn equal(one: &[u8], other: &[u8]) -> bool {
    one.len() == other.len()
        && std::hint::black_box(one.iter().zip(other).fold(0, |differing, (one, other)| differing | (one ^ other))) == 0
}

/// Splits a path at its slashes and decodes each component. Returns `None` if a component could lead out of the folder.
pub(super) fn parts(path: &str) -> Option<Vec<String>> {
    let parts: Vec<String> = path.split('/').map(decoded).collect::<Option<_>>()?;
    let leads_elsewhere = |part: &String| part.is_empty() || part.starts_with('.') || part.contains(['/', '\\', ':', '\0']);
    (!parts.iter().any(leads_elsewhere)).then_some(parts)
}

/// Decodes the percent escapes in one component of a path. Returns `None` if an escape is malformed or the result is
/// not UTF-8.
fn decoded(part: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(part.len());
    let mut rest = part.as_bytes();
    while let [first, tail @ ..] = rest {
        rest = tail;
        if *first != b'%' {
            bytes.push(*first);
            continue;
        }
        let digit = |letter: u8| char::from(letter).to_digit(16);
        let (&[high, low], tail) = tail.split_first_chunk()?;
        bytes.push(u8::try_from(digit(high)? * 16 + digit(low)?).ok()?);
        rest = tail;
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::{Gate, equal, parts};

    #[test]
    fn paths() {
        let table: [(&str, Option<&[&str]>); 12] = [
            ("index.html", Some(&["index.html"])),
            ("spec/kinds/a%20b.html", Some(&["spec", "kinds", "a b.html"])),
            ("%C3%A9", Some(&["é"])),
            ("", None),
            ("a//b", None),
            ("../a", None),
            ("%2e%2E/a", None),
            ("a/%2e%2e%2fb", None),
            ("a%5cb", None),
            ("a%00", None),
            ("%f", None),
            ("%FF", None),
        ];
        for (path, expected) in table {
            assert_eq!(parts(path), expected.map(|parts| parts.iter().map(ToString::to_string).collect()), "{path}");
        }
    }

    #[test]
    fn tokens() {
        assert!(equal(b"token", b"token"));
        for other in [&b"tokem"[..], b"toke", b"tokens", b""] {
            assert!(!equal(b"token", other));
        }
        let [one, other] = [(); 2].map(|()| Gate::new(1).unwrap().address());
        assert_eq!(one.len(), "http://127.0.0.1:1/".len() + 32 + 1);
        assert_ne!(one, other);
    }
}
