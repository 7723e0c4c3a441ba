#!/usr/bin/env bash
# How many reports a controller commits to PostgreSQL: on one core with its server, and
# through a proxy that delays each direction by 1 ms; SQLite beside it. run.sh calls it.
# Prints tables; writes bench/results/<date>-system-postgres.md.
set -euo pipefail
cd "$(dirname "$0")/../.."

programs=$PWD/build/release/bench/system
postgres=$(ls -d /usr/lib/postgresql/*/bin | sort -V | tail -1)
work=$(mktemp -d)
server_pid="" proxy_pid=""
cleanup() {
  [ -z "$proxy_pid" ] || kill "$proxy_pid" 2>/dev/null || true
  [ -z "$server_pid" ] || { kill -INT "$server_pid" && wait "$server_pid"; } 2>/dev/null || true
  rm -rf "$work"
}
trap cleanup EXIT

free_port() {
  python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'
}

# PostgreSQL does not run as root.
as_user=()
if [ "$(id -u)" -eq 0 ]; then
  as_user=(setpriv --reuid postgres --regid postgres --clear-groups)
  chown postgres "$work"
fi

# On a busy machine the clock tells of its neighbours, too. A command such as
# "chrt --rr 1" lets these programs go first.
first=${CURLEW_BENCH_FIRST:-}
one_core="$first taskset -c 0"
other_core="$first taskset -c $(($(nproc) - 1))"
port=$(free_port)
# As Debian configures it: fsync and synchronous_commit are on.
(cd / && "${as_user[@]}" "$postgres/initdb" -D "$work/data" -U curlew -A trust -E UTF8 \
  --locale=C.UTF-8 >/dev/null)
cd /
# exec, so that the process id is the server's.
(exec $one_core "${as_user[@]}" "$postgres/postgres" -D "$work/data" -k "$work" \
  -p "$port" -c listen_addresses=127.0.0.1 >"$work/log" 2>&1) &
server_pid=$!
cd - >/dev/null
for _ in $(seq 300); do
  "$postgres/pg_isready" -q -h 127.0.0.1 -p "$port" && break
  sleep 0.1
done
"$postgres/pg_isready" -q -h 127.0.0.1 -p "$port" || { cat "$work/log" >&2 && exit 1; }

commit_reports() {  # DATABASE PORT
  "$postgres/createdb" -h 127.0.0.1 -p "$port" -U curlew "$1"
  $one_core "$programs/commit_reports" "postgres://curlew@127.0.0.1:$2/$1" "$server_pid"
}

through_proxy() {  # DATABASE MICROSECONDS
  local proxy
  proxy=$(free_port)
  $other_core "$programs/slow_proxy" "$proxy" "$port" "$2" &
  proxy_pid=$!
  sleep 0.5
  commit_reports "$1" "$proxy"
  kill "$proxy_pid"
  wait "$proxy_pid" 2>/dev/null || true
  proxy_pid=""
}

median() {  # FILE WORKLOAD COLUMN, of the columns behind the name
  grep "^$2 " "$1" | sed "s/^$2 *//" | awk "{print \$$3}" | sort -n | sed -n 2p
}

result=bench/results/$(date +%F)-system-postgres.md
{
  echo "# Reports committed to PostgreSQL"
  echo
  echo "\`./dev bench system\`, $(date +%F), $(nproc) cores, $(uname -m), load $(cut -d' ' -f1 /proc/loadavg) at the start; PostgreSQL"
  echo "$("$postgres/postgres" --version | grep -o '[0-9.]*' | head -1) as it is configured without a word. 10,000 feeds of as many hosts; the real controller"
  echo "plans, orders, prepares, commits (batches of up to 500) and sends receipts, the terminal is made up. fsync and"
  echo "synchronous_commit are on. Client and server share one core, the proxy has another${first:+; they go before other programs ($first)}. *Mixed*: of ten visits of feeds nine find it not modified,"
  echo "one brings 3 new items, and the page of every new item follows (40 KB of HTML, its article and readable parts): 69 % not"
  echo "modified, 8 % feeds, 23 % pages. *With large pages*: the same with 220 KB of HTML, the mean of docs/service.md."
  echo "*20 new articles each* is the first poll of an empty database, without pages."
  echo "*a minute* is by the clock, *a CPU-min* by the processor time of client and server together, *client* and *server* are"
  echo "their CPU seconds for 1,000 reports. Three runs each, in turns."
  echo
  for run in 1 2 3; do
    for place in direct proxied; do
      echo "Run $run, $place:"
      echo '```'
      if [ $place = direct ]; then
        commit_reports "direct_$run" "$port"
      else
        through_proxy "proxied_$run" 1000
      fi | tee -a "$work/$place"
      echo '```'
    done
  done
  echo "Through the same proxy without a delay, which shows what the proxy itself costs:"
  echo '```'
  through_proxy undelayed 0
  echo '```'
  echo "The same on SQLite:"
  echo '```'
  $one_core "$programs/commit_reports" "$work/central.db"
  echo '```'
  echo
  echo "| median of three | reports a minute | through the proxy | reports a CPU-minute |"
  echo "|---|---|---|---|"
  for workload in "nothing new" "mixed" "with large pages" "20 new articles each"; do
    echo "| $workload | $(median "$work/direct" "$workload" 2) | $(median "$work/proxied" "$workload" 2) | $(median "$work/direct" "$workload" 3) |"
  done
} | tee "$result"
