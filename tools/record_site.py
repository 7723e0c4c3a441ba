#!/usr/bin/env python3
"""Makes a recorded site for `curlew lab crawl --site DIR` out of archived page versions.

usage: tools/record_site.py VERSIONS DIR

VERSIONS has a <page>.tar.zst for each page, with <unix time>.html[.gz] in a folder inside,
where <page> is <collection>__<Service>_<Kind_Of_Document>. DIR gets a folder <page> for
each, whatever the one inside is called (archivers cut long names), and a site.csv that gives
each page a topic by its kind of document and a host by its collection. Needs zstd. Nothing of
it belongs in the repository: the texts are others'.
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile

VERSION = re.compile(r"\d+\.html(\.gz)?")

KINDS = [
    ("guidelines", r"Community_Guidelines"),
    ("privacy", r"Privacy_Policy"),
    ("trackers", r"Trackers_Policy"),
    ("commerce", r"(Commercial_Terms|Sellers_Conditions|Business)"),
    ("terms", r"(Terms_of_Service|Terms_of_use|Developer_Terms)"),
]


def topic_of(page):
    for topic, pattern in KINDS:
        if re.search(pattern, page, re.I):
            return topic
    return ""


def address_of(page):
    """ota-dating__Badoo_Terms_of_Service -> https://ota-dating.example/Badoo_Terms_of_Service"""
    collection, _, document = page.partition("__")
    host = re.sub(r"[^a-z0-9-]+", "-", collection.lower()).strip("-")
    return f"https://{host}.example/{document or collection}"


def unpack(archive, folder):
    """How many versions there were. Of a member's name only the last part counts."""
    folder.mkdir(parents=True, exist_ok=True)
    count = 0
    with subprocess.Popen(["zstd", "-dcq", "--long=27", archive],
                          stdout=subprocess.PIPE) as plain:
        try:
            with tarfile.open(fileobj=plain.stdout, mode="r|") as members:
                for member in members:
                    name = pathlib.PurePosixPath(member.name).name
                    if not member.isfile() or not VERSION.fullmatch(name):
                        continue
                    with open(folder / name, "wb") as version:
                        shutil.copyfileobj(members.extractfile(member), version)
                    count += 1
        except tarfile.TarError as error:
            sys.exit(f"{archive}: cannot be unpacked: {error}")
        while plain.stdout.read(1 << 20):  # What stands behind the archive's end.
            pass
    if plain.returncode != 0:
        sys.exit(f"{archive}: cannot be unpacked")
    return count


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    versions, site = map(pathlib.Path, sys.argv[1:])
    archives = sorted(versions.glob("*.tar.zst"))
    if not archives:
        sys.exit(f"{versions}: no *.tar.zst")
    rows = ["page,topic,url,seed"]
    for archive in archives:
        page = archive.name.removesuffix(".tar.zst")
        if "," in page or "\n" in page:
            sys.exit(f"{archive}: a name with a comma or a line feed cannot stand in site.csv")
        if unpack(archive, site / page) == 0:
            sys.exit(f"{archive}: no <unix time>.html[.gz] is in it")
        rows.append(f"{page},{topic_of(page)},{address_of(page)},")
    (site / "site.csv").write_text("\n".join(rows) + "\n")
    print(f"{len(archives)} pages in {site}")


if __name__ == "__main__":
    main()
