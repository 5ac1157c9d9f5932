#!/usr/bin/env bash
# Requests a second, processor time for 100,000 requests and memory after load, beside other servers,
# one after another in one run; each pinned to processor 0, wrk to processor 1.
#
#   JAVA_HOME=... PEERS=FOLDER [DATABASE=HOST:PORT] server/bench/speed.sh ROUTE SECONDS SERVER...
#
# WARM_UP is in seconds (15): on one processor a JVM's compiler needs that long. REBOUND_FLAGS are more
# arguments for our server, such as --database-connections 1 --database-pipeline 64: one pipelined
# connection, as Bun's client has.
#
# SERVER is rebound, bun, node or fastify; FOLDER is where `npm install bun fastify` was run. Give the
# servers in turns (rebound bun rebound bun): only neighbours can be compared.
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.."
route=$1 seconds=$2
shift 2
peers=server/bench/peers
log=$(mktemp)
trap 'rm -f "$log"' EXIT

start() {
  : >"$log"
  case $1 in
    rebound)
      MALLOC_ARENA_MAX=1 taskset -c 0 "$JAVA_HOME/bin/java" @server/jvm.options $(server/aot-cache "$JAVA_HOME") \
        -jar server/target/rebound-server.jar \
        --port 0 ${DATABASE:+--database "$DATABASE"} ${REBOUND_FLAGS:-} >"$log" 2>&1 &
      ;;
    bun) taskset -c 0 "$PEERS/node_modules/.bin/bun" $peers/bun.js >"$log" 2>&1 & ;;
    node) taskset -c 0 node $peers/node.js >"$log" 2>&1 & ;;
    fastify) taskset -c 0 node $peers/fastify.js >"$log" 2>&1 & ;;
    *)
      echo "speed.sh: '$1' is no server; use rebound, bun, node or fastify" >&2
      exit 2
      ;;
  esac
  pid=$!
  for _ in $(seq 200); do
    grep -q '^ready:' "$log" && break
    sleep 0.05
  done
  url=http://127.0.0.1:$(sed -n 's/^ready:.*:\([0-9]*\)$/\1/p' "$log")$route
}

load() { taskset -c 1 wrk -t1 -c64 -d"$1"s ${WRK_SCRIPT:+-s "$WRK_SCRIPT"} --latency "$url"; }
ticks() { awk '{print $14 + $15}' "/proc/$pid/stat"; }

for server in "$@"; do
  start "$server"
  load "${WARM_UP:-15}" >/dev/null
  before=$(ticks)
  out=$(load "$seconds")
  after=$(ticks)
  awk -v server="$server" -v ticks=$((after - before)) -v rss="$(awk '/VmRSS/{print $2}' "/proc/$pid/status")" '
    /requests in/ { count = $1 }
    /Requests\/sec/ { rate = $2 }
    /99%/ { p99 = $2 }
    /Non-2xx|Socket errors/ { bad = bad " " $0 }
    END { printf "%-8s %8.0f req/s  %5.2f CPU s per 100k  p99 %8s  RSS %5.1f MB %s\n", server, rate,
          ticks * 1000 / count, p99, rss * 1024 / 1e6, bad }' <<<"$out"
  kill "$pid"
  wait "$pid" 2>/dev/null || true
done
