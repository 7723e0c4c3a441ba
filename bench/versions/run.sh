#!/usr/bin/env bash
# What every version of a page costs: the ways that were considered, the archive's own,
# and git's packed size of the same series; then how a million versions are appended and
# listed. Prints tables; writes bench/results/<date>-versions.md.
#
#   bench/versions/run.sh [VERSIONS]     1,000,000 unless told
set -euo pipefail
cd "$(dirname "$0")/../.."

count=${1:-1000000}
corpus=${CURLEW_CORPORA:-../shared/data}/page-versions
[ -d "$corpus" ] || { echo "no versions of pages in $corpus; set CURLEW_CORPORA" >&2; exit 2; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p bench/results "$work/pages"
[ -f build/release/build.ninja ] || cmake --preset release >/dev/null
ninja -C build/release versions_bench >"$work/build.log"
program=build/release/bench/versions/versions_bench
result=bench/results/$(date -u +%F)-versions.md

for page in "$corpus"/*.tar.zst; do
  zstd -dcq --long=27 "$page" | tar x -C "$work/pages"
done

git_row() {
  git init -q "$work/git"
  python3 bench/versions/commits.py "$work/pages" | git -C "$work/git" fast-import --quiet
  local packing
  packing=$( { TIMEFORMAT='%U'; time git -C "$work/git" repack -adfq --window="$1" --depth=50; } 2>&1)
  local bytes versions raw
  bytes=$(cat "$work"/git/.git/objects/pack/*.pack "$work"/git/.git/objects/pack/*.idx | wc -c)
  versions=$(find "$work/pages" -type f | wc -l)
  raw=$(find "$work/pages" -type f -printf '%s\n' | awk '{ sum += $1 } END { print sum }')
  awk -v b="$bytes" -v n="$versions" -v r="$raw" -v t="$packing" -v w="$1" 'BEGIN {
    printf "| git repack -adf --window=%d --depth=50 | %.0f | %.1f | %.0f | – |\n",
      w, b / n, r / b, r / 1e6 / t }'
  rm -rf "$work/git"
}

{
  echo "# Versions of pages"
  echo
  echo "\`./dev bench versions\`, $(date -u +%F), $(nproc) cores, $(uname -m). The same pages in each row, CPU time. The archive's rows"
  echo "hold requests, response heads, metadata and the index as well; packing an archive unpacks its WARC files first."
  echo
  "$program" pages "$work/pages" "$work/archive"
  git_row 10
  echo
  echo "## Many small versions"
  echo
  "$program" many "$count" "$work/many"
} | tee "$result"
echo "written to $result" >&2
