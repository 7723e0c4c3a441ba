#!/usr/bin/env bash
# How long every read of a page or a reader app takes in a database of 100,000 sources and
# 1,000,000 articles, and how the database goes about it, on SQLite and on PostgreSQL.
#   bench/pages/run.sh [FOLDER]     filled before, and kept; else a new one is made and removed
# Prints tables; writes bench/results/<date>-pages.md, and the plan of each query to
# bench/results/<date>-pages-plans-*.txt. Fails where the queries of an answer together take
# more than 50 ms, or one reads a large table from end to end.
set -euo pipefail
cd "$(dirname "$0")/../.."

programs=$PWD/build/release/bench/pages
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
folder=${1:-$work/filled}
mkdir -p "$folder"
[ -e "$folder/central.db" ] || "$programs/fill_store" "$folder"
result=bench/results/$(date -u +%F)-pages
status=0
{
  echo "# Pages: 100,000 sources, 1,000,000 articles"
  echo
  echo "\`./dev bench pages\`, $(date -u +%F), $(nproc) cores, $(uname -m), load $(cut -d' ' -f1 /proc/loadavg) at the start; also 100,000 clips"
  echo "and 600,000 visits of two days. *ann* subscribes to 400 sources, has marked 150,000 articles as read and has all"
  echo "clips; *ben* came yesterday; both see 95,000 sources, which are shared. Each answer is made 9 times by the whole site"
  echo "(routes, service, store, JSON), without the socket, by the clock; *in the database* is the time in its connection, all"
  echo "queries of the answer together: processor time, with that of PostgreSQL's process for it, which works alone. *Slowest query*:"
  echo "the median of the longest of each time."
  echo
  echo "## SQLite"
  echo
  "$programs/pages_bench" "$folder" "$result-plans-sqlite.txt" || status=1
  echo "## PostgreSQL"
  echo
  python3 - "$programs" "$folder" "$result-plans-postgres.txt" <<'PYTHON' || status=1
import subprocess
import sys

sys.path.insert(0, "tests")
from postgres_server import PostgresServer

programs, folder, plans = sys.argv[1:]
server = PostgresServer()
try:
    subprocess.run([f"{programs}/fill_store", folder, "--to", server.url], check=True,
                   stderr=subprocess.DEVNULL)
    # All work in one process, whose time is read, on the same machine.
    server.asked("ALTER ROLE curlew SET max_parallel_workers_per_gather = 0")
    server.asked("VACUUM ANALYZE")
    sys.exit(subprocess.run([f"{programs}/pages_bench", folder, plans, server.url]).returncode)
finally:
    server.close()
PYTHON
  exit $status
} | tee "$result.md"
