#!/usr/bin/env python3
"""Prints, for `git fast-import`, one commit a version of each page, by time.

    commits.py FOLDER          of folders with files <unix time>.html
"""
import pathlib
import sys

versions = sorted((int(file.stem), file.parent.name, file)
                  for file in pathlib.Path(sys.argv[1]).glob("*/*.html"))
out = sys.stdout.buffer
for time, page, file in versions:
    content = file.read_bytes()
    out.write(b"commit refs/heads/main\ncommitter bench <bench@localhost> %d +0000\ndata 0\n"
              b"M 100644 inline %s.html\ndata %d\n" % (time, page.encode(), len(content)))
    out.write(content + b"\n")
