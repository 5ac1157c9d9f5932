#!/usr/bin/env bash
# How late answers are, idle and with ten thousand queries in flight.
set -euo pipefail
. "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"
start_fake_db --latency 0
trap 'kill "$fake_db"' EXIT
"$java" "$here/bench/Overshoot.java" "$redis_port" "$control_port"
echo "resident: $(resident_mb "$fake_db") MB"
