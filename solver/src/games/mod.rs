//! Games: rules, positions, numbering. They know no engine, no certificate and no screen.

pub mod bidding_chess;
