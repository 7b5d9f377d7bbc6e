//! Reads files, lists the certificates in folders, and finds cited certificates by their digests, as sections 3 and 6
//! of `spec/FORMAT.md` prescribe.

mod cited;
mod folders;
mod read;
mod subfolders;

pub use cited::{CitedFiles, DEFAULT_SEARCH};
pub use folders::within;
pub use read::{Opened, is_standard_input, open, open_input};
#[cfg(feature = "json")]
pub use read::{TEXT_LIMIT, text};
pub use subfolders::below;
