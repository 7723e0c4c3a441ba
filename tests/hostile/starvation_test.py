#!/usr/bin/env python3
"""Whatever one source links to, and however many hosts share an address, the others keep
their visits and none is called failing.

    starvation_test.py CURLEW NAMES [full]

NAMES is the library made of made_up_names.c. `full`: as many as an attacker would take.
"""
import os
import pathlib
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from crowded_web import CrowdedWeb, SilentServer, name
from harness import Curlew, stop, wait_until

STRANGERS = 20
KEPT = 0.9  # Of their visits.


class Trial:
    """The program with a web of its own, and strangers who are visited for `seconds`."""

    def __init__(self, program, folder, seconds, **fetch):
        self.seconds = seconds
        self.web = CrowdedWeb()
        # Limits of addresses as they are by default.
        self.curlew = Curlew(program, folder, fetch={
            "address_delay": "80ms", "per_address": 8, "total_timeout": "60s", **fetch})
        self.process = None
        self.problems = []

    def start(self, urls):
        self.curlew.run("add", *urls)
        self.process = self.curlew.serve_and_wait()

    def strangers(self, word):
        return [name(f"{word}{n}", f"127.3.{n}.1") for n in range(STRANGERS)]

    def add(self, hosts):
        self.curlew.run("add", *(self.web.feed(host) for host in hosts))

    def visits(self, hosts):
        """How often they are asked for their feeds from now on."""
        since = time.monotonic()
        time.sleep(self.seconds)
        return len(self.web.times(hosts, since=since))

    def wait_for(self, what, condition, seconds=60):
        if not wait_until(condition, seconds):
            self.problems.append(f"{what} did not happen within {seconds} s")

    def all_visited(self, hosts):
        return lambda: all(self.web.times([host]) for host in hosts)

    def judge(self, what, quiet, attacked):
        print(f"{what}: {quiet} visits in {self.seconds} s before, {attacked} under attack",
              flush=True)
        if attacked < KEPT * quiet:
            self.problems.append(f"{what}: only {attacked} of {quiet} visits")
        for (url, state) in self.curlew.rows("SELECT url, state FROM sources"):
            if state != "active":
                self.problems.append(f"{what}: {url} is {state}")

    def end(self):
        problem = stop(self.process) if self.process else None
        self.web.close()
        return self.problems + ([problem] if problem else [])


def silent_hosts(program, folder, size, seconds):
    """One feed with links to hosts that take connections and never answer."""
    trial = Trial(program, folder, seconds)
    silent = SilentServer()
    strangers = trial.strangers("stranger")
    trial.start([trial.web.feed(host) for host in strangers])
    trial.wait_for("the first visits", trial.all_visited(strangers))
    quiet = trial.visits(strangers)
    evil = name("evil", "127.4.0.1")
    trial.web.links[evil] = [f"http://127.{20 + n // 60000}.{n // 250 % 240}.{n % 250 + 1}:"
                             f"{silent.port}/{n}" for n in range(size)]
    trial.add([evil])
    trial.wait_for("the attack", lambda: len(silent.open) >= 15)
    attacked = trial.visits(strangers)
    print(f"{len(silent.open)} connections to silent hosts", flush=True)
    trial.judge("silent hosts", quiet, attacked)
    problems = trial.end()
    silent.close()
    return problems


def silent_names(program, folder, size, seconds):
    """One feed with links to names whose look-up never ends, and strangers that come
    later: theirs are not known yet."""
    trial = Trial(program, folder, seconds)
    first, later = trial.strangers("first"), trial.strangers("later")
    trial.start([trial.web.feed(host) for host in first])
    trial.wait_for("the first visits", trial.all_visited(first))
    quiet = trial.visits(first)
    evil = name("evil", "127.4.0.1")
    trial.web.links[evil] = [f"http://hang-{n}.test/" for n in range(size)]
    trial.add([evil])
    wanted = "SELECT COUNT(*) FROM wanted_pages"
    trial.wait_for("the attack", lambda: trial.web.times([evil])
                   and trial.curlew.rows(wanted)[0][0] >= size)
    time.sleep(2)
    trial.add(later)
    trial.wait_for("a visit of each who comes later", trial.all_visited(later), 30)
    trial.judge("silent names", quiet, trial.visits(later))
    return trial.end()


def one_address(program, folder, size, seconds):
    """More hosts on one address than a terminal holds orders, all due at once."""
    trial = Trial(program, folder, seconds)
    strangers = trial.strangers("stranger")
    trial.start([trial.web.feed(host) for host in strangers])
    trial.wait_for("the first visits", trial.all_visited(strangers))
    quiet = trial.visits(strangers)
    crowd = [name(f"crowd{n}", "127.5.0.1") for n in range(size)]
    trial.add(crowd)
    trial.wait_for("the crowd", lambda: any(trial.web.times([host], "/robots.txt")
                                            for host in crowd))
    time.sleep(3)
    attacked = trial.visits(strangers)
    print(f"{len(trial.web.times(crowd))} feeds of the crowd were asked for", flush=True)
    trial.judge("one address", quiet, attacked)
    return trial.end()


def main():
    program, names = sys.argv[1:3]
    full = sys.argv[3:] == ["full"]
    os.environ["LD_PRELOAD"] = names
    seconds = 60 if full else 5
    problems = []
    for trial, small, large in [(silent_hosts, 2_000, 10_000), (silent_names, 500, 2_000),
                                (one_address, 1_300, 2_500)]:
        with tempfile.TemporaryDirectory() as folder:
            problems += trial(program, folder, large if full else small, seconds)
    for problem in problems:
        print(problem)
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
