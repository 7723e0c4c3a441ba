#!/usr/bin/env python3
"""While it runs the program packs WARC files that are finished and thins versions by its rule;
what is kept is shown and compared as before, what is not is gone from the disk as well.

    keeping_test.py CURLEW sqlite|postgres
"""
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from changing_site import ChangingSite
from harness import Curlew, config_text, stop, wait_until

# Few: what changes at every visit is noise.
FEES = ["ten", "eleven", "twelve", "thirteen"]


def expect(condition, what):
    if not condition:
        raise SystemExit(f"keeping_test: {what}")


def history(curlew):
    """The oldest first."""
    return curlew.objects("history", "1")[::-1]


def shown(curlew, row):
    return subprocess.run(curlew.command("show", f"1@{row['time']}"), check=True,
                          stdout=subprocess.PIPE, timeout=60).stdout.decode()


def files(curlew, ending):
    return list((curlew.data / "archive").glob(f"*/*{ending}"))


def timemap(origin, url):
    with urllib.request.urlopen(f"{origin}/timemap/link/{url}", timeout=30) as answer:
        return answer.read().decode()


def check_sound(curlew, versions):
    checked, = curlew.objects("archive", "verify")
    expect(checked["troubles"] == [] and checked["versions"] == versions, checked)


def check_packing(curlew, site):
    """Each version has a WARC file of its own here, which is packed soon after."""
    for number, fee in enumerate(FEES):
        site.fee = fee
        curlew.run("visit", "1", "--no-wait")
        expect(wait_until(lambda: len(history(curlew)) == number + 1, 120),
               f"{fee} is no version: {history(curlew)}")
    expect(wait_until(lambda: files(curlew, ".pack"), 120), "nothing is packed")
    # The newest one is being written.
    expect(wait_until(lambda: len(files(curlew, ".warc.gz")) <= 1, 120),
           f"not packed: {files(curlew, '.warc.gz')}")
    rows = history(curlew)
    for fee, row in zip(FEES, rows):
        expect(f"pays {fee} euros" in shown(curlew, row), f"{fee}: {shown(curlew, row)}")
    code, out, _ = curlew.ask("diff", "1", rows[0]["time"], rows[1]["time"])
    expect(code == 0 and "[-ten-]" in out and "{+eleven+}" in out, out)
    check_sound(curlew, len(FEES))
    return rows


def check_thinning(curlew, site, origin, rows):
    """One is kept in ten years: the first, and the newest as always."""
    expect(wait_until(lambda: len(history(curlew)) == 2, 120), f"not thinned: {history(curlew)}")
    expect(history(curlew) == [rows[0], rows[-1]], history(curlew))
    expect(timemap(origin, site.url).count("memento\"") == 2, timemap(origin, site.url))
    expect(wait_until(lambda: curlew.rows("SELECT count(*) FROM dropped_records")[0][0] in (0, "0"),
                      60), "their records are not gone")
    check_sound(curlew, 2)
    for fee, row in ((FEES[0], rows[0]), (FEES[-1], rows[-1])):
        expect(f"pays {fee} euros" in shown(curlew, row), f"{fee}: {shown(curlew, row)}")
    # At the time of one that is gone the one before was in force.
    expect(f"pays {FEES[0]} euros" in shown(curlew, rows[2]), shown(curlew, rows[2]))
    # And the next change is told against the newest.
    site.fee = "sixteen"
    curlew.run("visit", "1", "--no-wait")
    expect(wait_until(lambda: len(history(curlew)) == 3, 120), history(curlew))
    code, out, _ = curlew.ask("diff", "1")
    expect(code == 0 and "[-thirteen-]" in out and "{+sixteen+}" in out, out)


def serve(curlew):
    process = curlew.serve()
    line = process.stdout.readline()
    expect(line, curlew.log.read_text())
    return process, line.split()[3].rstrip("/")


def run(curlew):
    site = ChangingSite()
    curlew.run("add", site.url, "--kind", "page", "--watch", "changes", "--no-wait")
    process, _ = serve(curlew)
    try:
        rows = check_packing(curlew, site)
        expect((wrong := stop(process)) is None, wrong)
        changes = {"archive": {"segment": "1KiB", "keep": "2s:3650d"}}
        if curlew.server:
            changes["store"] = {"url": curlew.server.url}
        curlew.config.write_text(config_text(**changes))
        time.sleep(3)
        process, origin = serve(curlew)
        check_thinning(curlew, site, origin, rows)
        expect((wrong := stop(process)) is None, wrong)
        check_sound(curlew, 3)
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()


def main():
    program, database = sys.argv[1:3]
    server = None
    if database == "postgres":
        from postgres_server import PostgresServer
        server = PostgresServer()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="curlew-keeping-"))
    try:
        run(Curlew(program, folder, server=server, archive={"segment": "1KiB"}))
        print("ok")
    finally:
        if server:
            server.close()
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
