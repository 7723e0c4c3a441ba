#!/usr/bin/env python3
"""Backups of a running Curlew, restores, and kills in the midst of both.

    backup_test.py CURLEW [KILLS [SEED]]

A backup is consistent although the program writes; what was published after it is found
again after a restore, once; and a process that is killed leaves the old or the new.
"""
import collections
import os
import pathlib
import random
import shutil
import sqlite3
import subprocess
import sys
import tarfile
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from harness import Curlew, stop, wait_until
from publisher import Publisher

WAIT_SECONDS = 60
problems = []


def expect(holds, text):
    if not holds:
        problems.append(text)


def expect_all_once(curlew, publisher, when):
    wait_until(lambda: publisher.articles() <= set(curlew.article_urls()), WAIT_SECONDS)
    missing = publisher.articles() - set(curlew.article_urls())
    expect(not missing, f"{when}: lost {sorted(missing)[:5]}")
    for url, number in collections.Counter(curlew.article_urls()).items():
        expect(number == 1, f"{when}: stored {number} times: {url}")
    expect(curlew.rows("PRAGMA integrity_check") == [("ok",)], f"{when}: damaged")


def expect_refused(curlew, words, *command):
    code, out, complaint = curlew.ask(*command)
    lines = complaint.splitlines()
    expect(code in (1, 2) and len(lines) == 1 and all(word in complaint for word in words),
           f"{command}: {code} {out} {complaint}")


def while_running(curlew, publisher, folder):
    """Ten backups while articles are found; each is sound, and they grow."""
    process = curlew.serve_and_wait()
    sizes = []
    for number in range(10):
        publisher.published += 2
        file = folder / f"backup-{number}.tar"
        code, _, complaint = curlew.ask("backup", str(file))
        expect(code == 0, f"backup {number}: {complaint}")
        with tarfile.open(file) as archive:
            archive.extract("central.db", folder)
        database = sqlite3.connect(folder / "central.db")
        expect(database.execute("PRAGMA integrity_check").fetchall() == [("ok",)],
               f"backup {number} is damaged")
        sizes.append(database.execute("SELECT count(*) FROM articles").fetchone()[0])
        counted = database.execute(
            "SELECT value FROM counters WHERE name = 'articles'").fetchone()[0]
        expect(counted == sizes[-1], f"backup {number}: {counted} counted, {sizes[-1]} there")
        database.close()
        (folder / "central.db").unlink()
        time.sleep(0.3)
    expect(sizes == sorted(sizes) and sizes[-1] > sizes[0], f"articles in backups: {sizes}")
    expect_refused(curlew, ["is there already", "--force"], "backup", str(file))
    expect_refused(curlew, ["data directory"], "backup", "--force",
                   str(curlew.data / "central.db"))
    expect_refused(curlew, ["running on it already"], "restore", str(file), "--replace")
    expect_all_once(curlew, publisher, "beside backups")
    expect(not (trouble := stop(process)), trouble)
    return folder / "backup-0.tar"


def sums_fit(file, folder):
    """With nothing but tar and sha256sum."""
    unpacked = folder / "unpacked"
    unpacked.mkdir()
    subprocess.run(["tar", "xf", file, "-C", unpacked], check=True)
    done = subprocess.run(["sha256sum", "--quiet", "-c", "SHA256SUMS"], cwd=unpacked)
    expect(done.returncode == 0, "sha256sum does not agree")
    expect((unpacked / "curlew.toml").exists(), "no configuration in it")


def restored(program, publisher, backup, folder):
    """An old backup; everything published since is found again, once."""
    curlew = Curlew(program, folder, folder / "elsewhere")
    code, out, complaint = curlew.ask("restore", str(backup))
    expect(code == 0 and "restored" in out, f"restore: {complaint}")
    expect_refused(curlew, ["is not empty", "--replace"], "restore", str(backup))
    process = curlew.serve_and_wait()
    publisher.published += 1
    expect_all_once(curlew, publisher, "after a restore")
    expect(not (trouble := stop(process)), trouble)
    # Back in time once more, over it.
    expect(curlew.ask("restore", str(backup), "--replace")[0] == 0, "restore --replace")
    process = curlew.serve_and_wait()
    expect_all_once(curlew, publisher, "after a second restore")
    expect(not (trouble := stop(process)), trouble)


