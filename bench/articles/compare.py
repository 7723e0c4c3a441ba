#!/usr/bin/python3
"""usage: compare.py CORPUS WORK CURLEW PARSE_FLOOR [--only NAME...]

Runs Curlew and its peers over the pages of CORPUS (articles/ of the corpora), one after
the other, and prints a table in Markdown. WORK has the npm packages and takes what the
runs write. Quality is what CORPUS/score.py says of all; processor time and memory are
those of the `sh-` pages."""
import argparse
import datetime
import gzip
import json
import os
import pathlib
import platform
import re
import resource
import statistics
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
SETS = ("sh", "wcxb", "traf")
PASSES = 3  # Over the `sh-` pages; the first is not counted: some compile meanwhile.
CPU_LIMIT = 3600  # Seconds of processor time for one run of a peer.
JARS = "/usr/share/java"
BOILERPIPE = [f"{JARS}/{name}.jar" for name in ("boilerpipe", "nekohtml", "xercesImpl")]
NPM_PEERS = ("@mozilla/readability", "defuddle", "@extractus/article-extractor", "unfluff")


def unpack(corpus, work):
    """The pages as they came over the wire, decompressed: work/pages/SET/ID.html."""
    for name in SETS:
        folder = work / "pages" / name
        folder.mkdir(parents=True, exist_ok=True)
        for packed in sorted(corpus.glob(f"{name}-*.html.gz")):
            page = folder / packed.name.removesuffix(".gz")
            if not page.exists():
                page.write_bytes(gzip.decompress(packed.read_bytes()))


class Run:
    """A finished child: what it printed, how it ended, the most memory it had."""

    def __init__(self, command, work):
        out, err = work / "stdout", work / "stderr"
        limit = lambda: resource.setrlimit(resource.RLIMIT_CPU, (CPU_LIMIT, CPU_LIMIT))
        with open(out, "wb") as stdout, open(err, "wb") as stderr:
            child = subprocess.Popen(command, cwd=work, stdout=stdout, stderr=stderr,
                                     preexec_fn=limit)
            _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        self.ok = child.returncode == 0
        self.stdout, self.stderr = out.read_text(), err.read_text(errors="replace")
        self.peak_mb = usage.ru_maxrss / 1024


class Peer:
    """Speaks as peer.mjs, peer.py and Peer.java do: FOLDER PASSES OUT.jsonl."""

    is_fixed = True

    def __init__(self, name, origin, command):
        self.name, self.origin, self.command, self.version = name, origin, command, ""

    def run(self, folder, passes, out, work):
        """(run, processor seconds of each pass)"""
        run = Run([*self.command, str(folder), str(passes), str(out)], work)
        if not run.ok:
            return run, []
        figures = json.loads(run.stdout.splitlines()[-1])
        self.version = figures["version"]
        return run, figures["seconds"]


class Curlew:
    name, origin, version, is_fixed = "**curlew**", "this tree", "", False

    def __init__(self, program):
        self.program = program

    def run(self, folder, passes, out, work):
        seconds = []
        for _ in range(passes):
            run = Run([str(self.program), "lab", "article", "--batch", str(folder)], work)
            if not run.ok:
                return run, []
            seconds.append(float(re.search(r"in ([\d.]+) CPU-s", run.stderr)[1]))
        out.write_text(run.stdout)
        return run, seconds


def known_peers(curlew, work):
    peers = [Curlew(curlew)]
    for name in NPM_PEERS:
        if (work / "node_modules" / name).is_dir():
            command = ["node", str(HERE / "peer.mjs"), name]
            peers.append(Peer(name, "npm", command))
    if Run(["/usr/bin/python3", "-c", "import readability"], work).ok:
        command = ["/usr/bin/python3", str(HERE / "peer.py")]
        peers.append(Peer("python3-readability", "Debian", command))
    if all(os.path.exists(jar) for jar in BOILERPIPE):
        classes = ":".join(BOILERPIPE)
        command = ["java", "-cp", classes, str(HERE / "Peer.java")]
        peers.append(Peer("boilerpipe ArticleExtractor", "Debian", command))
    return peers


def score(corpus, predictions, *options):
    command = ["/usr/bin/python3", str(corpus / "score.py"), str(corpus),
               str(predictions), "--json", *options]
    return json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)


def rows_of(file):
    with open(file, encoding="utf8") as lines:
        yield from map(json.loads, lines)


def hub_accuracy(corpus, predictions):
    """Balanced accuracy on hub.jsonl; None for who does not say."""
    said = {row["id"]: row.get("hub") for row in rows_of(predictions)}
    right = {"hub": [], "article": []}
    for row in rows_of(corpus / "hub.jsonl"):
        if said.get(row["id"]) is None:
            return None
        right[row["label"]].append(said[row["id"]] == (row["label"] == "hub"))
    return statistics.mean(statistics.mean(each) for each in right.values())


