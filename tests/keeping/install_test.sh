# What `./dev install` puts in place works from there: install_test.sh BUILD SOURCE
set -eu
build=$1
prefix=$(mktemp -d)
trap 'rm -rf "$prefix"' EXIT
cmake --install "$build" --prefix "$prefix" >/dev/null

"$prefix/bin/curlew" --version | grep -q '^curlew '
head -1 "$prefix/share/man/man1/curlew.1" | grep -q '^\.TH'
grep -q backup "$prefix/share/man/man1/curlew.1"
grep -q curlew "$prefix/share/zsh/site-functions/_curlew"
grep -q curlew "$prefix/share/fish/vendor_completions.d/curlew.fish"
bash -c "source $prefix/share/bash-completion/completions/curlew && complete -p curlew" |
  grep -q curlew

unit=$prefix/lib/systemd/system/curlew.service
grep -q "^ExecStart=$prefix/bin/curlew " "$unit"
grep -q '^u curlew ' "$prefix/lib/sysusers.d/curlew.conf"
if command -v systemd-analyze >/dev/null; then
  # The account may be missing on this machine, the manual's place unknown to its man.
  said=$(systemd-analyze verify --man=no "$unit" 2>&1) || { echo "$said"; exit 1; }
  exposure=$(systemd-analyze security --offline=yes "$unit" 2>/dev/null | tail -1 || true)
  echo "$exposure"
fi
echo "all good"
