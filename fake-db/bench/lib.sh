# Sourced by the benchmarks: finds a JDK 25, starts the fake database on free ports, stops it.
here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd)
for java in "${JAVA_HOME:-}/bin/java" /usr/lib/jvm/*25*/bin/java java; do
  command -v "$java" >/dev/null 2>&1 && break
done

start_fake_db() {
  local ready
  ready=$(mktemp)
  "$java" "@$here/jvm.options" -jar "$here/target/rebound-fake-db.jar" \
    --redis-port 0 --postgres-port 0 --control-port 0 "$@" >"$ready" 2>/dev/null &
  fake_db=$!
  for _ in $(seq 100); do
    grep -q ready "$ready" && break
    sleep 0.1
  done
  redis_port=$(sed -n 's/.*redis=[^:]*:\([0-9]*\).*/\1/p' "$ready")
  postgres_port=$(sed -n 's/.*postgres=[^:]*:\([0-9]*\).*/\1/p' "$ready")
  control_port=$(sed -n 's/.*control=[^:]*:\([0-9]*\).*/\1/p' "$ready")
  rm -f "$ready"
}

resident_mb() {
  awk '/VmRSS/ {printf "%.0f", $2 * 1024 / 1e6}' "/proc/$1/status"
}

median() {
  sort -n | awk '{a[NR] = $1} END {print NR % 2 ? a[(NR + 1) / 2] : (a[NR / 2] + a[NR / 2 + 1]) / 2}'
}
