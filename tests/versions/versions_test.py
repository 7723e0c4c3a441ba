#!/usr/bin/env python3
"""A watched page through the program: what changes is a version, is told, is shown and compared
again, and lies in an archive that others read.

    versions_test.py CURLEW sqlite|postgres NPM_FOLDER
"""
import gzip
import html
import io
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.request
import zipfile

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
import npm_packages
from changing_site import ChangingSite
from harness import Curlew, stop, wait_until


def expect(condition, what):
    if not condition:
        raise SystemExit(f"versions_test: {what}")


def history(curlew, *words):
    return curlew.objects("history", "1", *words)


def visit(curlew):
    code, out, err = curlew.ask("visit", "1")
    expect(code == 0, f"visit: {out} {err}")


def raw(curlew, *words):
    return subprocess.run(curlew.command(*words), check=True, stdout=subprocess.PIPE,
                          timeout=60).stdout


def text_of(curlew, *words):
    code, out, err = curlew.ask(*words)
    expect(code == 0, f"{words}: {code} {err}")
    return out


def change(curlew, site, versions):
    """Visits it until there are so many versions: what was just changed is one."""
    visit(curlew)
    found = wait_until(lambda: len(history(curlew)) >= versions, 10)
    rows = history(curlew)
    expect(found and len(rows) == versions, f"{len(rows)} versions, not {versions}: {rows}")
    return rows[0]


def check_edit(curlew, site):
    """Noise is no version; an edit is, and is shown."""
    before = raw(curlew, "show", site.url)
    expect(b"pays ten euros" in before, before)
    site.noise += 1
    change(curlew, site, 1)
    site.fee = "twelve"
    newest = change(curlew, site, 2)
    expect(newest["kinds"] == ["text", "main text"] and 0 < newest["score"] < 1, newest)
    expect(newest["summary"] == "1 paragraph rewritten under ‘Fees’", newest)
    first = history(curlew)[1]
    expect(first["kinds"] == [] and first["summary"] == "the first version", first)
    now = raw(curlew, "show", "1")
    expect(now == site.page() or b"pays twelve euros" in now, now)
    expect(len(now) == newest["bytes"], newest)
    expect(raw(curlew, "show", f"{site.url}@{first['time']}") == before, "the first is another")
    expect("pays ten euros" in text_of(curlew, "show", f"1@{first['time']}", "--text"), "no text")
    expect("text/html" in text_of(curlew, "show", "1", "--headers"), "no headers")
    expect("time" in text_of(curlew, "history", "1").splitlines()[0], "no table")
    return first, newest


def check_diff(curlew, site, first, newest):
    unified = text_of(curlew, "diff", site.url)
    expect("pays [-ten-] euros" in unified and "pays {+twelve+} euros" in unified, unified)
    page = text_of(curlew, "diff", "1", "--html")
    expect("<del>ten</del>" in page and "<ins>twelve</ins>" in page, page)
    row, = curlew.objects("diff", "1", first["time"], newest["time"])
    expect([each["words"][1]["text"] for each in row["blocks"] if "words" in each][0] == "ten", row)
    told, = curlew.objects("preview", "1")
    expect([each["time"] for each in told["reported"]] == [newest["time"]], told)
    aside, = curlew.objects("preview", "1", "--part", "h1")
    expect(aside["reported"] == [] and aside["part_text"].strip() == "Harbour", aside)
    expect("0 changes would have been told" in text_of(curlew, "preview", "1", "--part", "h1"), "in words")
    blocks = curlew.objects("show", "1", "--outline")
    expect([each for each in blocks if each["text"] == "Fees" and each["heading"] and each["path"]], blocks)
    code, _, err = curlew.ask("diff", "1", first["time"], first["time"])
    expect(code == 1 and "at both times" in err, err)


def check_errors(curlew, site, first):
    for words, code, told in [
            (["show", f"{site.url}@2001-01-01"], 1, "the first is of " + first["time"][:19]),
            (["show", "1@yesterday"], 2, "@ yesterday: no time"),
            (["show", "http://127.0.0.1:1/none"], 1, "no such source"),
            (["diff", "1", "soon"], 2, "TIME soon: no time"),
            (["diff", "1", "1h", "2h", "3h"], 2, "two times at most"),
            (["history", "1", "--not-a-change", "2001-01-01"], 1, "the first is of"),
            (["history", "1", "--not-a-change", first["time"]], 2, "it is the first one")]:
        got, _, err = curlew.ask(*words)
        expect(got == code and told in err and err.count("\n") == 1, f"{words}: {got} {err}")


