//! Reports: what solved tables say of positions and endings, as data; the command line prints it.

pub mod tablebase;
