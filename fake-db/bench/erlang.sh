#!/usr/bin/env bash
# The mean wait before the slots at 50, 80 and 95 % use, beside Erlang's formula.
set -euo pipefail
. "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"
start_fake_db --latency 0
trap 'kill "$fake_db"' EXIT
"$java" "$here/bench/Erlang.java" "$redis_port" "$control_port" "${1:-40}"
