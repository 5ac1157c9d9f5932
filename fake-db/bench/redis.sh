#!/usr/bin/env bash
# Queries a second without delay beside Debian's redis-server: adjacent pairs, their median ratio.
set -euo pipefail
. "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"
pairs=${1:-5}
dir=$(mktemp -d)
redis_real=$(awk 'BEGIN {srand(); print 20000 + int(rand() * 9000)}')
redis-server --port "$redis_real" --bind 127.0.0.1 --save "" --appendonly no --dir "$dir" >/dev/null &
real=$!
start_fake_db --latency 0
trap 'kill "$fake_db" "$real"; rm -rf "$dir"' EXIT
sleep 0.5

rps() { # PORT PIPELINE REQUESTS
  redis-benchmark -p "$1" -t get -c 64 -P "$2" -n "$3" --csv 2>/dev/null | awk -F'","' 'END {print $2}'
}

# Compiled code is what is compared: both serve for a while first.
for _ in 1 2 3; do rps "$redis_port" 1 200000 >/dev/null; rps "$redis_port" 16 1000000 >/dev/null; done
rps "$redis_real" 16 500000 >/dev/null
for pipeline in 1 16; do
  requests=$((pipeline == 1 ? 150000 : 1500000))
  ratios=""
  for _ in $(seq "$pairs"); do
    theirs=$(rps "$redis_real" "$pipeline" "$requests")
    ours=$(rps "$redis_port" "$pipeline" "$requests")
    ratio=$(awk -v a="$ours" -v b="$theirs" 'BEGIN {printf "%.3f", a / b}')
    echo "pipeline $pipeline: redis-server $theirs fake-db $ours ratio $ratio"
    ratios+="$ratio"$'\n'
  done
  echo "pipeline $pipeline: median ratio $(printf %s "$ratios" | median)"
done
echo "resident: $(resident_mb "$fake_db") MB"
