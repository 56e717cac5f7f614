"""Lets the tests of the command line play the tiny games of the core."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "core"))
