#!/usr/bin/env bash
# How versions are added to a table that grows, and how long a TimeMap of 10,000 takes, on
# SQLite and on PostgreSQL.
#   bench/timemap/run.sh [VERSIONS]     1,000,000 unless told
# Prints tables; writes bench/results/<date>-timemap.md.
set -euo pipefail
cd "$(dirname "$0")/../.."

versions=${1:-1000000}
program=$PWD/build/release/bench/timemap/timemap_bench
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
result=bench/results/$(date -u +%F)-timemap.md
{
  echo "# TimeMaps: $versions versions"
  echo
  echo "\`./dev bench timemap\`, $(date -u +%F), $(nproc) cores, $(uname -m), load $(cut -d' ' -f1 /proc/loadavg) at the start. One address has"
  echo "10,000 versions. An answer is all but the socket: the table of routes, the store, the text. *processor* is that of the"
  echo "program; the server's is in the clock alone."
  echo
  echo "## SQLite"
  echo
  "$program" "$work/central.db" "$versions"
  echo "## PostgreSQL"
  echo
  python3 - "$program" "$versions" <<'PYTHON'
import subprocess
import sys

sys.path.insert(0, "tests")
from postgres_server import PostgresServer

server = PostgresServer()
try:
    subprocess.run([sys.argv[1], server.url, sys.argv[2]], check=True)
finally:
    server.close()
PYTHON
} | tee "$result"
