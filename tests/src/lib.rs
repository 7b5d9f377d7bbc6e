//! Tests of what the solver and the checker must agree on; see `tests/`.