def quality(corpus, predictions):
    by_type = score(corpus, predictions["wcxb"], "--src", "wcxb", "--by-type")
    return {
        "sh": score(corpus, predictions["sh"], "--src", "scrapinghub")["all"]["s4_f1"],
        "all": by_type["all"]["w_f1"],
        "article": by_type["article"]["w_f1"],
        "traf": score(corpus, predictions["traf"], "--src",
                      "trafilatura")["segments"]["seg_f1"],
        "title": by_type["all"]["title_eq"],
        "hub": hub_accuracy(corpus, predictions["wcxb"]),
    }


def count_empty(predictions):
    """Pages of which nothing was found."""
    return sum(not (row.get("articleBody") or "").strip()
               for file in predictions.values() for row in rows_of(file))


def measure(peer, corpus, work, passes):
    """One row of the table, or why there is none."""
    predictions, sh = {}, {}
    for name in SETS:
        predictions[name] = work / f"{re.sub(r'[^a-z0-9]+', '-', peer.name)}-{name}.jsonl"
        pages = work / "pages" / name
        if name != "sh" and peer.is_fixed and predictions[name].exists():
            continue  # Of an earlier run: the same program says the same again.
        times = passes if name == "sh" else 1
        run, seconds = peer.run(pages, times, predictions[name], work)
        if not run.ok:
            return f"{peer.name}: failed on {name}: {run.stderr[-300:]}"
        if name == "sh":
            speed = len(list(pages.glob("*.html"))) / statistics.median(seconds[1:])
            sh = {"peak": run.peak_mb, "speed": speed}
    return {**quality(corpus, predictions), **sh, "empty": count_empty(predictions)}


def number(value, form="{:.3f}"):
    return "–" if value is None else form.format(value).removeprefix("0")


def print_table(peers, rows):
    print("| extractor | `sh-` 4-shingle F1 | `wcxb-` word F1, all | articles | "
          "`traf-` segments F1 | title exact | hub, balanced | pages/CPU-s | peak MB | "
          "empty |")
    print("|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|")
    for peer, row in zip(peers, rows):
        if isinstance(row, str):
            print(f"\n{row}", file=sys.stderr)
            continue
        label = f"{peer.name} {peer.version}".strip() + f" ({peer.origin})"
        figures = [number(row[key]) for key in
                   ("sh", "all", "article", "traf", "title", "hub")]
        figures += [number(row["speed"], "{:.0f}"), number(row["peak"], "{:.0f}"),
                    str(row["empty"])]
        print(f"| {label} | " + " | ".join(figures) + " |")


def print_floor(program, work):
    pages = work / "pages" / "sh"
    names = Run([str(program)], work).stdout.split()
    print("\nBytes to tree and nothing else, the same pages:\n")
    print("| parser | pages/CPU-s | MB/CPU-s | peak MB |\n|---|---:|---:|---:|")
    size = sum(page.stat().st_size for page in pages.glob("*.html")) / 1e6
    for name in names:
        run = Run([str(program), name, str(pages), str(PASSES)], work)
        figures = json.loads(run.stdout)
        seconds = statistics.median(figures["seconds"][1:])
        print(f"| {name} {figures['version']} | {figures['pages'] / seconds:.0f} | "
              f"{size / seconds:.0f} | {run.peak_mb:.0f} |")


def processor():
    found = re.search(r"model name\s*: (.*)", pathlib.Path("/proc/cpuinfo").read_text())
    return found[1] if found else platform.machine()


def main():
    options = argparse.ArgumentParser()
    for name in ("corpus", "work", "curlew", "floor"):
        options.add_argument(name, type=lambda path: pathlib.Path(path).resolve())
    options.add_argument("--passes", type=int, default=PASSES)
    options.add_argument("--only", nargs="*", help="names of peers, in part")
    given = options.parse_args()
    unpack(given.corpus, given.work)
    peers = [peer for peer in known_peers(given.curlew, given.work)
             if not given.only or any(word in peer.name for word in given.only)]
    rows = []
    for peer in peers:
        print(f"bench: {peer.name}", file=sys.stderr)
        rows.append(measure(peer, given.corpus, given.work, given.passes))
    now = datetime.datetime.now(datetime.timezone.utc)
    print(f"# Article extraction, {now:%Y-%m-%dT%H:%M}Z\n")
    print((HERE / "about.md").read_text().format(cpu=processor()))
    print_table(peers, rows)
    print_floor(given.floor, given.work)


main()
