#!/usr/bin/env bash
# pgbench -S -M prepared with 32 clients beside Debian's PostgreSQL: adjacent pairs, median ratio.
set -euo pipefail
. "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"
pairs=${1:-5}
seconds=${2:-5}
bin=$(ls -d /usr/lib/postgresql/*/bin | tail -n 1)
dir=$(mktemp -d)
chown postgres "$dir"
as_postgres() { setpriv --reuid=postgres --regid=postgres --clear-groups env HOME="$dir" "$@"; }
port=$(awk 'BEGIN {srand(); print 20000 + int(rand() * 9000)}')
as_postgres "$bin/initdb" -D "$dir/data" -A trust >/dev/null
as_postgres "$bin/pg_ctl" -D "$dir/data" -w -l "$dir/log" \
  -o "-p $port -c listen_addresses=127.0.0.1 -c unix_socket_directories=$dir -c fsync=off" start >/dev/null
start_fake_db --latency 0
trap 'kill "$fake_db"; as_postgres "$bin/pg_ctl" -D "$dir/data" -m immediate stop >/dev/null; rm -rf "$dir"' EXIT
export PGHOST=127.0.0.1 PGUSER=postgres PGDATABASE=postgres
pgbench -p "$port" -i -s 1 -q >/dev/null 2>&1

tps() { # PORT
  pgbench -p "$1" -n -S -M prepared -c 32 -T "$seconds" 2>/dev/null | awk '/^tps/ {print $3}'
}

tps "$postgres_port" >/dev/null
tps "$postgres_port" >/dev/null
tps "$port" >/dev/null
ratios=""
for _ in $(seq "$pairs"); do
  theirs=$(tps "$port")
  ours=$(tps "$postgres_port")
  ratio=$(awk -v a="$ours" -v b="$theirs" 'BEGIN {printf "%.3f", a / b}')
  echo "pgbench -S prepared, 32 clients: PostgreSQL $theirs fake-db $ours ratio $ratio"
  ratios+="$ratio"$'\n'
done
echo "median ratio $(printf %s "$ratios" | median)"
echo "resident: $(resident_mb "$fake_db") MB"
