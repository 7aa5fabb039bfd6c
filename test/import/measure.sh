#!/usr/bin/env bash
# usage: measure.sh [MESSAGES] [KILLS] [zulip|slack|telegram]   imports a generated export, and then again with --merge; prints
# time, processor time and memory of both; then kills imports at KILLS moments of their way and checks each time that
# nothing has changed
set -euo pipefail
cd "$(dirname "$0")/../.."
messages=${1:-1000000} kills=${2:-20} format=${3:-zulip}
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
generator=test/import/large-export.ts
[ "$format" = zulip ] || generator=test/import/$format/large-export.ts
bin/node "$generator" "$work/export" "$messages"
input=$(du -sm --apparent-size "$work/export" | cut -f1)
# Imports the export, with these options.
measure() {
  local begin peak=0 processor=0 now pid
  begin=$(date +%s.%N)
  bin/chatd import "$format" "$work/export" --data-dir "$work/data" --json "$@" >"$work/said" 2>&1 & pid=$!
  while kill -0 "$pid" 2>/dev/null; do
    read -r now processor < <(ps -o rss=,cputimes= -p "$pid" || echo 0 "$processor")
    [ "$now" -gt "$peak" ] && peak=$now
    sleep 0.2
  done
  wait "$pid" || { cat "$work/said"; exit 1; }
  seconds=$(echo "$(date +%s.%N) - $begin" | bc)
  echo "$messages messages in $input MB${1:+, $1}: $seconds s, of the processor $processor s, $((peak / 1024)) MB"
}
measure
first=$seconds
measure --merge
seconds=$first
bin/chatd verify --data-dir "$work/data" | grep -v ' ok$' || true
live() {
  rm -rf "$work/live"
  bin/chatd create-user ada@example.com --name Ada --random-password --data-dir "$work/live" >/dev/null 2>&1
}
state() { bin/chatd list-users --json --data-dir "$work/live" | sha256sum; }
live
before=$(state)
killed=0
for number in $(seq "$kills"); do
  bin/chatd import "$format" "$work/export" --merge --data-dir "$work/live" >/dev/null 2>&1 & pid=$!
  sleep "$(echo "0.8 * $seconds * $number / $kills" | bc -l)"
  kill -9 "$pid" 2>/dev/null || true
  # One that was quicker than the first has done all.
  if wait "$pid" 2>/dev/null; then live; before=$(state); continue; fi
  [ "$(state)" = "$before" ] || { echo "kill $number left something behind"; exit 1; }
  killed=$((killed + 1))
done
bin/chatd verify --data-dir "$work/live" | grep -v ' ok$' || true
echo "$killed imports were killed, and each left everything as it was"
