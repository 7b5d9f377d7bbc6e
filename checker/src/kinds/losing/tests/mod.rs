//! Tests of the kind `losing`.
