#!/usr/bin/env python3
"""With `copies = 2` a terminal's folder can be deleted, while the program runs or not, and no
version is lost; the next start makes it again, and takes over what terminals have left that are
no more.

    copies_test.py CURLEW sqlite|postgres
"""
import json
import pathlib
import shutil
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from changing_site import ChangingSite
from harness import Curlew, stop, wait_until
from versions_test import change, expect, history, raw, text_of


def with_terminals(program, folder, server, count, copies):
    return Curlew(program, folder, server=server, terminals={"count": count},
                  archive={"copies": copies},
                  schedule={"tick": "1s", "budget_per_hour": 1})


def homes(curlew, terminal):
    """Where its files lie, and what they hold."""
    archive = curlew.data / "archive"
    places = [archive / terminal, *archive.glob(f"*/copies/{terminal}")]
    return {str(place.relative_to(archive)):
            {file.name: file.read_bytes() for file in place.glob(f"{terminal}-*")}
            for place in places if place.is_dir()}


def check_all(curlew, count, is_whole=True):
    """Every version is shown, compared and sound; where a copy is gone, that is missed."""
    rows = history(curlew)
    expect(len(rows) == count, f"{len(rows)} versions, not {count}")
    for row in rows:
        expect(len(raw(curlew, "show", f"1@{row['time']}")) == row["bytes"], row)
    expect("pays" in text_of(curlew, "diff", "1"), "no diff")
    code, out, _ = curlew.ask("archive", "verify", "--json")
    checked = json.loads(out)
    reasons = [trouble["reason"] for trouble in checked["troubles"]]
    expect(code == (1 if reasons else 0) and checked["versions"] == count, checked)
    expect(all("1 of 2 copies" in each for each in reasons), reasons)
    expect(bool(reasons) != is_whole, reasons)


def terminal_of_newest(curlew):
    """The first visit may have been made before the other terminal was there."""
    return max(history(curlew), key=lambda row: row["time"])["terminal"]


def check_two_homes(curlew, terminal):
    found = homes(curlew, terminal)
    expect(len(found) == 2 and len(set(map(str, found.values()))) == 1,
           {home: {name: len(held) for name, held in files.items()}
            for home, files in found.items()})
    return found


def serve(curlew, deeds):
    process = curlew.serve_and_wait()
    try:
        deeds()
        expect((wrong := stop(process)) is None, wrong)
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()


def check_differing_copy(curlew, terminal):
    copy = next((curlew.data / "archive").glob(f"*/copies/{terminal}/*.warc.gz"))
    sound = copy.read_bytes()
    copy.write_bytes(sound[:-1] + bytes([sound[-1] ^ 1]))
    code, out, _ = curlew.ask("archive", "verify")
    expect(code == 1 and f"{terminal}/{copy.name} at {len(sound) - 1}: differs from its copy" in out
           and f"copies/{terminal}" in out, out)
    copy.write_bytes(sound)


def run(program, folder, server):
    site = ChangingSite()
    curlew = with_terminals(program, folder, server, 2, 2)
    curlew.run("add", site.url, "--kind", "page", "--watch", "changes", "--no-wait")

    def while_it_runs():
        expect(wait_until(lambda: history(curlew), 20), "it is not visited")
        site.fee = "twelve"
        change(curlew, site, 2)
        terminal = terminal_of_newest(curlew)
        check_two_homes(curlew, terminal)
        shutil.rmtree(curlew.data / "archive" / terminal)
        check_all(curlew, 2, is_whole=False)
        site.fee = "fourteen"
        change(curlew, site, 3)
        check_two_homes(curlew, terminal)
        # The other one's copy lay there, too, if that one made the first visit: it is made again
        # when that one keeps something. Where it has kept nothing, nothing is missed.
        check_all(curlew, 3, is_whole=len({row["terminal"] for row in history(curlew)}) == 1)
    serve(curlew, while_it_runs)

    terminal = terminal_of_newest(curlew)
    check_differing_copy(curlew, terminal)
    # Whatever lay in the folder that was deleted is there twice again.
    serve(curlew, lambda: check_all(curlew, 3))
    for count, gone in [(3, "terminal-1"), (4, "terminal-2")]:
        shutil.rmtree(curlew.data / "archive" / gone)
        check_all(curlew, count, is_whole=False)

        def goes_on():
            check_two_homes(curlew, terminal)
            site.fee = gone
            change(curlew, site, count + 1)
            check_all(curlew, count + 1)
        serve(curlew, goes_on)

    curlew = with_terminals(program, folder, server, 1, 2)
    code, _, err = curlew.ask("serve")
    expect(code == 2 and "set terminals.count to 2" in err, f"{code} {err}")
    # Terminals come and go; whatever they kept is kept as often as it is wished.
    for count, copies in [(1, 1), (3, 2), (2, 2)]:
        curlew = with_terminals(program, folder, server, count, copies)
        serve(curlew, lambda: check_all(curlew, 5))
        found = homes(curlew, terminal)
        expect(len(found) == copies, found.keys())
        living = {f"terminal-{number}" for number in range(1, count + 1)}
        expect({home.split("/")[0] for home in found} <= living, found.keys())


def main():
    program, database = sys.argv[1:]
    server = None
    if database == "postgres":
        from postgres_server import PostgresServer
        server = PostgresServer()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="curlew-copies-"))
    try:
        run(program, folder, server)
        print("ok")
    finally:
        if server:
            server.close()
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