def check_told(curlew):
    """The change is a clip of who watches the source, in his own feed."""
    address = re.search(r"http\S+atom\S*|/mine/lists/\S+", text_of(
        curlew, "watch", "feed", "Harbour", "--user", "anna")).group()
    if address.startswith("/"):
        address = curlew.origin + address

    def feed():
        with urllib.request.urlopen(address, timeout=30) as answer:
            return html.unescape(answer.read().decode())
    found = wait_until(lambda: "1 paragraph rewritten under ‘Fees’" in feed(), 15)
    expect(found, f"the change is not told: {feed()}")


def check_error_page(curlew, site, versions):
    """At the third visit it is what the page has become; then it is back."""
    site.is_down = True
    change(curlew, site, versions)
    change(curlew, site, versions)
    row = change(curlew, site, versions + 1)
    expect(row["error_page"] and row["kinds"] == ["error page"], row)
    site.is_down = False
    row = change(curlew, site, versions + 2)
    expect(row["summary"] == "is back, as it was before the error", row)
    return versions + 2


def check_not_a_change(curlew, site, versions):
    """It is marked and not counted any more, and its place is noise."""
    before = history(curlew)[0]["counters"]
    counted = {**before, "textual": before["textual"] + 1}
    site.office = "open at noon"
    row = change(curlew, site, versions + 1)
    expect(row["counters"] == counted, f"{row} after {before}")
    told = curlew.objects("history", "1", "--not-a-change", row["time"])
    expect(told[0]["not_a_change"] and told[0]["time"] == row["time"], told)
    curlew.objects("history", "1", "--a-change", row["time"])
    again = history(curlew)[0]
    expect(not again["not_a_change"] and again["score"] > 0 and again["counters"] == counted, again)
    curlew.objects("history", "1", "--not-a-change", row["time"])
    marked = history(curlew)[0]
    expect(marked["not_a_change"] and marked["score"] == 0 and marked["counters"] == before, marked)
    expect(curlew.objects("list")[0]["counters"] == before, curlew.objects("list"))
    for office in ("open in the evening", "open at noon"):
        site.office = office
        change(curlew, site, versions + 1)
    site.fee = "twenty"
    row = change(curlew, site, versions + 2)
    expect("Fees" in row["summary"] and "Office" not in row["summary"], row)
    expect(row["counters"] == counted, f"{row} after {before}")


def check_cut(curlew, site):
    """Half of a page is not compared, and nothing says that it is kept, or that it is the same."""
    versions = len(history(curlew))
    site.is_cut = True
    told = text_of(curlew, "visit", "1")
    expect("not compared, as it ends too early" in told and "not changed" not in told, told)
    told = text_of(curlew, "status", "1")
    expect("not compared, and no version is kept" in told and "what came is kept" not in told, told)
    site.is_cut = False
    expect(len(history(curlew)) == versions, "half of it is a version")


def check_without_links(curlew, site):
    """Where links are wanted as well and there are none, its content is watched all the same."""
    told = text_of(curlew, "add", site.url + "?both", "--kind", "page", "--watch", "both")
    expect("the first version is kept" in told, told)
    expect("its content is watched, but no links to follow" in told, told)
    told = text_of(curlew, "status")
    expect("its content is watched, but no links to follow" in told, told)
    text_of(curlew, "remove", "2", "--forget-versions")


def check_warcio(file, npm):
    """npm's warcio reads it, where it can be had."""
    if not npm_packages.have(npm):
        return
    peers = npm_packages.script(npm, pathlib.Path(__file__).parents[1] / "archive/peers.mjs")
    out = subprocess.run(["node", peers, "read", file], check=True,
                         stdout=subprocess.PIPE, timeout=60).stdout
    records = [json.loads(line) for line in out.splitlines()]
    expect(records and all(each["block"] and each["own"] and each["payload"]
                           for each in records), records)


