#!/usr/bin/env python3
"""[log] format = "json": every line of the running program is an object, whatever strangers send.

    log_test.py CURLEW SOURCE
"""
import json
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from harness import Curlew, stop, wait_until
from publisher import Site


class HostileSite(Site):
    def answer(self, path):
        if path == "/feed":
            return super().answer(path)
        return "\x1b[2J\"}\n{\"level\":\"forged\"}", "text/\x1b\"\\"


def main():
    site = HostileSite()
    with tempfile.TemporaryDirectory() as folder:
        curlew = Curlew(sys.argv[1], folder, log={"level": "debug", "format": "json"})
        curlew.run("add", site.url("/feed"), "--no-wait")
        curlew.run("add", site.url("/\"%1b%0a\\"), "--kind", "feed", "--no-wait")
        process = curlew.serve_and_wait()
        wait_until(lambda: curlew.article_urls(), 30)
        wait_until(lambda: len(site.requests) > 3, 30)
        trouble = stop(process)
        lines = curlew.log.read_text().splitlines()
    site.close()
    objects = [json.loads(line) for line in lines]  # Every one, or it throws.
    problems = [trouble] if trouble else []
    for each in objects:
        if set(each) < {"time", "level", "message"} or not each["time"].endswith("Z"):
            problems.append(f"a line without its fields: {each}")
        if each["level"] not in ("debug", "info", "warning", "error"):
            problems.append(f"forged: {each}")
        if any(ord(c) < 32 for value in each.values() for c in value):
            problems.append(f"a control character: {each}")
    visits = [each for each in objects if "visit" in each and "url" in each]
    if not visits or not all(each["source"].isdigit() and each["terminal"] for each in visits):
        problems.append(f"no line says which source is visited: {objects[:5]}")
    print(f"{len(objects)} lines, {len(visits)} of them of visits")
    if problems:
        sys.exit("\n".join(problems))


if __name__ == "__main__":
    main()
