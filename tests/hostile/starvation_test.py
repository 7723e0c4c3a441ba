#!/usr/bin/env python3
"""Whatever one source links to, and however many hosts share an address, the others keep
their visits and none is called failing.

    starvation_test.py CURLEW NAMES TRIAL|all [full]

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
FULL = sys.argv[4:] == ["full"]
# Of their visits. In the four ticks of the short form a slow machine may leave some out;
# what this test is for once took them all.
KEPT = 0.9 if FULL else 0.5
TICK = 2  # Seconds: everybody is visited once in each.


class Trial:
    """The program with a web of its own, and strangers who are visited for `seconds`."""

    def __init__(self, program, folder, seconds):
        self.seconds = seconds
        self.web = CrowdedWeb()
        # Limits of addresses as they are by default. The budget is enough for everybody
        # in every tick, so that the planner has no choice to make.
        self.curlew = Curlew(
            program, folder,
            schedule={"tick": f"{TICK}s", "budget_per_hour": 360000 / TICK},
            fetch={"address_delay": "70ms", "per_address": 8, "total_timeout": "60s"})
        self.process = None
        self.problems = []

    def start(self, hosts):
        self.add(hosts)
        self.process = self.curlew.serve_and_wait()

    def strangers(self, word):
        return [name(f"{word}{n}", f"127.3.{n}.1") for n in range(STRANGERS)]

    def add(self, hosts):
        self.curlew.run("add", "--no-wait", *(self.web.feed(host) for host in hosts))

    def visits(self, hosts):
        """How often they are asked for their feeds from the next tick on."""
        since = time.monotonic()
        wait_until(lambda: self.web.times(hosts, since=since), 3 * TICK)
        since = min(self.web.times(hosts, since=since), default=since + 3 * TICK)
        end = since + self.seconds - TICK / 4
        time.sleep(max(0, end - time.monotonic()))
        return sum(1 for when in self.web.times(hosts, since=since) if when < end)

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
    trial.start(strangers)
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
    trial.start(first)
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
    trial.start(strangers)
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


TRIALS = {"silent_hosts": (silent_hosts, 2_000, 10_000),
          "silent_names": (silent_names, 500, 2_000),
          "one_address": (one_address, 1_300, 2_500)}


def main():
    program, names, which = sys.argv[1:4]
    os.environ["LD_PRELOAD"] = str(pathlib.Path(names).resolve())
    problems = []
    for trial, small, large in [TRIALS[which]] if which in TRIALS else TRIALS.values():
        with tempfile.TemporaryDirectory() as folder:
            problems += trial(program, folder, large if FULL else small,
                              60 if FULL else 4 * TICK)
    for problem in problems:
        print(problem)
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
