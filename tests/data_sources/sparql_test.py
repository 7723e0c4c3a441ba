#!/usr/bin/env python3
"""Answers of a real SPARQL endpoint in versions: npm's oxigraph behind Node's HTTP server.

    sparql_test.py CURLEW NPM_FOLDER

Skips (77) where Node or npm are missing; npm fetches oxigraph to NPM_FOLDER the first time.
"""
import pathlib
import shutil
import subprocess
import sys
import tempfile
import urllib.request

HERE = pathlib.Path(__file__).parent
sys.path.insert(0, str(HERE.parent))
sys.path.insert(0, str(HERE))
from harness import Curlew, stop
from watched import expect, visit

PREFIX = "@prefix : <http://e/> .\n"
PORTS = PREFIX + ":a :name 'Aegina' ; :master [ :called 'Rhea' ] .\n:b :name 'Poros' .\n"
SELECT = """PREFIX : <http://e/>
SELECT ?port ?name ?master
WHERE { ?port :name ?name . OPTIONAL { ?port :master ?master } }"""
CONSTRUCT = "CONSTRUCT WHERE { ?port <http://e/master> ?m . ?m <http://e/called> ?name }"


def start_endpoint(npm):
    if not (shutil.which("node") and shutil.which("npm")):
        return None
    npm.mkdir(parents=True, exist_ok=True)
    if not (npm / "node_modules/oxigraph").is_dir():
        subprocess.run(["npm", "install", "--silent", "--no-audit", "--no-fund",
                        "--no-package-lock", "--prefix", npm, "oxigraph@0.4"], timeout=200)
    if not (npm / "node_modules/oxigraph").is_dir():
        return None
    shutil.copy(HERE / "endpoint.mjs", npm)  # Modules are looked for beside a script.
    return subprocess.Popen(["node", npm / "endpoint.mjs"], stdout=subprocess.PIPE, text=True)


class Test:
    def __init__(self, curlew, endpoint, folder):
        self.curlew, self.endpoint, self.folder = curlew, endpoint, pathlib.Path(folder)

    def load(self, turtle):
        request = urllib.request.Request(self.endpoint + "/load", turtle.encode(), method="POST")
        urllib.request.urlopen(request, timeout=30).close()

    def add(self, query):
        """Returns the number of the source."""
        [added] = self.curlew.objects("add", self.endpoint + "/sparql", "--kind", "sparql",
                                      "--query", query, "--interval", "1d")
        return added["id"]

    def kept(self, source):
        return [row for (row,) in self.curlew.rows(
            f"SELECT summary FROM versions WHERE source_id = {source} ORDER BY seen")]

    def change(self, source, wanted):
        visited = visit(self.curlew, str(source))
        expect(self.kept(source)[1:], wanted, f"{visited}")

    def run(self):
        self.load(PORTS)
        file = self.folder / "ports.rq"
        file.write_text(SELECT)
        select, construct = self.add(str(file)), self.add(CONSTRUCT)
        for source in (select, construct):
            expect(self.kept(source), ["the first version"], "the first visit")
        # The same data under other names of blank nodes, which oxigraph makes anew.
        self.load(PORTS)
        self.change(select, [])
        self.change(construct, [])
        self.load(PORTS + ":c :name 'Hydra' .\n")
        self.change(select, ["1 row added"])
        self.change(construct, [])
        self.load(PORTS.replace("Rhea", "Gaia"))
        self.change(select, ["1 row added", "1 row removed"])
        self.change(construct, ["1 triple added, 1 removed"])
        # A source for each query, and clear words for what cannot be asked.
        code, _, complaint = self.curlew.ask(
            "add", self.endpoint + "/sparql", "--query",
            "SELECT * WHERE { ?s ?p '" + "x" * 3000 + "' }")
        expect((code, "2000 are the most" in complaint), (2, True), complaint)
        code, _, complaint = self.curlew.ask("add", self.endpoint + "/sparql",
                                             "--kind", "sparql")
        expect((code, "--query" in complaint), (2, True), complaint)
        code, _, complaint = self.curlew.ask("add", self.endpoint + "/sparql", "--query",
                                             "nosuch.rq")
        expect((code, "no such file" in complaint), (2, True), complaint)
        code, out, complaint = self.curlew.ask("check", self.endpoint + "/sparql", "--query",
                                               "SELECT nonsense {")
        expect((code, "HTTP 400" in out), (1, True), out + complaint)


def main(program, npm):
    endpoint = start_endpoint(npm)
    if endpoint is None:
        print("skipped: no node, no npm, or npm cannot install oxigraph")
        return 77
    try:
        address = endpoint.stdout.readline().strip()
        with tempfile.TemporaryDirectory() as folder:
            curlew = Curlew(program, folder)
            process = curlew.serve_and_wait()
            try:
                Test(curlew, address, folder).run()
            finally:
                problem = stop(process)
        if problem:
            raise SystemExit(problem)
    finally:
        endpoint.terminate()
        endpoint.wait()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], pathlib.Path(sys.argv[2])))
