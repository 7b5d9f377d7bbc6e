//! Sequences that look periodic for long and are not.
