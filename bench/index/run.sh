#!/usr/bin/env bash
# How fast articles are indexed and found, on SQLite and on PostgreSQL.
#   bench/index/run.sh [ARTICLES]     1,000,000 unless told
# Prints tables; writes bench/results/<date>-index.md.
set -euo pipefail
cd "$(dirname "$0")/../.."

articles=${1:-1000000}
news=${CURLEW_CORPORA:-../shared/data}/news
if [ ! -d "$news" ]; then
  echo "bench: index needs $news; set CURLEW_CORPORA" >&2
  exit 1
fi
postgres=$(ls -d /usr/lib/postgresql/*/bin | sort -V | tail -1)
program=$PWD/build/release/bench/index/index_bench
work=$(mktemp -d)
server_pid=""
cleanup() {
  [ -z "$server_pid" ] || { kill -INT "$server_pid" && wait "$server_pid"; } 2>/dev/null || true
  rm -rf "$work"
}
trap cleanup EXIT
python3 bench/index/sentences.py "$news" >"$work/sentences"

# PostgreSQL does not run as root.
as_user=()
if [ "$(id -u)" -eq 0 ]; then
  as_user=(setpriv --reuid postgres --regid postgres --clear-groups)
  chown postgres "$work"
fi
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
(cd / && "${as_user[@]}" "$postgres/initdb" -D "$work/data" -U curlew -A trust -E UTF8 \
  --locale=C.UTF-8 >/dev/null)
(cd / && exec "${as_user[@]}" "$postgres/postgres" -D "$work/data" -k "$work" -p "$port" \
  -c listen_addresses=127.0.0.1 >"$work/log" 2>&1) &
server_pid=$!
for _ in $(seq 300); do
  "$postgres/pg_isready" -q -h 127.0.0.1 -p "$port" && break
  sleep 0.1
done

result=bench/results/$(date +%F)-index.md
{
  echo "# The search index: $articles articles"
  echo
  echo "\`./dev bench index\`, $(date +%F), $(nproc) cores, $(uname -m), load $(cut -d' ' -f1 /proc/loadavg) at the start. Articles are"
  echo "random sentences of news, 1.5 KB each, one in five Greek, 2,000 sources. Indexing is tokenising, packing, writing in"
  echo "batches of 500, and all making and merging of segments. Each question is asked seven times for 20 hits; *processor*"
  echo "is what client and server spend on it, the others are by the clock."
  echo
  echo "## SQLite"
  echo
  "$program" "$work/index.db" "$work/sentences" "$articles"
  echo "## PostgreSQL"
  echo
  "$program" "postgres://curlew@127.0.0.1:$port/postgres" "$work/sentences" "$articles" "$server_pid"
} | tee "$result"
