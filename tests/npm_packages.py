#!/usr/bin/env python3
"""The npm packages that tests compare with, as tests/npm/package.json names them.

    npm_packages.py FOLDER

Installs them to FOLDER/node_modules, once: again only when that file has changed. A test
calls need() or have(). Where they cannot be had (no Node, no npm, no registry) the answer is a line
that says so, and the test is skipped; with CI set it fails."""
import fcntl
import os
import pathlib
import shutil
import subprocess
import sys

SKIPPED = 77
WANTED = pathlib.Path(__file__).resolve().parent / "npm/package.json"
INSTALL = ["npm", "install", "--silent", "--no-audit", "--no-fund", "--no-package-lock",
           "--ignore-scripts"]


def install(folder):
    """What is in the way of having them in `folder`, or None. Tests beside each other may
    ask at the same time: the first one installs."""
    missing = [program for program in ("node", "npm") if not shutil.which(program)]
    if missing:
        return f"{' and '.join(missing)} not installed (Debian: nodejs npm)"
    folder.mkdir(parents=True, exist_ok=True)
    installed = folder / "package.json.installed"
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if installed.exists() and installed.read_text() == WANTED.read_text():
            return None
        shutil.copy(WANTED, folder / "package.json")
        try:
            done = subprocess.run(INSTALL, cwd=folder, timeout=200, capture_output=True,
                                  text=True)
        except subprocess.TimeoutExpired:
            return "npm does not get its packages within 200 s"
        if done.returncode != 0:
            why = (done.stderr + done.stdout).strip().splitlines()[-1:]
            return f"npm does not get its packages: {' '.join(why)}"
        shutil.copy(WANTED, installed)
    return None


def have(folder):
    """For a test that has something to do without them."""
    if not (trouble := install(pathlib.Path(folder))):
        return True
    print(f"no npm packages to compare with: {trouble}", flush=True)
    if os.environ.get("CI"):
        sys.exit(1)
    return False


def need(folder):
    """For a test that has nothing to do without them."""
    if not have(folder):
        sys.exit(SKIPPED)


def script(folder, source):
    """A script of ours where Node finds the packages: it looks for them beside it."""
    copy = pathlib.Path(folder) / source.name
    if not copy.exists() or copy.read_bytes() != source.read_bytes():
        # All at once, as another test may be starting it.
        mine = copy.with_suffix(f".{os.getpid()}")
        shutil.copy(source, mine)
        mine.replace(copy)
    return copy


if __name__ == "__main__":
    have(sys.argv[1])
