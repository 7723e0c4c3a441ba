#!/usr/bin/env bash
# What a visit that finds nothing new costs the database, on SQLite and on PostgreSQL.
#   bench/unchanged/run.sh [VISITS]     10,000 unless told
# Prints a table; writes bench/results/<date>-unchanged.md.
set -euo pipefail
cd "$(dirname "$0")/../.."

visits=${1:-10000}
program=${CURLEW:-$PWD/build/release/curlew}
result=bench/results/$(date -u +%F)-unchanged.md
{
  echo "# Unchanged visits: $visits of them"
  echo
  echo "\`./dev bench unchanged\`, $(date -u +%F). Watched pages on loopback that stay as they are, half of them with an ETag (answers 304), through"
  echo "\`curlew serve\`. Growth is that of the whole database, all indexes included, between two stops of the program; PostgreSQL's after"
  echo "VACUUM FULL, so that rows that were updated in between do not count twice."
  echo
  echo "| database | visits | bytes before | bytes after | bytes a visit |"
  echo "|---|---:|---:|---:|---:|"
  for database in sqlite postgres; do
    python3 bench/unchanged/unchanged.py "$program" $database "$visits"
  done
} | tee "$result"
