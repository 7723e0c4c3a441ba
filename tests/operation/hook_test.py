#!/usr/bin/env python3
"""The program of [hook] is run for each new clip, or article, of the running program: once where
all goes well, at least once over kill -9, without a shell, and what fails is tried again and told.

    hook_test.py CURLEW SOURCE
"""
import json
import pathlib
import sys
import tempfile
import time
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from harness import Curlew, stop, wait_until
from publisher import Site

# Writes what it is given as a file, named by what it is called with. `fail` makes it complain.
PROGRAM = """#!/bin/sh
mkdir -p "$1"
cat > "$1/$$.part"
if [ -e "$1/fail" ]; then echo "cannot do it" >&2; rm "$1/$$.part"; exit 3; fi
if [ -e "$1/slow" ]; then sleep 60; fi
mv "$1/$$.part" "$1/$(date +%s%N)-$$.json"
"""

problems = []


def expect(holds, what):
    if not holds:
        problems.append(what)


class Stage:
    def __init__(self, program, folder, on):
        self.folder = pathlib.Path(folder)
        self.script = self.folder / "notify it"
        self.script.write_text(PROGRAM)
        self.script.chmod(0o755)
        # No shell may make anything of these.
        self.told = self.folder / "told; $(touch harm) `touch harm` *"
        self.told.mkdir()
        self.site = Site()
        self.curlew = Curlew(program, folder, log={"level": "warning"},
                             hook={"command": [str(self.script), str(self.told)], "on": on,
                                   "timeout": "2s"})
        self.curlew.run("user", "add", "eleni", "--no-password")
        self.curlew.run("watch", "add", "Ships", "ship", "--user", "eleni")

    def objects(self):
        return [json.loads(file.read_text()) for file in sorted(self.told.glob("*.json"))]

    def titles(self):
        return sorted(each["title"] for each in self.objects())

    def expect_titles(self, titles, when):
        wait_until(lambda: set(titles) <= set(self.titles()), 30)
        expect(self.titles() == sorted(titles), f"{when}: told {self.titles()}")


def clips(program, folder):
    stage = Stage(program, folder, "clip")
    stage.curlew.run("add", stage.site.url("/feed"), "--no-wait", "--no-pages")
    process = stage.curlew.serve_and_wait()
    try:
        stage.expect_titles(["The first ship"], "at first")
        stage.site.titles += ["Fog", "The second ship"]
        stage.expect_titles(["The first ship", "The second ship"], "of clips alone")
        first = stage.objects()[0]
        expect(first["list"] and "ship" in first["summary"] and first["id"] > 0, first)
        expect(not (stage.folder / "harm").exists() and not pathlib.Path("harm").exists(),
               "a shell read its arguments")
        # Killed while the program runs: it is told again.
        (stage.told / "slow").touch()
        stage.site.titles.append("The third ship")
        wait_until(lambda: list(stage.told.glob("*.part")), 30)
        process.kill()
        process.wait()
        (stage.told / "slow").unlink()
        process = stage.curlew.serve_and_wait()
        stage.expect_titles(["The first ship", "The second ship", "The third ship"], "over a kill")
    finally:
        expect(not (trouble := stop(process)), trouble)
        stage.site.close()


def articles(program, folder):
    stage = Stage(program, folder, "article")
    stage.curlew.run("add", stage.site.url("/feed"), "--no-wait", "--no-pages")
    process = stage.curlew.serve()
    port = int(process.stdout.readline().split("http://127.0.0.1:")[1].split("/")[0])
    try:
        stage.expect_titles(["The first ship"], "at first")
        # What fails is tried again, told in the log, and given up.
        (stage.told / "fail").touch()
        stage.site.titles.append("Fog")
        given_up = wait_until(lambda: "it is given up" in stage.curlew.log.read_text(), 40)
        log = stage.curlew.log.read_text()
        expect(given_up and log.count("it is tried again") == 2
               and "ended with code 3: cannot do it" in log, f"told of a failure: {log}")
        (stage.told / "fail").unlink()
        # One that takes too long is killed, and holds up nobody for ever.
        (stage.told / "slow").touch()
        stage.site.titles.append("Mist")
        slow = wait_until(lambda: "takes too long" in stage.curlew.log.read_text(), 40)
        expect(slow, "a slow program is not killed")
        began = time.monotonic()
        (stage.told / "slow").unlink()
        stage.site.titles.append("Sun")
        stage.expect_titles(["The first ship", "Mist", "Sun"], "after failures")
        print(f"{time.monotonic() - began:.1f} s after a slow one")
        figures = urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics").read().decode()
        expect('curlew_hook_runs_total{result="given-up"} 1' in figures,
               [line for line in figures.splitlines() if "hook" in line])
    finally:
        expect(not (trouble := stop(process)), trouble)
        stage.site.close()
    # A program that is not there is told at the start.
    missing = Curlew(program, folder, hook={"command": ["/nowhere/at all"]})
    code, _, complaint = missing.ask("serve")
    expect(code == 2 and "hook.command" in complaint, f"{code}: {complaint}")


def main():
    for test in (clips, articles):
        with tempfile.TemporaryDirectory() as folder:
            test(sys.argv[1], folder)
    if problems:
        sys.exit("\n".join(str(each) for each in problems))


if __name__ == "__main__":
    main()
