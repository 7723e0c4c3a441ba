#!/usr/bin/env bash
# What a newcomer's first commands cost without a compiler cache: CPU minutes of the
# program, and of the steps of ./dev test from nothing, its tests included. CPU time, since
# machines are shared. Works on a copy of the tree; writes bench/results/<date>-build.md.
set -euo pipefail
cd "$(dirname "$0")/../.."
export CCACHE_DISABLE=1
results=$PWD/bench/results/$(date +%F)-build.md
# The copy has no collections beside it.
[ -d ../shared/data ] && export CURLEW_CORPORA=${CURLEW_CORPORA:-$(realpath ../shared/data)}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
git ls-files -z --cached --others --exclude-standard | xargs -0 cp --parents -t "$work"
cd "$work"

slowest_units() {  # BUILD: by the clock
  awk -F'\t' 'NF > 3 { printf "%6.1f s  %s\n", ($2 - $1) / 1000, $4 }' "$1/.ninja_log" |
    sort -rn | head -5
}

slowest_tests() {  # what ./dev printed: by the clock
  sed -nE 's/.* Test +#[0-9]+: ([a-z_0-9]+) .* ([0-9.]+) sec$/\2 \1/p' "$1" |
    sort -rn | head -5 | awk '{ printf "%6.1f s  %s\n", $1, $2 }'
}

# Each step of ./dev says "<minutes> CPU minutes: <what>".
./dev build 2>&1 | tee steps
sed -i 's/: Building .*/: the program/' steps
./dev test 2>&1 | tee -a steps

{
  echo "# Building and testing from nothing"
  echo
  echo "\`./dev bench build\`, $(date +%F), $(nproc) cores, $(uname -m), no compiler cache:"
  echo "\`./dev build\`, then \`./dev test\`."
  echo
  echo "| step | CPU minutes |"
  echo "|---|---|"
  awk -F' CPU minutes: ' 'NF == 2 { printf "| %s | %s |\n", $2, $1; sum += $1 }
    END { printf "| **together** | **%.1f** |\n", sum }' steps
  echo
  echo "The units and tests that took longest by the clock:"
  echo '```'
  slowest_units build/release
  slowest_tests steps
  echo '```'
} | tee "$results"
