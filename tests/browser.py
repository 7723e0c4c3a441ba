"""Chromium for end-to-end tests."""
import os
import shutil
import sys

SKIPPED = 77


def chromium():
    """Its program; without it the test is skipped, but fails in CI."""
    found = shutil.which("chromium")
    if not found:
        print("Chromium is not installed (Debian: chromium)", flush=True)
        sys.exit(1 if os.environ.get("CI") else SKIPPED)
    return found