def hostile(curlew, backup, folder):
    bad = folder / "bad.tar"
    content = backup.read_bytes()
    changed = bytearray(content)
    changed[len(content) // 2] ^= 1
    for name, damaged in {"empty": b"", "cut": content[:-700], "noise": os.urandom(5000),
                          "changed": changed}.items():
        bad.write_bytes(damaged)
        expect_refused(curlew, ["bad.tar", "is no whole backup"], "restore", str(bad))
    for name, kind in (("../evil", tarfile.REGTYPE), ("link", tarfile.SYMTYPE),
                       ("/tmp/evil", tarfile.REGTYPE), ("folder", tarfile.DIRTYPE)):
        with tarfile.open(bad, "w", format=tarfile.USTAR_FORMAT) as archive:
            entry = tarfile.TarInfo(name)
            entry.type, entry.linkname = kind, "/etc/passwd" if kind == tarfile.SYMTYPE else ""
            archive.addfile(entry)
        expect_refused(curlew, ["is no whole backup"], "restore", str(bad))
    expect(not curlew.data.exists() or set(os.listdir(curlew.data)) <= {"lock"},
           "a refused restore left something")
    # Larger than any disk: refused before a byte of it is written.
    with tarfile.open(bad, "w", format=tarfile.GNU_FORMAT) as archive:
        entry = tarfile.TarInfo("curlew-backup.json")
        entry.size = 1 << 60
        bad.write_bytes(entry.tobuf(tarfile.USTAR_FORMAT) if entry.size < 8 << 30
                        else entry.tobuf(tarfile.GNU_FORMAT))
    expect_refused(curlew, ["is no whole backup"], "restore", str(bad))
    expect_refused(curlew, ["none.tar"], "restore", str(folder / "none.tar"))


def kill_after(command, seconds):
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    time.sleep(seconds)
    process.kill()
    return process.wait() != 0


def killed(program, backup, folder, kills, rng):
    """Whenever it dies, one of the two is there: a whole backup, the old store or the new."""
    curlew = Curlew(program, folder, folder / "killed")
    curlew.run("restore", str(backup))
    other = Curlew(program, folder, folder / "other")
    other.run("add", "http://one.example/", "http://two.example/")
    small = folder / "small.tar"
    other.run("backup", str(small))
    old = len(curlew.objects("list"))
    began = time.monotonic()
    curlew.run("backup", str(folder / "timed.tar"))
    length = 1.5 * (time.monotonic() - began)
    died = 0
    for _ in range(kills):
        target = folder / "again.tar"
        target.unlink(missing_ok=True)
        died += kill_after(curlew.command("backup", str(target)), rng.uniform(0, length))
        if target.exists():
            probe = Curlew(program, folder, folder / "probe")
            expect(probe.ask("restore", str(target))[0] == 0, "a killed backup left a bad file")
            shutil.rmtree(probe.data)
        died += kill_after(curlew.command("restore", str(small), "--replace"),
                           rng.uniform(0, length))
        code, out, complaint = curlew.ask("list", "--json")
        if code != 0:
            expect("a restore was interrupted" in complaint, f"after a kill: {complaint}")
        else:
            expect(len(out.splitlines()) in (old, 2), f"after a kill: {out}")
        expect(curlew.ask("restore", str(backup), "--replace")[0] == 0, "restore after a kill")
        expect(len(curlew.objects("list")) == old, "not what the backup holds")
    left = [name for name in os.listdir(curlew.data) if name.startswith("restore")]
    expect(not left, f"left behind: {left}")
    print(f"{died} of {2 * kills} died")


def interrupted(program, backup, folder):
    """A restore that died among its moves is finished by serve."""
    curlew = Curlew(program, folder, folder / "interrupted")
    curlew.run("restore", str(backup))
    ready = curlew.data / "restore.ready"
    ready.mkdir()
    (curlew.data / "central.db").rename(ready / "central.db")
    expect_refused(curlew, ["a restore was interrupted"], "list")
    expect_refused(curlew, ["a restore was interrupted"], "add", "http://three.example/")
    process = curlew.serve_and_wait()
    expect(not (trouble := stop(process)), trouble)
    expect(len(curlew.objects("list")) == 1, "serve did not finish the restore")


def main():
    program = sys.argv[1]
    kills = int(sys.argv[2]) if len(sys.argv) > 2 else 6
    rng = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    publisher = Publisher()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        curlew = Curlew(program, folder)
        curlew.run("add", publisher.url)
        backup = while_running(curlew, publisher, folder)
        sums_fit(backup, folder)
        hostile(Curlew(program, folder, folder / "empty"), backup, folder)
        restored(program, publisher, backup, folder)
        interrupted(program, backup, folder)
        killed(program, backup, folder, kills, rng)
    publisher.close()
    if problems:
        sys.exit("\n".join(problems))
    print("all good")


if __name__ == "__main__":
    main()
