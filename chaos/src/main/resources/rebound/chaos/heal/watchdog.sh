# Heals what its parent leaves behind. Each line of the standard input names a remedy or takes one
# back, fields apart by the unit separator; every line is confirmed. When the input ends the parent
# is gone, however it went, and all remedies that are left are applied, the last one first.
trap '' HUP INT QUIT TERM

# A process id may have been given to another process: its start time tells.
same() {
  local stat
  { stat=$(<"/proc/$1/stat"); } 2>/dev/null || return 1
  set -- "$2" ${stat##*) }
  [ "${21}" = "$1" ]
}

signal() {
  same "$2" "$3" && kill -s "$1" "$2" 2>/dev/null
}

request() {
  exec 3<>"/dev/tcp/$2/$3" || return
  printf '%s %s HTTP/1.1\r\nHost: %s:%s\r\nContent-Length: %s\r\nConnection: close\r\n\r\n%s' \
    "$1" "$4" "$2" "$3" "${#5}" "$5" >&3
  read -r -t 4 _ <&3
  exec 3>&-
}

# Processes that were born inside since then come along.
empty_cgroup() {
  local pid
  while read -r pid; do
    printf '%s\n' "$pid" >"$2/cgroup.procs"
  done <"$1/cgroup.procs"
  rmdir "$1"
}

heal() {
  local kind a b c d e
  IFS=$'\x1f' read -r kind a b c d e <<<"$1"
  case $kind in
    signal) signal "$a" "$b" "$c" ;;
    request) request "$a" "$b" "$c" "$d" "$e" & ;;
    empty_cgroup) empty_cgroup "$a" "$b" ;;
  esac
} 2>/dev/null

declare -A remedies
ids=()
printf 'ready\n'
while IFS= read -r line; do
  op=${line%%$'\x1f'*}
  line=${line#*$'\x1f'}
  id=${line%%$'\x1f'*}
  if [ "$op" = + ]; then
    ids+=("$id")
    remedies[$id]=${line#*$'\x1f'}
  else
    unset "remedies[$id]"
    kept=()
    for other in "${ids[@]}"; do
      [ "$other" = "$id" ] || kept+=("$other")
    done
    ids=("${kept[@]}")
  fi
  printf '%s\n' "$id"
done
for ((i = ${#ids[@]} - 1; i >= 0; i--)); do
  heal "${remedies[${ids[i]}]}"
done
wait
