#!/usr/bin/env bash
# usage: measure.sh [MESSAGES] [KILLS]   imports a generated export; prints time and memory, then kills imports
# at KILLS moments of their way and checks each time that nothing has changed
set -euo pipefail
cd "$(dirname "$0")/../.."
messages=${1:-1000000} kills=${2:-20}
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
bin/node test/import/large-export.ts "$work/export" "$messages"
begin=$(date +%s.%N)
bin/chatd import zulip "$work/export" --data-dir "$work/data" --json >"$work/said" 2>&1 & pid=$!
peak=0
while kill -0 "$pid" 2>/dev/null; do
  now=$(ps -o rss= -p "$pid" || true)
  [ "${now:-0}" -gt "$peak" ] && peak=$now
  sleep 0.2
done
wait "$pid" || { cat "$work/said"; exit 1; }
seconds=$(echo "$(date +%s.%N) - $begin" | bc)
echo "$messages messages: $seconds s, $((peak / 1024)) MB"
bin/chatd verify --data-dir "$work/data" | grep -v ' ok$' || true
bin/chatd create-user ada@example.com --name Ada --random-password --data-dir "$work/live" >/dev/null 2>&1
state() { bin/chatd list-users --json --data-dir "$work/live" | sha256sum; }
before=$(state)
for number in $(seq "$kills"); do
  bin/chatd import zulip "$work/export" --merge --data-dir "$work/live" >/dev/null 2>&1 & pid=$!
  sleep "$(echo "$seconds * $number / ($kills + 1)" | bc -l)"
  kill -9 "$pid" 2>/dev/null || true
  wait "$pid" 2>/dev/null || true
  [ "$(state)" = "$before" ] || { echo "kill $number left something behind"; exit 1; }
done
bin/chatd verify --data-dir "$work/live" | grep -v ' ok$' || true
echo "$kills kills left everything as it was"
