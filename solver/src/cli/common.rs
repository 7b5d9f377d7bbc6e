//! The options that commands which solve and certify have in common.

use clap::Args;

use super::files::Emit;
use super::resources::Resources;

/// Certificates, the form of the answer, resources.
#[derive(Args, Debug)]
pub(super) struct Common {
    #[command(flatten)]
    pub(super) emit: Emit,
    /// Print one JSON object and nothing else
    #[arg(long)]
    pub(super) json: bool,
    #[command(flatten)]
    pub(super) resources: Resources,
}
