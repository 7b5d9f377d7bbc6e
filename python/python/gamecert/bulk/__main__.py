"""Runs the command line ``python -m gamecert.bulk``."""

import sys

from .cli import main

sys.exit(main())
