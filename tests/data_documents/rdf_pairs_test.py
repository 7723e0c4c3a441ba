"""Versions of real RDF documents, each with the next: `lab data-diff` calls a pair the
same exactly where two strangers do, `rapper` (Debian's raptor2-utils; npm jsonld for
JSON-LD), which reads them, and npm rdf-canonize, which makes canonical forms.

    rdf_pairs_test.py CURLEW NPM_FOLDER

The documents are the folder doc-versions of $CURLEW_CORPORA, else of the real data in
../shared/data, else a few of our own (tests/corpora/README.md). Skips itself (77) where a
program or a package cannot be had; with CI set it fails. ../npm_packages.py fetches those of
npm to NPM_FOLDER."""
import collections
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(HERE.parent))
import npm_packages

BASE = "http://example.org/document"
SYNTAXES = {".rdf": "rdfxml", ".ttl": "turtle", ".jsonld": "jsonld"}


def folder_of_documents():
    real, own = ROOT / "../shared/data", ROOT / "tests/corpora"
    expected = (real / "doc-versions").is_dir() or (os.environ.get("CI") and real.is_dir())
    return pathlib.Path(os.environ.get("CURLEW_CORPORA") or
                        (real if expected else own)) / "doc-versions"


def unpack(corpus, folder):
    """{document: its versions, oldest first}"""
    documents = {}
    for archive in sorted(corpus.glob("*.tar.zst")):
        packed = subprocess.run(["zstd", "-dc", "--long=27", archive], check=True,
                                capture_output=True).stdout
        subprocess.run(["tar", "x", "-C", folder], input=packed, check=True)
    # Ours lie there as they are.
    for file in sorted([*pathlib.Path(folder).rglob("*"), *corpus.glob("*/*")]):
        if file.suffix in SYNTAXES:
            documents.setdefault(file.parent.name, []).append(file)
    return documents


def canonical_forms(files, folder, npm):
    """{file: a hash of its canonical form, or None where it cannot be read}"""
    forms, questions = {}, []
    for number, file in enumerate(files):
        syntax = SYNTAXES[file.suffix]
        if syntax == "jsonld":
            questions.append((file, {"file": str(file), "syntax": "jsonld", "base": BASE}))
            continue
        read = subprocess.run(["rapper", "-q", "-i", syntax, "-o", "ntriples", file, BASE],
                              capture_output=True)
        if read.returncode != 0:
            forms[file] = None
            continue
        triples = pathlib.Path(folder) / f"{number}.nt"
        triples.write_bytes(read.stdout)
        questions.append((file, {"file": str(triples), "syntax": "nt"}))
    asked = "".join(json.dumps(question) + "\n" for _, question in questions)
    script = npm_packages.script(npm, HERE / "canonical.cjs")
    answers = subprocess.run(["node", script], input=asked, text=True, check=True, stdout=subprocess.PIPE).stdout.split()
    assert len(answers) == len(questions), "an answer for each document"
    for (file, _), answer in zip(questions, answers):
        forms[file] = None if answer == "error" else answer
    return forms


def judge(curlew, before, after):
    """"same", "different", "undecided", or "unreadable"."""
    done = subprocess.run([curlew, "lab", "data-diff", "--json", "--base", BASE, before,
                           after], capture_output=True, text=True, timeout=60)
    if done.returncode != 0:
        return "unreadable"
    same = json.loads(done.stdout)["same"]
    return "undecided" if same is None else "same" if same else "different"


def main(curlew, npm):
    corpus = folder_of_documents()
    if not corpus.is_dir():
        sys.exit(f"no documents at {corpus}: set CURLEW_CORPORA, or unset it")
    for program in ("rapper", "zstd"):
        if not shutil.which(program):
            print(f"{program} is not installed (Debian: raptor2-utils zstd)")
            sys.exit(1 if os.environ.get("CI") else npm_packages.SKIPPED)
    npm_packages.need(npm)
    counts, wrong = collections.Counter(), []
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as triples:
        documents = unpack(corpus, folder)
        forms = canonical_forms([f for files in documents.values() for f in files], triples, npm)
        for name, files in documents.items():
            for before, after in zip(files, files[1:]):
                old, new = forms[before], forms[after]
                expected = ("unreadable" if not old or not new else
                            "same" if old == new else "different")
                found = judge(curlew, before, after)
                counts[expected] += 1
                if found != expected:
                    wrong.append(f"{name} {before.name} {after.name}: {found}, "
                                 f"rapper and rdf-canonize say {expected}")
    print(f"{sum(counts.values())} pairs: {dict(counts)}")
    print("\n".join(wrong))
    assert counts["same"] and counts["different"], "pairs of both kinds"
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
