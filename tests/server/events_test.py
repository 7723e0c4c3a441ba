#!/usr/bin/env python3
"""What the running program tells as it happens, on the little web.

    events_test.py CURLEW

A client of /api/v1/events is told of every article soon after it was committed, in order and once;
one that comes back is told what it missed; SIGTERM ends the stream with the program.
"""
import pathlib
import sqlite3
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from event_stream import EventStream
from harness import Curlew, stop

# It looks twice a second; the machine may be busy.
SOON = 10
problems = []


def expect(holds, what):
    if not holds:
        problems.append(what)


class Commits:
    """When articles were first seen in the database, asked for beside the events."""

    def __init__(self, path):
        self.database = sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=10)
        self.seen = {}

    def look(self):
        for number, title in self.database.execute("SELECT id, title FROM articles"):
            self.seen.setdefault(number, (time.monotonic(), title))


def follow(stream, commits, count):
    """Reads events until `count` articles were told. Returns (id, data, lateness) of each.

    A gap says that more came than are told one by one: what was told before it does not count.
    """
    told = []
    deadline = time.monotonic() + 120
    while len(told) < count and time.monotonic() < deadline:
        commits.look()
        event = stream.next(0.1)
        if event is None or event[0] != "article":
            if event and event[0] == "gap":
                told.clear()
            continue
        _, number, data = event
        expect(int(number) == data["id"], f"event {number} tells of {data['id']}")
        late = time.monotonic() - commits.seen.get(data["id"], (time.monotonic(),))[0]
        told.append((data["id"], data, late))
    return told


def main(program):
    with tempfile.TemporaryDirectory() as folder:
        curlew = Curlew(program, folder)
        process = subprocess.Popen(curlew.command("demo"), stdout=subprocess.PIPE,
                                   stderr=subprocess.DEVNULL, text=True)
        try:
            line = process.stdout.readline()
            port = int(line.split("see http://")[1].split("/")[0].rsplit(":", 1)[1])
            check(curlew, process, port)
        finally:
            process.kill()
    if problems:
        sys.exit("\n".join(problems))


def check(curlew, process, port):
    stream = EventStream(port)
    expect("text/event-stream" in stream.head, f"answered with {stream.head}")
    first = stream.next(30)
    expect(first and first[0] == "status", f"at first: {first}")
    commits = Commits(curlew.data / "central.db")
    told = follow(stream, commits, 20)
    expect(len(told) == 20, f"only {len(told)} articles were told")
    if not told:
        return
    numbers = [number for number, _, _ in told]
    commits.look()
    stored = sorted(number for number in commits.seen if numbers[0] <= number <= numbers[-1])
    expect(numbers == stored, f"told {numbers}, stored {stored}")
    expect(all(data["title"] == commits.seen[number][1] for number, data, _ in told
               if data["page_fetched"] is None), "a title is another one")
    latest = max(late for _, _, late in told)
    print(f"20 articles told, each within {latest:.2f} s of its commit", flush=True)
    expect(latest < SOON, f"an article was told {latest:.1f} s after its commit")

    stream.close()
    time.sleep(2)
    # What was missed is told one by one where it is not much: a demo that begins on a busy
    # machine brings more than that at once.
    commits.look()
    seen = sorted(commits.seen)[-10]
    again = EventStream(port, last_id=seen)
    back = follow(again, commits, 5)
    expect(back and back[0][0] == min(number for number in commits.seen if number > seen),
           f"after {seen} came back to {[number for number, _, _ in back]}")

    wrong = stop(process)
    expect(wrong is None, wrong)
    while again.next(10):
        pass
    expect(again.closed, "the stream outlives the program")


if __name__ == "__main__":
    main(*sys.argv[1:])
