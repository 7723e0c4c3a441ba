#!/usr/bin/env python3
"""Looks for data races in the running program, with ThreadSanitizer.

    threads_test.py CURLEW [SECONDS]

CURLEW is the program of the preset `tsan`. It follows the little web with two terminals for
some seconds (60), while readers ask for its pages and users change its sources; then it is
stopped. Every report of ThreadSanitizer, from whichever thread, fails the test.
suppressions.txt names what libraries do that were not built with it.
"""
import json
import os
import pathlib
import random
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from harness import Curlew, bearer_of, stop, wait_until

SUPPRESSIONS = pathlib.Path(__file__).with_name("suppressions.txt")
# The program is ten times slower with it, and the machine may be busy.
START_SECONDS = 120
READERS = 4


class LittleWeb:
    def __init__(self, program):
        self.process = subprocess.Popen([program, "demo", "--web-only"],
                                        stdout=subprocess.PIPE, text=True)
        self.base = self.process.stdout.readline().split("http://")[1].split("/_web/")[0]

    def sources(self):
        with urllib.request.urlopen(f"http://{self.base}/_web/sites.json") as answer:
            return [site["url"] for site in json.load(answer)["sources"]]

    def close(self):
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout=60)


def read_pages(base, bearer, seed, done, answered):
    """What a reader may ask for, in any order, until `done`."""
    rng = random.Random(seed)
    paths = ["/", "/sources", "/api/v1/articles", "/api/v1/sources", "/api/v1/health",
             "/api/v1/delay", "/healthz", "/style.css", "/nowhere"]
    while not done.is_set():
        number = rng.randint(1, 20)
        path = rng.choice(paths + [f"/sources/{number}/feed.atom",
                                   f"/api/v1/articles/{number}"])
        asked = urllib.request.Request(base + path, headers={"Authorization": bearer})
        try:
            with urllib.request.urlopen(asked, timeout=60) as answer:
                answer.read()
            answered.append(path)
        except urllib.error.HTTPError as error:
            error.close()
            if error.code >= 500:
                answered.append(f"{path} {error.code}")
        except OSError:
            pass  # It is being stopped.


def change_sources(curlew, urls, seconds):
    """What users do meanwhile, from other processes, until the time is over."""
    until = time.monotonic() + seconds
    rng = random.Random(1)
    while time.monotonic() < until:
        url = rng.choice(urls)
        for words in (["pause", url], ["list"], ["resume", url], ["visit", url, "--no-wait"],
                      ["status", url], ["articles"]):
            curlew.ask(*words)


def check(program, seconds, folder):
    problems = []
    web = LittleWeb(program)
    urls = web.sources()
    curlew = Curlew(program, folder, terminals={"count": 2},
                    fetch={"total_timeout": "30s"})
    curlew.run("add", *urls)
    process = curlew.serve()
    base = re.search(r"http://[^/ ]+", process.stdout.readline()).group()
    bearer = bearer_of(curlew)
    done, answered = threading.Event(), []
    readers = [threading.Thread(target=read_pages, args=(base, bearer, seed, done, answered))
               for seed in range(READERS)]
    for reader in readers:
        reader.start()
    change_sources(curlew, urls, seconds)
    # It must have done what it is for, or nothing was tested.
    if not wait_until(lambda: len(curlew.article_urls()) >= 20, START_SECONDS):
        problems.append(f"only {len(curlew.article_urls())} articles were found")
    if not wait_until(lambda: curlew.rows("SELECT count(*) FROM page_contents")[0][0] > 0,
                      START_SECONDS):
        problems.append("no page was read")
    terminals = {name for (name,) in curlew.rows("SELECT DISTINCT terminal FROM visits")}
    if len(terminals) < 2:
        problems.append(f"only {terminals} made visits")
    # Stopped in the middle of visits and answers.
    problems += filter(None, [stop(process, seconds=60)])
    done.set()
    for reader in readers:
        reader.join()
    problems += [f"HTTP {path}" for path in answered if " 5" in path]
    print(f"{len(curlew.article_urls())} articles, {len(answered)} pages shown")
    if web.close() != 0:
        problems.append("the little web did not end well")
    return problems


def main():
    program = str(pathlib.Path(sys.argv[1]).resolve())
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 60
    if b"__tsan_init" not in pathlib.Path(program).read_bytes():
        sys.exit(f"{program} was not built with ThreadSanitizer: cmake --preset tsan")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["TSAN_OPTIONS"] = (f"log_path={folder}/report suppressions={SUPPRESSIONS}"
                                      " exitcode=0 second_deadlock_stack=1")
        problems = check(program, seconds, folder)
        reports = [path.read_text() for path in pathlib.Path(folder).glob("report.*")]
    found = sum(text.count("WARNING: ThreadSanitizer") for text in reports)
    if found:
        problems.append(f"{found} reports of ThreadSanitizer")
        print("\n".join(reports))
    if problems:
        sys.exit("\n".join(problems))


if __name__ == "__main__":
    main()
