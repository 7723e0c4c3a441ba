#!/usr/bin/env python3
"""No version that was committed is lost, however often the process is killed while its pages
change with every visit.

    kill_test.py CURLEW KILLS sqlite|postgres COPIES [SEED]
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

PAGES = 8


def expect(condition, what):
    if not condition:
        raise SystemExit(f"kill_test: {what}")


def versions(curlew):
    """What is committed: by source and time, as it was."""
    rows = curlew.rows("SELECT source_id, seen, digest, bytes, segment, place FROM versions"
                       " JOIN documents ON id = document_id")
    return {(int(row[0]), int(row[1])): tuple(map(str, row[2:])) for row in rows}


def check_all(curlew, known):
    """Nothing that was known is lost, each version that is known is in the archive, and the
    archive is sound. The newest of a page is shown as well."""
    rows = versions(curlew)
    lost = [key for key in known if rows.get(key) != known[key]]
    expect(not lost, f"lost: {lost}")
    checked, = curlew.objects("archive", "verify")
    expect(checked["troubles"] == [], checked["troubles"])
    expect(checked["versions"] >= len(rows), f"{checked} for {len(rows)} versions")
    if rows:
        source, seen = max(rows)
        shown = subprocess.run(curlew.command("show", str(source)), check=True,
                               stdout=subprocess.PIPE, timeout=60).stdout
        expect(str(len(shown)) == rows[source, seen][1], f"{len(shown)} bytes: {rows[source, seen]}")
    return rows


def run(curlew, site, kills, chance):
    for number in range(PAGES):
        curlew.run("add", f"{site.url}?{number}", "--kind", "page", "--watch", "changes",
                   "--objective", "capture", "--policy", "round-robin", "--no-wait")
    process, known, growing = None, {}, 0
    try:
        for _ in range(kills):
            process = curlew.serve_and_wait()
            # Sometimes before anything is fetched, mostly while something is kept.
            time.sleep(chance.uniform(0, 2))
            process.kill()
            process.wait()
            rows = check_all(curlew, known)
            growing += len(rows) > len(known)
            known = rows
        process = curlew.serve_and_wait()
        expect(wait_until(lambda: len(versions(curlew)) > len(known), 15), "it does not go on")
        expect((wrong := stop(process)) is None, wrong)
        print(f"ok: {len(check_all(curlew, known))} versions, new ones before {growing} of "
              f"{kills} kills")
    finally:
        if process and process.poll() is None:
            process.kill()
            process.wait()


def main():
    program, kills, database, copies = sys.argv[1], int(sys.argv[2]), sys.argv[3], int(sys.argv[4])
    seed = int(sys.argv[5]) if len(sys.argv) > 5 else 13
    server = None
    if database == "postgres":
        from postgres_server import PostgresServer
        server = PostgresServer()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="curlew-versions-"))
    try:
        site = ChangingSite()
        site.is_restless = True
        # As many visits as there can be; and every answer is kept, since what changes each
        # time is learned to be noise.
        curlew = Curlew(program, folder, server=server, fetch={"host_delay": "20ms"},
                        schedule={"min_gap": "0s", "capture_round": "0s",
                                  "budget_per_hour": 360000},
                        terminals={"count": 2}, archive={"copies": copies})
        print(f"seed {seed}", flush=True)
        run(curlew, site, kills, random.Random(seed))
    finally:
        if server:
            server.close()
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