def check_export_to_stdout(curlew, site, folder):
    """The file alone is written there; what is told of it goes to standard error."""
    def types(warc):
        return re.findall(rb"^WARC-Type: (\S+)", gzip.decompress(warc), re.MULTILINE)
    words = ["archive", "export", "--url", site.url, "-o", "-"]
    warc = raw(curlew, *words)
    expect(types(warc) == types((folder / "all.warc.gz").read_bytes()), types(warc))
    with zipfile.ZipFile(io.BytesIO(raw(curlew, *words, "--wacz"))) as wacz:
        expect(wacz.testzip() is None and "datapackage.json" in wacz.namelist(), wacz.namelist())
    _, out, err = curlew.ask("archive", "export", "--url", "example.net/*", "-o", "-")
    expect(out == "" and "no version" in err, f"{out} {err}")


def check_archive(curlew, site, folder, npm):
    count = len(history(curlew))
    files = curlew.objects("archive", "list")
    expect(sum(each["versions"] for each in files) == count, files)
    rows = curlew.objects("archive", "list", "--url", "127.0.0.1*/fees")
    expect([each["url"] for each in rows] == [site.url] * count, rows)
    checked, = curlew.objects("archive", "verify")
    expect(checked["troubles"] == [] and checked["versions"] == count, checked)
    for name in ("all.warc.gz", "all.wacz"):
        row, = curlew.objects("archive", "export", "--url", site.url, "-o", str(folder / name))
        expect(row["versions"] == count, row)
    with zipfile.ZipFile(folder / "all.wacz") as wacz:
        expect(wacz.testzip() is None, "the WACZ file is damaged")
    check_warcio(folder / "all.warc.gz", npm)
    check_export_to_stdout(curlew, site, folder)
    (folder / "one.warc.gz").write_bytes(raw(curlew, "archive", "get", site.url))
    check_warcio(folder / "one.warc.gz", npm)
    code, _, err = curlew.ask("archive", "export", "-o", str(folder / "all.wacz"))
    expect(code == 1 and "all.wacz" in err, f"{code} {err}")


def check_damage(curlew, folder):
    """One byte of a payload is another."""
    file, = (curlew.data / "archive").glob("*/*.warc.gz")
    rows = history(curlew)
    sound = file.read_bytes()
    damaged = bytearray(sound)
    damaged[rows[1]["offset"] + 300] ^= 1
    file.write_bytes(damaged)
    code, out, err = curlew.ask("archive", "verify")
    expect(code == 1 and file.name in out and "not sound" in err, f"{code} {out} {err}")
    code, out, err = curlew.ask("archive", "export", "--url", rows[0]["url"], "--json",
                                "-o", str(folder / "rest.warc.gz"))
    row = json.loads(out)
    expect(code == 1 and row["left_out"] == 1 and row["versions"] == len(rows) - 1, out)
    expect(f"left out: {rows[1]['url']} of {rows[1]['time'][:19]}" in err, err)
    file.write_bytes(sound)
    expect(curlew.ask("archive", "verify")[0] == 0, "it is not sound again")
    file.rename(file.parent / "away")
    code, out, _ = curlew.ask("archive", "verify")
    expect(code == 1 and file.name[:30] in out, f"{code} {out}")


def run(curlew, folder, npm):
    site = ChangingSite()
    curlew.run("user", "add", "anna", "--no-password")
    curlew.run("add", site.url, "--kind", "page", "--watch", "changes", "--no-wait")
    curlew.run("watch", "add", "Harbour", "source:1", "--user", "anna")
    process = curlew.serve()
    try:
        curlew.origin = process.stdout.readline().split()[3].rstrip("/")
        expect(wait_until(lambda: history(curlew), 20), "it is not visited")
        first, newest = check_edit(curlew, site)
        check_diff(curlew, site, first, newest)
        check_errors(curlew, site, first)
        check_told(curlew)
        versions = check_error_page(curlew, site, 2)
        check_not_a_change(curlew, site, versions)
        check_cut(curlew, site)
        check_archive(curlew, site, folder, npm)
        check_without_links(curlew, site)
        expect((wrong := stop(process)) is None, wrong)
        check_damage(curlew, folder)
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()


def main():
    program, database, npm = sys.argv[1:]
    server = None
    if database == "postgres":
        from postgres_server import PostgresServer
        server = PostgresServer()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="curlew-versions-"))
    try:
        # Visited when it is asked for, and hardly ever by itself.
        run(Curlew(program, folder, server=server,
                   schedule={"tick": "1s", "budget_per_hour": 1}), folder, npm)
        print("ok")
    finally:
        if server:
            server.close()
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
