#!/usr/bin/env python3
"""No version that was committed is lost, however often the process is killed while its page
changes.

    kill_test.py CURLEW sqlite|postgres KILLS
"""
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from changing_site import ChangingSite
from harness import Curlew, stop, wait_until


def expect(condition, what):
    if not condition:
        raise SystemExit(f"kill_test: {what}")


def versions(curlew):
    return curlew.objects("history", "1", "-n", "1000")


def check_all(curlew):
    """Each version is there with its bytes."""
    rows = versions(curlew)
    for row in rows:
        shown = subprocess.run(curlew.command("show", f"1@{row['time']}"), check=True,
                               stdout=subprocess.PIPE, timeout=60).stdout
        expect(len(shown) == row["bytes"], f"{row['time']}: {len(shown)} bytes, not {row['bytes']}")
    checked, = curlew.objects("archive", "verify")
    expect(checked["troubles"] == [], checked)
    return rows


def main():
    program, database, kills = sys.argv[1], sys.argv[2], int(sys.argv[3])
    chance = random.Random(13)
    server = None
    if database == "postgres":
        from postgres_server import PostgresServer
        server = PostgresServer()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="curlew-versions-"))
    process = None
    try:
        site = ChangingSite()
        curlew = Curlew(program, folder, server=server)
        curlew.run("add", site.url, "--kind", "page", "--watch", "changes", "--no-wait")
        known = []
        for number in range(kills):
            process = curlew.serve_and_wait()
            curlew.run("visit", "1", "--no-wait")
            expect(wait_until(lambda: len(versions(curlew)) > len(known), 15),
                   f"no new version: {known}")
            site.fee = f"word{number}"
            # Sometimes before it is fetched, sometimes while it is kept, sometimes after.
            asked = site.asked
            curlew.run("visit", "1", "--no-wait")
            wait_until(lambda: site.asked > asked, 5)
            time.sleep(chance.uniform(0, .06))
            process.kill()
            process.wait()
            rows = check_all(curlew)
            lost = [row for row in known if row not in rows]
            expect(not lost, f"lost: {lost}")
            known = rows
            site.fee = f"after{number}"
        process = curlew.serve_and_wait()
        expect(wait_until(lambda: len(versions(curlew)) > len(known), 15), "it does not go on")
        expect((wrong := stop(process)) is None, wrong)
        print(f"ok: {len(check_all(curlew))} versions")
    finally:
        if process and process.poll() is None:
            process.kill()
            process.wait()
        if server:
            server.close()
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
