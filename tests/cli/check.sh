# What the scripts here share: a folder that goes away, and checks that say what failed.
# To be sourced with the program as $1.

set -u
curlew=$(realpath "$1")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
failures=0

# run CODE ARGUMENT…: runs the program; its output is in $out and $err afterwards.
run() {
  local expected=$1 code
  shift
  out=$("$curlew" "$@" 2>err.txt)
  code=$?
  err=$(cat err.txt)
  [ "$code" = "$expected" ] || fail "curlew $*: exit $code, not $expected: $out $err"
}

fail() {
  echo "line ${BASH_LINENO[1]}: $*"
  failures=$((failures + 1))
}

has() { case "$1" in *"$2"*) ;; *) fail "'$2' is not in: $1" ;; esac }
lacks() { case "$1" in *"$2"*) fail "'$2' is in: $1" ;; esac }
equals() { [ "$1" = "$2" ] || fail "'$1' is not '$2'"; }

finish() {
  [ "$failures" = 0 ] && echo "all good"
  exit "$((failures > 0))"
}
