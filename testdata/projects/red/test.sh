. ./calc.sh
n=0 bad=0
check() {
  n=$((n + 1))
  if [ "$2" = "$3" ]; then echo "ok $n - $1"; return; fi
  bad=1
  printf 'not ok %d - %s\n  ---\n  message: "got %s, want %s"\n  at: calc.sh:1\n  ...\n' "$n" "$1" "$2" "$3"
}
echo 1..2
check "adds small numbers" "$(add 2 2)" 4
check "adds negative numbers" "$(add -1 1)" 0
exit $bad
