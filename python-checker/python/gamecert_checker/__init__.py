"""Verifies certificates for the exact values of games, with the checker of the project gamecert.

`check` verifies one certificate, a `Library` verifies many, and `expect` lists the claims of a manifest that are not
proved.
"""

from gamecert_checker._native import CheckError, Library, Rejected, Undecided, Verified, check, expect

__all__ = ["CheckError", "Library", "Rejected", "Undecided", "Verified", "check", "expect"]
