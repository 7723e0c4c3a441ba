#!/usr/bin/env python3
"""Archived page versions become a site that `curlew lab crawl --site` crawls.

    recorded_site_test.py CURLEW small|real

`small` makes archives whose folders have other names than the archives: archivers cut long
ones, so that two pages may even share a folder's name. `real` takes those of page-versions
in $CURLEW_CORPORA, or beside the project, and is skipped where there are none.
"""
import io
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tarfile
import tempfile

PROJECT = pathlib.Path(__file__).resolve().parents[2]
SKIPPED = 77
# Of a folder's name in an archive.
LONGEST = 40


def write_archive(folder, page, text):
    plain = io.BytesIO()
    with tarfile.open(fileobj=plain, mode="w") as archive:
        for version in range(3):
            body = (f"<!doctype html><title>{page}</title><body><p>{text}</p>"
                    f"<p>This is version {version}.</p></body>").encode()
            member = tarfile.TarInfo(f"{page[:LONGEST]}/{1700000000 + 86400 * version}.html")
            member.size = len(body)
            archive.addfile(member, io.BytesIO(body))
    subprocess.run(["zstd", "-q", "-o", folder / f"{page}.tar.zst"], input=plain.getvalue(),
                   check=True)


def write_archives(folder):
    """Names that agree in all that an archive keeps of them."""
    for number in range(12):
        write_archive(folder, f"small__Service_{number:02}_Privacy_Policy_of_all_"
                      "the_countries_where_it_is_offered",
                      "We collect personal data and share cookies with partners who protect "
                      f"the privacy of number {number}.")
        write_archive(folder, "small__One_long_name_that_all_of_these_pages_begin_with_"
                      f"Terms_of_Service_{number:02}",
                      "You agree to the terms, and liability for the service is limited under "
                      f"the law of country {number}.")


def crawl(program, versions, site):
    """The rows of the crawl, and how many pages there are."""
    subprocess.run([sys.executable, PROJECT / "tools/record_site.py", versions, site],
                   check=True)
    done = subprocess.run([program, "lab", "crawl", "--site", site, "--order", "curlew",
                           "--phases", "3", "--json"], capture_output=True, text=True,
                          check=False)
    if done.returncode != 0:
        sys.exit(f"lab crawl: {done.stderr.strip()}")
    pages = (site / "site.csv").read_text().splitlines()[1:]
    return [json.loads(line) for line in done.stdout.splitlines()], pages


def main():
    program, which = sys.argv[1:]
    if not shutil.which("zstd"):
        print("no zstd")
        sys.exit(SKIPPED)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        if which == "small":
            versions = folder / "versions"
            versions.mkdir()
            write_archives(versions)
        else:
            beside = pathlib.Path(__file__).resolve().parents[3] / "shared/data"
            versions = pathlib.Path(os.environ.get("CURLEW_CORPORA") or beside,
                                    "page-versions")
            if not list(versions.glob("*.tar.zst")):
                print(f"no page versions at {versions}: set CURLEW_CORPORA")
                sys.exit(SKIPPED)
        rows, pages = crawl(program, versions, folder / "site")
        archives = list(versions.glob("*.tar.zst"))
        assert len(pages) == len(archives), (len(pages), len(archives))
        for archive in archives:
            assert any((folder / "site" / archive.name.removesuffix(".tar.zst")).iterdir())
        # All of the site may be visited in the first phase; a third is learned from.
        assert rows[0]["downloaded"] >= len(archives) // 2, rows[0]
        assert rows[0]["changes"] > 0, rows[0]
        print(f"{len(pages)} pages, {rows[0]['downloaded']} downloaded, "
              f"{rows[0]['changes']} changes found")


if __name__ == "__main__":
    main()
