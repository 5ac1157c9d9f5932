#!/usr/bin/env bash
# Starts the embedded Toxiproxy and measures it: run.sh [echo throughput latency bandwidth connections]
# With API=http://HOST:PORT (and PID=N) it measures a server that runs already.
set -euo pipefail
here=$(cd -- "$(dirname -- "$0")" && pwd)
home=$here/../../..
java=${JAVA_HOME:+$JAVA_HOME/bin/}java
if [ -z "${API:-}" ]; then
  out=$(mktemp)
  "$java" "@$home/chaos/jvm.options" -jar "$home/chaos/target/rebound-chaos.jar" --port 0 >"$out" 2>/dev/null &
  PID=$!
  trap 'kill "$PID"; rm -f "$out"' EXIT
  until grep -q '^ready' "$out"; do sleep 0.1; done
  API=http://$(sed -n 's/^ready: toxiproxy api=//p' "$out")
fi
for what in "${@:-echo throughput latency bandwidth connections}"; do
  for one in $what; do
    echo "== $one"
    "$java" "$here/Bench.java" "$one" "$API" "${PID:--1}"
  done
done
