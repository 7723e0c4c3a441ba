# What a newcomer types first, and what the shells and man make of our own texts.
. "$(dirname "$0")/check.sh"

run 0 --help
has "$out" "Commands:"
for command in serve demo init add import export list remove pause resume visit check \
  status log topic lab
do
  run 0 "$command" --help
  has "$out" "Example:"
done
run 2 doctor x
equals "$err" "curlew: doctor: not in this release"

"$curlew" completion bash >bash.sh && bash -n bash.sh || fail "bash cannot read it"
words=$(bash -c '. ./bash.sh; COMP_WORDS=(curlew lab ro); COMP_CWORD=2; _curlew
                 echo "${COMPREPLY[*]}"')
equals "$words" robots
words=$(bash -c '. ./bash.sh; COMP_WORDS=(curlew add --kind f); COMP_CWORD=3; _curlew
                 echo "${COMPREPLY[*]}"')
equals "$words" feed
for shell in zsh fish; do
  "$curlew" completion "$shell" >"$shell.sh" || fail "no completion for $shell"
  command -v "$shell" >/dev/null || continue
  "$shell" -n "$shell.sh" || fail "$shell cannot read it"
done
if command -v groff >/dev/null; then
  warnings=$("$curlew" man | groff -k -man -Tutf8 -ww 2>&1 >/dev/null)
  equals "$warnings" ""
fi

# Output that cannot be written is not a success.
"$curlew" man >/dev/full 2>err.txt
equals "$?" 1
has "$(cat err.txt)" "curlew: standard output cannot be written"
run 2 --config / list
has "$err" "curlew: /: cannot be read: Is a directory"

# No escape sequence of an address reaches the terminal.
run 2 add "$(printf 'http://\033[31mred/')"
lacks "$err" "$(printf '\033')"

finish
