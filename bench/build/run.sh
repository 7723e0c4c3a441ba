#!/usr/bin/env bash
# What building costs from nothing, without a compiler cache: CPU minutes of the program,
# of everything else that ./dev test builds, and of what it builds for the sanitizers.
# CPU time, since machines are shared; writes bench/results/<date>-build.md.
set -euo pipefail
cd "$(dirname "$0")/../.."
export CCACHE_DISABLE=1

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cpu_minutes() {  # COMMAND...: its user and system time, and that of its children
  python3 - "$@" <<'PYTHON'
import resource, subprocess, sys
subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL)
spent = resource.getrusage(resource.RUSAGE_CHILDREN)
print(f"{(spent.ru_utime + spent.ru_stime) / 60:.1f}")
PYTHON
}

slowest() {  # BUILD: the five units that took longest, by the clock
  sort -u -k4,4 "$1/.ninja_log" | awk -F'\t' 'NF > 3 { printf "%6.1f s  %s\n", ($2 - $1) / 1000, $4 }' |
    sort -rn | head -5
}

cmake --preset release -B "$work/release" >/dev/null
program=$(cpu_minutes cmake --build "$work/release" --target curlew)
tests=$(cpu_minutes cmake --build "$work/release")
cmake --preset sanitize -B "$work/sanitize" >/dev/null
sanitize=$(cpu_minutes cmake --build "$work/sanitize" --target sanitize_fast)

{
  echo "# Building from nothing"
  echo
  echo "\`./dev bench build\`, $(date +%F), $(nproc) cores, $(uname -m), no compiler cache."
  echo
  echo "| what | CPU minutes |"
  echo "|---|---|"
  echo "| the program | $program |"
  echo "| tests and benchmarks beside it | $tests |"
  echo "| parsers and fuzzers with ASan and UBSan | $sanitize |"
  echo
  echo "The slowest units of the program and its tests:"
  echo '```'
  slowest "$work/release"
  echo '```'
} | tee "bench/results/$(date +%F)-build.md"
