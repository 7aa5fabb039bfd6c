#!/usr/bin/env bash
# usage: measure.sh [MESSAGES] [html|chatd|zulip] [DATA-DIR]   exports generated messages, or those of a data directory;
# prints time, processor time and memory
set -euo pipefail
cd "$(dirname "$0")/../.."
messages=${1:-1000000} format=${2:-html}
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
data=${3:-$work/data}
if [ ! -e "$data/chatd.db" ]; then
  bin/node test/import/large-export.ts "$work/export" "$messages"
  bin/chatd import zulip "$work/export" --data-dir "$data" --json >/dev/null 2>"$work/said" || { cat "$work/said"; exit 1; }
  rm -rf "$work/export"
fi
begin=$(date +%s.%N)
bin/chatd export "$work/exported" --format "$format" --data-dir "$data" >"$work/said" 2>&1 & pid=$!
peak=0 processor=0
while kill -0 "$pid" 2>/dev/null; do
  read -r now processor < <(ps -o rss=,cputimes= -p "$pid" || echo 0 "$processor")
  [ "$now" -gt "$peak" ] && peak=$now
  sleep 0.2
done
wait "$pid" || { cat "$work/said"; exit 1; }
seconds=$(echo "$(date +%s.%N) - $begin" | bc)
echo "$messages messages as $format: $seconds s, of the processor $processor s, $((peak / 1024)) MB"
